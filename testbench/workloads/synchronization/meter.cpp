#include "testbench/workloads/synchronization/meter.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/features/run/settings.hpp"
#include "testbench/workloads/synchronization/section.hpp"
#include "testbench/workloads/synchronization/slot_tables/estimates.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_schedules.hpp"
#include "testbench/workloads/synchronization/stream_waits.hpp"

namespace slackline::synchronization {

namespace {

class SynchronizationMeter final : public observe::Meter {
 public:
  SynchronizationMeter(const observe::Engine& engine, const features::Workload& workload)
      : engine_(engine),
        workload_(workload),
        expected_(expected_cycles(*engine.netlist().interfaces)),
        max_cycles_(workload.experiment->get<features::RunSettings>().max_cycles),
        step_(std::max<std::uint64_t>(expected_ / 64, 1)) {
    if (has_slots(*engine.netlist().interfaces)) waits_.emplace(engine.netlist());
  }

  Cycle next_look() const override { return waits_ ? std::min(next_, waits_->next_look()) : next_; }
  bool is_bounded() const override { return true; }
  bool is_over() const override { return over_; }
  bool is_given_up() const override { return given_up_; }
  Cycle end() override { return engine_.now(); }
  /// It detects itself that nothing more is to be expected.
  bool host_computes() const override { return true; }

  void look() override {
    if (waits_ && engine_.now() == waits_->next_look()) waits_->look(engine_);
    if (engine_.now() != next_) return;
    over_ = synchronization::is_over(*engine_.netlist().interfaces, engine_.hosts().reports);
    given_up_ = !over_ && has_to_give_up();
    // Close to the end it looks every slot.
    const std::uint64_t step = next_ < Cycle(expected_ - std::min(expected_, step_)) ? step_ : slot_ticks();
    next_ = Cycle(std::min(next_.value + step, max_cycles_));
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                 bool whole) override {
    Answers answers = answers_of(*engine_.netlist().interfaces, engine_.hosts().reports);
    if (waits_) {
      waits_->look(engine_);
      answers.waits = waits_->waits();
    }
    if (whole && !over_ && engine_.now() >= Cycle(max_cycles_)) {
      answers.partial = true;
      verdict.converged = false;
    }
    add_errors(answers, totals, whole);
    std::optional<Estimates> estimates;
    const settings::Values& experiment = *workload_.experiment;
    if (answers.slots != 0)  // tokens have none
      estimates =
          slot_tables::estimates_of(experiment, engine_.netlist(), slot_tables::tree_of(experiment, engine_.netlist()));
    std::vector<std::string> hosts;
    for (const network::EndpointInstance& host : engine_.netlist().endpoints) hosts.push_back(host.name);
    return std::make_shared<Section>(workload_.name, std::move(answers), estimates, std::move(hosts));
  }

 private:
  /// Cycles without a report after which no token will come any more: firmware may take long for one.
  static constexpr std::uint64_t patience = 2'000'000;

  bool has_to_give_up() {
    if (waits_) return next_ >= Cycle(2 * expected_);
    const std::size_t told = synchronization::told(engine_.hosts().reports, engine_.netlist().endpoints.size());
    if (told != told_) last_told_ = next_;
    told_ = told;
    return next_ - last_told_ >= patience + slot_ticks();
  }

  const std::string& name(std::uint32_t host) const { return engine_.netlist().endpoints[host].name; }

  void add_errors(const Answers& answers, statistics::RunTotals& totals, bool whole) const {
    add_packets(totals, answers.missing, " has not come");
    add_packets(totals, answers.late, " came late");
    for (std::size_t i = 0; whole && !answers.partial && i < answers.silent.size(); ++i)
      totals.errors.push_back({name(answers.silent[i]), "has not reached the end of its last interval", 1});
    if (const auto lost = answers.lost()) totals.errors.push_back(error_of(*lost));
    for (const auto& [counter, what] :
         {std::pair{FBS_LOST, "packets of the stream that have not come"},
          std::pair{FBS_DAMAGED, "packets that came without their tail"},
          std::pair{FBS_LATE, "packets that the firmware queued when their slot had begun"}})
      if (const std::uint64_t count = answers.counters[counter]; count != 0)
        totals.errors.push_back({"hosts", what, count});
  }

  void add_packets(statistics::RunTotals& totals, const std::vector<MissingPacket>& packets, const char* what) const {
    for (const MissingPacket& m : packets)
      totals.errors.push_back({name(m.host),
                               "the packet of " + name(m.source) + " in slot " + std::to_string(m.slot) +
                                   " of synchronization " + std::to_string(m.round) + what,
                               1});
  }

  statistics::InstanceError error_of(const LostSynchronization& lost) const {
    return {name(lost.skew.late),
            "synchronization lost: more than a slot later than " + name(lost.skew.early) +
                (lost.where == LostSynchronization::Where::behind ? " after" : " before") + " synchronization " +
                std::to_string(lost.round) + "; cycles",
            lost.skew.cycles};
  }

  std::uint64_t slot_ticks() const { return engine_.netlist().interfaces->clocks.at(0).slot_ticks; }

  const observe::Engine& engine_;
  const features::Workload& workload_;
  const std::uint64_t expected_, max_cycles_, step_;
  std::size_t told_ = 0;  // reports, ...
  Cycle last_told_;       // ... and when the last of them had come
  Cycle next_;
  std::optional<StreamWaits> waits_;
  bool over_ = false, given_up_ = false;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const auto& interfaces = engine.netlist().interfaces;
  if (interfaces == nullptr || !synchronizes(*interfaces)) return nullptr;
  return std::make_unique<SynchronizationMeter>(engine, workload);
}

}  // namespace slackline::synchronization
