// saturation: the maximum load of links and routes, where it is known before the run.
#pragma once

#include <optional>

#include "rtl_models/network/netlist.hpp"
#include "testbench/settings/values.hpp"

namespace slackline::traffic {

/// Flits of packets that hosts send on their own account, without responses, per cycle and host, as `describe` gives it
/// (routing/uniform_load.hpp), for a workload of the network that runs alone. Nothing of other than uniform traffic among
/// all hosts, of messages, where packets have several ways, or where the network is so large that it would take long. Hosts
/// create requests whether or not responses have come.
std::optional<double> load_bound(const network::Netlist& netlist, unsigned workload);

/// Whether the load of all such workloads together lies above what links let through. The first of them answers for all;
/// false for the others.
bool is_above_bound(const network::Netlist& netlist, unsigned workload);

/// Time constant of the hosts' bursts: those of a Markov chain of two states, after which e^-1 of the correlation of what
/// they create is left. 0: none.
double burst_cycles(const settings::Values& experiment);

}  // namespace slackline::traffic
