// Measurement of a run in which hosts replay a trace, and when it is over: at the end of the program, when it can
// never finish, or at max_cycles. Looks at cycles that do not depend on the machine's speed, and still finds the end
// exactly, since nothing happens after it.
#pragma once

#include <algorithm>

#include "testbench/replay/replay.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/simulation/meter.hpp"

namespace slackline::simulation {

template <class Engine>
class ReplayMeter {
 public:
  ReplayMeter(Engine& engine, const features::Experiment& experiment)
      : engine_(engine),
        counter_(engine.netlist()),
        replay_(dynamic_cast<const replay::Replay&>(*network::program_of(engine.netlist()))),
        max_cycles_(experiment.run.max_cycles) {}

  Cycle next_probe() const { return next_; }
  bool done() const { return done_; }
  Cycle quiet_until() const { return replay_.quiet_until(); }
  bool host_computes() const { return !replay_.is_idle(); }
  const char* state() const { return ""; }

  void probe() {
    if (engine_.now() != next_) return;
    stuck_ = !replay_.finished() && replay_.is_idle() && (replay_.packets_under_way() == 0 || is_empty());
    done_ = stuck_ || replay_.finished() || next_ >= Cycle(max_cycles_);
    next_ = Cycle(std::min(next_.value + std::max<std::uint64_t>(1000, next_.value / 64), max_cycles_));
  }

  void finish(statistics::RunTotals& totals, statistics::Verdict& verdict) {
    answers_ = replay_.answers(engine_.now(), stuck_);
    totals = statistics::collect(engine_, {}, counter_, Cycle(answers_.cycles));
    verdict.warmup_given = verdict.warmup_found = true;
    if (!answers_.finished) verdict.converged = false;
    for (const replay::StuckRank& rank : answers_.stuck)
      totals.faults.push_back(
          {"rank " + std::to_string(rank.rank), "waits for ever in " + rank.waits_for + "; cycles", rank.cycles});
  }
  const replay::Answers& answers() const { return answers_; }

 private:
  /// Everything under way is lost: no flit is left, and no network interface has anything to do.
  bool is_empty() {
    const network::ElaboratedNetlist& netlist = engine_.netlist();
    for (std::size_t i = 0; netlist.interfaces != nullptr && i < netlist.endpoints.size(); ++i)
      if (!network::is_idle(*netlist.host_kind_of(i).interfaces, engine_.interface_state(i))) return false;
    const statistics::RunTotals totals = statistics::collect(engine_, {}, counter_);
    return totals.flits_in_switches + totals.flits_on_links == 0;
  }

  Engine& engine_;
  statistics::HostCounter counter_;
  const replay::Replay& replay_;
  std::uint64_t max_cycles_;
  Cycle next_;
  bool done_ = false, stuck_ = false;
  replay::Answers answers_;
};

}  // namespace slackline::simulation
