// The faults that an experiment injects, as a network has them.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/faults/settings.hpp"

namespace slackline::features {

/// Of an experiment whose faults name channels of the network.
void add_faults(const Values& experiment, network::Netlist& netlist);

}  // namespace slackline::features
