#include "testbench/topology/metrics.hpp"

#include <algorithm>
#include <functional>

namespace slackline::topology {

using network::InstanceKind;
using network::Netlist;

namespace {

bool is_switch(const network::PortRef& port) { return port.kind == InstanceKind::any_switch; }

/// The switches next to each switch, in one array.
struct Neighbours {
  std::vector<std::uint32_t> first, behind;

  explicit Neighbours(const Netlist& netlist) : first(netlist.switches.size() + 1, 0) {
    for (const network::Channel& channel : netlist.channels)
      if (is_switch(channel.from) && is_switch(channel.to)) ++first[channel.from.instance + 1];
    for (std::size_t s = 0; s < netlist.switches.size(); ++s) first[s + 1] += first[s];
    behind.resize(first.back());
    std::vector<std::uint32_t> end(first.begin(), first.end() - 1);
    for (const network::Channel& channel : netlist.channels)
      if (is_switch(channel.from) && is_switch(channel.to)) behind[end[channel.from.instance]++] = channel.to.instance;
  }

  std::uint32_t degree(std::size_t s) const { return first[s + 1] - first[s]; }
};

/// Adds the distances from the hosts of one switch after another.
class Search {
 public:
  Search(const Neighbours& neighbours, const std::vector<std::uint32_t>& hosts_at, Metrics& metrics)
      : neighbours_(neighbours), hosts_at_(hosts_at), metrics_(metrics), seen_from_(hosts_at.size(), ~0u) {
    order_.reserve(hosts_at.size());
  }

  void from(std::uint32_t start) {
    const std::uint64_t hosts = hosts_at_[start];
    order_.assign(1, start);
    seen_from_[start] = start;
    std::uint64_t reached = 0;
    std::uint32_t distance = 0;
    for (std::size_t begin = 0, end = 1; begin < end; ++distance) {
      std::uint64_t here = 0;
      for (; begin < end; ++begin) {
        const std::uint32_t at = order_[begin];
        here += hosts_at_[at];
        for (std::uint32_t i = neighbours_.first[at]; i < neighbours_.first[at + 1]; ++i) {
          const std::uint32_t next = neighbours_.behind[i];
          if (seen_from_[next] == start) continue;
          seen_from_[next] = start;
          order_.push_back(next);
        }
      }
      end = order_.size();
      if (here == 0) continue;
      reached += here;
      metrics_.distances += hosts * here * distance;
      metrics_.diameter = std::max(metrics_.diameter, distance);
    }
    metrics_.unconnected += hosts * (metrics_.hosts - reached);
  }

 private:
  const Neighbours& neighbours_;
  const std::vector<std::uint32_t>& hosts_at_;
  Metrics& metrics_;
  std::vector<std::uint32_t> seen_from_, order_;
};

}  // namespace

Metrics metrics(const Netlist& netlist) {
  const Neighbours neighbours(netlist);
  Metrics m;
  m.switches = netlist.switches.size();
  m.hosts = netlist.endpoints.size();
  m.switch_channels = neighbours.behind.size();
  m.least_degree = m.switches == 0 ? 0 : neighbours.degree(0);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s) {
    m.least_degree = std::min(m.least_degree, neighbours.degree(s));
    m.most_degree = std::max(m.most_degree, neighbours.degree(s));
  }
  std::vector<std::uint32_t> hosts_at(netlist.switches.size(), 0);
  for (const network::Channel& channel : netlist.channels) {
    if (is_switch(channel.from) || !is_switch(channel.to)) continue;
    ++hosts_at[channel.to.instance];
    ++m.host_links;
  }
  Search search(neighbours, hosts_at, m);
  for (std::uint32_t s = 0; s < hosts_at.size(); ++s)
    if (hosts_at[s] != 0) search.from(s);
  return m;
}

std::uint64_t search_steps(const Netlist& netlist) {
  const std::uint64_t switches = netlist.switches.size();
  return std::min<std::uint64_t>(switches, netlist.endpoints.size()) * (switches + netlist.channels.size());
}

std::uint64_t grid_bisection(std::vector<std::uint16_t> size, bool wraps) {
  size.erase(std::remove(size.begin(), size.end(), std::uint16_t{1}), size.end());
  std::sort(size.begin(), size.end(), std::greater<>());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size.size(); ++i) {
    std::uint64_t plane = 1;  // links that leave a plane across dimension i
    for (std::size_t j = i + 1; j < size.size(); ++j) plane *= size[j];
    sum += plane;
    if (size[i] % 2 == 0) break;
  }
  return wraps ? 2 * sum : sum;
}

}  // namespace slackline::topology
