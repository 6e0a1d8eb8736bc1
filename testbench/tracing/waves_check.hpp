// waves_check: whether the waves of an experiment fit its network and its run.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::tracing {

/// Adds faults to a reading; makes the name of the dump relative to the file that names it.
void check_waves(config::Reading& reading);

}  // namespace slackline::tracing
