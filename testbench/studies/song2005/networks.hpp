// networks: the full trees of Song 2005, section 5.2, at the paper's parameters.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/experiment.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/studies/song2005/parameters.hpp"

namespace slackline::song2005 {

/// m levels on switches of k ports; m = 2: one switch.
config::Experiment full_tree(int k, int m, const Parameters& p = {}, unsigned cycles_per_character = 1);

/// 16 switches, joined at random, with a host each: testbench/experiments/song2005/irregular.yaml.
config::TopologySettings irregular_topology();

/// Any topology at the paper's parameters.
config::Experiment on_topology(const config::TopologySettings& topology, const Parameters& p = {},
                               unsigned cycles_per_character = 1);

/// HSS of all hosts of a network, of one switch SSS, along the best tree.
schedule::Schedule synchronizing_schedule(const network::Netlist& netlist);

}  // namespace slackline::song2005
