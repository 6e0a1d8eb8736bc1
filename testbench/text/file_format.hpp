// file_format: files of common formats that are not read here, told by their first bytes or lines, so that a message can
// name what was given.
#pragma once

#include <string_view>

namespace slackline::text {

/// "a file compressed with gzip (gunzip unpacks it)"; empty: none that is known here. Of a file's beginning, a few hundred
/// bytes at least where it has them.
std::string_view known_format(std::string_view beginning);

/// JSON of any kind. An experiment may be written so, too.
bool is_json(std::string_view beginning);

/// A file with bytes that no text has.
bool is_binary(std::string_view beginning);

}  // namespace slackline::text
