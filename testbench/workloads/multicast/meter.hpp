// The measurement of the multicasts of a run, and its end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/statistics/instance_error.hpp"
#include "testbench/workloads/multicast/program.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::multicast {

inline constexpr const char* different_sequences = "members saw different sequences of messages";

/// Messages out of order, and with a total order each group whose members saw different sequences; of the workload of this name.
std::vector<statistics::InstanceError> errors_of(const Program& program, const std::string& workload);

/// nullptr: the workload is not of multicasts. Engine and workload must outlive it.
std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look);

}  // namespace slackline::multicast
