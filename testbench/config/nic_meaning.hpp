// Whether the keys about network interfaces fit the others.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Whether a key has an effect with the device at the hosts' ports.
bool nic_plays_part(const Key& key, const Experiment& experiment);

/// Adds a fault when the firmware of so many hosts cannot begin: in the memory that it has, or at all. `tables`: what
/// the firmware of each host finds at the end of its memory; empty: nothing.
void check_firmware_start(Reading& reading, std::uint64_t hosts,
                          const std::vector<std::vector<std::uint32_t>>& tables = {});

/// Adds the faults of keys that do not fit.
void check_nic(Reading& reading);

}  // namespace slackline::config
