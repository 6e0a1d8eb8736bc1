// routing_of: from the keys of `routing` to the routes of a network.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::config {

/// Settings of an experiment's routing on a network, which is not of RoutingKind::table.
routing::Settings routing_settings(const Experiment& experiment, const topology::Structure& structure,
                                   const network::Netlist& netlist);
/// The kind that `auto` means, otherwise the kind itself.
RoutingKind resolved_kind(const Experiment& experiment, const topology::Structure& structure);
/// How switches learn the output.
route_unit::Kind resolved_switch(const Experiment& experiment, const topology::Structure& structure);

/// Fills in the routes of a network whose channels are all there. Returns what makes that impossible: parameters
/// "algorithm", "at_switch" and "table".
Violations add_routes(const Experiment& experiment, const topology::Structure& structure, network::Netlist& netlist,
                      const routing::OnProgress& on_progress = {});

/// Routing of the same kind that does not name parts of the network.
RoutingSettings smallest(RoutingSettings settings);

/// Whether routes can be longer than the shortest between the same switches.
bool has_detours(const Experiment& experiment);

}  // namespace slackline::config
