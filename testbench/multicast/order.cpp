#include "testbench/multicast/order.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace slackline::multicast {

namespace {

using Path = std::vector<std::uint32_t>;

std::uint64_t both_ways(const Distances& distances, std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{distances.at(a, b)} + distances.at(b, a);
}

/// Visits the nearest host that is left, again and again. `hosts` ascend.
Path nearest_neighbour(const Distances& distances, Path hosts) {
  for (std::size_t i = 1; i < hosts.size(); ++i) {
    const auto left = hosts.begin() + static_cast<std::ptrdiff_t>(i);
    const auto nearest = std::min_element(left, hosts.end(), [&](std::uint32_t a, std::uint32_t b) {
      return both_ways(distances, hosts[i - 1], a) < both_ways(distances, hosts[i - 1], b);
    });
    std::rotate(left, nearest, nearest + 1);  // keeps those that are left ascending
  }
  return hosts;
}

/// Reverses parts of a path where that makes it shorter, for each first host the part that gains most. False: none
/// does. A part at an end of the path has one neighbour.
bool shorten(const Distances& distances, Path& path) {
  const std::size_t hosts = path.size();
  bool shorter = false;
  for (std::size_t a = 0; a < hosts; ++a) {
    std::uint64_t most = 0;
    std::size_t last = a;
    for (std::size_t b = a + 1; b < hosts; ++b) {
      std::uint64_t now = 0, then = 0;
      if (a > 0) {
        now += both_ways(distances, path[a - 1], path[a]);
        then += both_ways(distances, path[a - 1], path[b]);
      }
      if (b + 1 < hosts) {
        now += both_ways(distances, path[b], path[b + 1]);
        then += both_ways(distances, path[a], path[b + 1]);
      }
      if (now <= then + most) continue;
      most = now - then;
      last = b;
    }
    if (most == 0) continue;
    const auto at = [&](std::size_t i) { return path.begin() + static_cast<std::ptrdiff_t>(i); };
    std::reverse(at(a), at(last + 1));
    shorter = true;
  }
  return shorter;
}

}  // namespace

Violations order_violations(const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& hosts) {
  Violations found;
  Path known(hosts), seen;
  std::sort(known.begin(), known.end());
  std::map<std::uint32_t, std::size_t> first;  // ID of each host listed
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string entry = "order[" + std::to_string(i) + "]", host = std::to_string(order[i]);
    const auto [at, is_new] = first.emplace(order[i], i);
    if (!std::binary_search(known.begin(), known.end(), order[i]))
      found.push_back({entry, host, "one of the " + std::to_string(known.size()) + " hosts to be ordered"});
    else if (!is_new)
      found.push_back({entry, host, "each host once: it has ID " + std::to_string(at->second) + " already"});
  }
  for (const auto& [host, id] : first) seen.push_back(host);
  Path missing;
  std::set_difference(known.begin(), known.end(), seen.begin(), seen.end(), std::back_inserter(missing));
  if (!missing.empty())
    found.push_back({"order", std::to_string(order.size()) + " hosts",
                     "each of " + std::to_string(known.size()) + " hosts once: " + std::to_string(missing.size()) +
                         " missing, the first is host " + std::to_string(missing.front())});
  return found;
}

Order::Order(std::vector<std::uint32_t> hosts_by_id) : hosts_(std::move(hosts_by_id)) {
  if (const Violations found = order_violations(hosts_, hosts_); !found.empty())
    throw std::invalid_argument(to_string(found));
  if (hosts_.empty()) return;
  ids_.assign(*std::max_element(hosts_.begin(), hosts_.end()) + std::size_t{1}, none);
  for (std::uint32_t id = 0; id < hosts_.size(); ++id) ids_[hosts_[id]] = id;
}

std::uint32_t Order::id(std::uint32_t host) const {
  if (find(host) == none) throw std::invalid_argument("host " + std::to_string(host) + " has no ID in the order");
  return ids_[host];
}

std::uint64_t length(const Order& order, const Distances& distances) {
  std::uint64_t sum = 0;
  for (std::size_t id = 1; id < order.hosts_by_id().size(); ++id)
    sum += both_ways(distances, order.hosts_by_id()[id - 1], order.hosts_by_id()[id]);
  return sum;
}

Order shortest_order(const Distances& distances, std::vector<std::uint32_t> hosts) {
  std::sort(hosts.begin(), hosts.end());
  Path path = nearest_neighbour(distances, std::move(hosts));
  for (std::size_t round = 0; round < path.size() && shorten(distances, path); ++round) {
  }
  return Order(std::move(path));
}

Order shortest_order(const Distances& distances) {
  Path hosts(distances.hosts());
  std::iota(hosts.begin(), hosts.end(), 0u);
  return shortest_order(distances, std::move(hosts));
}

}  // namespace slackline::multicast
