// network_of: from the contents of a file to a network that can be built.
//
// Nodes without a cable are left out, and so are parts of the network without hosts: notes list them. A host
// with several cables is as many hosts, one a port. Hosts cut off from most others, a switch with more than 256 ports in
// use and cables between hosts are complaints.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "testbench/fabric_file/fabric_file.hpp"
#include "testbench/topology/from_file.hpp"

namespace slackline::fabric_file {

/// nullptr with complaints. `hosts_per_switch` counts where the file names no hosts; `name` is the file's.
std::shared_ptr<const topology::GivenNetwork> network_of(FabricFile file, const std::string& name,
                                                         std::uint64_t hosts_per_switch, Complaints& complaints);

/// Hosts at each switch where neither the file nor the caller gives a number.
std::uint64_t usual_hosts_per_switch(Format format);

}  // namespace slackline::fabric_file
