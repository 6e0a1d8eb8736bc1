#include "testbench/routing/uniform_load.hpp"

namespace slackline::routing {

using network::InstanceKind;

namespace {

/// The traffic to one destination after another, gathered from the leaves of its tree of routes to the root.
class Gatherer {
 public:
  Gatherer(const Routes& routes, UniformLoad& load) : routes_(routes), load_(load) {}

  /// False: some route does not arrive.
  bool gather(const Routes::Destination& destination) {
    routes_.towards(destination.node, hops_);
    const auto switches = static_cast<std::uint32_t>(hops_.size());
    feeders_.assign(switches, 0);
    flow_.resize(switches);
    for (std::uint32_t s = 0; s < switches; ++s) {
      if (!leads_on(hops_[s].channel, destination)) return false;
      flow_[s] = std::uint64_t{routes_.hosts_at(s)} * destination.hosts;
      if (const std::uint32_t next = routes_.switch_behind(hops_[s].channel); next != Routes::none) ++feeders_[next];
    }
    // A switch is ready when all that comes to it has been counted; those of a loop never are.
    ready_.clear();
    for (std::uint32_t s = 0; s < switches; ++s)
      if (feeders_[s] == 0) ready_.push_back(s);
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      const std::uint32_t s = ready_[i], channel = hops_[s].channel, next = routes_.switch_behind(channel);
      if (next == Routes::none) continue;
      load_.pairs[channel] += flow_[s];
      load_.hops += flow_[s];
      flow_[next] += flow_[s];
      if (--feeders_[next] == 0) ready_.push_back(next);
    }
    return ready_.size() == switches;
  }

 private:
  /// To a switch, or to the destination.
  bool leads_on(std::uint32_t channel, const Routes::Destination& destination) const {
    if (channel == Routes::none) return false;
    if (routes_.switch_behind(channel) != Routes::none) return true;
    const network::Netlist& netlist = routes_.netlist();
    const std::uint32_t node = netlist.endpoints[netlist.channels[channel].to.instance].place.node.value;
    return node >= destination.node && node < destination.node + destination.hosts;
  }

  const Routes& routes_;
  UniformLoad& load_;
  std::vector<Routes::Hop> hops_;
  std::vector<std::uint32_t> feeders_, ready_;
  std::vector<std::uint64_t> flow_;
};

void find_slowest(const network::Netlist& netlist, UniformLoad& load) {
  std::uint64_t most_cycles = 0;  // in which a channel carries one flit for each pair of hosts
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const std::uint64_t cycles = load.pairs[c] * netlist.channels[c].cycles_per_flit;
    if (cycles == most_cycles) ++load.as_slow;
    if (cycles <= most_cycles) continue;
    most_cycles = cycles;
    load.slowest = c;
    load.as_slow = 1;
  }
  load.most = static_cast<double>(load.hosts - 1) / static_cast<double>(most_cycles);
}

}  // namespace

std::optional<UniformLoad> uniform_load(const Routes& routes) {
  const network::Netlist& netlist = routes.netlist();
  UniformLoad load;
  load.hosts = netlist.endpoints.size();
  load.pairs.assign(netlist.channels.size(), 0);
  Gatherer gatherer(routes, load);
  for (const Routes::Destination& destination : routes.destinations())
    if (!gatherer.gather(destination)) return std::nullopt;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    if (netlist.channels[c].from.kind == InstanceKind::endpoint ||
        netlist.channels[c].to.kind == InstanceKind::endpoint)
      load.pairs[c] = load.hosts - 1;
  find_slowest(netlist, load);
  return load;
}

}  // namespace slackline::routing
