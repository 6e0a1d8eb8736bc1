// dimension_order: the routes of a mesh's own dimension order, as a table: what the switches compute by themselves, for
// switches that look it up and for sources that write it into their headers.
#pragma once

#include "rtl_models/network/netlist.hpp"

namespace slackline::routing {

/// Fills in netlist.route_tables of a mesh, as testbench/topology builds it. What makes that impossible, instead: no
/// mesh's coordinates, or a torus, where dimension order needs dateline classes and a table has none.
Violations dimension_order(network::Netlist& netlist);

}  // namespace slackline::routing
