// Limits that several keys and readers share.
#pragma once

#include <cstdint>

namespace slackline::config {

constexpr std::uint64_t most_cycles = 1'000'000'000'000'000;  ///< of a run
constexpr std::uint64_t most_hosts = 1u << 24;                ///< of a network
constexpr unsigned most_reported = 10;                        ///< faults of one kind in one file

}  // namespace slackline::config
