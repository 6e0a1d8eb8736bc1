#include "testbench/studies/reproduction/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::reproduction {

std::string_view ValueReader::next(std::uint64_t size) {
  if (size > left_.size()) throw std::invalid_argument("the bytes of a measurement end too early");
  const std::string_view bytes = left_.substr(0, size);
  left_.remove_prefix(size);
  return bytes;
}

std::optional<double> mean(const std::vector<double>& samples) {
  if (samples.empty()) return std::nullopt;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

std::optional<Mean> mean_of(const std::vector<double>& samples) {
  const std::optional<double> value = mean(samples);
  if (!value) return std::nullopt;
  Mean found{*value, std::nullopt, samples.size()};
  if (samples.size() > 1) found.half_width = statistics::mean_interval(samples).half_width;
  return found;
}

Share share_of(std::size_t of, std::size_t all) {
  const double n = static_cast<double>(all), p = static_cast<double>(of) / n, z = 1.96, denominator = 1 + z * z / n;
  const double middle = (p + z * z / (2 * n)) / denominator,
               half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / denominator;
  return {of, all, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double widening(std::size_t samples, std::size_t judged) {
  if (samples < 2 || judged < 2) return 1;
  const auto degrees = static_cast<double>(samples - 1), share = 0.05 / static_cast<double>(judged);
  return statistics::student_t(1 - share, degrees) / statistics::student_t(0.95, degrees);
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) all.push_back(a[i] - b[i]);
  return all;
}

std::optional<Mean> mean_difference(const std::vector<double>& a, const std::vector<double>& b) {
  return mean_of(differences(a, b));
}

std::optional<Ratio> ratio(const std::vector<double>& larger, const std::vector<double>& smaller) {
  const std::size_t draws = std::min(larger.size(), smaller.size());
  const auto mean_of_draws = [&](const std::vector<double>& all) {
    return std::accumulate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(draws), 0.0) /
           static_cast<double>(draws);
  };
  if (draws == 0) return std::nullopt;
  Ratio found;
  found.larger = mean_of_draws(larger);
  found.smaller = mean_of_draws(smaller);
  found.samples = draws;
  if (found.smaller == 0) return std::nullopt;
  found.value = found.larger / found.smaller;
  std::vector<double> differences;
  for (std::size_t i = 0; i < draws; ++i) differences.push_back(larger[i] - found.value * smaller[i]);
  if (draws > 1) {
    const std::vector<double> divides(smaller.begin(), smaller.begin() + static_cast<std::ptrdiff_t>(draws));
    found.is_bounded = statistics::mean_interval(divides).half_width < std::abs(found.smaller);
  }
  if (draws > 1) found.half_width = statistics::mean_interval(differences).half_width / std::abs(found.smaller);
  return found;
}

}  // namespace slackline::reproduction
