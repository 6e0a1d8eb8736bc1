// clashes: names of links are made of those at their ends: "link_leaf_p3_to_spine_p1". Names of a file may give
// two links, or a link and a switch, the same name.
#pragma once

#include "testbench/topology/from_file.hpp"

namespace slackline::fabric_file {

/// Numbers those switches and hosts whose links would have one name, and notes it.
void resolve_clashes(topology::GivenNetwork& network);

}  // namespace slackline::fabric_file
