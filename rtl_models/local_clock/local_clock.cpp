#include "rtl_models/local_clock/local_clock.hpp"

#include <stdexcept>
#include <string>

#include "rtl_models/common/wide.hpp"

namespace slackline::local_clock {

namespace {

constexpr std::int64_t billion = 1'000'000'000;

/// Ticks of the oscillator in `edges` edges.
std::uint64_t oscillator_ticks(const Params& p, const State& s, std::uint64_t edges) {
  return edges - static_cast<std::uint64_t>((Wide{edges} * p.lag + s.phase) >> 64);
}

}  // namespace

Violations Params::violations() const {
  Violations found;
  check_range(found, "slot_ticks", slot_ticks, 1, ~std::uint32_t{0});
  if (slot_ticks >= 1) check_range(found, "position", position, 0, slot_ticks - 1);
  return found;
}

std::uint64_t lag_of(std::int64_t drift, std::int64_t fastest) {
  if (fastest > billion || drift <= -billion || drift > fastest)
    throw std::invalid_argument("local_clock: drift " + std::to_string(drift) + ", fastest " + std::to_string(fastest) +
                                ": expected -999999999 <= drift <= fastest <= 1000000000");
  const auto behind = static_cast<std::uint64_t>(fastest - drift);
  const auto frequency = static_cast<std::uint64_t>(billion + fastest);
  // behind < frequency <= 2 * 10^9: the dividend has at most 96 bits, and the quotient fits.
  const Wide lag = ((Wide{behind} << 65) / frequency + 1) >> 1;
  return static_cast<std::uint64_t>(lag);
}

State reset(const Params& p) {
  State s;
  s.phase = p.phase;
  s.position = p.position;
  return s;
}

void advance(const Params& p, State& s, std::uint64_t edges, bool hold) {
  if (edges == 0) return;
  const std::uint64_t before_last = oscillator_ticks(p, s, edges - 1);
  const std::uint64_t ticks = oscillator_ticks(p, s, edges);
  s.phase += p.lag * edges;  // modulo 2^64, as edge by edge
  s.slot_start = false;
  if (hold) {
    s.held += ticks;
    return;
  }
  const Wide time = Wide{ticks} + s.position;
  s.slot += static_cast<std::uint64_t>(time / p.slot_ticks);
  s.position = static_cast<std::uint32_t>(time % p.slot_ticks);
  s.slot_start = s.position == 0 && ticks != before_last;
}

std::uint64_t edges_until(const Params& p, const State& s, std::uint64_t ticks) {
  if (ticks == 0) return 0;
  // The smallest n with n - floor((phase + n lag) / 2^64) >= ticks, that is n (2^64 - lag) >= (ticks - 1) 2^64 + phase
  // + 1 rounded up to whole edges: the tick count grows by 0 or 1 an edge, so the first n that reaches it is exact.
  const Wide rate = (Wide{1} << 64) - p.lag;  // of ticks an edge, in 2^-64
  const Wide wanted = (Wide{ticks - 1} << 64) + s.phase + 1;
  const Wide edges = (wanted + rate - 1) / rate;
  return edges >= never.value ? never.value : static_cast<std::uint64_t>(edges);
}

}  // namespace slackline::local_clock
