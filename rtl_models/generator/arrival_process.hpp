// arrival_process: at which edges a host creates packets. Each process draws the next creation from the last one and a
// few registers, so that idle cycles are skipped exactly.
//
//   bernoulli  in every cycle with the same probability: geometric gaps
//   periodic   every 1 / rate cycles; the fraction of a cycle is carried, each host begins at a point of its own
//   on_off     a Markov chain of two states: bursts of `burst` cycles and idle times, both geometric; within a burst
//              Bernoulli at 1 flit a cycle on average, so that idle times last burst * (1 / load - 1) cycles
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::generator {

enum class ArrivalKind : std::uint8_t { bernoulli, periodic, on_off };

struct ArrivalParams {
  ArrivalKind kind = ArrivalKind::bernoulli;
  std::uint32_t burst = 100;  ///< mean cycles of a burst (on_off), 1..10^9
};

/// `rate` is the mean number of packets per cycle, `flits` the mean length of a packet.
Violations arrival_violations(const ArrivalParams& params, double rate, double flits);

struct ArrivalState {
  RandomStream stream;
  std::uint64_t fraction = 0;   ///< periodic: of a cycle, after `created`, in 2^-64
  std::uint64_t burst_end = 0;  ///< on_off: the first cycle after the burst that `created` lies in
};

class ArrivalProcess {
 public:
  /// Without violations.
  ArrivalProcess(const ArrivalParams& params, double rate, double flits);

  /// The first creation; never when the rate is 0.
  Cycle first(ArrivalState& state) const;
  /// The creation after `created`.
  Cycle next(ArrivalState& state, Cycle created) const {
    if (kind_ == ArrivalKind::bernoulli) return created + gap_.draw(state.stream);
    return kind_ == ArrivalKind::periodic ? next_period(state, created) : next_in_burst(state, created.value + 1);
  }

 private:
  Cycle next_period(ArrivalState& state, Cycle created) const;
  /// The first creation at `from` or later, which is at most burst_end.
  Cycle next_in_burst(ArrivalState& state, std::uint64_t from) const;

  ArrivalKind kind_;
  bool silent_;
  GeometricGap gap_;                                // bernoulli, and within a burst
  std::uint64_t period_ = 0, period_fraction_ = 0;  // periodic: cycles, and 2^-64 of them
  double period_cycles_ = 0;                        // the same
  GeometricGap burst_, idle_;                       // on_off
  double burst_share_ = 1;                          // on_off: of all cycles
};

}  // namespace slackline::generator
