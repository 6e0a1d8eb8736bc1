// trees: trees of barriers, and paths, that no messages have to build: they are in the tables of the barrier
// units before the run begins. Those of Sivaram, Stunkel and Panda ("A reliable hardware barrier synchronization
// scheme", Proc. IPPS 1997) lie on one tree over all switches, from an order of them; those of Yang and King
// ("Designing tree-based barrier synchronization on 2D mesh networks", IEEE Trans. Parallel and Distributed Systems
// 9(6), 1998) on the X-Y ways of a mesh: along the rows into the column of the centre, along that to the centre. Paths
// are those of worms with many destinations (Panda, "Fast barrier synchronization in wormhole k-ary n-cube networks
// with multidestination worms", HPCA 1995): a worm picks up the members on its way to the centre, and nothing is
// combined between the ways.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/barrier/members.hpp"
#include "rtl_models/barrier/network_ways.hpp"
#include "testbench/routing/switch_graph.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::barriers {

/// A row of each switch with the port of the next channel towards each switch, on a tree over all switches: each hangs
/// on the first switch in `order` among its neighbours. routing::no_port as in in_tree.hpp. With routing::order_from_root() it is the
/// tree of shortest ways to the root on which up*/down* routing rests.
std::vector<std::vector<std::uint16_t>> spanning_tree_ports(const routing::SwitchGraph& graph,
                                                            const std::vector<std::uint32_t>& order);

/// The same on the ways of dimension-order routing; of switches with hosts. `structure` as for routing::dimension_order().
std::vector<std::vector<std::uint16_t>> dimension_order_ports(const routing::SwitchGraph& graph,
                                                              const topology::Structure& structure);

/// Where the tree of a group has its root.
struct TreeRoot {
  /// The switch where all members' ways to this one have met; nothing: the switch of the group's centre.
  std::optional<std::uint32_t> top;
};

/// Trees of all groups of `traffic`, from the union of their members' ways to the root by ways.ports_to_switch: the
/// root is a node, and each switch in which ways meet. Into ways.planned and the memberships, whose members from then
/// on never send a `build`. With `acknowledged` they acknowledge each release. Members are at switches that the ways
/// join.
void plan_trees(const routing::SwitchGraph& graph, TreeRoot root, bool acknowledged, barrier::NetworkWays& ways,
                barrier::Traffic& traffic);

/// Paths of all groups of `traffic`, by ways.ports_to_switch, which must join all members with the centre, and each
/// switch of a path with the one before it. The first path of a group begins at the member with the longest way to the
/// centre, each further one at that with the longest way of those on none yet; of several at the lowest switch. Each
/// switch with members is on the first path that comes by it, as a node with one child besides them. After the last one
/// a path ends at the host of the centre, which counts paths, and notifies each in turn: the way back goes from node to
/// node, each time by ways.ports_to_switch. Into ways.planned, the memberships and the partners of centres.
void plan_paths(const routing::SwitchGraph& graph, barrier::NetworkWays& ways, barrier::Traffic& traffic);

/// The switches from the first in `order` on, depth first, on the tree in which each hangs on the first in `order` among
/// its neighbours: an ordering of the members switch by switch keeps those of a part of the network together.
std::vector<std::uint32_t> depth_first(const routing::SwitchGraph& graph, const std::vector<std::uint32_t>& order);

/// Binomial trees of members, for all groups of `traffic`: the members are taken in the order of their switches
/// in `switches`, of one switch by their numbers, from the centre on and round. The first one has the second half below it,
/// under the one in its middle, and then the second half of what is left, and so on. No switch combines anything: each
/// member tells its parent, and its children, by messages of its own, as in the multicasts of Sun 2001's reference [11].
/// `in_hardware`: Membership::combines_in_hardware.
void plan_member_trees(const routing::SwitchGraph& graph, const std::vector<std::uint32_t>& switches, bool in_hardware,
                       barrier::Traffic& traffic);

}  // namespace slackline::barriers
