// clock: the paper's parameters as an experiment, whose delays are whole cycles of a clock. A clock of a character
// period rounds sd = 2.0 ns to 6.25 ns; a finer clock, with links that take several cycles for a flit, rounds less.
#pragma once

#include <string>
#include <vector>

#include "testbench/studies/reproduction/study.hpp"
#include "testbench/studies/song2005/equations.hpp"

namespace slackline::song2005 {

struct RoundedDelay {
  std::string symbol, key;   ///< "ld", "link.delay"
  std::string asked, is;     ///< "17 ns", "18.75 ns"
  std::uint64_t cycles = 0;  ///< ld: those of the link, and those that it takes for the rest of the flit
  std::string error;         ///< "+1.75 ns"
  double percent = 0;
};

/// A clock, and the parameters rounded to its cycles.
struct Clock {
  unsigned cycles_per_character = 1;
  std::string period;  ///< "1.5625 ns"
  std::vector<RoundedDelay> delays;
  std::uint64_t slack = 0;  ///< flits that may still arrive after STOP in the model: the smallest bl - ks

  /// The largest rounding error of either sign, in percent of its delay.
  double worst_percent() const;
};

/// One switch with two hosts with these parameters over the preset myrinet-1280-san, at a clock of cp /
/// cycles_per_character; or its faults.
features::ExperimentReading reading_of(const Parameters& p, unsigned cycles_per_character);

Clock clock_of(const Parameters& p, unsigned cycles_per_character);

/// The parameters with their delays rounded to cycles of the clock.
Parameters rounded_parameters(Parameters p, unsigned cycles_per_character);

/// Divisions of a character period that are decimal numbers of nanoseconds.
constexpr unsigned divisions[] = {1, 2, 4, 5, 8, 10, 16};
/// The clock with the smallest worst_percent() of at most `most` cycles a character; the coarsest of several.
Clock best_clock(const Parameters& p, unsigned most);

}  // namespace slackline::song2005
