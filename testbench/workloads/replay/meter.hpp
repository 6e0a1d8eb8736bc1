// When a program that hosts replay is over: at its end, or when it can never finish. Nothing happens after the end, so it
// is found exactly, however late the look.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::replay {

/// nullptr: hosts replay no trace. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::replay
