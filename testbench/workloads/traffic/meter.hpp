// Random traffic in a run: it has no end, and its loads and latencies are means.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::traffic {

/// nullptr: what hosts send is not random. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::traffic
