#include "testbench/statistics/growth.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::statistics {

namespace {

/// Of a half width. What neighbours do not share does not make it narrower.
double widening(double correlation) {
  constexpr double most = 0.95;
  const double r = std::clamp(correlation, 0.0, most);
  return std::sqrt((1 + r) / (1 - r));
}

}  // namespace

std::optional<double> growth_beyond(const std::vector<Batch>& changes, double confidence, double correlation) {
  double weight = 0;
  std::vector<double> beyond;
  beyond.reserve(changes.size());
  for (const Batch& change : changes) {
    weight += change.weight;
    beyond.push_back(change.sum - least_growth * change.weight);
  }
  if (changes.size() < 2 || !(weight > 0)) return std::nullopt;
  const Interval interval = mean_interval(beyond, confidence);
  return (interval.mean - interval.half_width * widening(correlation)) * static_cast<double>(changes.size()) / weight;
}

bool grows(const std::vector<Batch>& changes, double confidence, double correlation) {
  const std::optional<double> beyond = growth_beyond(changes, confidence, correlation);
  return beyond && *beyond > 0;
}

}  // namespace slackline::statistics
