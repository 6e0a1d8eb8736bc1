// timed_sums: values that come over time, summed over equal times, for an interval of their mean. When there are as many times
// as fit, neighbours are merged, as in a Series.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

class TimedSums {
 public:
  /// A value of this cycle.
  void add(std::uint64_t cycle, double value);
  /// The times that lie in `from` to `to` whole, with the number of their values as weight.
  std::vector<Batch> between(std::uint64_t from, std::uint64_t to) const;

 private:
  std::uint64_t width_ = 64;  // cycles
  std::vector<Batch> sums_;
};

}  // namespace slackline::statistics
