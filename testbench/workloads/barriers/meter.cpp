#include "testbench/workloads/barriers/meter.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/features/run/settings.hpp"
#include "testbench/workloads/barriers/answers.hpp"
#include "testbench/workloads/barriers/section.hpp"
#include "testbench/workloads/barriers/settings.hpp"

namespace slackline::barriers {

namespace {

class BarrierMeter final : public observe::Meter {
 public:
  BarrierMeter(const observe::Engine& engine, const features::Workload& workload, std::uint64_t look)
      : engine_(engine),
        view_(view_of(engine)),
        workload_(workload),
        max_cycles_(workload.experiment->get<features::RunSettings>().max_cycles),
        warmup_(workload.experiment->get<features::RunSettings>().warmup.value_or(0)),
        timeout_(workload.experiment->get<features::BarrierSettings>().timeout),
        look_(look) {}

  Cycle next_look() const override { return next_; }
  bool is_bounded() const override { return true; }
  bool is_over() const override { return over_; }
  bool is_given_up() const override { return given_up_; }
  Cycle end() override { return engine_.now(); }
  /// It detects itself that nothing more is to be expected.
  bool host_computes() const override { return true; }

  void look() override {
    const Progress progress = progress_of(view_);
    give_up(progress);
    over_ = (workload_.is_listed ? progress.over.at(workload_.number) : progress.is_over()) &&
            next_ >= Cycle(std::min(warmup_, max_cycles_));
    const std::uint64_t next = std::min(next_.value + look_, max_cycles_);
    next_ = Cycle(next_ < Cycle(warmup_) ? std::min(next, warmup_) : next);
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                 bool whole) override {
    Answers answers = answers_of(view_);
    for (std::size_t g = 0; g < last_.size(); ++g) answers.groups[g].given_up = last_[g].given_up;
    if (workload_.is_listed) answers.groups = {answers.groups.at(workload_.number)};
    if (whole && !given_up_ && !answers.complete()) verdict.converged = false;  // cut at max_cycles
    for (std::size_t g = 0; g < answers.groups.size(); ++g) add_errors(g, answers.groups[g], totals);
    std::vector<std::string> hosts;
    for (const network::EndpointInstance& host : engine_.netlist().endpoints) hosts.push_back(host.name);
    return std::make_shared<Section>(workload_.name, std::move(answers), std::move(hosts));
  }

 private:
  void give_up(const Progress& progress) {
    if (timeout_ == 0) return;
    last_.resize(progress.of_group.size(), {0, next_, false});
    for (std::size_t g = 0; g < last_.size(); ++g) {
      Last& last = last_[g];
      if (progress.of_group[g] != last.count || !progress.waits[g]) last = {progress.of_group[g], next_, false};
      last.at = std::max(last.at, progress.busy_until[g]);
      last.given_up = is_own(g) && next_ >= last.at + timeout_;
      given_up_ = given_up_ || last.given_up;
    }
  }

  bool is_own(std::size_t group) const { return !workload_.is_listed || group == workload_.number; }

  void add_errors(std::size_t number, const Group& group, statistics::RunTotals& totals) const {
    const std::string name = workload_.is_listed ? workload_.name : "group " + std::to_string(number);
    if (group.early()) totals.errors.push_back({name, "a member has left a barrier that not all had entered", 1});
    if (!group.given_up) return;
    totals.errors.push_back({name,
                             "barrier " + std::to_string(group.complete) + " does not complete; members that wait",
                             group.waiting.size()});
  }

  struct Last {
    std::uint64_t count;  ///< Progress::of_group ...
    Cycle at;             ///< ... since when
    bool given_up;        ///< for too long, while members wait
  };

  const observe::Engine& engine_;
  const View view_;
  const features::Workload& workload_;
  const std::uint64_t max_cycles_, warmup_, timeout_, look_;
  Cycle next_;
  std::vector<Last> last_;
  bool over_ = false, given_up_ = false;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look) {
  if (!has_barriers(engine.netlist())) return nullptr;
  return std::make_unique<BarrierMeter>(engine, workload, look);
}

}  // namespace slackline::barriers
