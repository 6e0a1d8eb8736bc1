// Whether the destinations of traffic.permutation are a permutation of the hosts.
#pragma once

#include <cstdint>

#include "testbench/config/reader.hpp"

namespace slackline::config {

constexpr const char* permutation_key = "traffic.permutation";

/// Adds to the faults of `reading`. Destinations that could be read are judged even where others could not.
void check_destinations(Reading& reading, std::uint64_t hosts);

}  // namespace slackline::config
