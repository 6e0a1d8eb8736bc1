// waves_check: whether the waves of an experiment fit its network and its run.
#pragma once

#include "testbench/run/experiment.hpp"

namespace slackline::tracing {

/// Adds errors to a reading; makes the name of the dump relative to the file that names it.
void check_waves(features::ExperimentReading& reading);

}  // namespace slackline::tracing
