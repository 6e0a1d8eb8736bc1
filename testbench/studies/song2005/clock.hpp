// clock: the paper's parameters as an experiment, whose delays are whole cycles of a clock. A clock of a character
// period rounds sd = 2.0 ns to 6.25 ns; a finer one, with links that take a flit in several cycles, rounds less.
#pragma once

#include <string>
#include <vector>

#include "testbench/config/reader.hpp"
#include "testbench/studies/song2005/parameters.hpp"

namespace slackline::song2005 {

struct RoundedDelay {
  std::string symbol, key;   ///< "ld", "link.delay"
  std::string asked, is;     ///< "17 ns", "18.75 ns"
  std::uint64_t cycles = 0;  ///< ld: those of the link, and the rest of those in which it takes a flit
  std::string error;         ///< "+1.75 ns"
  double percent = 0;
};

/// A clock, and what it makes of the parameters.
struct Clock {
  unsigned cycles_per_character = 1;
  std::string period;  ///< "1.5625 ns"
  std::vector<RoundedDelay> delays;
  std::uint64_t slack = 0;  ///< flits that may still arrive after STOP, in the model: bl - ks must not be less

  /// The largest rounding error in percent of its delay, whatever its sign.
  double worst_percent() const;
};

/// The settings of the parameters over the preset myrinet-1280-san, at a clock of cp / cycles_per_character.
std::vector<config::Override> settings_of(const Parameters& p, unsigned cycles_per_character);

/// One switch with two hosts at these settings: what it comes to, or its faults.
config::Reading reading_of(const Parameters& p, unsigned cycles_per_character);

Clock clock_of(const Parameters& p, unsigned cycles_per_character);

/// The parameters with the delays that the clock makes of them.
Parameters rounded_parameters(Parameters p, unsigned cycles_per_character);

/// Divisions of a character period that a decimal number of nanoseconds can be given for.
constexpr unsigned divisions[] = {1, 2, 4, 5, 8, 10, 16};
/// The coarsest clock of those of at most `most` cycles a character that rounds best.
Clock best_clock(const Parameters& p, unsigned most);

}  // namespace slackline::song2005
