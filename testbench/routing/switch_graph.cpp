#include "testbench/routing/switch_graph.hpp"

#include <algorithm>

namespace slackline::routing {

using network::Channel;
using network::InstanceKind;

namespace {

bool joins_switches(const Channel& channel) {
  return channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::any_switch;
}

void sum_up(std::vector<std::uint32_t>& first) {
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
}

}  // namespace

SwitchGraph::SwitchGraph(const network::Netlist& netlist, const std::vector<bool>& missing)
    : first_from_(netlist.switches.size() + 1, 0),
      first_to_(first_from_),
      hosts_(netlist.endpoints.size()),
      nodes_at_(netlist.switches.size()) {
  const auto is_missing = [&](const Channel& channel) {
    return !missing.empty() && missing[static_cast<std::size_t>(&channel - netlist.channels.data())];
  };
  for (const Channel& channel : netlist.channels) {
    if (is_missing(channel)) continue;
    if (joins_switches(channel)) {
      ++first_from_[channel.from.instance + 1];
      ++first_to_[channel.to.instance + 1];
    } else if (channel.to.kind == InstanceKind::endpoint && channel.from.kind == InstanceKind::any_switch) {
      const std::uint32_t node = netlist.endpoints[channel.to.instance].place.node.value;
      hosts_[node] = {channel.from.instance, channel.from.port.value};
      nodes_at_[channel.from.instance].push_back(node);
    }
  }
  sum_up(first_from_);
  sum_up(first_to_);
  from_.resize(first_from_.back() + std::size_t{1});  // one after the last, so that it has an address
  to_.resize(first_to_.back() + std::size_t{1});
  std::vector<std::uint32_t> end_from(first_from_), end_to(first_to_);
  for (const Channel& channel : netlist.channels) {
    if (!joins_switches(channel) || is_missing(channel)) continue;
    const std::uint8_t out = channel.from.port.value, in = channel.to.port.value;
    from_[end_from[channel.from.instance]++] = {channel.to.instance, out, in};
    to_[end_to[channel.to.instance]++] = {channel.from.instance, out, in};
  }
  for (std::uint32_t s = 0; s < switches(); ++s) {
    std::sort(from_.begin() + first_from_[s], from_.begin() + first_from_[s + 1],
              [](const Link& a, const Link& b) { return a.out < b.out; });
    std::sort(nodes_at_[s].begin(), nodes_at_[s].end());
  }
}

void distances_to(const SwitchGraph& graph, std::uint32_t to, std::vector<std::uint32_t>& distance) {
  distance.assign(graph.switches(), far);
  std::vector<std::uint32_t> order{to};
  order.reserve(graph.switches());
  distance[to] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const SwitchGraph::Link& link : graph.to(order[i])) {
      if (distance[link.other] != far) continue;
      distance[link.other] = distance[order[i]] + 1;
      order.push_back(link.other);
    }
}

std::vector<std::uint32_t> cut_off(const SwitchGraph& graph, const std::vector<bool>& is_down) {
  std::vector<std::uint32_t> part(graph.switches(), SwitchGraph::none);
  std::vector<std::uint32_t> distance;
  std::vector<std::size_t> hosts;  // of each part
  for (std::uint32_t s = 0; s < graph.switches(); ++s) {
    if (part[s] != SwitchGraph::none) continue;
    const auto number = static_cast<std::uint32_t>(hosts.size());
    hosts.push_back(0);
    distances_to(graph, s, distance);
    for (std::uint32_t other = s; other < graph.switches(); ++other) {
      if (distance[other] == far || part[other] != SwitchGraph::none) continue;
      part[other] = number;
      if (!is_down[other]) hosts.back() += graph.nodes_at(other).size();
    }
  }
  const auto most = static_cast<std::uint32_t>(std::max_element(hosts.begin(), hosts.end()) - hosts.begin());
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node)
    if (const std::uint32_t at = graph.host(node).at; at == SwitchGraph::none || is_down[at] || part[at] != most)
      nodes.push_back(node);
  return nodes;
}

std::uint32_t center(const SwitchGraph& graph, const OnProgress& on_progress) {
  std::uint32_t best = 0;
  std::uint64_t most_reached = 0, least_sum = 0;
  std::vector<std::uint32_t> distance;
  for (std::uint32_t s = 0; s < graph.switches(); ++s) {
    tell(on_progress, "best root", s, graph.switches());
    distances_to(graph, s, distance);
    std::uint64_t reached = 0, sum = 0;
    for (std::uint32_t other = 0; other < graph.switches(); ++other) {
      if (distance[other] == far) continue;
      reached += graph.nodes_at(other).size();
      sum += graph.nodes_at(other).size() * std::uint64_t{distance[other]};
    }
    if (reached < most_reached || (reached == most_reached && sum >= least_sum && s != 0)) continue;
    best = s;
    most_reached = reached;
    least_sum = sum;
  }
  return best;
}

}  // namespace slackline::routing
