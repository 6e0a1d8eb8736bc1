// some_of: lists of names in messages, as long as they help.
#pragma once

#include <string>
#include <vector>

namespace slackline::text {

/// The first of some names: "a, b, c and 7 more".
std::string some_of(const std::vector<std::string>& names);

/// Names that differ in their last number, each by one from that before, as one where they are three or more:
/// "host3 to host9".
std::vector<std::string> in_runs(const std::vector<std::string>& names);

}  // namespace slackline::text
