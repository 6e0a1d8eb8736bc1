// globs: patterns of names. * stands for any characters, ? for one.
#pragma once

#include <string_view>

namespace slackline::text {

/// Has it a character that stands for others?
bool is_glob(std::string_view text);

bool matches(std::string_view glob, std::string_view text);

}  // namespace slackline::text
