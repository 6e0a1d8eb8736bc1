// Multicasts as a kind of workloads.
#pragma once

#include "testbench/workloads/workload_kind.hpp"

namespace slackline::multicast {

features::WorkloadKind kind();

}  // namespace slackline::multicast
