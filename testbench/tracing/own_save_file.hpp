// own_save_file: whether a save file is as it was written here, or has been changed in a viewer or by hand since: then it
// is the user's, and stays.
#pragma once

#include <string>

namespace slackline::tracing {

/// A save file with a mark of its contents in a comment above them.
std::string marked(const std::string& text);

/// Marked, and what stands below the mark is what it was made of.
bool is_as_written(const std::string& text);

/// Where a save file of that name goes: there, or, when one that is not as it was written is there, beside it.
std::string place_of_save_file(const std::string& path);

}  // namespace slackline::tracing
