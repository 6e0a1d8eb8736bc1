// Measurement of a run in which hosts have barriers, and when it is over: when all have left the last one, at
// max_cycles, or when the members of a group wait and nothing happens in it any more. Data traffic is measured from
// the end of run.warmup on, or from the beginning, in batches. Looks at cycles that do not depend on the machine's speed.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/barriers/answers.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/simulation/saturation.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/statistics/snapshot.hpp"

namespace slackline::simulation {

template <class Engine>
class BarrierMeter {
 public:
  /// `look`: cycles between two looks at whether all barriers are over.
  BarrierMeter(Engine& engine, const features::Experiment& experiment, std::uint64_t look)
      : engine_(engine),
        counter_(engine.netlist()),
        view_(barriers::view_of(engine)),
        max_cycles_(experiment.run.max_cycles),
        warmup_(experiment.run.warmup.value_or(0)),
        timeout_(experiment.barriers.timeout),
        look_(look),
        data_({warmup_, max_cycles_, 0, false, burst_cycles(experiment)}) {}

  Cycle next_probe() const { return data_.done() ? next_ : std::min(next_, data_.next_probe()); }
  bool done() const { return done_; }
  Cycle quiet_until() const { return Cycle(0); }
  /// It detects itself that nothing more is to be expected.
  bool host_computes() const { return true; }
  const char* state() const { return engine_.now() < Cycle(warmup_) ? "warming up" : ""; }

  void probe() {
    if (!data_.done() && engine_.now() == data_.next_probe()) {
      statistics::Progress progress = statistics::take_progress(engine_, counter_);
      if (data_.probe(progress.counts, std::move(progress.hosts)))
        begin_ = statistics::take_snapshot(engine_, counter_);
    }
    if (engine_.now() != next_) return;
    const barriers::Progress progress = barriers::progress_of(view_);
    const bool over = progress.over && next_ >= Cycle(std::min(warmup_, max_cycles_));
    done_ = is_given_up(progress) || over || next_ >= Cycle(max_cycles_);
    const std::uint64_t next = std::min(next_.value + look_, max_cycles_);
    next_ = Cycle(next_ < Cycle(warmup_) ? std::min(next, warmup_) : next);
  }

  void finish(statistics::RunTotals& totals, statistics::Verdict& verdict) {
    answers_ = barriers::answers_of(view_);
    if (!data_.window_open()) begin_ = statistics::take_snapshot(engine_, counter_);  // nothing was measured
    totals = statistics::collect(engine_, begin_, counter_);
    verdict = data_.verdict();
    verdict.warmup = begin_.at.value;
    if (verdict.saturation) verdict.saturated_by = sentence_of(*verdict.saturation, engine_.netlist());
    for (std::size_t g = 0; g < last_.size(); ++g) answers_.groups[g].given_up = last_[g].given_up;
    if (done_ && !given_up_ && !answers_.complete()) verdict.converged = false;  // cut at max_cycles
    for (std::size_t g = 0; g < answers_.groups.size(); ++g) add_faults(g, answers_.groups[g], totals);
  }
  const barriers::Answers& answers() const { return answers_; }

 private:
  bool is_given_up(const barriers::Progress& progress) {
    if (timeout_ == 0) return false;
    last_.resize(progress.of_group.size(), {0, next_, false});
    for (std::size_t g = 0; g < last_.size(); ++g) {
      Last& last = last_[g];
      if (progress.of_group[g] != last.count || !progress.waits[g]) last = {progress.of_group[g], next_, false};
      last.at = std::max(last.at, progress.busy_until[g]);
      last.given_up = next_ >= last.at + timeout_;
      given_up_ = given_up_ || last.given_up;
    }
    return given_up_;
  }

  void add_faults(std::size_t number, const barriers::Group& group, statistics::RunTotals& totals) const {
    const std::string name = "group " + std::to_string(number);
    if (group.early()) totals.faults.push_back({name, "a member has left a barrier that not all had entered", 1});
    if (!group.given_up) return;
    totals.faults.push_back({name,
                             "barrier " + std::to_string(group.complete) + " does not complete; members that wait",
                             group.waiting.size()});
  }

  struct Last {
    std::uint64_t count;  ///< barriers::Progress::of_group ...
    Cycle at;             ///< ... since when
    bool given_up;        ///< for too long, while members wait
  };

  Engine& engine_;
  statistics::HostCounter counter_;
  const barriers::View view_;
  const std::uint64_t max_cycles_, warmup_, timeout_, look_;
  statistics::Measurement data_;
  Cycle next_;
  std::vector<Last> last_;
  bool done_ = false, given_up_ = false;
  statistics::Snapshot begin_;
  barriers::Answers answers_;
};

}  // namespace slackline::simulation
