// simulator: what simulates the runs of the study, on the fabric.
#pragma once

#include "testbench/studies/sun2001/measurement.hpp"

namespace slackline::sun2001 {

/// A run as a configuration, which `slackline run` takes; without the congestion of its members.
std::string configuration(const Run& run);

/// Throws std::runtime_error, and says why, when a run cannot be simulated, when a barrier of it does not come about, or
/// when anything is wrong with what has been simulated: a member that left early, a packet that is not as it was sent.
Measurement simulate(const Run& run);

}  // namespace slackline::sun2001
