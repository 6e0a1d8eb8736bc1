// How many flits a link takes, as an exact fraction, and the edge from which its sender may send the next one.
//
//   A link of 4 flits in 5 cycles (5/4 cycles a flit), always in demand: rounding up delays the second flit by 3/4 of a
//   cycle, which the following ones make up for.
//
//     edge          0   1   2   3   4   5   6   7   8   9   10
//     flit sent     #       #   #   #   #       #   #   #   #
//     early (1/4)   3       2   1   0   3       2   1   0   3        after the flit
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "rtl_models/common/registers.hpp"

namespace slackline {

/// Cycles that a flit takes on a link: `cycles` for `flits` flits, in lowest terms. From 1 to 1000; at most 1000 `flits`.
struct CyclesPerFlit {
  static constexpr std::uint32_t most = 1000, most_flits = 1000;

  std::uint32_t cycles = 1;
  std::uint16_t flits = 1;

  constexpr CyclesPerFlit() = default;
  /// A value out of range becomes one that is not legal.
  constexpr CyclesPerFlit(std::uint64_t of_cycles, std::uint64_t of_flits = 1) {
    const std::uint64_t shared = of_flits == 0 ? 1 : std::gcd(of_cycles, of_flits);
    cycles = static_cast<std::uint32_t>(std::min<std::uint64_t>(of_cycles / shared, most * most_flits + 1));
    flits = static_cast<std::uint16_t>(std::min<std::uint64_t>(of_flits / shared, most_flits + 1));
  }

  constexpr bool is_legal() const {
    return flits >= 1 && flits <= most_flits && cycles >= flits && cycles <= most * flits;
  }
  constexpr bool is_whole() const { return flits == 1; }
  constexpr bool is_slow() const { return cycles > flits; }
  constexpr double value() const { return static_cast<double>(cycles) / flits; }
  /// The cycles that so many flits take, rounded up.
  constexpr std::uint64_t cycles_of(std::uint64_t count) const { return (count * cycles + flits - 1) / flits; }
  /// One flit: from the edge after it, it is there as a whole.
  constexpr std::uint32_t rounded_up() const { return static_cast<std::uint32_t>(cycles_of(1)); }
  /// The flits that are through after so many cycles.
  constexpr std::uint64_t flits_within(std::uint64_t count) const { return count * flits / cycles; }
  /// The most flits that can be sent at so many consecutive edges, and at those that follow one at which a flit is sent.
  constexpr std::uint64_t flits_at(std::uint64_t edges) const { return (edges * flits + cycles - 1) / cycles; }
  constexpr std::uint64_t flits_following(std::uint64_t edges) const { return flits_at(edges + 1) - 1; }

  friend constexpr bool operator==(CyclesPerFlit a, CyclesPerFlit b) {
    return a.cycles == b.cycles && a.flits == b.flits;
  }
  friend constexpr bool operator!=(CyclesPerFlit a, CyclesPerFlit b) { return !(a == b); }
  /// Fewer cycles: a faster link.
  friend constexpr bool operator<(CyclesPerFlit a, CyclesPerFlit b) {
    return std::uint64_t{a.cycles} * b.flits < std::uint64_t{b.cycles} * a.flits;
  }
};

/// The fraction nearest to cycles / flits, but not below 1. Not legal where that is above 1000.
CyclesPerFlit nearest_cycles_per_flit(std::uint64_t cycles, std::uint64_t flits);

/// The sender's end of a link.
struct LinkPacer {
  Timer<> free;             ///< the next flit may be sent from this edge on
  std::uint16_t early = 0;  ///< how long before that edge the link is free, in parts of 1/flits of a cycle
  std::uint32_t idle = 0;   ///< for counters: cycles before `free` in which there is no flit: a gap after a packet
  std::uint64_t busy = 0;   ///< counter: cycles that its flits take, those up to flit_end() included
};

/// The last flit has left the link whole.
inline Cycle flit_end(const LinkPacer& pacer) { return Cycle(Cycle(pacer.free).value - pacer.idle); }

/// A flit is sent at edge `now`, not before pacer.free.
inline void pace(LinkPacer& pacer, CyclesPerFlit rate, Cycle now) {
  std::uint32_t taken = rate.cycles;
  if (!rate.is_whole()) {
    const std::uint32_t parts = rate.cycles - (now == pacer.free ? pacer.early : 0u);
    taken = (parts + rate.flits - 1) / rate.flits;
    pacer.early = static_cast<std::uint16_t>(taken * rate.flits - parts);
  }
  pacer.free = now + taken;
  pacer.busy += taken;
  pacer.idle = 0;
}

/// After a flit is sent: so many cycles more until the next one.
inline void leave_gap(LinkPacer& pacer, std::uint32_t cycles) {
  if (cycles == 0) return;
  pacer.free = pacer.free + cycles;
  pacer.idle = cycles;
  pacer.early = 0;
}

/// The earliest edge at which the `n`-th flit after the next one may be sent: on a link in whole cycles, the edge at which it is sent if all
/// flits are ready; otherwise that edge or one or two before.
inline Cycle earliest_edge_of(const LinkPacer& pacer, CyclesPerFlit rate, std::uint64_t n) {
  const std::uint64_t cycles = n * rate.cycles / rate.flits;
  return pacer.free + (rate.is_whole() || cycles == 0 ? cycles : cycles - 1);
}

/// Edges before `now` at which the link was busy with a flit.
inline std::uint64_t busy_cycles(const LinkPacer& pacer, Cycle now) {
  return pacer.busy - (flit_end(pacer) > now ? flit_end(pacer) - now : 0);
}

template <class S, class Visitor, IfState<S, LinkPacer> = 0>
void visit(S& pacer, Cycle now, Visitor& v) {
  std::uint16_t early = pacer.free < now ? std::uint16_t{0} : pacer.early;  // it is of use at edge `free` only
  v.reg("link_free", pacer.free, now);
  v.reg("link_early", early);
  if constexpr (is_loader<Visitor>) pacer.early = early;
}
template <class S, class Visitor, IfState<S, LinkPacer> = 0>
void visit_counters(S& pacer, Visitor& v) {
  v.reg("link_busy", pacer.busy);
  v.reg("link_idle", pacer.idle);
}

}  // namespace slackline
