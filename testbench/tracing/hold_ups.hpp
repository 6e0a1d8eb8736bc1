// hold_ups: how long flits at the front of lanes have been held up by others: which of them longest, and whether one for
// longer than a limit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "rtl_models/common/ids.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

/// The longest time that a flit of a lane has been held up by others.
struct LongestStall {
  std::uint32_t instance = 0;
  std::uint8_t port = 0, vc = 0;  ///< of the lane
  std::uint8_t output = 0;        ///< the port that it waited for
  Cycle from;
  std::uint64_t cycles = 0;  ///< 0: there was none
};

/// The hold-up of one lane.
struct HoldUp {
  bool lasts = false;
  std::uint8_t output = 0;  ///< while it lasts: the port that it waits for
  Cycle from;
};

/// It waits for others, not for its own delays.
inline bool is_hold_up(Stall stall) {
  return stall == Stall::no_output || stall == Stall::stopped || stall == Stall::no_credit ||
         stall == Stall::lost_arbitration || stall == Stall::cut_by_barrier;
}

class HoldUps {
 public:
  /// The activity of a lane in `cycle`. `place`: instance, port and vc of the lane, and, when it begins, the port that
  /// it waits for.
  void note(HoldUp& lane, bool held_up, const LongestStall& place, Cycle cycle) {
    if (held_up && !lane.lasts) {
      lane.from = cycle;
      lane.output = place.output;
    }
    if (held_up && cycle - lane.from == limit_)
      over_limit_ = {place.instance, place.port, place.vc, lane.output, lane.from, limit_ + 1};
    if (lane.lasts && !held_up) compare(lane, place, cycle);
    lane.lasts = held_up;
  }

  /// Notes a hold-up that still lasts, in the cycle after the last one.
  void note_lasting(const HoldUp& lane, const LongestStall& place, Cycle now) {
    if (lane.lasts) compare(lane, place, now);
  }

  const LongestStall& longest() const { return longest_; }

  /// It is looked for from `cycle` on: one that is over now does not count, one that lasts counts from there.
  void measure_from(Cycle cycle) {
    longest_ = {};
    measured_from_ = cycle;
  }

  /// Sets the limit: over_limit() reports a flit that has been held up for longer than so many cycles.
  void watch_for(std::uint64_t cycles) { limit_ = cycles; }
  /// One has, since this was asked last.
  std::optional<LongestStall> over_limit() { return std::exchange(over_limit_, std::nullopt); }

 private:
  /// It was held up until `end`.
  void compare(const HoldUp& lane, const LongestStall& place, Cycle end) {
    const Cycle from = std::max(lane.from, measured_from_);
    if (end > from + longest_.cycles) longest_ = {place.instance, place.port, place.vc, lane.output, from, end - from};
  }

  LongestStall longest_;
  Cycle measured_from_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::optional<LongestStall> over_limit_;
};

}  // namespace slackline::tracing
