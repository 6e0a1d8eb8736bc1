#include "tests/testbench/deadlock/all_routes.hpp"

#include <map>
#include <vector>

namespace slackline::test {

using network::InstanceKind;
using network::Netlist;

namespace {

const network::Channel* channel_from(const Netlist& netlist, std::uint32_t at, unsigned port) {
  for (const network::Channel& channel : netlist.channels)
    if (channel.from == network::PortRef{InstanceKind::any_switch, at, PortId(static_cast<std::uint8_t>(port))})
      return &channel;
  return nullptr;
}

constexpr std::uint32_t nobody = ~0u;

/// Where a packet is.
struct Packet {
  std::uint32_t at;   ///< switch
  unsigned in_port;   ///< port that it entered by; that of a host, or none, at first
  unsigned vc;        ///< VC that it arrived on
  std::uint32_t via;  ///< intermediate host that it goes to first; `nobody` after it
  std::uint32_t node;

  std::uint32_t to() const { return via == nobody ? node : via; }
};

/// The routes that a packet may take, output by output.
std::vector<route_unit::Route> routes_of(const Netlist& netlist, const Packet& packet) {
  const route_unit::Params params = network::completed_routing(netlist);
  const VcId on(static_cast<std::uint8_t>(packet.vc));
  const std::size_t nodes = netlist.endpoints.size();
  if (params.kind == route_unit::Kind::dimension_order)
    return {route_unit::route(params, netlist.switches[packet.at].route, packet.to(), PortId(0), on)};
  const network::RouteTables& tables = netlist.route_tables;
  const bool second = tables.rows == 2 && has(tables.second_row[packet.at], packet.in_port);
  const route_unit::TableEntry entry(
      tables.entries[(packet.at * tables.rows + (second ? 1 : 0)) * nodes + packet.to()]);
  if (!entry.leads_on()) return {};
  const bool is_second_phase = params.valiant && packet.via == nobody;
  const unsigned vc_class = entry.vc_class() + (is_second_phase ? params.classes / 2 : 0);
  if (params.choice == route_unit::Choice::adaptive) return {{entry.port(), vc_bit(vc_class)}};
  const unsigned width = params.virtual_channels / params.classes;
  const bool any = params.vc_assignment == route_unit::VcAssignment::any;
  const VcMask in_class = any ? first_vcs(width) : vc_bit(packet.vc % width);
  const auto vcs = static_cast<VcMask>(in_class << vc_class * width);
  if (params.choice == route_unit::Choice::none) return {{entry.port(), vcs}};
  std::vector<route_unit::Route> all;
  for_each_bit(tables.port_sets[tables.first_set[packet.at] + tables.choices[packet.at * nodes + packet.to()]],
               [&](unsigned port) {
                 all.push_back({static_cast<std::uint8_t>(port), vcs});
               });
  return all;
}

void walk(const Netlist& netlist, Packet packet, const Lane* held, unsigned hops, Dependencies& found) {
  if (hops > 2 * netlist.switches.size()) return;  // in circles: all routes are recorded
  const network::Channel* last = nullptr;
  for (const network::Channel& channel : netlist.channels)
    if (channel.to == network::PortRef{InstanceKind::endpoint, packet.to(), PortId(0)}) last = &channel;
  if (packet.via != nobody && last->from.instance == packet.at) {
    packet.via = nobody;
    packet.in_port = last->from.port.value;  // the way from here on is that of a packet from a host
  }
  for (const route_unit::Route& route : routes_of(netlist, packet)) {
    const network::Channel* channel = channel_from(netlist, packet.at, route.port);
    if (channel == nullptr || channel->to.kind == InstanceKind::endpoint) continue;
    for_each_bit(route.vcs, [&](unsigned next_vc) {
      const Lane next{static_cast<std::uint32_t>(channel - netlist.channels.data()), next_vc};
      if (held != nullptr) found.insert({*held, next});
      walk(netlist, {channel->to.instance, channel->to.port.value, next_vc, packet.via, packet.node}, &next, hops + 1,
           found);
    });
  }
}

}  // namespace

Dependencies dependencies_to(const Netlist& netlist, std::uint32_t node) {
  Dependencies found;
  const route_unit::Params& route = netlist.routing;
  if (route.choice == route_unit::Choice::adaptive)  // escape channels may be entered anywhere
    for (std::uint32_t at = 0; at < netlist.switches.size(); ++at)
      walk(netlist, {at, netlist.switch_kinds[0].ports, 0, nobody, node}, nullptr, 0, found);
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind != InstanceKind::endpoint) continue;
    for (unsigned vc = 0; vc < netlist.switch_kinds[0].virtual_channels; ++vc) {
      if (!route.valiant)
        walk(netlist, {channel.to.instance, channel.to.port.value, vc, nobody, node}, nullptr, 0, found);
      for (std::uint32_t via = 0; route.valiant && via < netlist.endpoints.size(); ++via)
        walk(netlist, {channel.to.instance, channel.to.port.value, vc, via, node}, nullptr, 0, found);
    }
  }
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
