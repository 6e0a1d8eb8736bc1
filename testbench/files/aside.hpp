// aside: what others may read at any time is written beside its place and then renamed: at every moment there are the
// old contents, or the new ones.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace slackline::files {

/// A hidden name beside `path`, in the same folder, for mkstemp() and mkdtemp() to complete: ".NAME.XXXXXX".
std::string pattern_beside(const std::string& path);

/// Of the rights `all` those that anybody's new file or folder gets: what mkstemp() and mkdtemp() make is private.
mode_t public_rights(mode_t all);

/// Writes all of `text`. False: it could not, and errno says why.
bool write_all(int descriptor, std::string_view text);

/// Puts a file in place in one step. Throws std::runtime_error, and then leaves nothing behind.
void write_aside(const std::string& path, std::string_view contents);

}  // namespace slackline::files
