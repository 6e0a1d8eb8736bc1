// case: a value that is known without the model, and how the model measures it.
//
//   equal      a 95 % interval of the model, no wider than the tolerance, must contain the expected value
//   below      the interval must lie below the expected value: a bound
//   exact      the model must give the expected value itself
//
// A 95 % interval misses the true value once in twenty. With fixed seeds the outcome is fixed, but any change of a random
// stream draws new samples. So after a miss a second sample is taken from another seed, whose interval must contain the
// value. A correct model fails once in 400 such changes; a model that is wrong by more than the width of the intervals
// always fails.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "testbench/statistics/batch_means.hpp"
#include "testbench/studies/reproduction/study.hpp"

namespace slackline::validation {

enum class Relation : std::uint8_t { equal, below, exact };
const char* to_string(Relation relation);

/// The answer of the model.
struct Finding {
  statistics::Interval value;
  std::string unmet;  ///< a condition of the case that is not met, so that the value means nothing; empty: all are met
};

struct Case {
  std::string group;  ///< "head-of-line"
  std::string name;   ///< "head-of-line-4": begins with the group's
  std::string what;   ///< the quantity, with its unit
  Relation relation = Relation::equal;
  double expected = 0;
  double tolerance = 0;  ///< equal: the largest half width of an interval of a quick run
  /// Simulates; `times` as long as a quick run.
  std::function<Finding(std::uint64_t seed, unsigned times)> measure;
};

/// All cases, in the order of the table.
const std::vector<Case>& cases();

/// Full: four times as long, with half the tolerance.
using reproduction::Effort;

struct Verdict {
  bool pass = false;
  statistics::Interval value;  ///< of the last sample
  double tolerance = 0;
  unsigned samples = 0;
  std::string why;  ///< the reason where it does not pass
};

template <class Visitor>
void visit(Verdict& verdict, Visitor& v) {
  v("pass", verdict.pass);
  v("mean", verdict.value.mean);
  v("half_width", verdict.value.half_width);
  v("tolerance", verdict.tolerance);
  v("samples", verdict.samples);
  v("why", verdict.why);
}

Verdict judge(const Case& c, Effort effort);

}  // namespace slackline::validation
