// Small networks of any shape, and all their ways, found by trial: the reference for algorithms.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/netlist.hpp"
#include "rtl_models/route_unit/table_entry.hpp"

namespace slackline::test {

using LinkList = std::vector<std::pair<unsigned, unsigned>>;

/// Ports of a switch are in the order of its links, followed by its hosts: hosts[s] of them at switch s.
network::Netlist joined(unsigned switches, const LinkList& links, const std::vector<unsigned>& hosts);

/// A tree and up to `more` additional links, one or two hosts at most switches.
network::Netlist random_network(RandomStream& random, unsigned switches, unsigned more);

/// A channel from a switch by a port to another.
struct Step {
  unsigned from, port, to, to_port;
};
std::vector<Step> steps_between_switches(const network::Netlist& netlist);
/// The one from a switch by a port.
const Step& step_by(const std::vector<Step>& steps, unsigned from, unsigned port);
/// The switch of a node, and the port to it.
std::pair<unsigned, unsigned> place_of(const network::Netlist& netlist, unsigned node);

inline constexpr unsigned no_way = 1'000'000;
/// Steps between all switches, by Floyd and Warshall: distances[a][b].
std::vector<std::vector<unsigned>> all_distances(unsigned switches, const std::vector<Step>& steps);

/// The entry of tables with one row for packets of switch `s` to a node.
route_unit::TableEntry table_entry(const network::RouteTables& tables, const network::Netlist& netlist, unsigned s,
                                   unsigned node);

}  // namespace slackline::test
