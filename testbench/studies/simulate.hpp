// simulate: one experiment from its first cycle to its last, as `slackline run` does it, without a word to anybody.
#pragma once

#include <string>

#include "testbench/config/experiment.hpp"

namespace slackline::studies {

/// result.json. Once a process.
std::string simulate(const config::Experiment& experiment);

}  // namespace slackline::studies
