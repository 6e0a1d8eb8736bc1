// The sections of the table of keys that have files of their own, each in the order of the reference page.
#pragma once

#include <vector>

#include "testbench/config/key.hpp"

namespace slackline::config {

std::vector<Key> topology_keys();
std::vector<Key> routing_keys();
std::vector<Key> replay_keys();
std::vector<Key> nic_keys();
std::vector<Key> synchronization_keys();
/// The keys of switch.barrier.*, and of barriers.*.
std::vector<Key> barrier_unit_keys();
std::vector<Key> barrier_keys();

}  // namespace slackline::config
