// mentions: what formats say that list every cable at both its ends. From mentions, cables.
#pragma once

#include <string>
#include <vector>

#include "testbench/fabric_file/fabric_file.hpp"
#include "testbench/fabric_file/node_index.hpp"

namespace slackline::fabric_file {

/// One end's line: what is at a port.
struct Mention {
  End here;
  std::string other;  ///< id of the node there
  std::uint32_t other_port = 0;
  LinkSpeed speed;
  unsigned widths = 0, rates = 0;  ///< ibsim: what this end may run at, a bit each; 0: the file does not say
  Place place;                     ///< of what it says of the other end
};

/// Adds the cables that are mentioned at both ends in the same way. Complaints are of ends that do not agree, of nodes
/// that the file does not have, of two mentions of one port, and of cables from a node to itself.
void join(const std::vector<Mention>& mentions, const NodeIndex& nodes, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
