// Flits of one packet on a link, from its head on, for engines that move more than one at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"

namespace slackline {

/// Flits with the edges that put them on the output register.
struct TimedFlits {
  std::vector<Flit> flits;
  std::vector<Cycle> edges;

  void add(Flit flit, Cycle edge) {
    flits.push_back(flit);
    edges.push_back(edge);
  }
};

/// The packet that comes next by a link, or is coming: its flits are sampled at edges of equal distance.
struct ArrivingFlits {
  const Flit* flits = nullptr;  ///< all of its flits; nullptr: no packet comes, as far as is known
  std::uint32_t count = 0;      ///< of all of them ...
  std::uint32_t taken = 0;      ///< ... and of those that have come
  Cycle first;                  ///< edge that samples the first one
  std::uint32_t cycles = 1;     ///< from one to the next

  Cycle edge_of(std::uint64_t n) const { return first + n * cycles; }
  /// Edge of the next one; never: no packet comes.
  Cycle next() const { return flits == nullptr ? never : edge_of(taken); }
  Cycle last() const { return edge_of(count - 1u); }
};

}  // namespace slackline
