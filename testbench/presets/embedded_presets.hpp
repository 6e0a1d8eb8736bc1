// The YAML files of this folder and of those in it, as they were when the program was built.
#pragma once

#include <string_view>
#include <vector>

namespace slackline::presets {

struct EmbeddedPreset {
  std::string_view folder;  ///< "costs"; of this one "presets"
  std::string_view name;    ///< of the file, without .yaml
  std::string_view yaml;
};

/// In the order of their folders and names.
const std::vector<EmbeddedPreset>& embedded();

}  // namespace slackline::presets
