// ways_round_failures: the ways among which messages of barriers choose, while links fail and come back. Whoever manages
// the network notices a change, reckons the ways up and down without the links that are dead, from the same root, and
// tells all switches at once. No way of theirs goes up behind down, so no messages can wait for one another in a circle but
// those few that were under way at a change.
#pragma once

#include <vector>

#include "rtl_models/barrier_unit/barrier_unit.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

/// For BarrierWays::choices of `netlist`: legal_ports() by `order` from the beginning, and by order_from_root() of what is
/// left, with in_tree_ports() for trees, `notice` cycles behind each change that the dead links among its faults make. Where that is in parts, there are
/// ways inside of each. Time: changes x (faults + switches) x channels.
std::vector<barrier_unit::Ways> ways_round_failures(const network::Netlist& netlist,
                                                    const std::vector<std::uint32_t>& order, std::uint32_t root,
                                                    std::uint64_t notice);

}  // namespace slackline::routing
