// stuck_worms: from lanes and hosts that the watchdog has found stuck to the worms in them: which wait for one another,
// and which only wait for those.
#pragma once

#include <optional>
#include <vector>

#include "testbench/monitors/standstill.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/monitors/worms.hpp"

namespace slackline::monitors {

/// `stuck`: what the watchdog has found between the same two cycles at which `worms` has looked. Only worms that have
/// waited since before the cycle `before` count. Nothing: there are none, and no host or interface.
std::optional<Standstill> standstill_of(const Worms& worms, const std::vector<Stuck>& stuck, Cycle before = never);

/// Heads in a ring or knot, all of them since before the cycle `before`. The rest of their worms may still draw
/// together, and open the ring again.
bool heads_wait_for_one_another(const Worms& worms, Cycle before);

}  // namespace slackline::monitors
