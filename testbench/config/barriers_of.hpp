// barriers_of: the barriers that an experiment describes.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::config {

bool has_barrier_units(const Experiment& experiment);

/// What a switch has for them; nothing where there are none. `buffer`: messages.
wormhole_switch::BarrierParams barrier_params(const Experiment& experiment, std::uint8_t buffer);

/// Adds the ways of barrier messages, where switches have barrier units, and what hosts do, with groups. Of groups
/// without faults.
void add_barriers(const Experiment& experiment, const topology::Structure& structure, network::Netlist& netlist);

}  // namespace slackline::config
