// Whether the barriers of a run are over: when all hosts have left the last one, or when the members of a group wait and
// nothing happens in it any more.
#pragma once

#include <memory>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::barriers {

/// nullptr: no host has any. `look`: cycles between two looks. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::barriers
