// Registration of this workload.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::barriers {

features::WorkloadKind kind();

}  // namespace slackline::barriers
