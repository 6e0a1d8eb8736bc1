// Complete exchanges as a kind of workloads.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::exchange {

features::WorkloadKind kind();

}  // namespace slackline::exchange
