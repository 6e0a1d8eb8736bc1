#include "testbench/studies/song2005/simulated_skew.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slackline::song2005 {

namespace {

/// The greatest skew of each synchronization.
std::vector<double> skews_of(const std::vector<Measurement>& measurements) {
  std::vector<double> skews;
  for (const Measurement& measurement : measurements)
    for (const std::vector<double>& ended : measurement.ended) skews.push_back(greatest_skew(ended));
  return skews;
}

std::size_t within(const std::vector<double>& skews, double bound) {
  return static_cast<std::size_t>(
      std::count_if(skews.begin(), skews.end(), [&](double skew) { return skew <= bound; }));
}

}  // namespace

std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements,
                                                      const std::vector<std::optional<double>>& bounds) {
  if (measurements == nullptr) return std::nullopt;
  const std::vector<double> skews = skews_of(*measurements);
  if (skews.empty()) return std::nullopt;
  const double printed = *bounds[1], corrected = *bounds[2];
  reproduction::Simulated simulated;
  simulated.value = *std::max_element(skews.begin(), skews.end());
  simulated.holds = within(skews, corrected) == skews.size();
  simulated.note = fmt::format("within {:.2f} in {} of {} synchronizations, within the drain-corrected {:.2f} in {}",
                               printed, within(skews, printed), skews.size(), corrected, within(skews, corrected));
  return simulated;
}

}  // namespace slackline::song2005
