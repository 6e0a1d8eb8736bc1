#include "testbench/workloads/barriers/bound.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace slackline::barriers {

using barrier_unit::Address;
using barrier_unit::Entry;
using network::Channel;
using network::InstanceKind;

namespace {

/// Cycles and hops of the messages of one way.
struct Cost {
  std::uint64_t cycles = 0;
  unsigned hops = 0;

  Cost operator+(const Cost& b) const { return {cycles + b.cycles, hops + b.hops}; }
};

class Trees {
 public:
  explicit Trees(const network::Fabric& fabric)
      : fabric_(fabric), netlist_(fabric.netlist()), out_(netlist_.switches.size()) {
    for (auto& ports : out_) ports.assign(netlist_.most_ports(), nullptr);
    host_out_.assign(netlist_.endpoints.size(), nullptr);
    for (const Channel& channel : netlist_.channels)
      if (channel.from.kind == InstanceKind::any_switch)
        out_[channel.from.instance][channel.from.port.value] = &channel;
      else
        host_out_[channel.from.instance] = &channel;
    for (std::uint32_t s = 0; s < netlist_.switches.size(); ++s) places_.push_back(network::barrier_place(netlist_, s));
    for (const wormhole_switch::Params& kind : netlist_.switch_kinds)
      if (kind.barrier.preemption.cuts_worms())
        preempt_ = std::max<unsigned>(preempt_, kind.barrier.preemption.preempt);
  }

  /// The switch with the root; nothing: the centre has none, a host counts and notifies others itself.
  std::optional<std::uint32_t> root_of(std::uint8_t group) const {
    for (std::uint32_t s = 0; s < netlist_.switches.size(); ++s)
      if (const Entry* entry = entry_at(s, group); entry != nullptr && entry->root) return s;
    return std::nullopt;
  }

  /// Members that are found once on the way down from the root, of all, %.
  double share_reached(std::uint8_t group) const {
    std::map<std::uint32_t, Address> parents;  // by node
    for_each_member(group, [&](std::size_t host, Address parent) {
      parents.emplace(netlist_.endpoints[host].place.node.value, parent);
    });
    std::map<std::uint32_t, unsigned> times;  // by node
    std::set<std::uint32_t> seen;
    if (const auto root = root_of(group)) reach_from(*root, group, parents, seen, times);
    const auto reached =
        std::count_if(parents.begin(), parents.end(), [&](const auto& member) { return times[member.first] == 1; });
    return 100.0 * static_cast<double>(reached) / static_cast<double>(parents.size());
  }

  BarrierBound bound(std::uint8_t group) const {
    const std::uint32_t root = root_of(group).value();
    const Cost up = up_to_root(group), down = below(root, *entry_at(root, group));
    const barrier::Traffic& traffic = *netlist_.barriers;
    BarrierBound bound;
    bound.hops = up.hops + down.hops;
    bound.free_cycles = traffic.send_overhead + up.cycles + down.cycles + traffic.receive_overhead;
    bound.cycles = bound.free_cycles + std::uint64_t{bound.hops} * preempt_;
    return bound;
  }

 private:
  const Entry* entry_at(std::uint32_t sw, std::uint8_t group) const {
    return barrier_unit::find(netlist_.kind_of(sw).barrier.unit, fabric_.switch_state(sw).barrier->unit, group);
  }
  /// Calls `take(host, parent)` for each member.
  template <class Take>
  void for_each_member(std::uint8_t group, Take&& take) const {
    for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i) {
      const auto& of = netlist_.barriers->hosts[netlist_.endpoints[i].place.node.value];
      for (std::size_t g = 0; g < of.size(); ++g)
        if (of[g].group == group) take(i, fabric_.generator_state(i).members[g].parent);
    }
  }

  /// Counts the members below a node: only by way of children that name it as their parent, and no node twice.
  void reach_from(std::uint32_t sw, std::uint8_t group, const std::map<std::uint32_t, Address>& parents,
                  std::set<std::uint32_t>& seen, std::map<std::uint32_t, unsigned>& times) const {
    if (!seen.insert(sw).second) return;
    const Address here = Address::of_switch(sw);
    const Entry& node = *entry_at(sw, group);
    const Address* children = children_of(sw, node);
    for_each_bit(node.children, [&](unsigned channel) {
      const std::uint32_t child = children[channel].number();
      if (children[channel].is_host()) {
        const auto member = parents.find(child);
        if (member != parents.end() && member->second == here) ++times[child];
      } else if (const Entry* below = entry_at(child, group);
                 below != nullptr && !below->root && below->parent == here) {
        reach_from(child, group, parents, seen, times);
      }
    });
  }

  const Address* children_of(std::uint32_t sw, const Entry& node) const {
    return barrier_unit::children_of(netlist_.kind_of(sw).barrier.unit, fabric_.switch_state(sw).barrier->unit, node);
  }
  std::uint64_t weight(const Cost& cost) const { return cost.cycles + std::uint64_t{cost.hops} * preempt_; }
  void take_longer(Cost& longest, const Cost& cost) const {
    if (weight(cost) > weight(longest)) longest = cost;
  }

