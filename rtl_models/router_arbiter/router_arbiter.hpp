// router_arbiter: grants one of up to 256 requesters (the input ports that ask for an output).
//
//   requests --> [pick] --> winner (combinational)     next# / beats# / asked_at# / draws# : priority
//
// Policies
//   round_robin     the first requester at or after `next`; then next = winner + 1. Strong fairness: a requester waits
//                   for at most ports - 1 grants of others.
//   matrix          the requester that beats all other requesters; the winner then loses to all (least recently
//                   served). The same strong fairness, by the time since the last grant.
//   fixed_priority  the requester of lowest index. Not fair: a requester may wait for ever.
//   oldest_first    the requester that has asked longest, lower index first among equals. Fair: no requester that began
//                   to ask later is served before.
//   random          each requester with the same probability, whatever has been granted before. A requester may wait for
//                   any number of grants, but not for ever.
//
// Timing contract
//   requests sampled at edge N -> winner and the new priority in cycle N
#pragma once

#include <cstdint>
#include <string_view>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::router_arbiter {

enum class Policy : std::uint8_t { round_robin, matrix, fixed_priority, oldest_first, random };

/// A policy with its word in a configuration and its line on the reference page.
struct NamedPolicy {
  Policy policy;
  std::string_view word, summary;
  bool is_fair;  ///< a requester waits for at most ports - 1 grants of others
};
/// All policies, in the order of the enumerators: the key, the random networks and the tests use this list.
inline constexpr NamedPolicy all_policies[] = {
    {Policy::round_robin, "round_robin", "the first requester after the last winner", true},
    {Policy::matrix, "matrix", "the requester that was granted least recently", true},
    {Policy::fixed_priority, "fixed_priority", "the requester of lowest port number: not fair", false},
    {Policy::oldest_first, "oldest_first", "the header that has asked longest at this output", true},
    {Policy::random, "random", "each requester with the same probability; the draws follow from run.seed", false},
};
/// The policy decides by the time at which each request began.
constexpr bool orders_by_age(Policy policy) { return policy == Policy::oldest_first; }
/// The policy draws, from a stream of each arbiter.
constexpr bool has_stream(Policy policy) { return policy == Policy::random; }

struct Params {
  std::uint16_t ports = 5;  ///< requesters, 1..256
  Policy policy = Policy::round_robin;

  Violations violations() const;
  /// Words of storage that one arbiter needs: the rows of the matrix, a word a bank; the ages of the requests; or the state
  /// of the random stream.
  std::size_t storage_words() const {
    switch (policy) {
      case Policy::matrix: return std::size_t{ports} * banks_of(ports);
      case Policy::oldest_first: return ports;
      case Policy::random: return 1;
      default: return 0;
    }
  }
};

struct State {
  /// Storage of the owner. matrix: a row a requester, the requesters that it beats, row after row. oldest_first: a word
  /// a requester, the edge at which it began to ask. random: a word, from which the next draw follows.
  std::uint64_t* words = nullptr;
  PortMask asking = 0;    ///< oldest_first, block alone: the requests of the edge before
  std::uint8_t next = 0;  ///< round_robin: the requester of highest priority
};

/// Initial priorities: lower index first.
void reset(const Params& p, State& s);

/// random: the stream from which it draws; without this all arbiters draw the same. After reset().
inline void set_stream(const Params& p, State& s, std::uint64_t stream) {
  if (has_stream(p.policy)) s.words[0] = stream;
}

/// A requester begins to ask at edge `now`: call it once for each request, before its first pick.
inline void begin_request(const Params& p, State& s, unsigned requester, Cycle now) {
  if (orders_by_age(p.policy)) s.words[requester] = now.value;
}

