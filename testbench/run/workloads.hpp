// The workloads of a run. The one place that lists their kinds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// A meter of each workload that runs on the engine's network: at least one. The engine and the experiment must outlive
/// them. `look`: cycles between two looks of workloads that set no times of their own.
std::vector<std::unique_ptr<observe::Meter>> meters_of(observe::Engine& engine, const Experiment& experiment,
                                                       std::uint64_t look);

/// Gives a network what its workloads need of it as a whole, such as tables of time slots. Why it cannot run, a line each;
/// empty: it can.
std::string complete(const Experiment& experiment, network::Netlist& netlist);

}  // namespace slackline::features
