#include "testbench/studies/sweep.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace slackline::studies {

namespace {

LoadVerdict verdict_of(const PointOutcome& outcome) {
  if (outcome.crashed || outcome.result.failed) return LoadVerdict::failed;
  return outcome.result.saturated == true ? LoadVerdict::saturated : LoadVerdict::below;
}

/// The points of one combination. A combination without loads is a curve of one nameless load.
class SeriesRun {
 public:
  SeriesRun(const SweepPlan& plan, std::size_t combination)
      : plan_(plan), combination_(combination), curve_{plan.loads, plan.resolution} {
    if (plan.loads.empty()) curve_.loads = {Decimal{0}};
    advance();
  }

  const std::vector<Decimal>& wanted() const { return state_.wanted; }
  std::size_t most_to_come() const {
    return plan_.loads.empty() ? state_.wanted.size() : studies::most_to_come(curve_, state_);
  }

  std::optional<Decimal> load_of(Decimal load) const {
    return plan_.loads.empty() ? std::nullopt : std::optional(load);
  }

  void take(Decimal load, PointOutcome outcome) {
    known_[load] = plan_.loads.empty() ? LoadVerdict::failed : verdict_of(outcome);  // without loads nothing follows
    outcomes_[load] = std::move(outcome);
    advance();
  }

  Series series(Sweep& sweep) const {
    Series series{plan_.combination(combination_), {}, state_.bracket};
    std::vector<Decimal> loads = curve_.loads;
    for (const Decimal load : state_.path)
      if (!is_given(load)) loads.push_back(load);
    std::sort(loads.begin(), loads.end());
    for (const Decimal load : loads) series.points.push_back(point(load, sweep));
    return series;
  }

 private:
  void advance() { state_ = follow(curve_, known_); }

  bool is_given(Decimal load) const { return std::binary_search(curve_.loads.begin(), curve_.loads.end(), load); }

  SweepPoint point(Decimal load, Sweep& sweep) const {
    SweepPoint point;
    point.load = load_of(load);
    point.halving = !is_given(load);
    point.name = point_name(plan_.varied(combination_, point.load));
    // What ran ahead of the curve in vain is no part of it: the result does not depend on how many ran at once.
    if (std::find(state_.path.begin(), state_.path.end(), load) == state_.path.end()) {
      if (state_.bracket && !(load < state_.bracket->high))
        point.state = PointState::past_saturation;
      else if (state_.failed)
        point.state = PointState::behind_failure;
      return point;
    }
    const PointOutcome& outcome = outcomes_.at(load);
    ++(outcome.stored ? sweep.stored : sweep.ran);
    point.state = outcome.crashed ? PointState::crashed : PointState::run;
    point.result = outcome.result;
    point.why = outcome.why;
    return point;
  }

  const SweepPlan& plan_;
  std::size_t combination_;
  CurvePlan curve_;
  CurveState state_;
  std::map<Decimal, LoadVerdict> known_;
  std::map<Decimal, PointOutcome> outcomes_;
};

/// All series, and the numbers that the runner knows their points by.
class SweepRun {
 public:
  explicit SweepRun(const SweepPlan& plan) : plan_(plan) {
    for (std::size_t c = 0; c < plan.combinations(); ++c) series_.emplace_back(plan, c);
  }

  /// The next load of every series, then, a step of all at a time, those that may be next.
  Wanted wanted() {
    Wanted wanted;
    std::size_t deepest = 1;
    for (std::size_t step = 0; step < deepest; ++step)
      for (std::size_t s = 0; s < series_.size(); ++s) {
        const std::vector<Decimal>& loads = series_[s].wanted();
        deepest = std::max(deepest, loads.size());
        if (step < loads.size()) wanted.points.push_back(number_of(s, loads[step]));
        wanted.needed += step == 0 && !loads.empty();
      }
    return wanted;
  }

