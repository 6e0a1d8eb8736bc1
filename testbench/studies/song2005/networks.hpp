// networks: the networks of Song 2005 as experiments with the paper's parameters.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/studies/song2005/equations.hpp"

namespace slackline::song2005 {

/// The full tree of section 5.2: m levels on switches of k ports; m = 2: one switch.
features::Experiment full_tree(int k, int m, const Parameters& p = {}, unsigned cycles_per_character = 1);

/// A random network of 16 switches with a host each: testbench/experiments/song2005/irregular.yaml.
features::TopologySettings irregular_topology();

features::Experiment on_topology(const features::TopologySettings& topology, const Parameters& p = {},
                                 unsigned cycles_per_character = 1);

/// HSS of all hosts of a network along the best tree; on one switch SSS.
schedule::Schedule synchronizing_schedule(const network::Netlist& netlist);

}  // namespace slackline::song2005
