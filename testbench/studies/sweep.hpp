// sweep: carries out a plan. With loads, a load-latency curve a combination (curve.hpp); otherwise one point each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/point_runner.hpp"
#include "testbench/studies/sweep_plan.hpp"

namespace slackline::studies {

enum class PointState : unsigned char {
  run,
  crashed,
  past_saturation,  ///< not run: a lower load saturates
  behind_failure,   ///< not run: a lower load has failed
  not_run,          ///< interrupted before
};
const char* to_string(PointState state);

struct SweepPoint {
  std::string name;
  std::optional<Decimal> load;
  bool halving = false;  ///< a load that halved the bracket, and was not given
  PointState state = PointState::not_run;
  PointResult result;  ///< of state run
  std::string why;     ///< of state crashed
};

/// A run that is too short to decide whether its load saturates. The search for saturation assumes that it does not.
bool is_undecided(const SweepPoint& point);

struct Series {
  std::vector<settings::Override> values;  ///< of the keys other than the load
  std::vector<SweepPoint> points;          ///< by load
  std::optional<Bracket> saturation;       ///< as far as it has been narrowed
};

struct Sweep {
  std::string name;  ///< of the experiment
  SweepPlan plan;
  std::vector<Series> series;
  bool finished = false;            ///< false: interrupted
  std::size_t ran = 0, stored = 0;  ///< points of the series: run now, kept from an earlier sweep

  bool any(PointState state) const;
  bool any_failed() const;
  /// Whether hosts replay a trace.
  bool replays() const;
  /// Whether firmware synchronizes clocks.
  bool synchronizes() const;
  /// Whether hosts have barriers.
  bool has_barriers() const;
  /// A point below saturation whose intervals are wider than asked for.
  bool any_unconverged() const;
};

/// Called now and then with the points done by processes of this run, and an estimate of their final number.
using SweepProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Forks, as run_points().
Sweep run_sweep(SweepPlan plan, const Runner& runner, const SweepProgress& progress = {});

}  // namespace slackline::studies
