#include "testbench/statistics/host_series.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "testbench/statistics/growth.hpp"

namespace slackline::statistics {

void HostSeries::mark(Cycle at, std::vector<HostProgress> hosts) { marks_.push_back({at, std::move(hosts)}); }

void HostSeries::thin() {
  for (std::size_t i = 1; 2 * i < marks_.size(); ++i) marks_[i] = std::move(marks_[2 * i]);
  marks_.resize((marks_.size() + 1) / 2);
}

double HostSeries::burst_correlation() const { return std::max(seen().correlation, known_correlation()); }

/// Of means over intervals of a process whose correlation falls exponentially.
double HostSeries::known_correlation() const {
  if (burst_cycles_ <= 0 || intervals() == 0) return 0;
  const double x = static_cast<double>(marks_[1].at - marks_[0].at) / burst_cycles_, rest = -std::expm1(-x);
  if (x < 1e-4) return 1 - 2 * x / 3;  // the series of the quotient, which is 0 / 0 at x = 0
  return rest * rest / 2 / (x - rest);
}

HostSeries::Seen HostSeries::seen() const {
  const std::size_t count = intervals();
  if (count < least_intervals) return {};
  double squares = 0, products = 0, squared_variances = 0;
  std::vector<double> created(count);
  for (std::size_t host = 0; host < marks_.front().hosts.size(); ++host) {
    for (std::size_t i = 0; i < count; ++i)
      created[i] = static_cast<double>(marks_[i + 1].hosts[host].created - marks_[i].hosts[host].created);
    const double mean = std::accumulate(created.begin(), created.end(), 0.0) / static_cast<double>(count);
    double of_host = 0;
    for (std::size_t i = 0; i < count; ++i) {
      of_host += (created[i] - mean) * (created[i] - mean);
      if (i != 0) products += (created[i] - mean) * (created[i - 1] - mean);
    }
    squares += of_host;
    squared_variances += of_host * of_host;
  }
  if (!(squares > 0)) return {};
  // Values that are independent lie 1 / count below 0, as their own mean is taken off.
  return {products / squares + 1 / static_cast<double>(count), squares * squares / squared_variances};
}

bool HostSeries::bursts_are_too_long() const {
  if (intervals() < least_intervals) return false;
  constexpr double one_sided_999 = 3.1;  // independent values have more by chance once in a thousand runs
  const auto count = static_cast<double>(intervals());
  const auto are_few = [count](double r) { return count * (1 - r) / (1 + r) < least_independent; };
  const auto [correlation, hosts] = seen();
  // Of one host's independent values (Moran, Biometrika 35, 1948); hosts that burst together count as independent, too.
  const double deviation = (count - 2) / (count * std::sqrt(count - 1)) / std::sqrt(hosts);
  return are_few(known_correlation()) || (correlation > one_sided_999 * deviation && are_few(correlation));
}

std::vector<Batch> HostSeries::waiting(std::size_t host) const {
  std::vector<Batch> changes;
  for (std::size_t i = 1; i < marks_.size(); ++i) {
    const HostProgress &before = marks_[i - 1].hosts[host], &after = marks_[i].hosts[host];
    changes.push_back({static_cast<double>(after.waiting) - static_cast<double>(before.waiting),
                       static_cast<double>(after.created - before.created)});
  }
  return changes;
}

/// From the middle of an interval to that of the next one in which packets came.
std::vector<Batch> HostSeries::latency(std::size_t host) const {
  std::vector<Batch> changes;
  double mean = 0, middle = 0;
  bool any = false;
  for (std::size_t i = 1; i < marks_.size(); ++i) {
    const HostProgress &before = marks_[i - 1].hosts[host], &after = marks_[i].hosts[host];
    if (after.packets == before.packets) continue;
    const double next_mean =
        static_cast<double>(after.total - before.total) / static_cast<double>(after.packets - before.packets);
    const double next_middle =
        (static_cast<double>(marks_[i - 1].at.value) + static_cast<double>(marks_[i].at.value)) / 2;
    if (any) changes.push_back({next_mean - mean, next_middle - middle});
    mean = next_mean;
    middle = next_middle;
    any = true;
  }
  return changes;
}

std::optional<GrowingHost> HostSeries::growing(double confidence) const {
  if (intervals() < least_intervals || marks_.front().hosts.empty()) return std::nullopt;
  const std::size_t hosts = marks_.front().hosts.size();
  const double of_each = 1 - (1 - confidence) / static_cast<double>(2 * hosts);
  const double correlation = burst_correlation();
  std::optional<GrowingHost> worst;
  double most = 0;
  const auto judge = [&](const std::vector<Batch>& changes, GrowingHost candidate) {
    if (changes.size() < least_intervals - 1) return;
    const std::optional<double> beyond = growth_beyond(changes, of_each, correlation);
    if (!beyond || *beyond <= most) return;
    most = *beyond;
    worst = candidate;
  };
  for (std::size_t h = 0; h < hosts; ++h) {
    judge(waiting(h), {static_cast<std::uint32_t>(h), GrowingHost::Side::source});
    judge(latency(h), {static_cast<std::uint32_t>(h), GrowingHost::Side::destination});
  }
  return worst;
}

}  // namespace slackline::statistics
