// Links that differ from the others: what an experiment's `links` do to its network.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"

namespace slackline::config {

/// Gives the channels that `links` names the delays and widths of their own. Names without a channel are left out:
/// check_link_settings reports them. Delays must be in range.
void apply_link_settings(const Experiment& experiment, network::Netlist& netlist);

}  // namespace slackline::config
