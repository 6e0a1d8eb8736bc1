// timescale: how a dump counts time. A cycle is an exact rational number of nanoseconds; a dump has integers of a unit
// that is 1, 10 or 100 of fs .. s. The coarsest unit is taken in which a cycle is an integer: 6.25 ns are 625 x 10 ps.
#pragma once

#include <cstdint>
#include <string>

#include "testbench/settings/number.hpp"

namespace slackline::tracing {

struct Timescale {
  std::string unit;                 ///< "10 ps", as in a dump
  std::uint64_t units_a_cycle = 1;  ///< length of a cycle
  bool exact = true;                ///< false: no unit fits, so that one unit is a cycle
};

/// For a dump of cycles before `end`, whose times must stay below 2^63.
Timescale timescale_of(const settings::Time& period, std::uint64_t end);

}  // namespace slackline::tracing
