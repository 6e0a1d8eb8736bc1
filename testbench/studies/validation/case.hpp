// case: a value that is known without the model, and how the model is asked for it.
//
//   equal      a 95 % interval of the model, no wider than the tolerance, must contain the expected value
//   below      the interval must lie below the expected value: a bound
//   exact      the model must give the expected value itself
//
// A 95 % interval misses the true value once in twenty. With seeds that are fixed an outcome is fixed, too, but any
// change of a random stream draws new samples; so a miss is answered by a second sample, from another seed, which must
// contain the value. A right model fails then once in 400 such changes; a wrong one, off by more than the intervals are
// wide, always.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::validation {

enum class Relation : std::uint8_t { equal, below, exact };
const char* to_string(Relation relation);

/// What the model says.
struct Finding {
  statistics::Interval value;
  std::string unmet;  ///< a condition of the case that does not hold: nothing can be said; empty: all hold
};

struct Case {
  std::string group;  ///< "head-of-line"
  std::string name;   ///< "head-of-line-4": begins with the group's
  std::string what;   ///< the quantity, with its unit
  Relation relation = Relation::equal;
  double expected = 0;
  double tolerance = 0;  ///< equal: half an interval, at most, of a quick run
  /// Simulates; `times` as long as a quick run.
  std::function<Finding(std::uint64_t seed, unsigned times)> measure;
};

/// All cases, in the order of the table.
const std::vector<Case>& cases();

enum class Effort : std::uint8_t {
  quick,  ///< seconds: the tests'
  full,   ///< four times as long, with half the tolerance
};

struct Verdict {
  bool pass = false;
  statistics::Interval value;  ///< of the last sample
  double tolerance = 0;
  unsigned samples = 0;
  std::string why;  ///< it does not pass
};

Verdict judge(const Case& c, Effort effort);

}  // namespace slackline::validation
