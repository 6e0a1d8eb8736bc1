// tree: how the worms of one multicast travel, as plain data, and what that costs (Anglano et al., section 4).
//
//   originator 7 --> 12 --> 27        Each arrow is an edge: one unicast worm, a copy that the network interface of the
//        |                            parent sends to that of the child. Copies of one parent go one after another, in
//        `--> 5 --> 15 --> 49         the order of the edges.
//
// Paths are trees with one child each, multiple unicasts a tree of depth 1. An edge names the edge on which its worm
// came to the parent, since a host may be on the way twice: the originator, where the worm returns to it.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/multicast/distances.hpp"

namespace slackline::multicast {

enum class Algorithm : std::uint8_t {
  unicasts,        ///< the originator sends to each member itself
  ring,            ///< along the ring of IDs, up to the member before the originator
  returning_ring,  ///< the same, and back to the originator: for reliable delivery
  bus,             ///< one worm to the higher IDs, one to the lower ones
  up_down,         ///< a tree whose paths go to lower IDs first and then to higher ones
  wrap_around,     ///< a tree whose paths go to higher IDs, with one hop at most back to lower ones
  ordered_path,    ///< total order: to the lowest ID, and from there along all other members
  ordered_tree,    ///< total order: to the lowest ID, and from there on the one tree of the group
  binomial,        ///< in each step every host that has the worm sends it to one more
};
/// "unicasts", "returning_ring", ...
const char* to_string(Algorithm algorithm);
/// Each member chooses from whom it gets its copy, and the copies of a host may be limited.
constexpr bool is_tree(Algorithm algorithm) {
  return algorithm == Algorithm::up_down || algorithm == Algorithm::wrap_around || algorithm == Algorithm::ordered_tree;
}
/// All members of a group see one sequence of messages.
constexpr bool is_ordered(Algorithm algorithm) {
  return algorithm == Algorithm::ordered_path || algorithm == Algorithm::ordered_tree;
}

/// The class of buffers that takes a worm in. Worms of multiple unicasts have a class of their own: no buffer of it
/// waits for another one.
enum class BufferClass : std::uint8_t { lower, upper, unicast };
/// "lower", ...
const char* to_string(BufferClass buffer);

struct Edge {
  static constexpr std::uint32_t own = ~std::uint32_t{0};

  std::uint32_t parent = 0, child = 0;  ///< hosts
  BufferClass buffer = BufferClass::lower;
  std::uint32_t arrival = own;  ///< index of the edge on which the worm came to the parent; own: it is the originator's
  std::uint32_t copies_before = 0;  ///< that the parent sends of this worm before this one (Nq of the paper)
  std::uint32_t hops = 1;           ///< from the originator to the child
};

struct Tree {
  Algorithm algorithm = Algorithm::unicasts;
  std::uint32_t root = 0;              ///< the originator
  std::vector<std::uint32_t> members;  ///< the originator included; IDs ascend
  std::vector<Edge> edges;             ///< in the order of assignment; the arrival of each is before it

  /// Appends an edge to the tree; `arrival`: as in Edge. Returns its index. Time: edges.
  std::uint32_t add(std::uint32_t arrival, std::uint32_t child, BufferClass buffer);
  /// The host to which an edge leads; own: the originator.
  std::uint32_t at(std::uint32_t edge) const { return edge == Edge::own ? root : edges[edge].child; }
};

/// The most hops from the originator.
std::uint32_t depth(const Tree& tree);
/// The most copies of one worm that a host sends.
std::uint32_t branching(const Tree& tree);
/// Worms that the originator sends for one multicast; in total order those included that it forwards when its own worm
/// reaches it.
std::uint32_t originator_worms(const Tree& tree);

/// The terms of equation (1).
struct Costs {
  Distances distances;            ///< TX, in cycles
  std::uint64_t copy_cycles = 0;  ///< CT: the cycles from one copy of a host to the next
  bool cut_through = true;        ///< hosts forward the first copy while the worm arrives
};

/// Equation (1): the cycles of a path are the sum over its hops of Nq x CT + TX. The paper prints n terms for n hosts; there
/// are n - 1 hops. Without cut-through Nq counts the copy itself, too: a host has the whole worm before it sends. So
/// the result is the time to the last member's header with cut-through, and to the end of its worm without. Traffic,
/// refused worms and the wait for an ACK do not count.
std::vector<std::uint64_t> arrival_cycles(const Tree& tree, const Costs& costs);  ///< of each edge
/// The cost of a tree: that of its costliest path to a member. The hop on which a ring returns is no delivery.
std::uint64_t cost(const Tree& tree, const Costs& costs);

}  // namespace slackline::multicast
