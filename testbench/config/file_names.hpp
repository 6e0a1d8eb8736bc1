// Names of files in a configuration: relative to the file that names them.
#pragma once

#include <string>

#include "testbench/config/key.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

/// The file named by a key of type FileName, as it can be opened from the working folder: relative to the file that
/// names it, or to the working folder when an option does. Empty when the key names none.
std::string path_of(const Reading& reading, const Key& key);

}  // namespace slackline::config
