// The workloads of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/observe/wave_source.hpp"
#include "testbench/routing/on_progress.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// The workloads of a run, each with a meter.
class RunningWorkloads {
 public:
  /// Engine and experiment must outlive it. `look`: cycles between two looks of workloads that set no times of their own.
  RunningWorkloads(observe::Engine& engine, const Experiment& experiment, std::uint64_t look);

  auto begin() const { return meters_.begin(); }
  auto end() const { return meters_.end(); }

 private:
  std::vector<std::unique_ptr<Workload>> workloads_;
  std::vector<std::unique_ptr<observe::Meter>> meters_;
};

/// The values of the workloads of a list in a dump; none: there is no list. The experiment must outlive what they make.
std::vector<observe::WaveScope> wave_scopes_of(const Experiment& experiment);

/// Gives a network what its workloads need of it as a whole, such as tables of time slots; and what that shows: why the run is
/// refused, and what buffers of interfaces wait for.
Completion complete(const Experiment& experiment, network::Netlist& netlist);

/// Why that network of the reading's experiment is refused, where its keys are given. The reading has no errors.
InputErrors errors_of(const Refusals& refused, const ExperimentReading& reading, const network::Netlist& netlist);

/// The network of an experiment, complete. Throws std::runtime_error where it is refused.
network::Netlist completed_network_of(const Experiment& experiment, const routing::OnProgress& on_progress = {});

}  // namespace slackline::features
