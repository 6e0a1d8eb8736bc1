// What every command on a file begins with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/config/experiment.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::commands {

/// The experiment of a file, checked. Nothing when it has faults: they are printed, all of them.
std::optional<config::Experiment> load_experiment(const std::string& file,
                                                  const std::vector<config::Override>& overrides);

}  // namespace slackline::commands
