#include "tests/testbench/deadlock/all_routes.hpp"

#include <map>
#include <vector>

namespace slackline::test {

using network::InstanceKind;
using network::Netlist;

namespace {

const network::Channel* channel_from(const Netlist& netlist, std::uint32_t at, unsigned port) {
  for (const network::Channel& channel : netlist.channels)
    if (channel.from == network::PortRef{InstanceKind::wormhole_switch, at, PortId(static_cast<std::uint8_t>(port))})
      return &channel;
  return nullptr;
}

/// What a packet to `node` may take that has come to switch `at` on `vc`.
route_unit::Route route_of(const Netlist& netlist, std::uint32_t at, std::uint32_t node, unsigned vc) {
  route_unit::Params params = netlist.switch_params.completed().route;
  const VcId on(static_cast<std::uint8_t>(vc));
  if (params.kind == route_unit::Kind::dimension_order)
    return route_unit::route(params, netlist.switches[at].route, node, PortId(0), on);
  const VcMask vcs =
      params.vc_assignment == route_unit::VcAssignment::any ? first_vcs(params.virtual_channels) : vc_bit(vc);
  return {netlist.route_tables.entries[at * netlist.endpoints.size() + node], vcs};
}

void walk(const Netlist& netlist, std::uint32_t at, std::uint32_t node, unsigned vc, const Lane* held, unsigned hops,
          Dependencies& found) {
  if (hops > netlist.switches.size()) return;  // in circles: all has been seen
  const route_unit::Route route = route_of(netlist, at, node, vc);
  const network::Channel* channel = channel_from(netlist, at, route.port);
  if (channel == nullptr || channel->to.kind == InstanceKind::endpoint) return;
  for_each_bit(route.vcs, [&](unsigned next_vc) {
    const Lane next{static_cast<std::uint32_t>(channel - netlist.channels.data()), next_vc};
    if (held != nullptr) found.insert({*held, next});
    walk(netlist, channel->to.instance, node, next_vc, &next, hops + 1, found);
  });
}

}  // namespace

Dependencies dependencies_to(const Netlist& netlist, std::uint32_t node) {
  Dependencies found;
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint)
      for (unsigned vc = 0; vc < netlist.switch_params.virtual_channels; ++vc)
        walk(netlist, channel.to.instance, node, vc, nullptr, 0, found);
  return found;
}

Dependencies all_dependencies(const Netlist& netlist) {
  Dependencies all;
  for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node) all.merge(dependencies_to(netlist, node));
  return all;
}

std::size_t shortest_cycle(const Dependencies& dependencies) {
  std::map<Lane, std::vector<Lane>> next;
  for (const auto& [a, b] : dependencies) next[a].push_back(b);
  std::size_t shortest = 0;
  for (const auto& [start, unused] : next) {
    std::map<Lane, std::size_t> distance;
    std::vector<Lane> order{start};
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Lane at = order[i];
      for (const Lane& b : next[at]) {
        if (!distance.emplace(b, (i == 0 ? 0 : distance[at]) + 1).second) continue;
        if (b != start) order.push_back(b);
      }
    }
    if (distance.count(start) != 0 && (shortest == 0 || distance[start] < shortest)) shortest = distance[start];
  }
  return shortest;
}

}  // namespace slackline::test
