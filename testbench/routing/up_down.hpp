// up_down: routes that first go up and then down, on any network: the routing of Autonet (Schroeder et al., "Autonet: a
// high-speed, self-configuring local area network using point-to-point links", IEEE J. Selected Areas in Communications
// 9(8), 1991, section 6.6.4).
//
// Switches are put in an order, a root first. A channel leads up when it leads to a switch that comes earlier. A route
// goes up over any number of channels, then down over any number, and never up again. So no cycle of channels can
// wait for one another: it would have to turn up somewhere. On trees this is the natural way up and down.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/route_tables.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

/// Switches by their distance from a root, those as far away by their numbers. Behind them those that it does not reach,
/// in the same way from the lowest of them on, and so forth.
std::vector<std::uint32_t> order_from_root(const SwitchGraph& graph, std::uint32_t root);
/// Switches of a tree by their levels, the highest first, those of one level by their numbers.
std::vector<std::uint32_t> order_by_level(const std::vector<std::uint8_t>& level);

/// Tables of two rows, 0 for packets that may still go up, 1 for those that came down: for each switch, row and node a
/// shortest legal way on, one of all that there are, by the seed. Where there is none, no route: row 0 of a switch
/// that the order does not join to the node's, row 1 wherever the node is not below. Class 0. `order` names every
/// switch once. Time: destinations x channels.
network::RouteTables up_down(const SwitchGraph& graph, const std::vector<std::uint32_t>& order, std::uint64_t seed,
                             const OnProgress& on_progress = {});

}  // namespace slackline::routing
