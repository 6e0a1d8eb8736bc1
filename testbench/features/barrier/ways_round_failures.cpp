#include "testbench/features/barrier/ways_round_failures.hpp"

#include <set>

#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"

namespace slackline::barriers {

namespace {

using network::Channel;
using network::ChannelFault;
using network::InstanceKind;
using routing::SwitchGraph;

bool kills_a_link(const network::Netlist& netlist, const ChannelFault& f) {
  const Channel& channel = netlist.channels[f.channel];
  return f.fault.kind == LinkFaultKind::dead && channel.from.kind == InstanceKind::any_switch &&
         channel.to.kind == InstanceKind::any_switch;
}

std::set<Cycle> changes(const network::Netlist& netlist) {
  std::set<Cycle> edges;
  for (const ChannelFault& f : netlist.faults) {
    if (!kills_a_link(netlist, f) || f.fault.to <= f.fault.from) continue;
    edges.insert(f.fault.from);
    if (f.fault.to != never) edges.insert(f.fault.to);
  }
  return edges;
}

/// By channel: dead at edge `now`, in both directions.
std::vector<bool> dead_channels(const network::Netlist& netlist, Cycle now) {
  std::vector<bool> dead(netlist.channels.size());
  for (const ChannelFault& f : netlist.faults) {
    if (!kills_a_link(netlist, f) || !f.fault.acts(now)) continue;
    const Channel& one_way = netlist.channels[f.channel];
    for (std::size_t c = 0; c < netlist.channels.size(); ++c)
      if (c == f.channel || (netlist.channels[c].from == one_way.to && netlist.channels[c].to == one_way.from))
        dead[c] = true;
  }
  return dead;
}

}  // namespace

std::vector<barrier_unit::Ways> ways_round_failures(const network::Netlist& netlist,
                                                    const std::vector<std::uint32_t>& order, std::uint32_t root,
                                                    std::uint64_t notice) {
  std::vector<barrier_unit::Ways> ways{{Cycle(), Cycle(), routing::legal_ports(SwitchGraph(netlist), order), {}}};
  for (const Cycle change : changes(netlist)) {
    const SwitchGraph left(netlist, dead_channels(netlist, change));
    const std::vector<std::uint32_t> order_left = routing::order_from_root(left, root);
    ways.push_back({change + notice, change, routing::legal_ports(left, order_left), {}});
    for (const std::vector<std::uint16_t>& row : routing::in_tree_ports(left, order_left))
      ways.back().tree.insert(ways.back().tree.end(), row.begin(), row.end());
  }
  return ways;
}

}  // namespace slackline::barriers
