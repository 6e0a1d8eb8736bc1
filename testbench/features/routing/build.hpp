// routing_of: from the keys of `routing` to the routes of a network.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/routing/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::features {

/// Settings of an experiment's routing on a network, which is not of RoutingKind::table.
routing::Settings routing_settings(const Values& experiment, const topology::Structure& structure,
                                   const network::Netlist& netlist);
/// The kind that `auto` means, otherwise the kind itself.
RoutingKind resolved_kind(const Values& experiment, const topology::Structure& structure);
/// How switches learn the output.
route_unit::Kind resolved_switch(const Values& experiment, const topology::Structure& structure);

/// The switches, hosts and channels of a topology that are not down: routing needs to know no more to find routes.
Unrouted routable(const Values& experiment);

/// Fills in the routes of a network whose channels are all there. Returns what makes that impossible: parameters
/// "algorithm", "at_switch" and "table".
Violations add_routes(const Values& experiment, const topology::Structure& structure, network::Netlist& netlist,
                      const routing::OnProgress& on_progress = {});

/// The parameters of routing, for a legal topology and routing: no network is built for them. They are without virtual
/// channels, of which each kind of switch has its own number.
route_unit::Params routing_params(const Values& experiment);
/// Entries of a switch's table for each host: 1 or 2.
unsigned table_rows(const Values& experiment);

/// Whether routes can be longer than the shortest between the same switches.
bool has_detours(const Values& experiment);

/// Switches on the longest route between hosts, for a legal topology and routing; where there is no formula the network
/// is built. 0 where there are no routes; `impossible` gets what makes them so.
std::uint64_t longest_route_of(const Values& experiment, Violations* impossible = nullptr);

}  // namespace slackline::features
