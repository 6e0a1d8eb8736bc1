// Whether routing fits the topology, and what is down leaves ways between all hosts.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds to the faults of `reading`. What is faulty is taken out of `judged`, so that the rest can be judged by it. For
/// any experiment with a legal topology.
void check_routing(Reading& reading, Experiment& judged);

}  // namespace slackline::config
