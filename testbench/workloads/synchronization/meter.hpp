// When a run whose interfaces synchronize their clocks is over: when all hosts have reported the end of the last interval,
// or when no more reports can be expected: in twice the time that it takes; of tokens, which nothing but their arrival
// drives, when none has been reported for long.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::synchronization {

/// nullptr: no interface synchronizes its clock. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::synchronization
