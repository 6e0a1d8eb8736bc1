// stall: why the flit at the front of an input lane did not leave at an edge, from the registers before it (the gates)
// and after it (the lane's own, which have not changed, and whether it asks).
//
// Reasons are checked in the order of the switch: a header must be routed, find a lane that nobody holds and that is
// not stopped, and then be chosen. Lanes taken by barrier messages come before all that: the registers show
// after an edge which these were at it.
#pragma once

#include <vector>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

/// The state of a virtual channel's lanes at a bank of ports before an edge, a bit a port.
struct VcGates {
  PortMask occupied = 0, connected = 0;  // of input ports
  PortMask held = 0, stopped = 0;        // of output ports
  PortMask charged = 0, too_small = 0;   // of output ports: arbitration is still charged; too few credits
  PortMask stop_out = 0;                 ///< the wires that leave the input ports: STOP, or credits
  PortMask requesting = 0;               // input ports whose header asks
};

/// The gates of `vc` at a bank of ports after edge `now`, before the next one.
VcGates gates_of(const wormhole_switch::Params& p, const wormhole_switch::State& s, unsigned bank, unsigned vc,
                 Cycle now);

/// Outputs whose link still carries a flit at edge `now`; `slow`: those whose link takes one in several cycles.
PortSet busy_links(const wormhole_switch::State& s, const PortSet& slow, Cycle now);

/// Why the front flit of lane (i, v), which was there before edge `now`, is still there after it. `gates`: of all
/// banks and virtual channels, bank after bank, before the edge; `s`: after it.
Stall reason(const wormhole_switch::Params& p, const wormhole_switch::State& s, const VcGates* gates,
             const PortSet& busy, unsigned i, unsigned v, Cycle now);

}  // namespace slackline::tracing