  /// From the message in one buffer to the next one: the unit, the crossbar, two flits on the link.
  std::uint64_t hop_cycles(const Channel& channel) const {
    const wormhole_switch::Params& p = netlist_.kind_of(channel.from.instance);
    return p.barrier.unit.latency() + (p.crossbar - 1u) + link_cycles(channel);
  }
  static std::uint64_t link_cycles(const Channel& channel) {
    return 1 + channel.cycles_per_flit.rounded_up() + channel.latency();
  }

  std::uint16_t port(std::uint32_t sw, Address to) const { return places_[sw].unit.port_towards(to); }

  /// From one node of the tree to the next.
  Cost way(std::uint32_t sw, Address to) const {
    Cost cost;
    for (std::uint32_t at = sw; to.is_host() || at != to.number();) {
      const Channel& channel = *out_[at][port(at, to)];
      cost.cycles += hop_cycles(channel);
      if (channel.to.kind == InstanceKind::endpoint) break;
      ++cost.hops;
      at = channel.to.instance;
    }
    return cost;
  }

  /// The message of a child is taken after those of the others.
  static Cost taken_in(const Entry& node) { return {1u + (count_of(node.children) - 1u), 0}; }

  /// The farthest member's, until the root has taken it.
  Cost up_to_root(std::uint8_t group) const {
    Cost longest;
    for_each_member(group,
                    [&](std::size_t host, Address parent) { take_longer(longest, up_from(host, parent, group)); });
    return longest;
  }

  Cost up_from(std::size_t host, Address parent, std::uint8_t group) const {
    const Channel& first = *host_out_[host];
    Cost cost = Cost{link_cycles(first), 0} + way(first.to.instance, parent);
    for (;;) {
      const Entry& node = *entry_at(parent.number(), group);
      cost = cost + taken_in(node);
      if (node.root) return cost;
      cost = cost + way(parent.number(), node.parent);
      parent = node.parent;
    }
  }

  /// From the edge after the one at which a node knows that all have arrived, to the farthest member below.
  Cost below(std::uint32_t sw, const Entry& node) const {
    const Address* children = children_of(sw, node);
    Cost longest;
    std::map<unsigned, unsigned> before;  // children notified by the same port
    unsigned turn = 0;
    for_each_bit(node.children, [&](unsigned channel) {
      const Address child = children[channel];
      const std::uint8_t by = port(sw, child);
      const std::uint64_t on_link = out_[sw][by]->cycles_per_flit.cycles_of(std::uint64_t{before[by]++} * 2);
      Cost cost = Cost{turn++ + on_link, 0} + way(sw, child);
      if (!child.is_host()) cost = cost + Cost{1, 0} + below(child.number(), *entry_at(child.number(), node.group));
      take_longer(longest, cost);
    });
    return longest;
  }

  const network::Fabric& fabric_;
  const network::Netlist& netlist_;
  std::vector<std::vector<const Channel*>> out_;  ///< per switch and port
  std::vector<const Channel*> host_out_;
  std::vector<barrier::SwitchPlace> places_;
  unsigned preempt_ = 0;
};

/// From the last entry to the last leave of each barrier that all have left, by group and round.
std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint64_t> latencies(const network::Fabric& fabric) {
  struct Times {
    Cycle in, out;
  };
  const network::Netlist& netlist = fabric.netlist();
  const barrier::Traffic& traffic = *netlist.barriers;
  std::map<std::pair<std::uint8_t, std::uint32_t>, Times> times;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const auto& of = traffic.hosts[netlist.endpoints[i].place.node.value];
    for (std::size_t g = 0; g < of.size(); ++g)
      for (std::uint32_t round = of[g].planned ? 0 : 1; round < traffic.rounds; ++round) {
        const barrier::Member& member = fabric.generator_state(i).members[g];
        Times& at = times[{of[g].group, round}];
        at.in = std::max(at.in, member.entered[round]);
        at.out = std::max(at.out, member.left[round]);
      }
  }
  std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint64_t> cycles;
  for (const auto& [barrier, at] : times)
    if (at.out != never) cycles[barrier] = at.out - at.in;
  return cycles;
}

}  // namespace

BarrierBound barrier_bound(const network::Fabric& fabric, std::uint8_t group) { return Trees(fabric).bound(group); }

double share_reached(const network::Fabric& fabric, std::uint8_t group) { return Trees(fabric).share_reached(group); }

BoundCheck check_bounds(const network::Fabric& fabric) {
  BoundCheck check;
  const Trees trees(fabric);
  std::map<std::uint8_t, BarrierBound> bounds;
  for (const auto& [barrier, cycles] : latencies(fabric)) {
    if (!trees.root_of(barrier.first)) continue;
    const auto [at, is_new] = bounds.emplace(barrier.first, BarrierBound());
    if (is_new) at->second = trees.bound(barrier.first);
    const BarrierBound& bound = at->second;
    ++check.barriers;
    check.passed += cycles > bound.cycles;
    check.passed_free += cycles > bound.free_cycles;
    check.worst = std::max(check.worst, static_cast<double>(cycles) / static_cast<double>(bound.cycles));
  }
  return check;
}

}  // namespace slackline::barriers
