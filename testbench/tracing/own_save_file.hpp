// own_save_file: whether a save file is as it was written here, or has been changed in a viewer or by hand since: then it
// is the user's, and stays.
#pragma once

#include <string>

namespace slackline::tracing {

/// A save file with a mark of its contents in a comment above them.
std::string marked(const std::string& text);

/// It has a mark, and the text below the mark is what the mark was made of.
bool is_as_written(const std::string& text);

/// The place of a save file of that name: there, or, when one that is not as it was written is there, next to it.
std::string place_of_save_file(const std::string& path);

}  // namespace slackline::tracing
