// graphml: reader of GraphML (Brandes et al., "GraphML Progress Report", Graph Drawing 2001) as the Internet Topology Zoo
// has it: one undirected graph of nodes and edges, some of them parallel. Every node is a switch; a node's `label`
// names it, an edge's `LinkSpeedRaw`, in bit/s, is its speed. Ports, hyperedges and graphs in nodes are refused.
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

void read_graphml(std::string_view text, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
