// The network that an experiment describes. The experiment is one in which check_meaning finds no error, unless a
// comment states otherwise.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// Switches, hosts and channels with their delays, without what is down, errors and routes. For any experiment of 2 to
/// 2^24 hosts.
Unrouted channels_of(const Experiment& experiment);

/// Without what its workloads need of it as a whole, such as groups of hosts and time slots: complete() of workloads.hpp.
network::Netlist network_of(const Experiment& experiment, const routing::OnProgress& on_progress = {});
/// The same without its routes, whose tables grow with the square of the network.
network::Netlist network_without_routes(const Experiment& experiment);

}  // namespace slackline::features
