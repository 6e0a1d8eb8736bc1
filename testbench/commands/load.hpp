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

/// A preset's values over the defaults, as if a file had named it and nothing else.
std::optional<features::ExperimentReading> load_preset(const std::string& name,
                                                       std::vector<settings::Override> overrides,
                                                       const std::string& in_vain);

/// Prints errors of an input, then their number and `in_vain`.
void print_errors(const settings::InputErrors& errors, const std::string& in_vain);

}  // namespace slackline::commands
