#include "testbench/topology/mesh.hpp"

#include <algorithm>

namespace slackline::topology {

using network::InstanceKind;
using network::Netlist;
using network::PortRef;

namespace {

/// Both directions of a link.
void join(Netlist& netlist, const PortRef& a, const PortRef& b, const Mesh& mesh) {
  netlist.channels.push_back({a, b, mesh.link_delay, mesh.link_delay, mesh.cycles_per_flit});
  netlist.channels.push_back({b, a, mesh.link_delay, mesh.link_delay, mesh.cycles_per_flit});
}

PortRef switch_port(std::uint32_t index, unsigned port) {
  return {InstanceKind::wormhole_switch, index, PortId(static_cast<std::uint8_t>(port))};
}

}  // namespace

std::uint32_t Mesh::switches() const {
  std::uint32_t count = 1;
  for (const std::uint16_t along : size) count *= along;
  return count;
}

void build(const Mesh& mesh, Netlist& netlist) {
  route_unit::Params& route = netlist.switch_params.route;
  route.dimensions = static_cast<std::uint8_t>(mesh.size.size());
  route.size.fill(1);
  std::copy(mesh.size.begin(), mesh.size.end(), route.size.begin());
  route.hosts_per_switch = mesh.hosts_per_switch;
  route.wraps = mesh.wraps;
  netlist.switch_params.ports = static_cast<std::uint8_t>(route.ports());
  endpoint::TrafficParams& traffic = netlist.endpoint_params.traffic;
  traffic.nodes = mesh.hosts();
  traffic.grid = endpoint::Grid();
  std::copy(mesh.size.begin(), mesh.size.end(), traffic.grid.size.begin());
  traffic.grid.hosts_per_switch = mesh.hosts_per_switch;

  for (std::uint32_t s = 0; s < mesh.switches(); ++s) {
    network::SwitchInstance instance{"switch" + std::to_string(s), {}};
    std::uint32_t rest = s, stride = 1;
    for (unsigned i = 0; i < mesh.size.size(); ++i) {
      instance.route.at[i] = static_cast<std::uint16_t>(rest % mesh.size[i]);
      rest /= mesh.size[i];
      if (instance.route.at[i] + 1u < mesh.size[i])
        join(netlist, switch_port(s, 2 * i), switch_port(s + stride, 2 * i + 1), mesh);
      else if (mesh.wraps && mesh.size[i] > 1)
        join(netlist, switch_port(s, 2 * i), switch_port(s - (mesh.size[i] - 1u) * stride, 2 * i + 1), mesh);
      stride *= mesh.size[i];
    }
    netlist.switches.push_back(instance);
    for (unsigned h = 0; h < mesh.hosts_per_switch; ++h) {
      const std::uint32_t node = s * mesh.hosts_per_switch + h;
      netlist.endpoints.push_back({"host" + std::to_string(node), {NodeId(node), NodeId(node)}});
      join(netlist, {InstanceKind::endpoint, node, PortId(0)}, switch_port(s, 2u * route.dimensions + h), mesh);
    }
  }
}

}  // namespace slackline::topology
