// Measurement of a network while workloads run on it, and when the run is over: when all workloads that end have ended, or
// one of them never will; without such, when it has been measured well enough; at max_cycles in any case.
//
//   only workloads that end and have no mean    everything from cycle 0 to their end
//   others that have a mean with them           from run.warmup on, or from the beginning, in batches
//   none that ends                              after a warm-up that is found, in batches
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/statistics/firmware_instruments.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/statistics/snapshot.hpp"

namespace slackline::simulation {

using Sections = std::vector<std::shared_ptr<const present::Section>>;

class NetworkMeter {
 public:
  /// `look`: cycles between two looks of workloads that set no times of their own. `instruments`: those of
  /// network interfaces; nullptr: there are none.
  NetworkMeter(observe::Engine& engine, const features::Experiment& experiment, std::uint64_t look,
               statistics::FirmwareInstruments* instruments = nullptr);

  Cycle next_probe() const;
  /// At any cycle; does something at next_probe().
  void probe();
  bool done() const { return done_; }
  /// Nothing moves before that.
  Cycle quiet_until() const;
  bool host_computes() const;
  const char* state() const { return measurement_ && !measurement_->window_open() ? "warming up" : ""; }

  /// Ends the measurement here. A window that has not begun is an empty one.
  Sections finish(statistics::RunTotals& totals, statistics::Verdict& verdict);

 private:
  bool is_over() const;
  void open_window();
  void add_of_firmware(statistics::RunTotals& totals, Cycle end);
  void mark_window();

  observe::Engine& engine_;
  statistics::HostCounter counter_;
  const std::uint64_t max_cycles_;
  const features::RunningWorkloads workloads_;
  bool is_bounded_ = false;
  std::optional<statistics::Measurement> measurement_;  // nothing: no workload has a mean
  std::optional<statistics::Windows> windows_;          // with run.windows
  statistics::Snapshot begin_;
  statistics::FirmwareInstruments* instruments_;
  statistics::TransactionCounts begin_of_transactions_;
  std::vector<statistics::MeasureCounts> begin_of_measures_;
  bool done_ = false;
};

}  // namespace slackline::simulation
