#include "rtl_models/network/netlist.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include "rtl_models/network/route_table.hpp"

namespace slackline::network {

namespace {

/// Registers that a flit passes between the sender's decision and its output register.
unsigned stages_after_grant(const Netlist& netlist, const PortRef& from) {
  return from.kind == InstanceKind::wormhole_switch ? netlist.switch_params.stages_after_grant() : 0;
}

unsigned fc_cycles(const Netlist& netlist, const PortRef& port) {
  return port.kind == InstanceKind::wormhole_switch ? netlist.switch_params.flow.fc_cycles
                                                    : netlist.endpoint_params.fc_cycles;
}

bool exists(const Netlist& netlist, const PortRef& port) {
  if (port.kind == InstanceKind::endpoint) return port.instance < netlist.endpoints.size() && port.port.value == 0;
  return port.instance < netlist.switches.size() && port.port.value < netlist.switch_params.ports;
}

std::string port_text(const Netlist& netlist, const PortRef& port) {
  const bool is_switch = port.kind == InstanceKind::wormhole_switch;
  const std::string instance = port.instance < (is_switch ? netlist.switches.size() : netlist.endpoints.size())
                                   ? netlist.name(port)
                                   : (is_switch ? "switch #" : "host #") + std::to_string(port.instance);
  return is_switch ? instance + "_p" + std::to_string(port.port.value) : instance;
}

void check_channels(const Netlist& netlist, Violations& found) {
  using Key = std::tuple<InstanceKind, std::uint32_t, std::uint8_t>;
  std::set<Key> outputs, inputs;
  for (const Channel& channel : netlist.channels) {
    const std::string name = channel_name(netlist, channel);
    for (const PortRef* port : {&channel.from, &channel.to})
      if (!exists(netlist, *port)) found.push_back({name, port_text(netlist, *port), "a port of an instance"});
    if (!outputs.insert({channel.from.kind, channel.from.instance, channel.from.port.value}).second)
      found.push_back({name, port_text(netlist, channel.from), "one channel an output port"});
    if (!inputs.insert({channel.to.kind, channel.to.instance, channel.to.port.value}).second)
      found.push_back({name, port_text(netlist, channel.to), "one channel an input port"});
    check_range(found, (name + ".delay").c_str(), channel.delay, 1, 1000);
    check_range(found, (name + ".stop_delay").c_str(), channel.stop_delay, 1, 1000);
    check_range(found, (name + ".cycles_per_flit").c_str(), channel.cycles_per_flit, 1, 1000);
  }
  // A switch port may stay without a link; an endpoint has one port, and sends and receives through it.
  for (std::uint32_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (outputs.count({InstanceKind::endpoint, i, 0}) == 0)
      found.push_back({netlist.endpoints[i].name, "no channel from it", "one"});
    if (inputs.count({InstanceKind::endpoint, i, 0}) == 0)
      found.push_back({netlist.endpoints[i].name, "no channel to it", "one"});
  }
}

void check_nodes(const Netlist& netlist, Violations& found) {
  const std::uint32_t nodes = netlist.endpoint_params.traffic.nodes;
  if (nodes != netlist.endpoints.size())
    found.push_back(
        {"nodes", std::to_string(nodes), "the number of endpoints (" + std::to_string(netlist.endpoints.size()) + ")"});
  std::set<std::uint32_t> seen;
  for (const EndpointInstance& endpoint : netlist.endpoints) {
    if (endpoint.place.node.value >= nodes || endpoint.place.partner.value >= nodes)
      found.push_back({endpoint.name, std::to_string(endpoint.place.node.value), "node and partner below nodes"});
    if (!seen.insert(endpoint.place.node.value).second)
      found.push_back({endpoint.name, std::to_string(endpoint.place.node.value), "a node number of its own"});
  }
}

/// A table of the wrong size is refused at once; one whose routes do not arrive may still show what a switch does then.
void check_routing(const Netlist& netlist, Check check, Violations& found) {
  const route_unit::Params& route = netlist.switch_params.route;
  if (route.kind == route_unit::Kind::dimension_order) return;
  const std::size_t nodes = netlist.endpoints.size();
  if (route.kind == route_unit::Kind::table && route.nodes != nodes)
    found.push_back({"nodes of the route table", std::to_string(route.nodes),
                     "the number of endpoints (" + std::to_string(nodes) + ")"});
  if (check == Check::structure && netlist.route_table.size() == netlist.switches.size() * nodes) return;
  const Violations of_table = check_route_table(netlist);
  found.insert(found.end(), of_table.begin(), of_table.end());
}

void check_slack(const Netlist& netlist, Violations& found) {
  const auto& params = netlist.switch_params;
  std::set<unsigned> reported;  // one message for each size that is needed, not one for each of thousands of links
  for (const Channel& channel : netlist.channels) {
    if (channel.to.kind != InstanceKind::wormhole_switch) continue;
    const unsigned needed = params.flow.stop_at + smallest_slack(netlist, channel);
    if (needed > params.buffer.flits && reported.insert(needed).second)
      found.push_back({"flits", std::to_string(params.buffer.flits),
                       "at least " + std::to_string(needed) + " (stop_at " + std::to_string(params.flow.stop_at) +
                           " + slack " + std::to_string(smallest_slack(netlist, channel)) + ") for " +
                           channel_name(netlist, channel)});
  }
}

}  // namespace

const std::string& Netlist::name(const PortRef& port) const {
  return port.kind == InstanceKind::wormhole_switch ? switches[port.instance].name : endpoints[port.instance].name;
}

std::string channel_name(const Netlist& netlist, const Channel& channel) {
  return "link_" + port_text(netlist, channel.from) + "_to_" + port_text(netlist, channel.to);
}

unsigned smallest_slack(const Netlist& netlist, const Channel& channel) {
  const unsigned cycles = channel.latency() + channel.stop_delay + fc_cycles(netlist, channel.to) +
                          fc_cycles(netlist, channel.from) + stages_after_grant(netlist, channel.from) + 1;
  return cycles / channel.cycles_per_flit;
}

Violations violations(const Netlist& netlist, Check check) {
  Violations found = netlist.switch_params.violations();
  const Violations of_endpoint = netlist.endpoint_params.violations();
  found.insert(found.end(), of_endpoint.begin(), of_endpoint.end());
  check_channels(netlist, found);
  check_nodes(netlist, found);
  check_routing(netlist, check, found);
  if (check == Check::all) check_slack(netlist, found);
  return found;
}

Netlist elaborated(Netlist netlist, Check check) {
  const Violations found = violations(netlist, check);
  if (!found.empty()) throw std::invalid_argument(to_string(found));
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::endpoint)
      netlist.endpoints[channel.from.instance].place.cycles_per_flit = channel.cycles_per_flit;
  return netlist;
}

std::vector<PortMask> wired_outputs(const Netlist& netlist) {
  std::vector<PortMask> wired(netlist.switches.size(), 0);
  for (const Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::wormhole_switch)
      wired[channel.from.instance] |= bit(channel.from.port.value);
  return wired;
}

}  // namespace slackline::network
