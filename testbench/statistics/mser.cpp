#include "testbench/statistics/mser.hpp"

#include <limits>

namespace slackline::statistics {

std::size_t mser_truncation(const std::vector<Batch>& series) {
  double weight = 0, mean = 0, squares = 0;  // of the values from `d` on: Welford's recurrence, from the end
  double best = std::numeric_limits<double>::infinity();
  std::size_t truncation = 0;
  for (std::size_t d = series.size(); d-- > 0;) {
    if (const Batch& value = series[d]; value.weight > 0) {
      const double off = value.sum / value.weight - mean;
      weight += value.weight;
      mean += off * value.weight / weight;
      squares += value.weight * off * (value.sum / value.weight - mean);
    }
    if (series.size() - d < mser_least_rest || !(weight > 0)) continue;
    if (const double error = squares / (weight * weight); error <= best) {
      best = error;
      truncation = d;
    }
  }
  return truncation;
}

}  // namespace slackline::statistics
