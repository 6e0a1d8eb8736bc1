// Measurement of a run whose interfaces synchronize their clocks, and when it is over: when all hosts have reported
// the end of the last interval, at max_cycles, or when no more reports can be expected: in twice the time that it
// takes; of tokens, which nothing but their arrival drives, when none has been reported for long. Looks at cycles that
// do not depend on the machine's speed.
#pragma once

#include <algorithm>
#include <optional>

#include "testbench/run/experiment.hpp"
#include "testbench/simulation/stream_waits.hpp"
#include "testbench/statistics/measurement.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/synchronization/answers.hpp"

namespace slackline::simulation {

template <class Engine>
class SynchronizationMeter {
 public:
  SynchronizationMeter(Engine& engine, const features::Experiment& experiment)
      : engine_(engine),
        counter_(engine.netlist()),
        expected_(synchronization::expected_cycles(*engine.netlist().interfaces)),
        max_cycles_(experiment.run.max_cycles),
        step_(std::max<std::uint64_t>(expected_ / 64, 1)) {
    if (synchronization::has_slots(*engine.netlist().interfaces)) waits_.emplace(engine.netlist());
  }

  Cycle next_probe() const { return waits_ ? std::min(next_, waits_->next_look()) : next_; }
  bool done() const { return done_; }
  Cycle quiet_until() const { return Cycle(0); }
  /// It detects itself that nothing more is to be expected.
  bool host_computes() const { return true; }
  const char* state() const { return ""; }

  void probe() {
    if (waits_ && engine_.now() == waits_->next_look()) waits_->look(engine_);
    if (engine_.now() != next_) return;
    over_ = synchronization::is_over(*engine_.netlist().interfaces, engine_.hosts().reports);
    done_ = over_ || next_ >= Cycle(max_cycles_) || is_given_up();
    // Close to the end it looks every slot.
    const std::uint64_t step = next_ < Cycle(expected_ - std::min(expected_, step_)) ? step_ : slot_ticks();
    next_ = Cycle(std::min(next_.value + step, max_cycles_));
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
    const auto add_packets = [&](const std::vector<synchronization::MissingPacket>& packets, const char* what) {
      for (const synchronization::MissingPacket& m : packets)
        totals.faults.push_back({name(m.host),
                                 "the packet of " + name(m.source) + " in slot " + std::to_string(m.slot) +
                                     " of synchronization " + std::to_string(m.round) + what,
                                 1});
    };
    add_packets(answers_.missing, " has not come");
    add_packets(answers_.late, " came late");
    if (done_ && !over_ && engine_.now() >= Cycle(max_cycles_)) {
      answers_.partial = true;
      verdict.converged = false;
    }
    for (std::size_t i = 0; done_ && !answers_.partial && i < answers_.silent.size(); ++i)
      totals.faults.push_back({name(answers_.silent[i]), "has not reached the end of its last interval", 1});
    if (const auto lost = answers_.lost()) totals.faults.push_back(fault_of(*lost));
    add(totals, FBS_LOST, "packets of the stream that have not come");
    add(totals, FBS_DAMAGED, "packets that came without their tail");
    add(totals, FBS_LATE, "packets that the firmware queued when their slot had begun");
  }
  const synchronization::Answers& answers() const { return answers_; }

 private:
  /// Cycles without a report after which no token will come any more: firmware may take long for one.
  static constexpr std::uint64_t patience = 2'000'000;

  bool is_given_up() {
    if (waits_) return next_ >= Cycle(2 * expected_);
    const std::size_t told = synchronization::told(engine_.hosts().reports, engine_.netlist().endpoints.size());
    if (told != told_) last_told_ = next_;
    told_ = told;
    return next_ - last_told_ >= patience + slot_ticks();
  }

  statistics::InstanceFault fault_of(const synchronization::LostSynchronization& lost) const {
    const auto& hosts = engine_.netlist().endpoints;
    return {hosts[lost.skew.late].name,
            std::string("synchronization lost: more than a slot later than ") + hosts[lost.skew.early].name +
                (lost.where == synchronization::LostSynchronization::Where::behind ? " after" : " before") +
                " synchronization " + std::to_string(lost.round) + "; cycles",
            lost.skew.cycles};
  }

  std::uint64_t slot_ticks() const { return engine_.netlist().interfaces->clocks.at(0).slot_ticks; }
  void add(statistics::RunTotals& totals, fbs_counter counter, const char* what) const {
    if (const std::uint64_t count = answers_.counters[counter]; count != 0)
      totals.faults.push_back({"hosts", what, count});
  }

  Engine& engine_;
  statistics::HostCounter counter_;
  std::uint64_t expected_, max_cycles_, step_;
  std::size_t told_ = 0;  // reports, ...
  Cycle last_told_;       // ... and when the last of them had come
  Cycle next_;
  std::optional<StreamWaits> waits_;
  bool done_ = false, over_ = false;
  synchronization::Answers answers_;
};

}  // namespace slackline::simulation
