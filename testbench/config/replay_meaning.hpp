// Whether the keys about a program's trace fit the others, and the network.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Whether a key means anything: those about a trace with traffic.trace, those about random packets without it, those
/// about network interfaces and barriers where there are any, and those about the cycles around a trigger of waves with one.
bool plays_part(const Key& key, const Experiment& experiment);

/// Gives run.max_cycles its value where a trace leaves it open, and adds the faults of keys that do not fit.
/// `topology_known`: there is a network of 2 to 2^24 hosts to map ranks to.
void check_replay(Reading& reading, bool topology_known);

}  // namespace slackline::config
