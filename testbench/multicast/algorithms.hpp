// algorithms: the paths and trees of a group of hosts (Anglano et al., section 4), over an order of hosts.
//
//   IDs of a group   2   5   9  12  17      originator 9
//   unicasts         9 > 12, 9 > 17, 9 > 2, 9 > 5
//   ring             9 > 12 > 17 > 2 > 5
//   bus              9 > 12 > 17  and  9 > 5 > 2
//   ordered_path     9 > 2 > 5 > 9 > 12 > 17
//   binomial         9 > 12, then 9 > 17 and 12 > 2, then 9 > 5
//
// The ring is the same for all originators, but each ends its worms at another place. So these carry a hop count: the
// number of edges on the first edge, and 1 on the last one.
//
// Trees come from a greedy rule. Members are visited one after another; each becomes the child of that member already
// in the tree at which its worm is cheapest by equation (1): cost[k] + TX(k, j) + CT x copies[k]. It is the last copy
// that k sends. Among equal parents the one with the nearest ID is taken.
//
//   wrap_around    visits 12, 17, 2, 5; parents are all members visited before
//   up_down        visits 5, 2, then 12, 17; parents of the first two have a higher ID, those of the others a lower one
//   ordered_tree   from the lowest ID on, visits all others as IDs ascend
//
// A binomial tree doubles the members that have the worm in each step: the i-th member after the originator gets it from the
// one that is nearer by the highest power of two in i. Each hop goes on around the ring of IDs, so that it is a tree that
// wrap_around may make, too.
//
// Figures 8 and 10 of the paper are damaged. Figure 10 seems to visit the higher IDs first, with parents from the
// originator on; here the lower ones come first, so that they can be parents of higher ones.
//
// Two classes of buffers keep worms from waiting for one another in a cycle (section 3.2.1), see buffer_graph.hpp. The
// class follows from the IDs of the originator and of the receiver, and worms need not carry it:
//   ring, wrap_around, binomial   upper if the receiver's ID is at most the originator's: the worm has passed the highest ID
//   bus, up_down        upper if the receiver's ID is above the originator's: the worm goes up
//   ordered_*           lower if the receiver has the lowest ID of the group, else upper: the worm comes from there
// In Figure 8 as printed a worm can return to the lower class after it has changed to the upper one. That makes
// cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/multicast/order.hpp"
#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

/// The path or tree from `root` to all other members. `most_children`: of each member of a tree, 1 or more; paths,
/// binomial trees and multiple unicasts have as many as they have. With 1 a tree is a path. Unicasts go in the order of the ring; a bus
/// sends to its longer arm first, by cost, and to the lower IDs of arms that are equal.
///
/// Throws std::invalid_argument if the group has less than two members or one of them twice, if the root is no member,
/// if a member has no ID or no distances, and if `most_children` is 0. Time: members^2.
Tree build(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
           const Costs& costs, std::optional<std::uint32_t> most_children = std::nullopt);

/// A tree without edges of a group: its members by ID. Throws as build() does.
Tree empty_tree(Algorithm algorithm, const std::vector<std::uint32_t>& members, std::uint32_t root, const Order& order,
                const Costs& costs);

}  // namespace slackline::multicast
