// The parts of a network that its multicasts need: programs of hosts, and tables of paths for the firmware.
#pragma once

#include <memory>

#include "rtl_models/network/netlist.hpp"
#include "testbench/settings/values.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::multicast {

/// What hosts send; of a workload without errors. `netlist`: without routes.
std::shared_ptr<port::Program> program_of(const settings::Values& experiment, const network::Netlist& netlist);

/// Builds the paths or trees of all multicasts of a network that has its routes, those of other workloads' programs
/// too (group_program.hpp), and puts them into the tables of its interfaces.
features::Completion complete(const settings::Values& experiment, network::Netlist& netlist);

}  // namespace slackline::multicast
