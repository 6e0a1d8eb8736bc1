// triggers_check: whether waves.trigger fits the network.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::tracing {

/// Adds faults to a reading. `network`: its shape is known, so that names can be looked up in it.
void check_trigger_settings(config::Reading& reading, bool network);

}  // namespace slackline::tracing
