// barrier_ways: where the barrier units of a network send messages, as plain data.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/barrier_unit/barrier_unit.hpp"
#include "rtl_models/wormhole_switch/params.hpp"

namespace slackline::network {

struct Netlist;

struct BarrierWays {
  /// switches x switches: the port of the one towards the other; barrier_unit::Place::no_way: none, or itself. The ways
  /// of all switches to one must form a tree (testbench/routing/in_tree.hpp).
  std::vector<std::uint16_t> ports_to_switch;
  /// Ways of messages once the tree has been built; empty: ports_to_switch only. In the order of their edges, the first
  /// from 0 on. Whichever of their ports messages take, none may wait for one another in a circle, and all must arrive.
  /// Between two of them only messages already under way may keep to neither.
  std::vector<barrier_unit::Ways> choices;
  /// Per switch the entries that its table has from the start; empty: none anywhere.
  std::vector<std::vector<barrier_unit::Planned>> planned;
  /// Per group: wormhole_switch::BarrierParams::hold; groups after its end have that of the switches.
  std::vector<std::uint16_t> holds;
  // From the channels, set by the network: per host its switch, and the port there.
  std::vector<std::uint16_t> switch_of_host;
  std::vector<std::uint16_t> port_of_host;
};

/// Adds the switch and port of each host, from the channels of a netlist whose ports exist.
BarrierWays completed_ways(const Netlist& netlist);

/// Sets the values wired in at switch `sw` for barriers; points into the netlist. Which worms it cuts follows from the
/// run's seed and its number.
void wire_barriers(const Netlist& netlist, std::uint32_t sw, wormhole_switch::Place& place);

}  // namespace slackline::network
