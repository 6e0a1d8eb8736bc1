#include "testbench/studies/song2005/simulated_skew.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/song2005/clock.hpp"
#include "testbench/studies/song2005/runs.hpp"

namespace slackline::song2005 {

namespace {

/// The largest skew of each synchronization.
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

Model as_simulated(const Parameters& p, Drain drain) {
  return {rounded_parameters(p, simulated_cycles_per_character), drain};
}

std::optional<reproduction::Simulated> simulated_skew(const std::vector<Measurement>* measurements, const Parameters& p,
                                                      const std::function<double(const Model&)>& bound) {
  if (measurements == nullptr) return std::nullopt;
  const std::vector<double> skews = skews_of(*measurements);
  if (skews.empty()) return std::nullopt;
  const double asked = bound({p, Drain::at_switch}), is = bound(as_simulated(p, Drain::at_switch)),
               corrected = bound(as_simulated(p, Drain::at_link));
  return reproduction::judged(
      *std::max_element(skews.begin(), skews.end()), std::nullopt, reproduction::at_most(corrected),
      fmt::format("within {:.2f} in {} of {} synchronizations, within the same as simulated, {:.2f}, in {}, within the "
                  "drain-corrected as simulated, {:.2f}, in {}",
                  asked, within(skews, asked), skews.size(), is, within(skews, is), corrected,
                  within(skews, corrected)));
}

}  // namespace slackline::song2005
