// stall: why the flit at the front of an input lane did not leave at an edge, from the registers before it (the gates)
// and behind it (the lane's own, which have not changed, and whether it asks).
//
// The order in which reasons are looked at is that in which the switch comes to them: a header must be routed, find a
// lane that nobody holds and that is not stopped, and then be chosen. What barrier messages take stands before all that:
// which lanes these are at an edge, the registers say behind it.
#pragma once

#include <vector>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

/// What a virtual channel's lanes were before an edge, a bit a port.
struct VcGates {
  PortMask occupied = 0, connected = 0;  // of input ports
  PortMask held = 0, stopped = 0;        // of output ports
  PortMask charged = 0, too_small = 0;   // likewise: arbitration is still charged; too few credits for a header
  PortMask stop_out = 0;                 ///< the wires that leave the input ports: STOP, or credits
  PortMask requesting = 0;               // input ports whose header asks
};

/// The gates of `vc` after edge `now`, before the next one.
VcGates gates_of(const wormhole_switch::Params& p, const wormhole_switch::State& s, unsigned vc, Cycle now);

/// Outputs whose link still carries a flit at edge `now`; `slow`: those whose link takes one in several cycles.
PortMask busy_links(const wormhole_switch::State& s, PortMask slow, Cycle now);

/// Why the front flit of lane (i, v), which was there before edge `now`, is still there behind it. `gates`: of all
/// virtual channels, before the edge; `s`: behind it.
Stall reason(const wormhole_switch::Params& p, const wormhole_switch::State& s, const VcGates* gates, PortMask busy,
             unsigned i, unsigned v, Cycle now);

}  // namespace slackline::tracing
