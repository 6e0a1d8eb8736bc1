// bound: how long a barrier in switches may take on the tree in their tables: the bound of theorem 2
// of Sun, Cheung, Lin (2001), with what the theorem leaves out.
//
//   software + up from the farthest member + down to the farthest one + preemptions + the other messages of the barrier
//
//   last member enters          all have arrived          last member leaves
//   |--- host, hop, hop, ... ---> root ---- hop, hop, ... host --->|
//                    each hop between switches: what it takes on a free channel, and `preempt` where a worm is cut
//
// In a node a message waits for those of the other children: an edge for each on the way up, and on the way down its turn,
// which counts both flits of those that leave by the same port. It does not count messages of other groups, waits for
// worms that cannot be cut at once, and links on which messages of several nodes of the tree meet.
#pragma once

#include <cstdint>

#include "rtl_models/network/fabric.hpp"

namespace slackline::barriers {

struct BarrierBound {
  unsigned hops = 0;              ///< between switches, up and down: of the ways that take longest
  std::uint64_t free_cycles = 0;  ///< where no message has to cut a worm
  std::uint64_t cycles = 0;       ///< where each hop cuts one, at once
};

/// For a group whose tree exists (paths are none: std::bad_optional_access): its first barrier has completed, or it is
/// planned. For hosts without network interfaces, and messages that keep to the tree's ways.
BarrierBound barrier_bound(const network::Fabric& fabric, std::uint8_t group);

/// Of the members of such a group, those that its tree reaches from the root, %: once, over nodes that name one another as
/// parent and child. 100: what the tables hold is a tree (theorem 1).
double share_reached(const network::Fabric& fabric, std::uint8_t group);

/// Barriers that all members have left, on trees that existed when they began: against the bounds of their groups.
struct BoundCheck {
  std::uint64_t barriers = 0;
  std::uint64_t passed = 0;       ///< of them, those that took longer than the bound
  std::uint64_t passed_free = 0;  ///< those that took longer than the bound without preemptions
  double worst = 0;               ///< the largest latency, as a share of its bound
};

BoundCheck check_bounds(const network::Fabric& fabric);

}  // namespace slackline::barriers
