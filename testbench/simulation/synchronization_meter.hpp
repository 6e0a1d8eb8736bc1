// What is measured of a run whose interfaces synchronize their clocks, and when it is over: when all hosts have told of
// the end of the last interval, at max_cycles, or when they cannot be expected to any more. Looks at cycles that do not
// depend on the machine's speed.
#pragma once

#include <algorithm>
#include <optional>

#include "testbench/config/experiment.hpp"
#include "testbench/simulation/stream_waits.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/synchronization/answers.hpp"

namespace slackline::simulation {

template <class Engine>
class SynchronizationMeter {
 public:
  SynchronizationMeter(Engine& engine, const config::RunSettings& run)
      : engine_(engine),
        counter_(engine.netlist()),
        expected_(synchronization::expected_cycles(*engine.netlist().interfaces)),
        last_(std::min(run.max_cycles, 2 * expected_)),
        step_(std::max<std::uint64_t>(expected_ / 64, 1)) {
    if (synchronization::has_slots(*engine.netlist().interfaces)) waits_.emplace(engine.netlist());
  }

  Cycle next_probe() const { return waits_ ? std::min(next_, waits_->next_look()) : next_; }
  bool done() const { return done_; }
  Cycle quiet_until() const { return Cycle(0); }
  const char* state() const { return ""; }

  void probe() {
    if (waits_ && engine_.now() == waits_->next_look()) waits_->look(engine_);
    if (engine_.now() != next_) return;
    done_ = next_ >= Cycle(last_) || synchronization::is_over(*engine_.netlist().interfaces, engine_.hosts().reports);
    // Close to the end it looks every slot.
    const std::uint64_t step = next_ < Cycle(expected_ - std::min(expected_, step_)) ? step_ : slot_ticks();
    next_ = Cycle(std::min(next_.value + step, last_));
  }

  void finish(statistics::RunTotals& totals, statistics::Verdict& verdict) {
    answers_ = synchronization::answers_of(*engine_.netlist().interfaces, engine_.hosts().reports);
    if (waits_) {
      waits_->look(engine_);
      answers_.waits = waits_->waits();
    }
    totals = statistics::collect(engine_, {}, counter_);
    verdict.warmup_given = verdict.warmup_found = true;
    const auto name = [&](std::uint32_t host) { return engine_.netlist().endpoints[host].name; };
    for (const synchronization::MissingPacket& m : answers_.missing)
      totals.faults.push_back({name(m.host),
                               "the packet of " + name(m.source) + " in slot " + std::to_string(m.slot) +
                                   " of synchronization " + std::to_string(m.round) + " has not come",
                               1});
    for (std::size_t i = 0; done_ && i < answers_.silent.size(); ++i)
      totals.faults.push_back({name(answers_.silent[i]), "has not come to the end of its last interval", 1});
    add(totals, FBS_LOST, "packets of the stream that have not come");
    add(totals, FBS_DAMAGED, "packets that came without their tail");
    add(totals, FBS_LATE, "packets that the firmware queued when their slot had begun");
  }
  const synchronization::Answers& answers() const { return answers_; }

 private:
  std::uint64_t slot_ticks() const { return engine_.netlist().interfaces->clocks.at(0).slot_ticks; }
  void add(statistics::RunTotals& totals, fbs_counter counter, const char* what) const {
    if (const std::uint64_t count = answers_.counters[counter]; count != 0)
      totals.faults.push_back({"hosts", what, count});
  }

  Engine& engine_;
  statistics::HostCounter counter_;
  std::uint64_t expected_, last_, step_;
  Cycle next_;
  std::optional<StreamWaits> waits_;
  bool done_ = false;
  synchronization::Answers answers_;
};

}  // namespace slackline::simulation
