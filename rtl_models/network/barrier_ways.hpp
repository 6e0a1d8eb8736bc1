// barrier_ways: where the barrier units of a network send messages, as plain data.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/barrier_unit/barrier_unit.hpp"
#include "rtl_models/common/bits.hpp"

namespace slackline::network {

struct Netlist;

struct BarrierWays {
  /// switches x switches: the port of the one towards the other; barrier_unit::Place::no_way: none, or itself. The ways
  /// of all switches to one must form a tree (testbench/routing/in_tree.hpp).
  std::vector<std::uint8_t> ports_to_switch;
  // From the channels, set by the network: per host its switch, and the port there.
  std::vector<std::uint16_t> switch_of_host;
  std::vector<std::uint8_t> port_of_host;
};

/// What hosts stand where, from the channels of a netlist whose ports exist.
BarrierWays completed_ways(const Netlist& netlist);

/// What is wired in at the barrier unit of switch `sw`; points into the netlist.
barrier_unit::Place barrier_place(const Netlist& netlist, std::uint32_t sw);

/// Ports of each switch with a host behind them, one mask a switch.
std::vector<PortMask> host_ports(const Netlist& netlist);

}  // namespace slackline::network
