#include "testbench/workloads/synchronization/slot_tables/schedule_bound.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "testbench/schedule/dependency.hpp"

namespace slackline::slot_tables {

namespace {

constexpr double unordered = std::numeric_limits<double>::infinity();

/// Bounds of chains to each host, by the host where they begin.
using ChainBounds = std::vector<std::vector<double>>;

/// Routers on the way of a message; 0: it does not arrive.
int routers(const schedule::Paths& paths, std::uint32_t from, std::uint32_t to) {
  const std::size_t channels = paths.between(from, to).size();
  return channels == 0 ? 0 : static_cast<int>(channels) - 1;
}

}  // namespace

std::optional<double> schedule_bound(const schedule::Schedule& schedule, const schedule::Paths& paths,
                                     const synchronization::Delays& delays, synchronization::Drain drain) {
  std::map<std::uint32_t, std::size_t> place;
  for (const std::uint32_t host : schedule.hosts) place.emplace(host, place.size());
  ChainBounds bounds(place.size(), std::vector<double>(place.size(), unordered));
  for (std::size_t host = 0; host < bounds.size(); ++host) bounds[host][host] = 0;

  schedule::Relations relations(schedule);
  for (std::uint32_t time = 0; time < relations.times(); ++time) {
    const ChainBounds earlier = bounds;
    for (const schedule::Relation& relation : relations.at(time)) {
      if (place.count(relation.slow) == 0 || place.count(relation.fast) == 0) continue;
      const int p1 = routers(paths, relation.slow, relation.to), p2 = routers(paths, relation.fast, relation.to);
      if (p1 == 0 || p2 == 0) return std::nullopt;
      const double direct = synchronization::direct_bound(delays, p1, p2, drain);
      const std::vector<double>& slow = earlier[place.at(relation.slow)];
      std::vector<double>& fast = bounds[place.at(relation.fast)];
      for (std::size_t from = 0; from < fast.size(); ++from)
        fast[from] = std::min(fast[from], synchronization::chain_skew(slow[from], direct));
    }
  }
  double greatest = 0;
  for (const std::vector<double>& of_host : bounds)
    greatest = std::max(greatest, synchronization::schedule_skew(of_host));
  if (greatest == unordered) return std::nullopt;
  return greatest;
}

}  // namespace slackline::slot_tables
