// A network that needs no simulation: it says of a load what a real one says, from a formula.
#pragma once

#include <string>

#include "testbench/config/experiment.hpp"
#include "testbench/config/source.hpp"

namespace slackline::test {

/// result.json. Saturates above a load of 0.1 a virtual channel.
std::string sample_result(const config::Experiment& experiment);

config::SourcePtr sample_file();

}  // namespace slackline::test
