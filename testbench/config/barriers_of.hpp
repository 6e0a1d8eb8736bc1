// barriers_of: the barriers that an experiment describes.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::config {

bool has_barrier_units(const Experiment& experiment);

/// What a switch has for them; nothing where there are none. `buffer`: messages.
wormhole_switch::BarrierParams barrier_params(const Experiment& experiment, std::uint8_t buffer);

/// The ways of barrier messages, where switches have barrier units.
network::BarrierWays barrier_ways_of(const Experiment& experiment, const topology::Structure& structure,
                                     const network::Netlist& netlist);

/// What hosts do; nullptr without groups. Of groups without faults.
std::shared_ptr<const endpoint::BarrierTraffic> barrier_traffic(const Experiment& experiment,
                                                                const network::Netlist& netlist);

}  // namespace slackline::config
