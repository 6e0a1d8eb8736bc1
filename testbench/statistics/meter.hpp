// meter: what is measured of a run, and when it has been measured well enough. The run stops at next_probe() and calls
// probe(), from the first cycle on, until done().
#pragma once

#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/statistics/snapshot.hpp"

namespace slackline::statistics {

template <class Engine>
class Meter {
 public:
  Meter(Engine& engine, const MeasurementSettings& settings)
      : engine_(engine), counter_(engine.netlist()), measurement_(settings) {}

  Cycle next_probe() const { return measurement_.next_probe(); }
  bool done() const { return measurement_.done(); }
  const char* state() const { return measurement_.window_open() ? "" : "warming up"; }

  void probe() {
    if (engine_.now() == next_probe() && measurement_.probe(take_counts(engine_, counter_))) open_window();
  }

  /// Up to here. What has been no window yet is an empty one.
  void finish(RunTotals& totals, Verdict& verdict) {
    if (!measurement_.window_open()) open_window();
    totals = collect(engine_, begin_, counter_);
    verdict = measurement_.verdict();
    verdict.warmup = begin_.at.value;
  }

 private:
  void open_window() {
    begin_ = take_snapshot(engine_, counter_);
    engine_.latencies().total.restart_extremes();
    engine_.latencies().network.restart_extremes();
  }

  Engine& engine_;
  HostCounter counter_;
  Measurement measurement_;
  Snapshot begin_;
};

}  // namespace slackline::statistics
