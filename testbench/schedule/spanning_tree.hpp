// spanning_tree: a tree of a network's switches that reaches all hosts, by a breadth-first search over its links.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/tree.hpp"

namespace slackline::schedule {

struct SpanningTree {
  Tree tree;
  std::vector<std::uint32_t> channels;  ///< of the netlist, both directions of each link, hosts' included; ascending
};

/// From this root, or from the best one: with the fewest levels, of those the one whose hierarchical schedule takes the
/// fewest slots, of those the first. Of parallel links the tree has the one at the lowest port. Nothing: no root, or
/// not this one, reaches all hosts. Time: switches x channels without a root, linear with one.
std::optional<SpanningTree> spanning_tree(const network::Netlist& netlist,
                                          std::optional<std::uint32_t> root = std::nullopt);

/// The one with these parents, and this root, of switches that links join. Nothing: it does not reach all hosts.
/// `tree.at` need not be set.
std::optional<SpanningTree> spanning_tree(const network::Netlist& netlist, const Tree& tree);

}  // namespace slackline::schedule
