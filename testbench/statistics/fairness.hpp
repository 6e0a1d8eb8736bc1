// fairness: how evenly a network serves its sources. (Jain, Chiu, Hawe, "A quantitative measure of fairness and
// discrimination for resource allocation in shared computer systems", DEC-TR-301, 1984.)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/statistics/host_counts.hpp"

namespace slackline::statistics {

/// (sum of x)^2 / (n * sum of x^2): 1 when all n are served alike, 1/n when one has everything. Nothing when there are
/// none, or none of them is served.
std::optional<double> jain_index(const std::vector<std::uint64_t>& served);

/// Of what `got` counts between two counts of hosts, over those that had anything to send. `begin`: empty for all zero.
std::optional<double> fairness(const std::vector<HostCounts>& begin, const std::vector<HostCounts>& end,
                               std::uint64_t HostCounts::*got);

}  // namespace slackline::statistics
