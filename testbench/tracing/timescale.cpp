#include "testbench/tracing/timescale.hpp"

#include "rtl_models/common/wide.hpp"

namespace slackline::tracing {

namespace {

constexpr Wide fs_a_ns = 1'000'000;
constexpr const char* names[] = {"fs", "ps", "ns", "us", "ms", "s"};
constexpr const char* counts[] = {"1 ", "10 ", "100 "};

}  // namespace

Timescale timescale_of(const settings::Time& period, std::uint64_t end) {
  const Wide numerator = fs_a_ns * period.numerator;
  if (numerator % period.denominator == 0) {
    Wide units = numerator / period.denominator;
    unsigned power = 0;
    while (units % 10 == 0 && power + 1 < 3 * std::size(names)) {
      units /= 10;
      ++power;
    }
    if (units <= (~std::uint64_t{0} >> 1) / (Wide{end} + 1))
      return {std::string(counts[power % 3]) + names[power / 3], static_cast<std::uint64_t>(units), true};
  }
  return {"1 ns", 1, false};
}

}  // namespace slackline::tracing
