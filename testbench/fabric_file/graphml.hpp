// graphml: reader of GraphML (Brandes et al., "GraphML Progress Report", Graph Drawing 2001) as the Internet Topology Zoo
// has it: one undirected graph of nodes and edges, some of them parallel. Every node is a switch; a node's `label`
// names it. An edge's speed is its `LinkSpeedRaw`, in bit/s, or else its `LinkSpeed` in `LinkSpeedUnits`. Directed edges
// are links in pairs; where the speeds of a pair differ the slower counts, with a note. Ports, hyperedges and graphs in
// nodes are refused. Elements may have a prefix, and the text be of any encoding of Unicode.
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// Whether a text is XML by its first character, in any encoding of Unicode.
bool is_xml(std::string_view text);
void read_graphml(std::string_view text, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
