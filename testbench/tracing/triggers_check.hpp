// triggers_check: whether waves.trigger fits the network.
#pragma once

#include "testbench/run/experiment.hpp"

namespace slackline::tracing {

/// Adds errors to a reading. `network`: its shape is known, so that names can be looked up in it.
void check_trigger_settings(features::ExperimentReading& reading, bool network);

}  // namespace slackline::tracing
