#include "testbench/routing/uniform_load.hpp"

#include "rtl_models/common/wide.hpp"

namespace slackline::routing {

using network::InstanceKind;

namespace {

/// The traffic to one destination after another, gathered from the leaves of its tree of routes to the root.
class Gatherer {
 public:
  Gatherer(const Routes& routes, UniformLoad& load) : routes_(routes), load_(load) {}

  /// False: some route does not arrive.
  bool gather(const Routes::Destination& destination) {
    routes_.towards(destination.node, ways_);
    const auto states = static_cast<std::uint32_t>(ways_.size());
    channel_.assign(states, Routes::none);
    feeders_.assign(states, 0);
    flow_.assign(states, 0);
    for (std::uint32_t s = 0; s < routes_.netlist().switches.size(); ++s)
      flow_[routes_.first_state(s)] = std::uint64_t{routes_.hosts_at(s)} * destination.hosts;
    if (!find_channels(destination)) return false;
    // A state is ready when everything that enters it has been counted; those of a loop never are.
    ready_.clear();
    for (std::uint32_t state = 0; state < states; ++state)
      if (feeders_[state] == 0) ready_.push_back(state);
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      const std::uint32_t state = ready_[i], channel = channel_[state], next = next_state(channel);
      if (next == Routes::none) continue;
      load_.pairs[channel] += flow_[state];
      load_.hops += flow_[state];
      flow_[next] += flow_[state];
      if (--feeders_[next] == 0) ready_.push_back(next);
    }
    return ready_.size() == states;
  }

 private:
  /// The channel by which packets leave each state. False: one in which there are packets leads astray.
  bool find_channels(const Routes::Destination& destination) {
    for (std::uint32_t state = 0; state < ways_.size(); ++state) {
      if (is_empty(ways_[state].ports)) {
        if (flow_[state] != 0) return false;
        continue;  // as long as nothing comes there
      }
      const std::uint32_t channel = routes_.channel_at(routes_.switch_of(state), lowest(ways_[state].ports));
      if (!routes_.leads_on(channel, destination)) return false;
      channel_[state] = channel;
      if (const std::uint32_t next = next_state(channel); next != Routes::none) ++feeders_[next];
    }
    for (std::uint32_t state = 0; state < ways_.size(); ++state)
      if (feeders_[state] != 0 && channel_[state] == Routes::none) return false;
    return true;
  }

  /// Where a channel leads; none: to a host, or nowhere.
  std::uint32_t next_state(std::uint32_t channel) const {
    if (channel == Routes::none || routes_.switch_behind(channel) == Routes::none) return Routes::none;
    return routes_.state_behind(channel);
  }

  const Routes& routes_;
  UniformLoad& load_;
  std::vector<Routes::Way> ways_;
  std::vector<std::uint32_t> channel_, feeders_, ready_;
  std::vector<std::uint64_t> flow_;
};

void find_slowest(const network::Netlist& netlist, UniformLoad& load) {
  // Cycles in which a channel carries one flit for each pair of hosts, as fractions.
  const auto is_slower = [&](std::uint32_t a, std::uint32_t b) {
    const CyclesPerFlit of_a = netlist.channels[a].cycles_per_flit, of_b = netlist.channels[b].cycles_per_flit;
    return Wide{load.pairs[a]} * of_a.cycles * of_b.flits > Wide{load.pairs[b]} * of_b.cycles * of_a.flits;
  };
  load.slowest = 0;
  load.as_slow = 0;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    if (is_slower(c, load.slowest)) {
      load.slowest = c;
      load.as_slow = 0;
    }
    load.as_slow += !is_slower(load.slowest, c);
  }
  load.most = static_cast<double>(load.hosts - 1) /
              (static_cast<double>(load.pairs[load.slowest]) * netlist.channels[load.slowest].cycles_per_flit.value());
}

}  // namespace

double flits_per_offered(const generator::TrafficParams& traffic) {
  return 1 + traffic.response_flits / traffic.mean_packet_flits();
}

std::string no_uniform_load(const network::Netlist& netlist) {
  const route_unit::Params& route = netlist.routing;
  if (route.choice == route_unit::Choice::minimal) return "packets take any of several ways";
  if (route.choice == route_unit::Choice::adaptive) return "packets take the way that is free";
  return route.valiant ? "packets go by way of hosts drawn at random" : "";
}

std::optional<UniformLoad> uniform_load(const Routes& routes) {
  const network::Netlist& netlist = routes.netlist();
  if (!no_uniform_load(netlist).empty()) return std::nullopt;
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
