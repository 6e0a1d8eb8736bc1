// anynet: reader of BookSim's irregular networks: a line names a router or node, and what it is joined to.
//
//   router 0 node 0 node 1 router 1 15
//   node 2 router 1
//
// A number after a neighbour is the delay of the link in that direction, in cycles; the other direction has its own.
// Two routers have one link however often they are named together (BookSim 2.0, networks/anynet.cpp).
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

void read_anynet(std::string_view text, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
