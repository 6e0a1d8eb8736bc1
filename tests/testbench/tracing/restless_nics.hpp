// A network of interfaces whose firmware brings everything about that a dump can show of them: packets that wait for their
// slot, for a place in the queue of packets sent and for words that have not come, packets cut short and dropped, clocks
// that pause.
#pragma once

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

struct RestlessSettings {
  std::uint8_t virtual_channels = 1;
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  double losses = 0.02;        ///< of flits that arrive at hosts 0 and 1
  std::uint32_t halts_at = 0;  ///< the packet at which the firmware of host 0 gives up; 0: it never does
};

network::Netlist restless_nics(const RestlessSettings& settings);

}  // namespace slackline::test
