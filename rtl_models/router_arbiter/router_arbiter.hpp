// router_arbiter: grants one of up to 64 requesters (the input ports that ask for an output).
//
//   requests --> [pick] --> winner (combinational)     next# / beats# / asked_at# : priority
//
// Policies
//   round_robin     the first requester at or after `next`; then next = winner + 1. Strong fairness: a requester waits
//                   for at most ports - 1 grants of others.
//   matrix          the requester that beats all other requesters; the winner then loses to all (least recently
//                   served). The same strong fairness, by the time since the last grant.
//   fixed_priority  the requester of lowest index. Not fair: a requester may wait for ever.
//   oldest_first    the requester that has asked longest, lower index first among equals. Fair: no requester that began
//                   to ask later is served before.
//
// Timing contract
//   requests sampled at edge N -> winner and the new priority in cycle N
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::router_arbiter {

enum class Policy : std::uint8_t { round_robin, matrix, fixed_priority, oldest_first };

struct Params {
  std::uint8_t ports = 5;  ///< requesters, 1..64
  Policy policy = Policy::round_robin;

  Violations violations() const;
  /// Words of storage that one arbiter needs: the rows of the matrix, or the ages of the requests.
  std::size_t storage_words() const { return policy == Policy::matrix || policy == Policy::oldest_first ? ports : 0; }
};

struct State {
  /// Storage of the owner, a word a requester. matrix: the requesters that it beats. oldest_first: the edge at which it
  /// began to ask.
  std::uint64_t* words = nullptr;
  PortMask asking = 0;    ///< oldest_first, block alone: the requests of the edge before
  std::uint8_t next = 0;  ///< round_robin: the requester of highest priority
};

/// Initial priorities: lower index first.
void reset(const Params& p, State& s);

/// A requester begins to ask at edge `now`: call it once for each request, before its first pick.
inline void begin_request(const Params& p, State& s, unsigned requester, Cycle now) {
  if (p.policy == Policy::oldest_first) s.words[requester] = now.value;
}

/// The winner; `requests` must not be 0.
inline unsigned pick(const Params& p, const State& s, PortMask requests) {
  switch (p.policy) {
    case Policy::round_robin: {
      const PortMask behind = requests & (~PortMask{0} << s.next);
      return lowest(behind != 0 ? behind : requests);
    }
    case Policy::matrix:
      for (PortMask rest = requests;; rest &= rest - 1) {
        const unsigned i = lowest(rest);
        if (((requests & ~bit(i)) & ~s.words[i]) == 0) return i;
      }
    case Policy::fixed_priority: break;
    case Policy::oldest_first: {
      unsigned oldest = lowest(requests);
      for_each_bit(requests, [&](unsigned i) {
        if (s.words[i] < s.words[oldest]) oldest = i;
      });
      return oldest;
    }
  }
  return lowest(requests);
}

/// The grant went to `winner`: where the policy takes turns, its priority becomes the lowest.
inline void grant(const Params& p, State& s, unsigned winner) {
  if (p.policy == Policy::round_robin) {
    s.next = winner + 1u == p.ports ? 0 : static_cast<std::uint8_t>(winner + 1);
  } else if (p.policy == Policy::matrix) {
    for (unsigned i = 0; i < p.ports; ++i) s.words[i] |= bit(winner);
    s.words[winner] = 0;
  }
}

/// One clock edge of the block alone. Returns the granted requester as a mask: 0 without requests. A requester that
/// goes on asking after its grant makes a new request.
inline PortMask step(const Params& p, State& s, PortMask requests, Cycle now) {
  for_each_bit(requests & ~s.asking, [&](unsigned i) { begin_request(p, s, i, now); });
  s.asking = requests;
  if (requests == 0) return 0;
  const unsigned winner = pick(p, s, requests);
  grant(p, s, winner);
  s.asking &= ~bit(winner);
  return bit(winner);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  if (p.policy == Policy::round_robin) v.reg("next", s.next);
  if (p.policy == Policy::oldest_first) v.reg("asking", s.asking);
  for (unsigned i = 0; i < p.storage_words(); ++i) {
    v.open("requester", i);
    if (p.policy == Policy::matrix) {
      v.reg("beats", s.words[i]);
    } else {
      Age<> waits(Cycle(s.words[i]));
      v.reg("waits", waits, now);
      if constexpr (is_loader<Visitor>) s.words[i] = waits.value;
    }
    v.close();
  }
}

}  // namespace slackline::router_arbiter
