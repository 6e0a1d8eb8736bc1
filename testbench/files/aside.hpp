// aside: a file that others may read at any time is written under another name and then renamed: at every moment there
// are the old contents, or the new ones.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace slackline::files {

/// A hidden name next to `path`, in the same folder, for mkstemp() and mkdtemp() to complete: ".NAME.XXXXXX".
std::string pattern_beside(const std::string& path);

/// The rights among `all` that a new file or folder of the user gets: mkstemp() and mkdtemp() make private ones.
mode_t public_rights(mode_t all);

/// Writes all of `text`. False: it could not, and errno has the reason.
bool write_all(int descriptor, std::string_view text);

/// Puts a file in place in one step. Throws std::runtime_error, and then leaves nothing behind.
void write_aside(const std::string& path, std::string_view contents);

}  // namespace slackline::files
