#include "testbench/deadlock/deadlock.hpp"

#include <algorithm>

#include "testbench/deadlock/dependency_graph.hpp"

namespace slackline::deadlock {

using network::Netlist;
using routing::Routes;

namespace {

/// Routes of packets that go by way of an intermediate host: to it, and from there on. All others have one route.
enum class Phase { only, first, second };

/// Follows all packets to one destination after another, along every channel and virtual channel that they can be on.
class Follower {
 public:
  explicit Follower(const Routes& routes)
      : routes_(routes),
        hosts_vcs_(first_vcs(routes.params().virtual_channels)),
        anywhere_(routes.params().choice == route_unit::Choice::adaptive),
        taken_(routes.netlist().channels.size(), 0),
        waiting_(taken_) {}

  /// Calls `use(channel, vcs, next channel, its vcs)` for each dependency between channels that end at switches: of a
  /// packet on any of the vcs. With Valiant's routing the first phase leads to an intermediate host.
  template <class Use>
  void follow(std::uint32_t node, Phase phase, Use&& use) {
    phase_ = phase;
    routes_.towards(node, ways_);
    for (const std::uint32_t channel : reached_) taken_[channel] = 0;
    reached_.clear();
    for (std::uint32_t s = 0; s < routes_.netlist().switches.size(); ++s)
      if (anywhere_ || routes_.hosts_at(s) != 0) begin(s);
    while (!to_follow_.empty()) {
      const std::uint32_t channel = to_follow_.back();
      to_follow_.pop_back();
      const VcMask on = waiting_[channel];
      waiting_[channel] = 0;
      go_on(channel, on, use);
    }
  }

  /// The virtual channels of a channel that packets to the node followed last are on.
  VcMask taken(std::uint32_t channel) const { return taken_[channel]; }
  /// The channels that packets are on.
  const std::vector<std::uint32_t>& reached() const { return reached_; }
  /// Calls `body(channel, vcs if on 0)` for the channels to switches that packets take from a switch that they begin
  /// at.
  template <class Body>
  void each_first(std::uint32_t switch_index, Body&& body) const {
    each_next(routes_.first_state(switch_index), body);
  }

 private:
  template <class Body>
  void each_next(std::uint32_t state, Body&& body) const {
    const Routes::Way& way = ways_[state];
    const VcMask vcs = phase_ == Phase::second ? routes_.second_phase(way.vcs) : way.vcs;
    for_each_bit(way.ports, [&](unsigned port) {
      const std::uint32_t next = routes_.channel_at(routes_.switch_of(state), port);
      if (next != Routes::none && routes_.switch_behind(next) != Routes::none) body(next, vcs);
    });
  }

  void begin(std::uint32_t s) {
    each_first(s, [&](std::uint32_t next, VcMask if_on_0) {
      for_each_bit(hosts_vcs_, [&](unsigned vc) { reach(next, routes_.vcs(if_on_0, vc)); });
    });
  }

  template <class Use>
  void go_on(std::uint32_t channel, VcMask on, Use& use) {
    each_next(routes_.state_behind(channel), [&](std::uint32_t next, VcMask if_on_0) {
      if (routes_.vcs_are_free()) {
        use(channel, on, next, if_on_0);
        reach(next, if_on_0);
        return;
      }
      for_each_bit(on, [&](unsigned vc) {
        use(channel, vc_bit(vc), next, routes_.vcs(if_on_0, vc));
        reach(next, routes_.vcs(if_on_0, vc));
      });
    });
  }

  void reach(std::uint32_t channel, VcMask vcs) {
    const auto fresh = static_cast<VcMask>(vcs & ~taken_[channel]);  // the others are followed already
    if (fresh == 0) return;
    if (taken_[channel] == 0) reached_.push_back(channel);
    if (waiting_[channel] == 0) to_follow_.push_back(channel);
    taken_[channel] |= fresh;
    waiting_[channel] |= fresh;
  }

