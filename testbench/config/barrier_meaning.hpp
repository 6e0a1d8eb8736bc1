// Whether the keys of switch.barrier.* and of barriers.* fit the others, and the network.
#pragma once

#include "testbench/config/key.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Whether a key means anything as far as barriers are concerned: those of their units with them, those of the hosts'
/// barriers with groups.
bool barriers_play_part(const Key& key, const Experiment& experiment);

/// Gives run.max_cycles its value where it is left open, and adds the faults of keys that do not fit one another.
void check_barrier_keys(Reading& reading);
/// Faults of units that the network has no room for. `judged`: the experiment with delays in range, of a legal
/// topology.
void check_barrier_units(Reading& reading, const Experiment& judged);
/// Faults of names of hosts and switches, for a legal topology.
void check_barrier_names(Reading& reading);

}  // namespace slackline::config
