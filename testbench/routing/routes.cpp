#include "testbench/routing/routes.hpp"

#include <algorithm>

#include "rtl_models/network/route_table.hpp"

namespace slackline::routing {

using network::InstanceKind;
using network::Netlist;
using route_unit::Kind;

namespace {

route_unit::Params completed_params(const Netlist& netlist) {
  route_unit::Params params = netlist.switch_params.completed().route;
  params.nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  return params;
}

/// Hosts of one switch of a mesh or torus differ in the last port only. A table may lead each of them its own way.
std::uint32_t hosts_alike(const Netlist& netlist) {
  const route_unit::Params& params = netlist.switch_params.route;
  return params.kind == Kind::dimension_order ? params.hosts_per_switch : 1;
}

}  // namespace

Routes::Routes(const Netlist& netlist)
    : netlist_(netlist),
      params_(completed_params(netlist)),
      at_port_(netlist.switches.size() * netlist.switch_params.ports, none),
      behind_(netlist.channels.size(), none),
      hosts_at_(netlist.switches.size(), 0) {
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
    if (from.kind == InstanceKind::wormhole_switch)
      at_port_[std::size_t{from.instance} * netlist.switch_params.ports + from.port.value] = c;
    if (to.kind != InstanceKind::wormhole_switch) continue;
    behind_[c] = to.instance;
    if (from.kind == InstanceKind::endpoint) ++hosts_at_[to.instance];
  }
  const auto nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  const std::uint32_t alike = hosts_alike(netlist);
  for (std::uint32_t node = 0; node < nodes; node += alike)
    destinations_.push_back({node, std::min(alike, nodes - node)});
}

route_unit::Route Routes::route(std::uint32_t switch_index, std::uint32_t node, VcId came_on) const {
  route_unit::Place place = netlist_.switches[switch_index].route;
  if (params_.kind == Kind::dimension_order) return route_unit::route(params_, place, node, PortId(0), came_on);
  place.table = network::route_table_row(netlist_, switch_index);
  // What a source writes into the header for this switch is what the table says.
  const std::uint32_t header = params_.kind == Kind::table ? node : place.table[node];
  if (header >= route_unit::max_ports && params_.kind != Kind::table) return {};
  return route_unit::route(params_, place, header, PortId(0), came_on);
}

void Routes::towards(std::uint32_t node, std::vector<Hop>& hops) const {
  const auto switches = static_cast<std::uint32_t>(netlist_.switches.size());
  const unsigned ports = netlist_.switch_params.ports;
  hops.resize(switches);
  for (std::uint32_t s = 0; s < switches; ++s) {
    const route_unit::Route asked = route(s, node, VcId(0));
    hops[s] = {asked.port < ports ? channel_at(s, asked.port) : none, asked.vcs};
  }
}

std::uint64_t steps(const Netlist& netlist) {
  const wormhole_switch::Params& params = netlist.switch_params;
  const std::uint64_t vcs =
      params.route.vc_assignment == route_unit::VcAssignment::any ? 1 : unsigned{params.virtual_channels};
  return vcs * netlist.switches.size() * netlist.endpoints.size() / hosts_alike(netlist);
}

}  // namespace slackline::routing
