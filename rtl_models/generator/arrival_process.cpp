#include "rtl_models/generator/arrival_process.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::generator {

namespace {

constexpr double longest = 1e15;  ///< cycles: far beyond any run

/// Derived values of on_off's two states. An idle time lasts at least 1 cycle: beyond a load of burst / (burst + 1)
/// packets come faster within bursts instead.
struct OnOff {
  OnOff(double burst, double rate, double flits)
      : idle(std::min(longest, std::max(1.0, burst * (1 / (rate * flits) - 1)))),
        packets_per_cycle(std::max(rate * (burst + idle) / burst, rate)) {}
  double idle;               // mean cycles
  double packets_per_cycle;  // within a burst
};

double probability(double rate) { return rate > 0 ? std::min(rate, 1.0) : 1; }

}  // namespace

Violations arrival_violations(const ArrivalParams& params, double rate, double flits) {
  Violations found;
  if (params.kind != ArrivalKind::on_off) return found;
  check_range(found, "burst", params.burst, 1, 1'000'000'000);
  if (found.empty() && rate > 0 && OnOff(params.burst, rate, flits).packets_per_cycle > 1 + 1e-9)
    found.push_back({"burst", std::to_string(params.burst),
                     "longer bursts, or a lower load (they would need more than one packet in each cycle)"});
  return found;
}

ArrivalProcess::ArrivalProcess(const ArrivalParams& params, double rate, double flits)
    : kind_(params.kind), silent_(rate <= 0), gap_(probability(rate)) {
  if (silent_) return;
  if (kind_ == ArrivalKind::periodic) {
    period_cycles_ = std::min(longest, 1 / rate);
    const double whole = std::floor(period_cycles_);
    period_ = static_cast<std::uint64_t>(whole);
    period_fraction_ =
        static_cast<std::uint64_t>((period_cycles_ - whole) * 0x1p64);  // exact: the difference is below 1
  }
  if (kind_ == ArrivalKind::on_off) {
    const OnOff chain(params.burst, rate, flits);
    gap_ = GeometricGap(probability(chain.packets_per_cycle));
    burst_ = GeometricGap(1.0 / params.burst);
    idle_ = GeometricGap(1.0 / chain.idle);
    burst_share_ = params.burst / (params.burst + chain.idle);
  }
}

Cycle ArrivalProcess::first(ArrivalState& state) const {
  if (silent_) return never;
  if (kind_ == ArrivalKind::periodic) {
    // Anywhere in [0, period): unit() lies in (0, 1].
    const double phase = std::min(period_cycles_ * (1 - state.stream.unit()), std::nextafter(period_cycles_, 0.0));
    state.fraction = static_cast<std::uint64_t>((phase - std::floor(phase)) * 0x1p64);
    return Cycle(static_cast<std::uint64_t>(phase));
  }
  if (kind_ == ArrivalKind::on_off) {
    // The chain in its steady state; the rest of a geometric time is geometric again.
    const std::uint64_t from = state.stream.unit() <= burst_share_ ? 0 : idle_.draw(state.stream);
    state.burst_end = from + burst_.draw(state.stream);
    return next_in_burst(state, from);
  }
  return Cycle(gap_.draw(state.stream) - 1);  // a first success in cycle 0 is a gap of 1
}

Cycle ArrivalProcess::next_period(ArrivalState& state, Cycle created) const {
  const std::uint64_t before = state.fraction;
  state.fraction += period_fraction_;
  return created + (period_ + (state.fraction < before));
}

Cycle ArrivalProcess::next_in_burst(ArrivalState& state, std::uint64_t from) const {
  // One trial in each cycle of the burst. None are made after its end; the next burst starts afresh.
  while (from < static_cast<std::uint64_t>(longest) * 4) {
    const std::uint64_t created = from + gap_.draw(state.stream) - 1;
    if (created < state.burst_end) return Cycle(created);
    from = state.burst_end + idle_.draw(state.stream);
    state.burst_end = from + burst_.draw(state.stream);
  }
  return never;
}

}  // namespace slackline::generator
