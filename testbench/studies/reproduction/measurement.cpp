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

std::optional<Mean> mean_difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) differences.push_back(a[i] - b[i]);
  return mean_of(differences);
}

std::optional<Ratio> ratio(const std::vector<double>& larger, const std::vector<double>& smaller) {
  const std::optional<double> a = mean(larger), b = mean(smaller);
  if (!a || !b || *b == 0) return std::nullopt;
  Ratio found{*a / *b, std::nullopt, *a, *b};
  if (larger.size() > 1 &&
      smaller.size() > 1)  // to the first order: relative errors of independent means add in squares
    found.half_width = found.value * std::hypot(statistics::mean_interval(larger).half_width / *a,
                                                statistics::mean_interval(smaller).half_width / *b);
  return found;
}

}  // namespace slackline::reproduction
