// clock_hold: when the local clock of a network interface is held.
#pragma once

#include "rtl_models/nic/state.hpp"

namespace slackline::nic {

/// The clock is held while the packet that is sent is stopped: by CLOCK_PAUSE, or by the packet's own PAUSE.
inline bool pauses(const State& s) {
  return s.registers[NIC_CLOCK_PAUSE / 4] != 0 ||
         (!s.send.descriptors.empty() && (s.send.descriptors.front().flags & NIC_TX_PAUSE) != 0);
}

}  // namespace slackline::nic
