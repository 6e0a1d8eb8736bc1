// stuck_worms: from lanes and hosts that the watchdog has found stuck to the worms in them: which wait for one another,
// and which only behind those.
#pragma once

#include <vector>

#include "testbench/monitors/standstill.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/monitors/worms.hpp"

namespace slackline::monitors {

/// `stuck`: what the watchdog has found between the same two cycles at which `worms` has looked; not nothing.
Standstill standstill_of(const Worms& worms, const std::vector<Stuck>& stuck);

}  // namespace slackline::monitors
