// Whether routing fits the topology, and what is down leaves ways between all hosts.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds to the faults of `reading`; where the topology is not legal, only those that its kind alone shows. Faulty
/// values are removed from `judged`, so that the rest can be judged.
void check_routing(Reading& reading, bool topology_is_legal, Experiment& judged);

}  // namespace slackline::config
