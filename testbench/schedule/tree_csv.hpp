// tree_csv: a spanning tree of one's own as a file, a switch and its parent a line; switches by name or number. The root
// is the switch that has no parent.
//
//   switch,parent
//   leaf_1,spine_2
//   leaf_2,spine_2
#pragma once

#include <optional>

#include "testbench/schedule/spanning_tree.hpp"
#include "testbench/settings/input_error.hpp"

namespace slackline::schedule {

/// Nothing, and errors, when something is wrong with the file: a switch that is not there or is listed twice, a parent
/// to which no link leads, switches in a ring, two roots, a host that is not reached.
std::optional<SpanningTree> read_tree_csv(const settings::SourcePtr& file, const network::Netlist& netlist,
                                          settings::InputErrors& errors);

}  // namespace slackline::schedule
