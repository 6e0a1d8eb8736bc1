// Presets: configurations that come with the program, to begin from. A key names one of a folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbench/settings/input_error.hpp"

namespace slackline::settings {

struct Preset {
  std::string name;     ///< "myrinet-1280-san"
  std::string summary;  ///< its own line about itself
  SourcePtr source;     ///< the YAML file, called presets/NAME.yaml or presets/FOLDER/NAME.yaml
};

/// All of a folder, in the order of their names: of "presets", or of a folder in it.
const std::vector<Preset>& presets(std::string_view folder);

/// The one of a name, nullptr when there is none.
const Preset* find_preset(std::string_view name, std::string_view folder);

}  // namespace slackline::settings
