// local_clock: the clock of one network interface, slower than the base clock by a fraction, which counts time slots
// and stops while the interface's packet is stopped.
//
//                 +----------------------------------+
//   base clock -->| phase# += lag;  carry: no tick   |--tick--> [& !hold] --> position# --> slot#
//                 +----------------------------------+              ^            |
//   hold -----------------------------------------------------------'            '--> slot_start#     # = register
//
// The fastest clock of a network ticks once a base cycle (lag 0); any other one leaves out the tick of each edge at
// which its phase overflows. So after n edges without hold the clock has ticked
//   n - floor((phase_0 + n * lag) / 2^64)
// times. A slot has slot_ticks ticks; while `hold` is high ticks are lost to the slot, which grows by as many, and the
// oscillator goes on (Song 2005: an interface whose packet is stopped prolongs its slot).
//
// Timing contract
//   hold sampled at edge N        -> the tick of edge N, if there is one, does not count; `held` counts it
//   last tick of a slot at edge N -> position 0, slot one more, slot_start high in cycle N, for one cycle
//   reset at edge N               -> phase, position and slot as in Params in cycle N; slot_start low: the first slot is
//                                    whole only where it begins at position 0
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::local_clock {

struct Params {
  std::uint64_t lag = 0;            ///< in 2^-64 of a tick an edge; see lag_of()
  std::uint64_t phase = 0;          ///< at reset, in 2^-64 of a tick: lost already of the next tick
  std::uint32_t slot_ticks = 2000;  ///< ticks of a slot, 1..2^32 - 1 (papers: flits of a packet, at one a cycle)
  std::uint32_t position = 0;       ///< at reset: ticks of slot 0 that have gone by, 0..slot_ticks - 1

  Violations violations() const;
};

/// The lag of a clock whose frequency is off by `drift` from nominal, where the fastest of the network, which ticks
/// once a base cycle, is off by `fastest`; both in 10^-9 (120 ppm = 120,000), -10^9 < drift <= fastest <= 10^9.
/// Rounded to the nearest 2^-64: one tick off in 10^19 edges. Throws std::invalid_argument outside of that range.
std::uint64_t lag_of(std::int64_t drift, std::int64_t fastest);

struct State {
  std::uint64_t phase = 0;     ///< ticks lost, the fraction
  std::uint32_t position = 0;  ///< ticks since the slot began, 0..slot_ticks - 1
  std::uint64_t slot = 0;      ///< slots since reset
  std::uint64_t held = 0;      ///< ticks that did not count
  bool slot_start = false;     ///< a slot has begun at this edge
};

struct Inputs {
  bool hold = false;  ///< the packet being sent is stopped
};

State reset(const Params& p);

/// One clock edge.
inline void step(const Params& p, State& s, const Inputs& in) {
  s.slot_start = false;
  s.phase += p.lag;
  if (s.phase < p.lag) return;  // overflowed: no tick at this edge
  if (in.hold) {
    ++s.held;
    return;
  }
  if (++s.position < p.slot_ticks) return;
  s.position = 0;
  ++s.slot;
  s.slot_start = true;
}

/// Ticks counted since the beginning of slot 0.
inline std::uint64_t time(const Params& p, const State& s) { return s.slot * p.slot_ticks + s.position; }

/// The same as `edges` times step() with the same `hold`.
void advance(const Params& p, State& s, std::uint64_t edges, bool hold = false);

/// Edges from here until `ticks` more ticks have counted, if nothing holds the clock: the last of them is the edge of
/// the last tick. `ticks` at most 2^62. never.value: too far away to be counted.
std::uint64_t edges_until(const Params& p, const State& s, std::uint64_t ticks);

/// Edges until slot_start is high next.
inline std::uint64_t edges_until_slot(const Params& p, const State& s) {
  return edges_until(p, s, p.slot_ticks - s.position);
}

template <class S, class Visitor>
void visit(const Params&, S& s, Visitor& v) {
  v.reg("phase", s.phase);
  v.reg("position", s.position);
  v.reg("slot", s.slot);
  v.reg("held", s.held);
  v.reg("slot_start", s.slot_start);
}

}  // namespace slackline::local_clock
