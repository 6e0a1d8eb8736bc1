// Cycles as times, exactly, and what rounding a time to cycles did to it.
#pragma once

#include <cstdint>
#include <string>

#include "testbench/config/number.hpp"

namespace slackline::config {

/// How long some cycles are, in nanoseconds: "18.75 ns". For at most 10^15 cycles of at most 1 us.
std::string duration(std::uint64_t cycles, const Time& period);

/// cycles * period - time.
struct RoundingError {
  std::string ns;      ///< "+1.75 ns", "-0.5 ns", "0 ns"
  double percent = 0;  ///< of the time
};
RoundingError rounding_error(std::uint64_t cycles, const Time& period, const Time& time);

/// The frequency of a period in MHz.
double megahertz(const Time& period);

}  // namespace slackline::config
