// parts: which nodes of a file make one network.
#pragma once

#include <vector>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// For each node whether it belongs to the network: to the part with the most hosts, or, where the file names none, the
/// most switches. Other nodes are noted in the file; hosts in other parts are a complaint.
std::vector<bool> network_part(FabricFile& file, const std::vector<std::string>& names, Complaints& complaints);

}  // namespace slackline::fabric_file
