// packet_switch_totals: the counts of packet switches, of the whole run and over time.
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

/// The ports of a switch with a link to another one.
struct Uplinks {
  PortSet ports;
  bool is_of_edge = false;  ///< hosts are at the switch, too
};

/// Packets that are held of one uplink, the most of any, at the end of a window.
struct HeldOfUplink {
  std::uint64_t from = 0;  ///< that came by it
  std::uint64_t to = 0;    ///< that leave by it
};

/// What packet switches do over time.
struct PacketSwitchWindow {
  std::uint64_t dropped = 0;  ///< packets, of all switches
  HeldOfUplink edge;          ///< in switches with hosts
  HeldOfUplink core;          ///< in the others
};

void add(PacketSwitchWindow& window, const packet_switch::Instance& core, const Uplinks& uplinks);

/// Of each switch.
std::vector<Uplinks> uplinks_of(const network::Netlist& netlist);

/// Since the beginning of the run. `uplinks`: as uplinks_of() has them. `Engine` as below.
template <class Engine>
PacketSwitchWindow count_packet_switches(const Engine& engine, const std::vector<Uplinks>& uplinks) {
  PacketSwitchWindow window;
  for (std::size_t i = 0; i < uplinks.size(); ++i)
    if (engine.netlist().is_packet_switch(i)) add(window, engine.packet_switch(i), uplinks[i]);
  return window;
}

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
