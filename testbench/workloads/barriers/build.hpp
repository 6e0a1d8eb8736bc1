// The barriers that an experiment describes.
#pragma once

#include <memory>

#include "rtl_models/network/netlist.hpp"
#include "testbench/topology/structure.hpp"
#include "testbench/workloads/barriers/settings.hpp"

namespace slackline::features {

/// The barriers of hosts, for groups without errors.
std::shared_ptr<barrier::Traffic> barrier_traffic_of(const Values& experiment, const network::Netlist& netlist);

/// Adds the ways of barrier messages, where switches have barrier units, and what hosts do, with groups. Of groups
/// without errors.
void add_barriers(const Values& experiment, const topology::Structure& structure, network::Netlist& netlist);

}  // namespace slackline::features
