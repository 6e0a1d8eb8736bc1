// ways_round_failures: the ways among which messages of barriers choose, while links fail and come back. The manager of
// the network notices a change, computes the ways up and down without the dead links, from the same root, and
// notifies all switches at once. No such way goes up after down, so messages cannot wait for one another in a circle,
// except for those few that were under way at a change.
#pragma once

#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::barriers {

/// For NetworkWays::choices of `netlist`: routing::legal_ports() by `order` from the beginning, and by order_from_root() of the
/// remaining network, with routing::in_tree_ports() for trees, `notice` cycles after each change that the dead links among its
/// errors make. Where the network is in parts, there are ways inside each.
std::vector<barrier_unit::Ways> ways_round_failures(const network::Netlist& netlist,
                                                    const std::vector<std::uint32_t>& order, std::uint32_t root,
                                                    std::uint64_t notice);

}  // namespace slackline::barriers
