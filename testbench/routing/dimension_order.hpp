// dimension_order: the e-cube routing of Dally and Seitz (1987), as tables: on rings, meshes, tori and hypercubes
// of any number of dimensions, each packet corrects its coordinates one after another, lowest first.
//
// Around a row that wraps a packet goes the shorter way. Which of two that are as long, and the dateline, are as in
// rtl_models/route_unit: there the switches compute the same routes themselves.
#pragma once

#include "rtl_models/network/route_tables.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/routing/switch_graph.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::routing {

enum class Dateline {
  none,  ///< class 0 everywhere: on rings and tori packets can wait for one another around a row
  cut,   ///< where rows wrap: class 0 with the dateline ahead, or crossing it by this hop; after it class 1
};

/// Tables of one row. `structure` is that of a grid whose every link is there. Time: switches x nodes.
network::RouteTables dimension_order(const SwitchGraph& graph, const topology::Structure& structure, Dateline dateline,
                                     const OnProgress& on_progress = {});

}  // namespace slackline::routing
