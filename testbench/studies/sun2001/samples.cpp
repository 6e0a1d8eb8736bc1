#include "testbench/studies/sun2001/samples.hpp"

#include <fmt/format.h>

namespace slackline::sun2001 {

std::optional<double> mean(const Measurements& measurements, const std::string& experiment,
                           const std::function<double(const Measurement&)>& of) {
  const auto* found = measurements.find(experiment);
  if (found == nullptr || found->empty()) return std::nullopt;
  double sum = 0;
  for (const Measurement& m : *found) sum += of(m);
  return sum / static_cast<double>(found->size());
}

std::optional<statistics::Interval> interval(const Measurements& measurements, const std::string& experiment,
                                             const std::function<double(const Measurement&)>& of) {
  const auto* found = measurements.find(experiment);
  if (found == nullptr || found->size() < 2) return std::nullopt;
  std::vector<double> values;
  for (const Measurement& m : *found) values.push_back(of(m));
  return statistics::mean_interval(values);
}

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "not simulated";
}

}  // namespace slackline::sun2001
