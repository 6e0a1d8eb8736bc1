// saturation: the maximum load of links and routes, where it is known before the run; and the sentence for hosts
// that create more than the network takes.
#pragma once

#include <optional>
#include <string>

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/statistics/measurement.hpp"

namespace slackline::simulation {

/// Flits of packets that hosts send on their own account, without responses, per cycle and host, as `describe` gives it
/// (routing/uniform_load.hpp). Nothing of other than uniform traffic, of messages, where packets have several ways, or
/// where the network is so large that it would take long. Hosts create requests whether or not responses have come.
std::optional<double> load_bound(const features::Experiment& experiment, const network::Netlist& netlist);

/// Whether the load that was asked for lies above it.
bool is_above_bound(const features::Experiment& experiment, const network::Netlist& netlist);

/// Time constant of the hosts' bursts: those of a Markov chain of two states, after which e^-1 of the correlation of what
/// they create is left. 0: none.
double burst_cycles(const features::Experiment& experiment);

/// "host4 offers more load than the network accepts from it"
std::string sentence_of(const statistics::Saturation& saturation, const network::Netlist& netlist);

}  // namespace slackline::simulation
