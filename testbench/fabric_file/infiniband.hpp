// infiniband: readers of `ibnetdiscover` dumps and of ibsim's files, whose grammars are nearly the same. Each record is
// a node: a line that names it, and a line for each of its ports that has a cable.
//
//   Switch  36 "S-0008f10500200b50"   # "Voltaire 4036" enhanced port 0 lid 9 lmc 0
//   [1]     "H-003048c749cd0000"[1](3048c749cd0001)   # "node7 HCA-1" lid 72 4xDDR
//
// Channel adapters within switches (aggregation nodes) and routers are marked as such; lines of the error stream are
// skipped with a note.
//
// `ibnetdiscover --full` has " s=4 w=2 v=4" after the speed, of some hardware there is "slot 3" or "(scp)", and with
// --grouping lines of chassis in between. GUIDs of dumps are compared as numbers: leading zeros may be dropped.
//
// In ibsim files: `Hca`, free ids, options w= and s= of a port and width= and speed= for all below: what a port may run
// at, a bit each; a link runs at the highest that both its ends may. Its include, do, module and aliases are refused.
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

void read_infiniband(std::string_view text, FabricFile& file, Complaints& complaints);

/// By its description: "Mellanox Technologies Aggregation Node".
bool is_aggregation_node(std::string_view description);

/// A line that infiniband-diags write to the error stream, and that is often in a dump: "ibwarn: [4711] ...",
/// "/usr/sbin/ibnetdiscover: iberror: ...", "src/query_smp.c:195; umad ...". Without blanks before it.
bool is_tool_message(std::string_view line);

}  // namespace slackline::fabric_file
