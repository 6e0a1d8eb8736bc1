// Whether the keys of nic.synchronization.* fit the others.
#pragma once

#include <string_view>

#include "testbench/config/key.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

constexpr std::size_t most_schedule_bytes = std::size_t{256} << 20;  ///< of a file with one

/// Whether hosts have interfaces that run the firmware fbs.
bool synchronizes(const Experiment& experiment);
/// Whether they run isotach.
bool hands_out_tokens(const Experiment& experiment);
/// The keys of nic.synchronization.* that isotach uses.
bool is_of_tokens(std::string_view path);
/// Whether isotach uses a key of nic.synchronization.*: few of them.
bool synchronization_plays_part(const Key& key, const Experiment& experiment);

/// Reads the files with schedules that are named; what is in them is judged where the network is known.
void read_schedule_files(Reading& reading);

/// Gives run.max_cycles its value where it is left open, and adds the faults of keys that do not fit. Of an experiment
/// with network interfaces.
void check_synchronization(Reading& reading);

}  // namespace slackline::config
