// The first step of every command on a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/commands/commands.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::commands {

/// The keys that the command line sets over the file.
std::vector<settings::Override> overrides_of(const Settings& settings);

/// The checked contents of a file. Nothing when it has errors: all are printed, then their number and `in_vain`.
std::optional<features::ExperimentReading> load_reading(const std::string& file,
                                                        const std::vector<settings::Override>& overrides,
                                                        const std::string& in_vain);

/// The folders of testbench/presets, and what a file writes to name a preset of one.
struct PresetFolder {
  const char* folder;
  const char* key;
  const char* endpoint = nullptr;   ///< of the hosts whose presets they are; nullptr: of any
  const char* processor = nullptr;  ///< of their interfaces
};
inline constexpr PresetFolder preset_folders[] = {{"presets", "switch.preset"},
                                                  {"costs", "nic.costs", "nic"},
                                                  {"timings", "nic.core.timing", "nic", "rv32"},
                                                  {"packet_switches", "switch.packet.preset"}};

/// A preset's values over the defaults, as if a file had named it and nothing else. `name` is one of a folder above.
std::optional<features::ExperimentReading> load_preset(const std::string& name,
                                                       std::vector<settings::Override> overrides,
                                                       const std::string& in_vain);

/// Prints errors of an input, then their number and `in_vain`.
void print_errors(const settings::InputErrors& errors, const std::string& in_vain);

}  // namespace slackline::commands
