#include "testbench/routing/dimension_order.hpp"

namespace slackline::routing {

Violations dimension_order(network::Netlist& netlist) {
  route_unit::Params params;  // the part of the switches' that says where they stand
  params.dimensions = netlist.switch_params.route.dimensions;
  params.size = netlist.switch_params.route.size;
  params.hosts_per_switch = netlist.switch_params.route.hosts_per_switch;
  Violations found = params.violations();
  if (netlist.switch_params.route.wraps)
    found.push_back({"routing", "dimension order on a torus as a table",
                     "a mesh: a table has no dateline classes, and without them a torus deadlocks"});
  if (!found.empty()) return found;

  netlist.route_tables.entries.clear();
  netlist.route_tables.entries.reserve(netlist.switches.size() * netlist.endpoints.size());
  for (const network::SwitchInstance& instance : netlist.switches)
    for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node)
      netlist.route_tables.entries.push_back(route_unit::route(params, instance.route, node, PortId(0), VcId(0)).port);
  return found;
}

}  // namespace slackline::routing
