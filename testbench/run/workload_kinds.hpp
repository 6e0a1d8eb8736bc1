// workload_kinds: the kinds of workloads that a list may have. A new one is a line in the source.
#pragma once

#include <vector>

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::features {

const std::vector<WorkloadKind>& workload_kinds();

}  // namespace slackline::features
