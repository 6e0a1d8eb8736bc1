// route_table: properties derived from Netlist::route_tables: whether its routes arrive, how long they are, and the
// routes that sources write into their headers.
//
// Switches that route by table hold their rows (route_unit::Place::table); with source routes the hosts walk through
// the rows of all.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/port/source_routes.hpp"

namespace slackline::network {

/// The rows of a switch, one after the other: storage of the netlist.
inline const std::uint16_t* route_table_row(const Netlist& netlist, std::uint32_t switch_index) {
  return netlist.route_tables.entries.data() +
         std::size_t{switch_index} * netlist.route_tables.rows * netlist.endpoints.size();
}

/// The values wired in at the route units of each switch. Its tables are storage of the netlist.
std::vector<route_unit::Place> route_places(const Netlist& netlist);

/// Violations in the form of the tables: sizes, rows, choices of sets that do not exist.
Violations check_route_table_sizes(const Netlist& netlist);

/// Violations of the tables: their form, every switch from which the route to some node ends or comes back, and with a
/// choice every port of a set that does not lead nearer. A switch whose route goes on to a named one is not named. At
/// most some ten messages, the last one with the number of the others. A way must lead from the switch of each host
/// to every node, and by its first row, too. Time and memory: switches x nodes, and switches x ports.
Violations check_route_table(const Netlist& netlist);

/// Switches on the longest route from a host to a host, itself included, whatever is chosen on the way; 0 when the
/// tables are wrong or empty. With Valiant's routing an upper bound for all routes.
std::uint32_t longest_route(const Netlist& netlist);

/// The table as hosts use it; a copy, so that it does not depend on the netlist.
port::SourceRoutes source_routes(const Netlist& netlist);

}  // namespace slackline::network
