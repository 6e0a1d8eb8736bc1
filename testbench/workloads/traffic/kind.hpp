// Registration of this workload.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::traffic {

features::WorkloadKind kind();

}  // namespace slackline::traffic
