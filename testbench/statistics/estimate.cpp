#include "testbench/statistics/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace slackline::statistics {

namespace {

constexpr double surely_seen = 0.99;  // of a trend: of a hundred steady runs one may be doubted
constexpr double one_sided_95 = 1.645;
/// A share of the mean. Batches of a regular pattern repeat themselves, and differ by less; even an interval a hundred
/// times as wide would be one of 1 %.
constexpr double negligible = 1e-4;

/// Neighbours as one; the last of an odd number joins the pair before it.
std::vector<Batch> merged(const std::vector<Batch>& batches) {
  std::vector<Batch> pairs(batches.size() / 2);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    Batch& pair = pairs[std::min(i / 2, pairs.size() - 1)];
    pair.sum += batches[i].sum;
    pair.weight += batches[i].weight;
  }
  return pairs;
}

double mean_weight(const std::vector<Batch>& batches) {
  double weight = 0;
  for (const Batch& batch : batches) weight += batch.weight;
  return batches.empty() ? 0 : weight / static_cast<double>(batches.size());
}

/// Whether n values would be so much alike by chance once in twenty times at most.
bool are_alike(double correlation, std::size_t n) {
  const auto count = static_cast<double>(n);
  return correlation > std::max(most_correlation, one_sided_95 / std::sqrt(count) - 1 / count);
}

}  // namespace

std::string sentence(Doubt doubt, const std::string& what) {
  switch (doubt) {
    case Doubt::none: return "";
    case Doubt::not_measured: return what + " is not measured in batches";
    case Doubt::too_short: return "too short a run for an interval of " + what;
    case Doubt::rises: return what + " still grows";
    case Doubt::falls: return what + " still falls";
    case Doubt::alike: return what + " changes too slowly for a run of this length";
    case Doubt::bursts: return "too short a run for such bursts";
    case Doubt::came_to_stand: return what + " has no mean: the run came to stand";
    case Doubt::saturated: break;
  }
  return what + " grows without bound: saturated";
}

double correlation_of(const std::vector<Batch>& batches) {
  std::vector<double> values;
  for (const Batch& batch : batches)
    if (batch.weight > 0) values.push_back(batch.sum / batch.weight);
  return lag1_correlation(values);
}

Estimate estimate(std::vector<Batch> batches, double least_weight) {
  const auto too_light = [&] { return mean_weight(batches) < std::max(least_weight, 1e-9); };
  while (batches.size() >= 2 * least_batches && (too_light() || are_alike(correlation_of(batches), batches.size())))
    batches = merged(batches);
  Estimate estimate;
  estimate.correlation = correlation_of(batches);
  estimate.doubt = Doubt::too_short;
  if (batches.size() < least_batches || too_light()) return estimate;
  const Interval interval = ratio_interval(batches);
  const Trend trend = trend_of(batches, surely_seen);
  estimate.doubt = Doubt::none;
  if (interval.half_width > negligible * std::abs(interval.mean)) {
    if (trend != Trend::none)
      estimate.doubt = trend == Trend::rises ? Doubt::rises : Doubt::falls;
    else if (are_alike(estimate.correlation, batches.size()))
      estimate.doubt = Doubt::alike;
  }
  if (estimate.doubt == Doubt::none) estimate.interval = interval;
  return estimate;
}

}  // namespace slackline::statistics
