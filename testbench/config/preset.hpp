// Presets: configurations that come with the program, for `switch.preset` to begin from.
#pragma once

#include <string>
#include <vector>

#include "testbench/config/source.hpp"

namespace slackline::config {

struct Preset {
  std::string name;     ///< "myrinet-1280-san"
  std::string summary;  ///< its own line about itself
  SourcePtr source;     ///< the YAML file, called presets/NAME.yaml
};

/// All presets, in the order of their names.
const std::vector<Preset>& presets();

/// The preset of a name, nullptr when there is none.
const Preset* find_preset(std::string_view name);

}  // namespace slackline::config
