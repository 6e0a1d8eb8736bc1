#include "testbench/deadlock/deadlock.hpp"

#include <algorithm>

#include "testbench/deadlock/dependency_graph.hpp"

namespace slackline::deadlock {

using network::Netlist;
using routing::Routes;

namespace {

/// Follows all packets to one destination after another, along every channel and virtual channel that they can be on.
class Follower {
 public:
  explicit Follower(const Routes& routes)
      : routes_(routes), all_vcs_(first_vcs(routes.netlist().switch_params.virtual_channels)) {}

  /// Calls `use(channel, vc, next channel, its vcs)` for each dependency between channels that end at switches.
  template <class Use>
  void follow(std::uint32_t node, Use&& use) {
    routes_.towards(node, hops_);
    taken_.assign(hops_.size(), 0);
    for (std::uint32_t s = 0; s < hops_.size(); ++s)
      if (routes_.hosts_at(s) != 0) follow_from(s, node, use);
  }

 private:
  template <class Use>
  void follow_from(std::uint32_t at, std::uint32_t node, Use& use) {
    std::uint32_t came_by = Routes::none;
    for (VcMask came_on = all_vcs_; came_on != 0;) {
      const std::uint32_t channel = hops_[at].channel;
      if (channel == Routes::none || routes_.switch_behind(channel) == Routes::none) return;
      VcMask wanted = 0;
      for_each_bit(came_on, [&](unsigned vc) {
        const VcId on(static_cast<std::uint8_t>(vc));
        const VcMask next = vc == 0 || routes_.vcs_are_free() ? hops_[at].vcs : routes_.vcs(at, node, on);
        wanted |= next;
        if (came_by != Routes::none) use(came_by, on, channel, next);
      });
      came_on = static_cast<VcMask>(wanted & ~taken_[at]);  // the others have been followed
      taken_[at] |= wanted;
      came_by = channel;
      at = routes_.switch_behind(channel);
    }
  }

  const Routes& routes_;
  VcMask all_vcs_;
  std::vector<Routes::Hop> hops_;
  std::vector<VcMask> taken_;  ///< of each switch's output towards the destination: virtual channels that packets take
};

/// The nodes of the dependency graph: the virtual channels of channels between switches.
class Nodes {
 public:
  explicit Nodes(const Netlist& netlist)
      : vcs_(netlist.switch_params.virtual_channels), index_of_(netlist.channels.size()) {
    for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
      if (netlist.channels[c].from.kind == network::InstanceKind::endpoint ||
          netlist.channels[c].to.kind == network::InstanceKind::endpoint)
        continue;
      index_of_[c] = static_cast<std::uint32_t>(channels_.size());
      channels_.push_back(c);
    }
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(channels_.size() * vcs_); }
  std::uint32_t of(std::uint32_t channel, unsigned vc) const { return index_of_[channel] * vcs_ + vc; }
  std::uint32_t channel(std::uint32_t node) const { return channels_[node / vcs_]; }
  VcId vc(std::uint32_t node) const { return VcId(static_cast<std::uint8_t>(node % vcs_)); }

 private:
  std::uint32_t vcs_;
  std::vector<std::uint32_t> index_of_, channels_;
};

DependencyGraph graph_of(const Routes& routes, const Nodes& nodes) {
  const Netlist& netlist = routes.netlist();
  const std::size_t ports = netlist.switch_params.ports;
  std::vector<VcMask> waits_for(nodes.count() * ports, 0);  // of each node at each output of its switch
  Follower follower(routes);
  for (const Routes::Destination& destination : routes.destinations())
    follower.follow(destination.node, [&](std::uint32_t channel, VcId vc, std::uint32_t next, VcMask next_vcs) {
      waits_for[nodes.of(channel, vc.value) * ports + netlist.channels[next].from.port.value] |= next_vcs;
    });
  DependencyGraph graph;
  graph.first.reserve(nodes.count() + std::size_t{1});
  for (std::uint32_t node = 0; node < nodes.count(); ++node) {
    const std::uint32_t at = routes.switch_behind(nodes.channel(node));
    for (unsigned port = 0; port < ports; ++port)
      for_each_bit(waits_for[node * ports + port],
                   [&](unsigned vc) { graph.next.push_back(nodes.of(routes.channel_at(at, port), vc)); });
    graph.first.push_back(static_cast<std::uint32_t>(graph.next.size()));
  }
  return graph;
}

/// A destination for each dependency of a cycle: the first whose packets depend so.
void find_destinations(const Routes& routes, std::vector<Wait>& cycle) {
  std::size_t missing = cycle.size();
  std::vector<bool> found(cycle.size(), false);
  Follower follower(routes);
  for (const Routes::Destination& destination : routes.destinations()) {
    if (missing == 0) return;
    follower.follow(destination.node, [&](std::uint32_t channel, VcId vc, std::uint32_t next, VcMask next_vcs) {
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Wait& wanted = cycle[(i + 1) % cycle.size()];
        if (found[i] || cycle[i].channel != channel || cycle[i].vc != vc || wanted.channel != next ||
            (next_vcs & vc_bit(wanted.vc.value)) == 0)
          continue;
        cycle[i].destination = NodeId(destination.node);
        found[i] = true;
        --missing;
      }
    });
  }
}

const std::string& host_name(const Netlist& netlist, NodeId node) {
  return std::find_if(netlist.endpoints.begin(), netlist.endpoints.end(),
                      [node](const network::EndpointInstance& e) { return e.place.node == node; })
      ->name;
}

}  // namespace

Verdict judge(const Routes& routes) {
  const Nodes nodes(routes.netlist());
  const DependencyGraph graph = graph_of(routes, nodes);
  Verdict verdict{nodes.count(), graph.dependencies(), {}};
  for (const std::uint32_t node : shortest_cycle(graph))
    verdict.cycle.push_back({nodes.channel(node), nodes.vc(node), {}});
  find_destinations(routes, verdict.cycle);
  return verdict;
}

std::vector<std::string> lines(const Netlist& netlist, const std::vector<Wait>& cycle) {
  const auto text = [&](const Wait& wait) {
    return channel_name(netlist, netlist.channels[wait.channel]) + " vc " + std::to_string(wait.vc.value);
  };
  std::vector<std::string> all;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    all.push_back(text(cycle[i]) + " -> " + text(cycle[(i + 1) % cycle.size()]) + " for packets to " +
                  host_name(netlist, cycle[i].destination));
  return all;
}

}  // namespace slackline::deadlock
