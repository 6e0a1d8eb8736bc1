// Registration of this workload.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::replay {

features::WorkloadKind kind();

}  // namespace slackline::replay