  const Routes& routes_;
  VcMask hosts_vcs_;
  bool anywhere_;  ///< packets may begin at every switch: those that leave an adaptive virtual channel
  Phase phase_ = Phase::only;
  std::vector<Routes::Way> ways_;
  std::vector<VcMask> taken_, waiting_;
  std::vector<std::uint32_t> reached_, to_follow_;
};

/// The nodes of the dependency graph: the virtual channels of channels between switches.
class Nodes {
 public:
  Nodes(const Netlist& netlist, unsigned vcs) : vcs_(vcs), index_of_(netlist.channels.size()) {
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

/// The waits of each node, at each output of its switch.
class Waits {
 public:
  Waits(const Routes& routes, const Nodes& nodes)
      : routes_(routes), nodes_(nodes), ports_(routes.netlist().most_ports()), waits_for_(nodes.count() * ports_, 0) {}

  void add(std::uint32_t channel, VcMask on, std::uint32_t next, VcMask next_vcs) {
    const unsigned port = routes_.netlist().channels[next].from.port.value;
    for_each_bit(on, [&](unsigned vc) { waits_for_[nodes_.of(channel, vc) * ports_ + port] |= next_vcs; });
  }

  DependencyGraph graph() const {
    DependencyGraph graph;
    graph.first.reserve(nodes_.count() + std::size_t{1});
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      const std::uint32_t at = routes_.switch_behind(nodes_.channel(node));
      for (unsigned port = 0; port < ports_; ++port)
        for_each_bit(waits_for_[node * ports_ + port],
                     [&](unsigned vc) { graph.next.push_back(nodes_.of(routes_.channel_at(at, port), vc)); });
      graph.first.push_back(static_cast<std::uint32_t>(graph.next.size()));
    }
    return graph;
  }

 private:
  const Routes& routes_;
  const Nodes& nodes_;
  std::size_t ports_;
  std::vector<VcMask> waits_for_;
};

/// Packets that reach their intermediate host's switch wait there for the way on to any node.
class Turns {
 public:
  explicit Turns(const Routes& routes)
      : routes_(routes),
        ports_(routes.netlist().most_ports()),
        arrived_(routes.netlist().channels.size(), 0),
        leave_(arrived_) {}

  /// After the first phase's walk to the host at a switch.
  void arrive(const Follower& follower, std::uint32_t at) {
    for (const std::uint32_t channel : follower.reached())
      if (routes_.switch_behind(channel) == at) arrived_[channel] |= follower.taken(channel);
  }
  /// After a walk of the second phase.
  void leave(const Follower& follower) {
    for (std::uint32_t s = 0; s < routes_.netlist().switches.size(); ++s)
      if (routes_.hosts_at(s) != 0)
        follower.each_first(s, [this](std::uint32_t next, VcMask if_on_0) { leave_[next] |= if_on_0; });
  }

  void add_to(Waits& waits) const {
    for (std::uint32_t channel = 0; channel < arrived_.size(); ++channel) {
      if (arrived_[channel] == 0) continue;
      for (unsigned port = 0; port < ports_; ++port) {
        const std::uint32_t next = routes_.channel_at(routes_.switch_behind(channel), port);
        if (next == Routes::none || leave_[next] == 0) continue;
        for_each_bit(arrived_[channel],
                     [&](unsigned vc) { waits.add(channel, vc_bit(vc), next, routes_.vcs(leave_[next], vc)); });
      }
    }
  }

