// tree_routes: a network whose packets keep to a spanning tree, whatever links it has besides.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/spanning_tree.hpp"

namespace slackline::schedule {

/// The same network with the routes of the tree: its links are numbered as before, those outside the tree carry
/// nothing. Routes from the source stay routes from the source, others become tables.
network::Netlist with_tree_routes(network::Netlist netlist, const SpanningTree& tree);

}  // namespace slackline::schedule
