// simulator: what simulates the runs of the study: the firmware of network interfaces on the network of a run, on the
// fabric.
#pragma once

#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

/// Throws std::runtime_error, and says why, when a run cannot be simulated, or goes wrong without having been told to.
Measurement simulate(const Run& run);

}  // namespace slackline::song2005
