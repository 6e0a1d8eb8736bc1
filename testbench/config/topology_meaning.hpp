// Whether the keys of `topology` fit their kind, and one another.
#pragma once

#include <string_view>

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds to the faults of `reading`. Returns whether there is a network to be judged further: one of 2 to 2^24 hosts.
bool check_topology(Reading& reading);

/// The key that determines most of the size of the network.
std::string_view size_key(const Reading& reading);

}  // namespace slackline::config
