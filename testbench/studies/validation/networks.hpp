// networks: the experiments of the cases.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"

namespace slackline::validation {

/// One switch with this many hosts: single-flit packets, deep buffers, shortest delays.
config::Experiment one_switch(std::uint64_t hosts, endpoint::Pattern pattern, double load, std::uint64_t seed);

/// k x k switches with a host each: packets of 8 flits, shortest delays; STOP at 12 flits a virtual channel, GO at 8.
config::Experiment square(config::TopologyKind kind, std::uint64_t k, std::uint64_t virtual_channels, double load);

/// The network of an experiment, at another seed.
network::Netlist at_seed(config::Experiment experiment, std::uint64_t seed);

}  // namespace slackline::validation
