#include "testbench/routing/routes.hpp"

#include <algorithm>

namespace slackline::routing {

using network::InstanceKind;
using network::Netlist;
using route_unit::Choice;
using route_unit::Kind;

namespace {

unsigned rows_of(const Netlist& netlist) {
  return netlist.routing.kind == Kind::dimension_order ? 1 : netlist.route_tables.rows;
}

/// Hosts of one switch of a mesh or torus differ in the last port only. A table may lead each of them its own way.
std::uint32_t hosts_alike(const Netlist& netlist) {
  const route_unit::Params& params = netlist.routing;
  return params.kind == Kind::dimension_order ? params.hosts_per_switch : 1;
}

}  // namespace

Routes::Routes(const Netlist& netlist)
    : netlist_(netlist),
      params_(network::completed_routing(netlist)),
      ports_(netlist.most_ports()),
      rows_(rows_of(netlist)),
      class_width_(params_.choice == Choice::adaptive ? 1 : params_.virtual_channels / params_.vc_classes()),
      is_free_(params_.choice == Choice::adaptive || params_.vc_assignment == route_unit::VcAssignment::any),
      at_port_(netlist.switches.size() * ports_, none),
      behind_(netlist.channels.size(), none),
      hosts_at_(netlist.switches.size(), 0) {
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
    if (from.kind == InstanceKind::any_switch) at_port_[std::size_t{from.instance} * ports_ + from.port.value] = c;
    if (to.kind != InstanceKind::any_switch) continue;
    behind_[c] = to.instance;
    if (from.kind == InstanceKind::endpoint) ++hosts_at_[to.instance];
  }
  const auto nodes = static_cast<std::uint32_t>(netlist.endpoints.size());
  const std::uint32_t alike = hosts_alike(netlist);
  for (std::uint32_t node = 0; node < nodes; node += alike)
    destinations_.push_back({node, std::min(alike, nodes - node)});
}

std::uint32_t Routes::state_behind(std::uint32_t channel) const {
  const network::PortRef& to = netlist_.channels[channel].to;
  const bool second = rows_ == 2 && has(netlist_.route_tables.second_row[to.instance], to.port.value);
  return to.instance * rows_ + (second ? 1 : 0);
}

unsigned Routes::virtual_channels() const { return params_.vc_classes() * class_width_; }

VcId Routes::vc_on(std::uint32_t channel, VcId vc) const {
  if (params_.choice == Choice::adaptive) return vc;
  const unsigned width = network::virtual_channels(netlist_, netlist_.channels[channel]) / params_.vc_classes();
  return VcId(static_cast<std::uint8_t>(vc.value / class_width_ * width + vc.value % class_width_));
}

Routes::Way Routes::computed(std::uint32_t switch_index, std::uint32_t node) const {
  const route_unit::Route asked =
      route_unit::route(params_, netlist_.switches[switch_index].route, node, PortId(0), VcId(0));
  return {asked.port < params_.ports() ? only(asked.port) : PortSet(), asked.vcs};
}

Routes::Way Routes::looked_up(std::uint32_t state, std::uint32_t node) const {
  const network::RouteTables& tables = netlist_.route_tables;
  const std::size_t nodes = params_.nodes;
  const route_unit::TableEntry entry(tables.entries[state * nodes + node]);
  if (entry.port() >= netlist_.kind_of(switch_of(state)).ports) return {};
  const unsigned first = entry.vc_class() * class_width_;
  const VcMask vcs = is_free_ ? static_cast<VcMask>(first_vcs(class_width_) << first) : vc_bit(first);
  if (params_.choice != Choice::minimal) return {only(entry.port()), vcs};
  const std::uint32_t s = switch_of(state);
  return {tables.port_sets[tables.first_set[s] + tables.choices[s * nodes + node]], vcs};
}

void Routes::towards(std::uint32_t node, std::vector<Way>& ways) const {
  ways.resize(netlist_.switches.size() * rows_);
  for (std::uint32_t state = 0; state < ways.size(); ++state)
    ways[state] = params_.kind == Kind::dimension_order ? computed(state, node) : looked_up(state, node);
}

std::uint64_t steps(const Netlist& netlist) {
  const route_unit::Params& route = netlist.routing;
  const bool free = route.vc_assignment == route_unit::VcAssignment::any || route.choice == Choice::adaptive;
  const std::uint64_t vcs = free ? 1 : netlist.most_virtual_channels();
  const std::uint64_t ways = (route.valiant ? 2u : 1u) * (route.choice == Choice::minimal ? 3u : 1u);
  return vcs * ways * rows_of(netlist) * netlist.switches.size() * netlist.endpoints.size() / hosts_alike(netlist);
}

}  // namespace slackline::routing
