#include "testbench/statistics/growth.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::statistics {

std::optional<double> growth_beyond(const std::vector<Batch>& changes, double confidence, double correlation) {
  double weight = 0;
  std::vector<double> beyond;
  beyond.reserve(changes.size());
  for (const Batch& change : changes) {
    weight += change.weight;
    beyond.push_back(change.sum - least_growth * change.weight);
  }
  if (changes.size() < 2 || !(weight > 0)) return std::nullopt;
  // Correlated values are worth as many independent ones as (1 - r) / (1 + r) of them, in their spread and in t.
  constexpr double most = 0.95;
  const double r = std::clamp(correlation, 0.0, most), share = (1 - r) / (1 + r);
  const auto count = static_cast<double>(changes.size());
  const double t = student_t(confidence, std::max(1.0, count * share - 1)) / student_t(confidence, count - 1);
  const Interval interval = mean_interval(beyond, confidence);
  return (interval.mean - interval.half_width * t / std::sqrt(share)) * count / weight;
}

bool grows(const std::vector<Batch>& changes, double confidence, double correlation) {
  const std::optional<double> beyond = growth_beyond(changes, confidence, correlation);
  return beyond && *beyond > 0;
}

}  // namespace slackline::statistics
