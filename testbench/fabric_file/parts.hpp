// parts: which nodes of a file make one network.
#pragma once

#include <vector>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// Of each node whether it belongs to the network: to the part with most hosts, or, where the file names none, with
/// most switches. What does not is noted in the file; hosts in other parts are a complaint.
std::vector<bool> network_part(FabricFile& file, const std::vector<std::string>& names, Complaints& complaints);

}  // namespace slackline::fabric_file
