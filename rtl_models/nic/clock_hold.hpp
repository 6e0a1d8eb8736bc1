// clock_hold: when the local clock of a network interface is held.
#pragma once

#include "rtl_models/nic/state.hpp"

namespace slackline::nic {

/// `stopped`: the packet that is sent has a flit that may not leave. Then CLOCK_PAUSE holds the clock, and the
/// packet's own PAUSE unless it makes an event (TX_STOP_EVENT); CLOCK_STOP holds it in any case.
inline bool holds_clock(const State& s, bool stopped) {
  if (s.registers[NIC_CLOCK_STOP / 4] != 0) return true;
  const bool packet_holds = has_flag(s.send, NIC_TX_PAUSE) && s.registers[NIC_TX_STOP_EVENT / 4] == 0;
  return stopped && (packet_holds || s.registers[NIC_CLOCK_PAUSE / 4] != 0);
}

}  // namespace slackline::nic
