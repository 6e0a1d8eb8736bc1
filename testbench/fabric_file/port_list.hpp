// port_list: reader of `ibnetdiscover -p`, which lists ports instead of nodes, a line each:
//
//   CA     1  1 0x0002c9030000079b 4x QDR - SW     2  7 0x0002c902400bcf10 ( 'node1 HCA-1' - 'leaf' )
//   SW     2  8 0x0002c902400bcf10 4x SDR                                    'leaf'
//
// Kind, lid, port, GUID, width and speed of this end; after the minus the other end, when there is a cable. A switch is
// known by its GUID; each port of an adapter has a GUID of its own, and is a host.
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// The first line of such a list.
bool is_port_line(std::string_view line);

void read_port_list(std::string_view text, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
