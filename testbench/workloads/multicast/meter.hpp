// The measurement of the multicasts of a run, and its end.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::multicast {

/// nullptr: the workload is not of multicasts. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::multicast
