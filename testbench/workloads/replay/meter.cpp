#include "testbench/workloads/replay/meter.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/features/run/settings.hpp"
#include "testbench/observe/empty_network.hpp"
#include "testbench/workloads/replay/program/replay.hpp"
#include "testbench/workloads/replay/section.hpp"

namespace slackline::replay {

namespace {

class ReplayMeter final : public observe::Meter {
 public:
  ReplayMeter(const observe::Engine& engine, const Replay& replay, const features::Workload& workload)
      : engine_(engine),
        counter_(engine.netlist()),
        replay_(replay),
        workload_(workload),
        max_cycles_(workload.experiment->get<features::RunSettings>().max_cycles) {}

  Cycle next_look() const override { return next_; }
  bool is_bounded() const override { return true; }
  bool is_over() const override { return over_; }
  bool is_given_up() const override { return stuck_; }
  Cycle end() override { return Cycle(replay_.answers(engine_.now(), stuck_).cycles); }
  Cycle quiet_until() const override { return replay_.quiet_until(); }
  bool host_computes() const override { return !replay_.is_idle(); }

  void look() override {
    over_ = replay_.finished();
    stuck_ = !over_ && replay_.is_idle() && (replay_.packets_under_way() == 0 || observe::is_empty(engine_, counter_));
    next_ = Cycle(std::min(next_.value + std::max<std::uint64_t>(1000, next_.value / 64), max_cycles_));
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                 bool) override {
    Answers answers = replay_.answers(engine_.now(), stuck_);
    if (!answers.finished) verdict.converged = false;
    for (const StuckRank& rank : answers.stuck)
      totals.errors.push_back({(workload_.is_listed ? workload_.name + ", rank " : "rank ") + std::to_string(rank.rank),
                               "waits for ever in " + rank.waits_for + "; cycles of waiting", rank.cycles});
    std::vector<std::string> hosts;
    for (const RankAnswer& rank : answers.ranks) hosts.push_back(engine_.netlist().endpoints[rank.host].name);
    return std::make_shared<Section>(workload_.name, std::move(answers), std::move(hosts),
                                     statistics::trunks(engine_.netlist(), totals.links));
  }

 private:
  const observe::Engine& engine_;
  statistics::HostCounter counter_;
  const Replay& replay_;
  const features::Workload& workload_;
  const std::uint64_t max_cycles_;
  Cycle next_;
  bool over_ = false, stuck_ = false;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const auto& program = engine.netlist().workloads.at(workload.number).program;
  if (program == nullptr) return nullptr;
  return std::make_unique<ReplayMeter>(engine, dynamic_cast<const Replay&>(*program), workload);
}

}  // namespace slackline::replay
