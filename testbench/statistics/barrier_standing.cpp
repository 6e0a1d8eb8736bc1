#include "testbench/statistics/barrier_standing.hpp"

#include <algorithm>
#include <map>

namespace slackline::statistics {

namespace {

/// Calls body(node, membership, member) for each member of each group.
template <class Body>
void each_member(const network::Fabric& fabric, Body&& body) {
  const network::Netlist& netlist = fabric.netlist();
  const endpoint::BarrierTraffic& traffic = *netlist.endpoint_params.barriers;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    const std::uint32_t node = netlist.endpoints[i].place.node.value;
    for (std::size_t g = 0; g < traffic.hosts[node].size(); ++g)
      body(node, traffic.hosts[node][g], fabric.endpoint_state(i).members[g]);
  }
}

const barrier_unit::State& unit_of(const network::Fabric& fabric, std::size_t sw) {
  return fabric.switch_state(sw).barrier->unit;
}

}  // namespace

std::vector<UnfinishedBarrier> unfinished_barriers(const network::Fabric& fabric) {
  const auto& traffic = fabric.netlist().endpoint_params.barriers;
  if (traffic == nullptr) return {};
  std::map<std::uint8_t, std::uint32_t> least;  // per group: barriers that all have left
  each_member(fabric, [&](std::uint32_t, const endpoint::Membership& of, const endpoint::Member& member) {
    const auto [at, is_new] = least.emplace(of.group, member.round);
    if (!is_new) at->second = std::min(at->second, member.round);
  });
  std::map<std::uint8_t, UnfinishedBarrier> unfinished;
  for (const auto& [group, round] : least)
    if (round != traffic->rounds) unfinished[group] = {group, round, {}, {}};
  each_member(fabric, [&](std::uint32_t node, const endpoint::Membership& of, const endpoint::Member& member) {
    const auto found = unfinished.find(of.group);
    if (found == unfinished.end() || member.round != found->second.round) return;
    (member.waits ? found->second.waiting : found->second.missing).push_back(node);
  });
  std::vector<UnfinishedBarrier> all;
  for (auto& [group, barrier] : unfinished) all.push_back(std::move(barrier));
  return all;
}

std::vector<std::uint32_t> channels_that_cut_barriers_off(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  std::vector<std::uint32_t> channels;
  if (!netlist.switch_params.barrier.is_on()) return channels;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::PortRef& from = netlist.channels[c].from;
    if (from.kind == network::InstanceKind::wormhole_switch &&
        has(unit_of(fabric, from.instance).cut_off_ports, from.port.value))
      channels.push_back(c);
  }
  return channels;
}

std::uint64_t barrier_messages_cut_off(const network::Fabric& fabric) {
  std::uint64_t messages = 0;
  if (!fabric.netlist().switch_params.barrier.is_on()) return messages;
  for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s) messages += unit_of(fabric, s).cut_off;
  return messages;
}

}  // namespace slackline::statistics