namespace detail {

/// matrix: requester `i` beats all others of `requests`.
template <class Ports>
bool beats_all(const Params& p, const State& s, unsigned i, const Ports& requests) {
  if constexpr (std::is_same_v<Ports, PortMask>) {
    return ((requests & ~bit(i)) & ~s.words[i]) == 0;
  } else {
    PortSet others = requests;
    erase(others, i);
    const unsigned banks = banks_of(p.ports);
    for (unsigned bank = 0; bank < banks; ++bank) others.bank[bank] &= ~s.words[i * banks + bank];
    return is_empty(others);
  }
}

/// matrix: `winner` loses to all.
template <class Ports>
void put_last(const Params& p, State& s, unsigned winner) {
  const unsigned banks = std::is_same_v<Ports, PortMask> ? 1 : banks_of(p.ports);
  const unsigned bank = std::is_same_v<Ports, PortMask> ? 0 : winner / ports_of_bank;
  for (unsigned i = 0; i < p.ports; ++i) s.words[i * banks + bank] |= bit_in_bank(winner);
  for (unsigned i = 0; i < banks; ++i) s.words[winner * banks + i] = 0;
}

/// random: as the last grant has left it.
inline RandomStream stream_of(const State& s) {
  RandomStream stream;
  stream.state = s.words[0];
  return stream;
}

}  // namespace detail

/// The winner; `requests`, a PortMask where there are up to 64 requesters and otherwise a PortSet, must not be empty.
template <class Ports>
inline unsigned pick(const Params& p, const State& s, const Ports& requests) {
  switch (p.policy) {
    case Policy::round_robin: {
      const Ports behind = from_port(requests, s.next);
      return lowest(!is_empty(behind) ? behind : requests);
    }
    case Policy::matrix:
      for (Ports rest = requests;; erase_lowest(rest))
        if (const unsigned i = lowest(rest); detail::beats_all(p, s, i, requests)) return i;
    case Policy::fixed_priority: break;
    case Policy::oldest_first: {
      unsigned oldest = lowest(requests);
      for_each_bit(requests, [&](unsigned i) {
        if (s.words[i] < s.words[oldest]) oldest = i;
      });
      return oldest;
    }
    case Policy::random: {
      RandomStream draws = detail::stream_of(s);
      return nth_set(requests, draws.below(count_of(requests)));
    }
  }
  return lowest(requests);
}

/// The grant went to `winner`: where the policy takes turns, its priority becomes the lowest; where it draws, the next pick
/// is another draw. `Ports`: as for pick().
template <class Ports>
inline void grant(const Params& p, State& s, unsigned winner) {
  if (p.policy == Policy::round_robin)
    s.next = winner + 1u == p.ports ? 0 : static_cast<std::uint8_t>(winner + 1);
  else if (p.policy == Policy::matrix)
    detail::put_last<Ports>(p, s, winner);
  else if (p.policy == Policy::random) {
    RandomStream draws = detail::stream_of(s);
    draws.bits();
    s.words[0] = draws.state;
  }
}

/// One clock edge of the block alone, with up to 64 requesters. Returns the granted requester as a mask: 0 without requests. A requester that
/// goes on asking after its grant makes a new request.
inline PortMask step(const Params& p, State& s, PortMask requests, Cycle now) {
  for_each_bit(requests & ~s.asking, [&](unsigned i) { begin_request(p, s, i, now); });
  s.asking = requests;
  if (requests == 0) return 0;
  const unsigned winner = pick(p, s, requests);
  grant<PortMask>(p, s, winner);
  s.asking &= ~bit(winner);
  return bit(winner);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  if (p.policy == Policy::round_robin) v.reg("next", s.next);
  if (orders_by_age(p.policy)) v.reg("asking", s.asking);
  if (p.policy == Policy::random) v.reg("draws", s.words[0]);
  if (p.policy != Policy::matrix && !orders_by_age(p.policy)) return;
  for (unsigned i = 0; i < p.ports; ++i) {
    v.open("requester", i);
    if (p.policy == Policy::matrix) {
      visit_banks(p.ports, v, [&](unsigned bank) { v.reg("beats", s.words[i * banks_of(p.ports) + bank]); });
    } else {
      Age<> waits(Cycle(s.words[i]));
      v.reg("waits", waits, now);
      if constexpr (is_loader<Visitor>) s.words[i] = waits.value;
    }
    v.close();
  }
}

}  // namespace slackline::router_arbiter
