// groups: the hosts of each group of multicasts, as an experiment names or draws them.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/host/groups.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::multicast {

struct Groups {
  host::Groups groups;                                ///< members ascend
  std::vector<std::vector<std::uint32_t>> groups_of;  ///< by host: those that it sends to
};

/// The groups of a workload on its hosts. `error` gets groups of one host, hosts that do not exist, and members
/// that are listed twice; it may be empty.
Groups groups_of(const settings::Values& experiment, const network::Netlist& netlist,
                 const features::WorkloadKind::Report& error);

/// All hosts of a network by their numbers: ID -> node. With HostOrder::shortest and group nothing: they need routes.
std::vector<std::uint32_t> given_order(const settings::Values& experiment, const network::Netlist& netlist,
                                       const features::WorkloadKind::Report& error);

}  // namespace slackline::multicast
