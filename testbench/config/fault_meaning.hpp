// Whether the faults that an experiment injects fit its network.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds the faults of intervals that are empty, of links and virtual channels that do not exist, and of credits where
/// there are none. `links`: whether it is known which channels there are. For any experiment of 2 to 2^24 hosts.
void check_fault_settings(Reading& reading, bool links);

}  // namespace slackline::config
