// asides: nodes of a file that are no part of the network, and leave it before anything is made of it.
#pragma once

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// Leaves out nodes that are Aside, with their cables and a note of each kind. Aggregation nodes stay where the file
/// keeps them.
void leave_out_asides(FabricFile& file);

}  // namespace slackline::fabric_file
