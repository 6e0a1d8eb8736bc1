#include "testbench/studies/sun2001/samples.hpp"

#include <fmt/format.h>

#include <cmath>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::sun2001 {

namespace {

/// The mean of later barriers with its 95 % interval; nothing of fewer than two runs.
std::optional<statistics::Interval> interval(const Measurements& measurements, const std::string& experiment) {
  const auto* found = measurements.find(experiment);
  if (found == nullptr || found->size() < 2) return std::nullopt;
  std::vector<double> values;
  for (const Measurement& m : *found) values.push_back(later_of(m));
  return statistics::mean_interval(values);
}

}  // namespace

std::optional<double> mean(const Measurements& measurements, const std::string& experiment,
                           const std::function<double(const Measurement&)>& of) {
  const auto* found = measurements.find(experiment);
  if (found == nullptr || found->empty()) return std::nullopt;
  double sum = 0;
  for (const Measurement& m : *found) sum += of(m);
  return sum / static_cast<double>(found->size());
}

std::optional<Ratio> ratio(const Measurements& measurements, const std::string& longer, const std::string& shorter) {
  const auto a = mean(measurements, longer, later_of), b = mean(measurements, shorter, later_of);
  if (!a || !b || *b == 0) return std::nullopt;
  Ratio found{*a / *b, std::nullopt, *a, *b};
  const auto of_a = interval(measurements, longer), of_b = interval(measurements, shorter);
  if (of_a && of_b)  // to the first order: the relative errors of independent means add up in squares
    found.half_width = found.value * std::hypot(of_a->half_width / *a, of_b->half_width / *b);
  return found;
}

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "not simulated";
}

}  // namespace slackline::sun2001
