// Measurement of a run, and when it has been measured well enough.
#pragma once

#include <utility>

#include "testbench/run/experiment.hpp"
#include "testbench/simulation/saturation.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/statistics/snapshot.hpp"

namespace slackline::simulation {

template <class Engine>
class Meter {
 public:
  Meter(Engine& engine, const features::Experiment& experiment)
      : engine_(engine),
        counter_(engine.netlist()),
        measurement_({experiment.run.warmup, experiment.run.max_cycles, experiment.run.relative_error,
                      is_above_bound(experiment, engine.netlist()), burst_cycles(experiment)}) {}

  Cycle next_probe() const { return measurement_.next_probe(); }
  bool done() const { return measurement_.done(); }
  Cycle quiet_until() const { return Cycle(0); }
  bool host_computes() const { return false; }
  const char* state() const { return measurement_.window_open() ? "" : "warming up"; }

  void probe() {
    if (engine_.now() != next_probe()) return;
    statistics::Progress progress = statistics::take_progress(engine_, counter_);
    if (measurement_.probe(progress.counts, std::move(progress.hosts))) open_window();
  }

  /// Ends the measurement here. A window that has not begun is an empty one.
  void finish(statistics::RunTotals& totals, statistics::Verdict& verdict) {
    if (!measurement_.window_open()) open_window();
    totals = statistics::collect(engine_, begin_, counter_);
    verdict = measurement_.verdict();
    verdict.warmup = begin_.at.value;
    if (verdict.saturation) verdict.saturated_by = sentence_of(*verdict.saturation, engine_.netlist());
  }

 private:
  void open_window() {
    begin_ = statistics::take_snapshot(engine_, counter_);
    engine_.latencies().total.restart_extremes();
    engine_.latencies().network.restart_extremes();
    if (engine_.netlist().interfaces == nullptr) return;
    engine_.hosts().latencies.total.restart_extremes();
    engine_.hosts().latencies.network.restart_extremes();
  }

  Engine& engine_;
  statistics::HostCounter counter_;
  statistics::Measurement measurement_;
  statistics::Snapshot begin_;
};

}  // namespace slackline::simulation
