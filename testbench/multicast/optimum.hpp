// optimum: the cheapest legal tree of a small group, to judge the greedy rule by.
//
// Once a host has sent its first copy, the others are those of a host that starts CT later. So the cost of serving a
// set S of members from host v, from the time at which v may send, needs no count of copies:
//   f(v, S) = min over T, a part of S, and u in T:  max(TX(v, u) + f(u, T - u),  CT + f(v, S - T))
// The first copy takes the worm to u, which serves the rest of T. There is one such table for worms that may still turn
// and one for those that have, as legal paths ask, and with a branching limit one for each number of copies that v
// may still send. Without cut-through CT is added to each hop.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/multicast/order.hpp"
#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

/// Members of the largest group whose optimum is sought. The time is 2 x members x 3^members, and as much again for each
/// child that a branching limit leaves; memory for numbers: members x 2^members x as many.
inline constexpr std::uint32_t most_optimum_members = 12;

/// The tree with the lowest cost() of all up-down or wrap-around trees, the first that is found. All legal paths count,
/// also those that the greedy rule never makes, as 7 > 5 > 6: the class of a hop follows from its path, as
/// check_legal() says, and not from the IDs of originator and receiver alone. Throws std::invalid_argument as build()
/// does, for more than most_optimum_members, and for another algorithm.
Tree optimum(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
             const Costs& costs, std::optional<std::uint32_t> most_children = std::nullopt);

}  // namespace slackline::multicast
