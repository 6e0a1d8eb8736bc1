// The counter of the edges at which an output is in demand, at either end of a spell (wormhole_switch.hpp:
// demanded_cycles).
#pragma once

#include <algorithm>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch::detail {

// Out of line: a few instructions a packet, which are not worth the registers that the rest of the step needs.
[[gnu::noinline]] inline void begin_demand(OutputLink& link, Cycle now) {
  link.demanded -= std::max(now, link.demanded_to).value;
  link.demanded_to = Cycle();
}
[[gnu::noinline]] inline void end_demand(OutputLink& link, Cycle now) {
  link.demanded_to = std::max<Cycle>(now + 1, link.pacer.free);
  link.demanded += link.demanded_to.value;
}

}  // namespace slackline::wormhole_switch::detail
