#include "testbench/topology/wiring.hpp"

#include <utility>

namespace slackline::topology {

using network::InstanceKind;
using network::PortRef;

namespace {

PortRef switch_port(std::uint64_t at, std::uint64_t port) {
  return {InstanceKind::any_switch, static_cast<std::uint32_t>(at), PortId(static_cast<std::uint8_t>(port))};
}

}  // namespace

Wiring::Wiring(network::Netlist& netlist, std::uint64_t ports, std::uint64_t hosts) : netlist_(netlist) {
  const auto count = static_cast<std::uint16_t>(ports);
  netlist.switch_kinds[0].ports = count;
  netlist.routing.kind = route_unit::Kind::table;
  netlist.routing.port_count = count;
  netlist.workloads[0].traffic.nodes = static_cast<std::uint32_t>(hosts);
  netlist.workloads[0].traffic.grid = generator::Grid();
}

void Wiring::add_host(std::uint64_t at, std::uint64_t port, std::string name) {
  const auto node = static_cast<std::uint32_t>(netlist_.endpoints.size());
  if (name.empty()) name = "host" + std::to_string(node);
  netlist_.endpoints.push_back({std::move(name), {NodeId(node)}});
  join({InstanceKind::endpoint, node, PortId(0)}, switch_port(at, port));
}

void Wiring::link(std::uint64_t a, std::uint64_t port_of_a, std::uint64_t b, std::uint64_t port_of_b) {
  join(switch_port(a, port_of_a), switch_port(b, port_of_b));
}

void Wiring::join(const PortRef& a, const PortRef& b) {
  netlist_.channels.push_back({{}, a, b});
  netlist_.channels.push_back({{}, b, a});
}

}  // namespace slackline::topology
