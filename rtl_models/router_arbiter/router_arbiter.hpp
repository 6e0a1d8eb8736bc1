// router_arbiter: grants one of up to 64 requesters (the input ports that ask for an output).
//
//   requests --> [pick] --> winner (combinational)        next# / beats# : priority, changed only by a grant
//
// Policies
//   round_robin  the first requester at or behind `next`; then next = winner + 1. Strong fairness: a requester waits
//                for at most ports - 1 grants of others.
//   matrix       the requester that beats all other requesters; the winner then loses to all (least recently served).
//                Strong fairness likewise, by the time since the last grant.
//
// Timing contract
//   requests sampled at edge N -> winner and the new priority in cycle N
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::router_arbiter {

enum class Policy : std::uint8_t { round_robin, matrix };

struct Params {
  std::uint8_t ports = 5;  ///< requesters, 1..64
  Policy policy = Policy::round_robin;

  Violations violations() const;
  /// Words of storage that one arbiter needs: the rows of the matrix.
  std::size_t storage_words() const { return policy == Policy::matrix ? ports : 0; }
};

struct State {
  PortMask* beats = nullptr;  ///< matrix: storage of the owner, row i = the requesters that i beats
  std::uint8_t next = 0;      ///< round_robin: the requester of highest priority
};

/// Initial priorities: lower index first.
void reset(const Params& p, State& s);

/// The winner; `requests` must not be 0.
inline unsigned pick(const Params& p, const State& s, PortMask requests) {
  if (p.policy == Policy::round_robin) {
    const PortMask behind = requests & (~PortMask{0} << s.next);
    return lowest(behind != 0 ? behind : requests);
  }
  for (PortMask rest = requests;; rest &= rest - 1) {
    const unsigned i = lowest(rest);
    if (((requests & ~bit(i)) & ~s.beats[i]) == 0) return i;
  }
}

/// The grant went to `winner`: its priority becomes the lowest.
inline void grant(const Params& p, State& s, unsigned winner) {
  if (p.policy == Policy::round_robin) {
    s.next = winner + 1u == p.ports ? 0 : static_cast<std::uint8_t>(winner + 1);
    return;
  }
  s.beats[winner] = 0;
  for (unsigned i = 0; i < p.ports; ++i)
    if (i != winner) s.beats[i] |= bit(winner);
}

/// One clock edge of the block by itself. Returns the granted requester as a mask: 0 without requests.
inline PortMask step(const Params& p, State& s, PortMask requests) {
  if (requests == 0) return 0;
  const unsigned winner = pick(p, s, requests);
  grant(p, s, winner);
  return bit(winner);
}

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  if (p.policy == Policy::round_robin) {
    v.reg("next", s.next);
    return;
  }
  for (unsigned i = 0; i < p.ports; ++i) {
    v.open("row", i);
    v.reg("beats", s.beats[i]);
    v.close();
  }
}

}  // namespace slackline::router_arbiter
