// simulator: what simulates the runs of the study: the firmware of network interfaces on the network of a run, on the
// fabric.
#pragma once

#include "testbench/config/experiment.hpp"
#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// The experiment that a run stands for.
config::Experiment experiment_of(const Run& run);

/// Throws std::runtime_error, and says why, when a run cannot be simulated, or goes wrong.
Measurement simulate(const Run& run);

}  // namespace slackline::song2005
