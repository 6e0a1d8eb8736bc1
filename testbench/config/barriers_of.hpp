// barriers_of: the barriers that an experiment describes.
#pragma once

#include <memory>

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::config {

bool has_barrier_units(const Experiment& experiment);

/// The barrier units of switches; nothing where there are none. `buffer`: messages.
wormhole_switch::BarrierParams barrier_params(const Experiment& experiment, std::uint8_t buffer);

/// The barriers of hosts, for groups without faults.
std::shared_ptr<endpoint::BarrierTraffic> barrier_traffic_of(const Experiment& experiment,
                                                             const network::Netlist& netlist);

/// Adds the ways of barrier messages, where switches have barrier units, and what hosts do, with groups. Of groups
/// without faults.
void add_barriers(const Experiment& experiment, const topology::Structure& structure, network::Netlist& netlist);

}  // namespace slackline::config
