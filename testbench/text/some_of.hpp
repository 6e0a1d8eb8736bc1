// some_of: lists of names in messages, as long as they help.
#pragma once

#include <string>
#include <vector>

namespace slackline::text {

/// The first of some names: "a, b, c and 7 more".
std::string some_of(const std::vector<std::string>& names);

}  // namespace slackline::text