  const Point& point(std::size_t number) {
    Numbered& numbered = points_[number];
    if (!numbered.point) numbered.point = plan_.point(numbered.series, series_[numbered.series].load_of(numbered.load));
    return *numbered.point;
  }

  void take(std::size_t number, const PointOutcome& outcome) {
    done_here_ += !outcome.stored;
    series_[points_[number].series].take(points_[number].load, outcome);
  }

  std::size_t done() const { return done_here_; }
  std::size_t to_come() const {
    std::size_t points = 0;
    for (const SeriesRun& series : series_) points += series.most_to_come();
    return points;
  }

  void collect(Sweep& sweep) const {
    for (const SeriesRun& series : series_) sweep.series.push_back(series.series(sweep));
  }

 private:
  struct Numbered {
    std::size_t series;
    Decimal load;
    std::optional<Point> point;  ///< made when it is asked for
  };

  std::size_t number_of(std::size_t series, Decimal load) {
    const auto [at, is_new] = numbers_.insert({{series, load}, points_.size()});
    if (is_new) points_.push_back({series, load, {}});
    return at->second;
  }

  const SweepPlan& plan_;
  std::vector<SeriesRun> series_;
  std::vector<Numbered> points_;
  std::map<std::pair<std::size_t, Decimal>, std::size_t> numbers_;
  std::size_t done_here_ = 0;
};

template <class Is>
bool any_point(const Sweep& sweep, Is&& is) {
  return std::any_of(sweep.series.begin(), sweep.series.end(), [&](const Series& s) {
    return std::any_of(s.points.begin(), s.points.end(), [&](const SweepPoint& p) { return is(p.result); });
  });
}

}  // namespace

const char* to_string(PointState state) {
  switch (state) {
    case PointState::run: return "run";
    case PointState::crashed: return "crashed";
    case PointState::past_saturation: return "past_saturation";
    case PointState::behind_failure: return "behind_failure";
    case PointState::not_run: break;
  }
  return "not_run";
}

bool is_undecided(const SweepPoint& point) {
  return point.state == PointState::run && !point.result.failed && !point.result.saturated;
}

bool Sweep::any(PointState state) const {
  return std::any_of(series.begin(), series.end(), [state](const Series& s) {
    return std::any_of(s.points.begin(), s.points.end(), [state](const SweepPoint& p) { return p.state == state; });
  });
}

bool Sweep::any_failed() const {
  return any_point(*this, [](const PointResult& result) { return result.failed; });
}

bool Sweep::replays() const {
  return any_point(*this, [](const PointResult& result) { return result.program.has_value(); });
}

bool Sweep::synchronizes() const {
  return any_point(*this, [](const PointResult& result) { return result.skew.has_value(); });
}

bool Sweep::has_barriers() const {
  return any_point(*this, [](const PointResult& result) { return result.barriers.has_value(); });
}

bool Sweep::any_unconverged() const {
  const auto lacks = [](const SweepPoint& p) {
    return p.state == PointState::run && p.result.saturated != true && p.result.converged == false;
  };
  return std::any_of(series.begin(), series.end(),
                     [&](const Series& s) { return std::any_of(s.points.begin(), s.points.end(), lacks); });
}

Sweep run_sweep(SweepPlan plan, const Runner& runner, const SweepProgress& progress) {
  Sweep sweep;
  sweep.plan = std::move(plan);
  sweep.name = sweep.plan.point(0, sweep.plan.first_load()).experiment.run.name;
  SweepRun run(sweep.plan);
  Study study;
  study.wanted = [&] { return run.wanted(); };
  study.point = [&](std::size_t point) -> const Point& { return run.point(point); };
  study.take = [&](std::size_t point, const PointOutcome& outcome) { run.take(point, outcome); };
  Runner watched = runner;
  watched.progress = [&] {
    if (progress) progress(run.done(), run.done() + run.to_come());
  };
  sweep.finished = run_points(study, watched);
  run.collect(sweep);
  return sweep;
}

}  // namespace slackline::studies
