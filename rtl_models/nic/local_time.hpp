// local_time: the parts that run on the local clock of a network interface: its slots, the alarm, and the timers.
//
//   hold --> local_clock# --> slot, position           alarm_slot#, alarm_on# --> [slot reached] --> alarm_rang#
//                        `--> ticks of the oscillator --> [>= deadline#, 8 times] --> expired#
//
// The clock is advanced when it is read: local_time holds the values before edge `as_of`. Timers count the ticks of
// the oscillator, which go on while the clock is held.
//
// Timing contract
//   timer of n ticks written at edge N, lag 0 -> its bit in `expired` in cycle N + n
//   timer of n ticks written at edge N        -> its bit at the edge of the n-th tick after N
//   slot of the alarm begins in cycle N       -> alarm_rang in cycle N; when it has begun before: in the cycle after
//                                                the edge at which the alarm was set
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/nic/params.hpp"

namespace slackline::nic {

struct LocalTime {
  local_clock::State clock;
  Cycle as_of;
  std::array<std::uint64_t, timers> deadline{};  ///< in ticks of the oscillator
  std::uint32_t armed = 0;                       ///< a bit a timer: it runs
  std::uint32_t expired = 0;                     ///< a bit a timer
  std::uint32_t alarm_slot = 0;
  bool alarm_on = false, alarm_rang = false;
  Cycle alarm_cycle;  ///< in which it rang last
};

/// Ticks since reset, those that did not count included.
inline std::uint64_t oscillator(const Place& place, const LocalTime& s) {
  return local_clock::time(place.clock, s.clock) - place.clock.position + s.clock.held;
}

/// Register TICK.
inline std::uint32_t tick(const Place& place, const LocalTime& s) {
  return static_cast<std::uint32_t>(oscillator(place, s));
}

/// Slots are compared by the low halves of their numbers.
inline bool has_begun(const LocalTime& s, std::uint32_t slot) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(s.clock.slot) - slot) >= 0;
}

/// Advances the clock to its value before edge `now`.
inline void catch_up(const Place& place, LocalTime& s, Cycle now, bool hold) {
  if (now == s.as_of) return;
  local_clock::advance(place.clock, s.clock, now - s.as_of, hold);
  s.as_of = now;
}

/// Alarm and timers at the edge before s.as_of, of which the clock has taken its tick.
inline void step(const Place& place, LocalTime& s) {
  if (s.armed != 0) {
    const std::uint64_t ticks = oscillator(place, s);
    for (unsigned i = 0; i < timers; ++i)
      if ((s.armed >> i & 1) != 0 && s.deadline[i] <= ticks) {
        s.armed &= ~(1u << i);
        s.expired |= 1u << i;
      }
  }
  if (s.alarm_on && has_begun(s, s.alarm_slot)) {
    s.alarm_on = false;
    s.alarm_rang = true;
    s.alarm_cycle = Cycle(s.as_of.value - 1);
  }
}

/// The next edge, s.as_of or later, at which step() does something. `stopped`: the clock is held, and stays so.
inline Cycle next_event(const Place& place, const LocalTime& s, bool stopped) {
  Cycle next = never;
  const auto consider = [&](std::uint64_t edges) {
    if (edges < never.value - s.as_of.value) next = std::min(next, s.as_of + (edges == 0 ? 0 : edges - 1));
  };
  if (s.armed != 0) {
    const std::uint64_t ticks = oscillator(place, s);
    for (unsigned i = 0; i < timers; ++i)
      if ((s.armed >> i & 1) != 0)
        consider(local_clock::edges_until(place.clock, s.clock, s.deadline[i] > ticks ? s.deadline[i] - ticks : 0));
  }
  const bool rings = s.alarm_on && has_begun(s, s.alarm_slot);
  if (rings)
    consider(0);
  else if (s.alarm_on && !stopped)
    consider(local_clock::edges_until_slot(place.clock, s.clock));
  return next;
}

/// A write to register TIMER, at the edge before s.as_of.
inline void start_timer(const Place& place, LocalTime& s, unsigned timer, std::uint32_t ticks) {
  s.armed &= ~(1u << timer);
  if (ticks == 0) return;
  s.deadline[timer] = oscillator(place, s) + ticks;
  s.armed |= 1u << timer;
}

/// Ticks until it expires; 0: it does not run.
inline std::uint32_t ticks_left(const Place& place, const LocalTime& s, unsigned timer) {
  if ((s.armed >> timer & 1) == 0) return 0;
  const std::uint64_t ticks = oscillator(place, s), deadline = s.deadline[timer];
  return static_cast<std::uint32_t>(deadline - ticks);
}

template <class S, class Visitor>
void visit(const Place& place, S& s, Visitor& v) {
  local_clock::visit(place.clock, s.clock, v);
  for (unsigned i = 0; i < timers; ++i) {
    v.open("timer", i);
    v.reg("deadline", s.deadline[i]);
    v.close();
  }
  v.reg("timers_armed", s.armed);
  v.reg("timers_expired", s.expired);
  v.reg("alarm_slot", s.alarm_slot);
  v.reg("alarm_on", s.alarm_on);
  v.reg("alarm_rang", s.alarm_rang);
  v.reg("alarm_cycle", s.alarm_cycle.value);
}

}  // namespace slackline::nic
