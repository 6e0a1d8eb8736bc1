// The first step of every command on a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/commands/commands.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::commands {

/// The keys that the command line sets over the file.
std::vector<config::Override> overrides_of(const Settings& settings);

/// The checked contents of a file. Nothing when it has faults: all are printed, then their number and `in_vain`.
std::optional<config::Reading> load_reading(const std::string& file, const std::vector<config::Override>& overrides,
                                            const std::string& in_vain);

/// A preset's values over the defaults, as if a file had named it and nothing else.
std::optional<config::Reading> load_preset(const std::string& name, std::vector<config::Override> overrides,
                                           const std::string& in_vain);

/// The experiment of a file, checked. Nothing when it has faults: they are printed, all of them.
std::optional<config::Experiment> load_experiment(const std::string& file,
                                                  const std::vector<config::Override>& overrides);

}  // namespace slackline::commands
