// network_ways: where the barrier units of a network send messages, as plain data, and what of it is wired in at each switch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/barrier/switch_side.hpp"
#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::barrier {

struct NetworkWays {
  /// switches x switches: the port of the one towards the other; barrier_unit::Place::no_way: none, or itself. The ways
  /// of all switches to one must form a tree (testbench/routing/in_tree.hpp).
  std::vector<std::uint16_t> ports_to_switch;
  /// Ways of messages once the tree has been built; empty: ports_to_switch only. In the order of their edges, the first
  /// from 0 on. Whichever of their ports messages take, none may wait for one another in a circle, and all must arrive.
  /// Between two of them only messages already under way may keep to neither.
  std::vector<barrier_unit::Ways> choices;
  /// Per switch the entries that its table has from the start; empty: none anywhere.
  std::vector<std::vector<barrier_unit::Planned>> planned;
  /// Per group: SwitchParams::hold; groups after its end have that of the switches.
  std::vector<std::uint16_t> holds;
  // Set by set_hosts() and set_host(): per host its switch, and the port there.
  std::vector<std::uint16_t> switch_of_host;
  std::vector<std::uint16_t> port_of_host;

  /// So many hosts, none of them at a switch.
  void set_hosts(std::size_t count);
  void set_host(std::uint32_t host, std::uint32_t at_switch, PortId port);
};

/// Adds the violations of the ways of a network of so many switches. `entries`: by switch, of its status table; 0: it has
/// no barrier unit.
void check(const NetworkWays& ways, const std::vector<unsigned>& entries, Violations& found);

/// The values wired in at switch `sw`, of a network of so many; points into `ways`. Which worms it cuts follows from the
/// run's seed and its number.
SwitchPlace place_at(const NetworkWays& ways, std::uint32_t sw, std::size_t switches, std::uint64_t seed);

}  // namespace slackline::barrier
