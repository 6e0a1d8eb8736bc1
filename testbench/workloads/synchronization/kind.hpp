// Registration of this workload, for which firmware of time slots stands. A list cannot have it.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::synchronization {

features::WorkloadKind kind();

}  // namespace slackline::synchronization
