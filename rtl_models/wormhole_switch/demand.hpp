// The counter of the edges at which an output is in demand, at either end of a spell (wormhole_switch.hpp:
// demanded_cycles).
#pragma once

#include <algorithm>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch::detail {

// Out of line: a few instructions a packet, which are not worth the registers that the rest of the step needs.
[[gnu::noinline]] inline void begin_demand(OutputPort& out, Cycle now) {
  out.demanded -= std::max(now, out.demanded_to).value;
  out.demanded_to = Cycle();
}
[[gnu::noinline]] inline void end_demand(OutputPort& out, Cycle now) {
  out.demanded_to = std::max(now + 1, out.link_free);
  out.demanded += out.demanded_to.value;
}

}  // namespace slackline::wormhole_switch::detail
