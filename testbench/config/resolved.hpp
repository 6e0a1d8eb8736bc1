// An experiment written out as a configuration that gives every value: the same network and traffic, whatever defaults
// and presets later versions have.
#pragma once

#include <filesystem>
#include <string>

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Name of the file among results.
inline constexpr const char* resolved_file = "resolved.yaml";

/// The YAML of a reading without faults. Names of files are written relative to `folder`, where the text is written.
std::string resolved_yaml(const Reading& reading, const std::filesystem::path& folder);

/// The files that the experiment was read from, besides the configuration itself: as they can be opened from here.
std::vector<std::string> input_files(const Reading& reading);

}  // namespace slackline::config
