// packet_switch_totals: the counts of packet switches, of the whole run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::statistics {

struct PacketPort {
  std::string name;                  ///< "switch3_p1"
  packet_switch::Counters counters;  ///< of the input, and of the output with its number
};

struct PacketSwitchTotals {
  std::vector<PacketPort> ports;  ///< that have seen a packet, or refused one
  packet_switch::Counters all;    ///< sums; most_frames: the most of any port
  std::uint64_t most_shared = 0;  ///< packets that a shared buffer has held, the most of any switch
  std::uint64_t dropped() const;
};

void add(PacketSwitchTotals& totals, const std::string& name, const packet_switch::Instance& core);

/// `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
PacketSwitchTotals collect_packet_switches(const Engine& engine) {
  PacketSwitchTotals totals;
  const network::Netlist& netlist = engine.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    if (netlist.is_packet_switch(i)) add(totals, netlist.switches[i].name, engine.packet_switch(i));
  return totals;
}

}  // namespace slackline::statistics