 private:
  const Routes& routes_;
  unsigned ports_;
  std::vector<VcMask> arrived_, leave_;  ///< of each channel, in the first phase and in the second
};

DependencyGraph graph_of(const Routes& routes, const Nodes& nodes, const routing::OnProgress& on_progress) {
  const Netlist& netlist = routes.netlist();
  Waits waits(routes, nodes);
  const auto add = [&](std::uint32_t channel, VcMask on, std::uint32_t next, VcMask next_vcs) {
    if (!network::takes_in_everything(netlist, netlist.channels[next].to)) waits.add(channel, on, next, next_vcs);
  };
  Follower follower(routes);
  const auto tell = [&](std::uint32_t node) {
    routing::tell(on_progress, "deadlock-free?", node, netlist.endpoints.size());
  };
  if (!routes.params().valiant) {
    for (const Routes::Destination& destination : routes.destinations()) {
      tell(destination.node);
      follower.follow(destination.node, Phase::only, add);
    }
    return waits.graph();
  }
  std::vector<std::uint32_t> switch_of(netlist.endpoints.size(), Routes::none);
  for (const network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::endpoint)
      switch_of[netlist.endpoints[channel.to.instance].place.node.value] = channel.from.instance;
  Turns turns(routes);
  for (const Routes::Destination& destination : routes.destinations()) {
    tell(destination.node);
    follower.follow(destination.node, Phase::first, add);
    turns.arrive(follower, switch_of[destination.node]);
    follower.follow(destination.node, Phase::second, add);
    turns.leave(follower);
  }
  turns.add_to(waits);
  return waits.graph();
}

/// A destination for each dependency of a cycle: the first whose packets depend so.
void find_destinations(const Routes& routes, std::vector<Wait>& cycle) {
  std::size_t missing = cycle.size();
  std::vector<bool> found(cycle.size(), false);
  Follower follower(routes);
  const auto follow = [&](std::uint32_t node, Phase phase) {
    follower.follow(node, phase, [&](std::uint32_t channel, VcMask on, std::uint32_t next, VcMask next_vcs) {
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Wait& wanted = cycle[(i + 1) % cycle.size()];
        if (found[i] || cycle[i].channel != channel || (on & vc_bit(cycle[i].vc.value)) == 0 ||
            wanted.channel != next || (next_vcs & vc_bit(wanted.vc.value)) == 0)
          continue;
        cycle[i].destination = NodeId(node);
        cycle[i].is_intermediate = phase == Phase::first;
        found[i] = true;
        --missing;
      }
    });
  };
  for (const Routes::Destination& destination : routes.destinations()) {
    if (missing == 0) return;
    follow(destination.node, routes.params().valiant ? Phase::first : Phase::only);
    if (routes.params().valiant) follow(destination.node, Phase::second);
  }
}

const std::string& host_name(const Netlist& netlist, NodeId node) {
  return std::find_if(netlist.endpoints.begin(), netlist.endpoints.end(),
                      [node](const network::EndpointInstance& e) { return e.place.node == node; })
      ->name;
}

}  // namespace

const char* unreached_escapes() {
  return "with wormhole switching and without credits a header may wait in a full buffer behind the rest of another "
         "packet, where no escape channel is offered to it; use switch.buffer.flow_control: credit or "
         "switch.switching: virtual_cut_through";
}

bool hosts_take_all(const Netlist& netlist) {
  if (netlist.interfaces == nullptr) return true;
  const std::vector<nic::Params>& nics = netlist.interfaces->nics;
  return std::all_of(nics.begin(), nics.end(), [](const nic::Params& p) {
    return p.when_full == nic::WhenFull::drop || p.firmware == nullptr ||
           firmware::takes_in_everything(*p.firmware, p.parameters.data());
  });
}

const char* held_links() {
  return "interfaces hold their links back (nic.receive.when_full), and their firmware may have to send a packet "
         "before "
         "a buffer is free; nic.receive.when_full: drop would do";
}

bool may_lock_up(const Netlist& netlist, bool cycles_allowed) {
  return cycles_allowed || !netlist.faults.empty() || !hosts_take_all(netlist);
}

Verdict judge(const Routes& routes, const routing::OnProgress& on_progress) {
  const Nodes nodes(routes.netlist(), routes.virtual_channels());
  const DependencyGraph graph = graph_of(routes, nodes, on_progress);
  Verdict verdict{nodes.count(),
                  graph.dependencies(),
                  {},
                  network::headers_reach_escapes(routes.netlist()),
                  hosts_take_all(routes.netlist())};
  for (const std::uint32_t node : shortest_cycle(graph))
    verdict.cycle.push_back({nodes.channel(node), nodes.vc(node), {}, false});
  find_destinations(routes, verdict.cycle);
  for (Wait& wait : verdict.cycle) wait.vc = routes.vc_on(wait.channel, wait.vc);
  return verdict;
}

std::vector<std::string> lines(const Netlist& netlist, const std::vector<Wait>& cycle) {
  const auto text = [&](const Wait& wait) {
    return channel_name(netlist, netlist.channels[wait.channel]) + " vc " + std::to_string(wait.vc.value);
  };
  std::vector<std::string> all;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    all.push_back(text(cycle[i]) + " -> " + text(cycle[(i + 1) % cycle.size()]) +
                  (cycle[i].is_intermediate ? " for packets by way of " : " for packets to ") +
                  host_name(netlist, cycle[i].destination));
  return all;
}

}  // namespace slackline::deadlock
