#include "testbench/topology/mesh.hpp"

#include <algorithm>

#include "testbench/topology/metrics.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

using network::InstanceKind;
using network::Netlist;
using network::PortRef;

namespace {

/// Both directions of a link.
void join(Netlist& netlist, const PortRef& a, const PortRef& b, const Mesh& mesh) {
  netlist.channels.push_back({{mesh.link_delay, mesh.link_delay, mesh.cycles_per_flit}, a, b});
  netlist.channels.push_back({{mesh.link_delay, mesh.link_delay, mesh.cycles_per_flit}, b, a});
}

PortRef switch_port(std::uint32_t index, unsigned port) {
  return {InstanceKind::any_switch, index, PortId(static_cast<std::uint8_t>(port))};
}

}  // namespace

std::uint64_t Mesh::switches() const {
  std::uint64_t count = 1;
  for (const std::uint16_t along : size) count = product(count, along);
  return count;
}

std::uint64_t Mesh::hosts() const { return product(switches(), hosts_per_switch); }

std::optional<std::uint64_t> Mesh::diameter() const {
  std::uint64_t sum = 0;
  for (const std::uint16_t along : size) sum += wraps ? along / 2u : along - 1u;
  return sum;
}

std::optional<std::uint64_t> Mesh::bisection() const { return grid_bisection(size, wraps); }

std::string Mesh::text() const {
  std::string text = wraps ? "torus" : "mesh";
  for (std::size_t i = 0; i < size.size(); ++i) text += (i == 0 ? " " : "x") + std::to_string(size[i]);
  return text;
}

Violations Mesh::violations() const {
  Violations found;
  check_range(found, "dimensions", size.size(), 1, 8);
  for (const std::uint16_t along : size) check_range(found, "size", along, 1, 1024);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 254);
  if (hosts_per_switch <= 254 && ports() > route_unit::max_ports)
    found.push_back({"hosts_per_switch", std::to_string(hosts_per_switch),
                     "1 to " + std::to_string(route_unit::max_ports - 2 * size.size()) +
                         " (at most 256 ports a switch, 2 a dimension and 1 a host)"});
  return found;
}

generator::Grid grid(const Mesh& mesh) {
  generator::Grid grid;
  std::copy(mesh.size.begin(), mesh.size.end(), grid.size.begin());
  grid.hosts_per_switch = mesh.hosts_per_switch;
  return grid;
}

void set_coordinates(const Mesh& mesh, route_unit::Params& route) {
  route.dimensions = static_cast<std::uint8_t>(mesh.size.size());
  route.size.fill(1);
  std::copy(mesh.size.begin(), mesh.size.end(), route.size.begin());
  route.hosts_per_switch = mesh.hosts_per_switch;
  route.wraps = mesh.wraps;
}

Structure build(const Mesh& mesh, Netlist& netlist) {
  const bool is_computed = mesh.size.size() <= route_unit::max_dimensions;
  if (is_computed) {
    set_coordinates(mesh, netlist.routing);
    netlist.switch_kinds[0].ports = static_cast<std::uint16_t>(netlist.routing.ports());
  } else {
    Wiring(netlist, mesh.ports(), mesh.hosts());
  }
  netlist.workloads[0].traffic.nodes = static_cast<std::uint32_t>(mesh.hosts());
  netlist.workloads[0].traffic.grid = grid(mesh);

  const auto hosts_port = static_cast<unsigned>(2 * mesh.size.size());
  for (std::uint32_t s = 0; s < mesh.switches(); ++s) {
    network::SwitchInstance instance{"switch" + std::to_string(s), {}};
    std::uint32_t rest = s, stride = 1;
    for (unsigned i = 0; i < mesh.size.size(); ++i) {
      const auto at = static_cast<std::uint16_t>(rest % mesh.size[i]);
      if (is_computed) instance.route.at[i] = at;
      rest /= mesh.size[i];
      if (at + 1u < mesh.size[i])
        join(netlist, switch_port(s, 2 * i), switch_port(s + stride, 2 * i + 1), mesh);
      else if (mesh.wraps && mesh.size[i] > 1)
        join(netlist, switch_port(s, 2 * i), switch_port(s - (mesh.size[i] - 1u) * stride, 2 * i + 1), mesh);
      stride *= mesh.size[i];
    }
    netlist.switches.push_back(instance);
    for (unsigned h = 0; h < mesh.hosts_per_switch; ++h) {
      const std::uint32_t node = s * mesh.hosts_per_switch + h;
      netlist.endpoints.push_back({"host" + std::to_string(node), {NodeId(node)}});
      join(netlist, {InstanceKind::endpoint, node, PortId(0)}, switch_port(s, hosts_port + h), mesh);
    }
  }
  Structure structure;
  structure.kind = mesh.wraps ? Kind::torus : Kind::mesh;
  structure.size = mesh.size;
  structure.wraps = mesh.wraps;
  return structure;
}

}  // namespace slackline::topology
