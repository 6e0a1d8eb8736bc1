// workload_kinds: the kinds of workloads. A new one is a line in the source.
#pragma once

#include <vector>

#include "testbench/settings/sections.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::features {

/// Those that a list may have come first. The first of all is random packets.
const std::vector<WorkloadKind>& workload_kinds();

/// The settings that these kinds add to those of the configuration.
settings::Sections sections_of(const std::vector<WorkloadKind>& kinds);

}  // namespace slackline::features
