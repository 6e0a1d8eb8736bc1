#include "testbench/statistics/host_series.hpp"

#include <utility>

namespace slackline::statistics {

void HostSeries::mark(Cycle at, std::vector<HostProgress> hosts) { marks_.push_back({at, std::move(hosts)}); }

void HostSeries::thin() {
  for (std::size_t i = 1; 2 * i < marks_.size(); ++i) marks_[i] = std::move(marks_[2 * i]);
  marks_.resize((marks_.size() + 1) / 2);
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
  std::optional<GrowingHost> worst;
  double most = least_growth;
  const auto judge = [&](const std::vector<Batch>& changes, GrowingHost candidate) {
    double weight = 0;
    for (const Batch& change : changes) weight += change.weight;
    if (changes.size() < least_intervals - 1 || !(weight > 0)) return;
    const double low = ratio_interval(changes, of_each).low();
    if (low <= most) return;
    most = low;
    worst = candidate;
  };
  for (std::size_t h = 0; h < hosts; ++h) {
    judge(waiting(h), {static_cast<std::uint32_t>(h), GrowingHost::Side::source});
    judge(latency(h), {static_cast<std::uint32_t>(h), GrowingHost::Side::destination});
  }
  return worst;
}

}  // namespace slackline::statistics
