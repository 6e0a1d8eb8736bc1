// legality: whether a tree is one that its algorithm may make, checked without the rules by which it was built.
#pragma once

#include <string>
#include <vector>

#include "testbench/multicast/order.hpp"
#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

/// All faults of a tree, a sentence each; empty: it is legal. Checked are
///   edges          each continues from an earlier one and counts hops and copies right
///   members        each has an ID and gets the worm once; the originator only if the worm returns to it
///   paths          up_down, bus: IDs descend, then ascend. wrap_around, binomial, rings: IDs ascend, but for one hop
///   classes        up_down, bus: upper if the hop ascends. wrap_around, binomial, rings: upper from the hop on that descends.
///                  ordered_*: lower to the lowest ID, upper from there
///   shape          rings and ordered_path are one path and go to the next ID; a bus goes to the nearest ones; the k-th copy
///                  of a binomial tree's member goes 2^k further around the ring than the one on which its worm came
/// A branching limit is not: see branching().
std::vector<std::string> check_legal(const Tree& tree, const Order& order);

}  // namespace slackline::multicast
