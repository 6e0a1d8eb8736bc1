// Presets: configurations that come with the program, to begin from. `switch.preset` names one of switches and networks,
// `nic.costs` a table of costs.
#pragma once

#include <string>
#include <vector>

#include "testbench/config/source.hpp"

namespace slackline::config {

enum class PresetKind : std::uint8_t { network, costs };

struct Preset {
  std::string name;     ///< "myrinet-1280-san"
  std::string summary;  ///< its own line about itself
  SourcePtr source;     ///< the YAML file, called presets/NAME.yaml or presets/costs/NAME.yaml
};

/// All of a kind, in the order of their names.
const std::vector<Preset>& presets(PresetKind kind = PresetKind::network);

/// The one of a name, nullptr when there is none.
const Preset* find_preset(std::string_view name, PresetKind kind = PresetKind::network);

}  // namespace slackline::config
