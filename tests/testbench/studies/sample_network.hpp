// A network that needs no simulation: a formula gives the results of each load.
#pragma once

#include <string>

#include "testbench/run/experiment.hpp"
#include "testbench/settings/input_error.hpp"
#include "testbench/studies/point_runner.hpp"

namespace slackline::test {

/// result.json. Saturates above a load of 0.1 a virtual channel.
std::string sample_result(const features::Experiment& experiment);

settings::SourcePtr sample_file();

/// Runs so many points at once.
studies::Runner sample_runner(unsigned at_once, studies::Simulate simulate = sample_result);

}  // namespace slackline::test
