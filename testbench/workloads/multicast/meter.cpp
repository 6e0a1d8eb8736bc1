#include "testbench/workloads/multicast/meter.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/features/run/settings.hpp"
#include "testbench/observe/workload_counts.hpp"
#include "testbench/workloads/multicast/program.hpp"
#include "testbench/workloads/multicast/section.hpp"

namespace slackline::multicast {

namespace {

class MulticastMeter final : public observe::Meter {
 public:
  MulticastMeter(const observe::Engine& engine, const Program& program, const features::Workload& workload,
                 std::uint64_t look)
      : engine_(engine),
        program_(program),
        workload_(workload),
        max_cycles_(workload.experiment->get<features::RunSettings>().max_cycles),
        look_(look),
        counter_(engine, workload.number) {}

  Cycle next_look() const override { return program_.is_bounded() ? next_ : never; }
  bool is_bounded() const override { return program_.is_bounded(); }
  bool is_over() const override { return over_; }
  Cycle end() override { return engine_.now(); }
  std::optional<observe::Averages> averages() const override {
    if (program_.is_bounded()) return std::nullopt;
    return observe::Averages{};
  }
  void look() override {
    over_ = program_.is_over();
    next_ = Cycle(std::min(next_.value + look_, max_cycles_));
  }
  void open_window() override {
    begin_ = counts();
    window_begin_ = engine_.now();
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                 bool) override {
    if (program_.is_bounded() && !program_.is_over()) verdict.converged = false;
    for (statistics::InstanceError& error : errors_of(program_, workload_.name))
      totals.errors.push_back(std::move(error));
    const Counts end = counts();
    const ProgramParams& p = program_.params();
    Answers answers;
    answers.algorithm = p.trees.algorithm;
    answers.depth = p.trees.depth;
    answers.branching = p.trees.branching;
    answers.cost_mean = p.trees.cost_mean();
    answers.cost_most = p.trees.cost_most;
    answers.cost_over_optimum = p.trees.cost_over_optimum;
    answers.differing = program_.groups_in_different_orders().size();
    answers.groups = p.groups->size();
    for (const host::Group& group : *p.groups) answers.members += group.members.size();
    answers.sources = static_cast<std::uint64_t>(std::count_if(
        p.groups_of.begin(), p.groups_of.end(), [](const std::vector<std::uint32_t>& own) { return !own.empty(); }));
    answers.created = program_.created();
    answers.complete = program_.complete();
    answers.measured_cycles = totals.measured_cycles();
    answers.words_created = (end.created - begin_.created) * p.words;
    answers.words_delivered = end.flits_delivered - begin_.flits_delivered;
    answers.to_member = {begin_.latencies.total, end.latencies.total, end.latency.total - begin_.latency.total};
    answers.to_last = {begin_.to_last, end.to_last, end.to_last_sum - begin_.to_last_sum};
    answers.to_member_mean = over_window(program_.to_member_over_time());
    answers.to_last_mean = over_window(program_.to_last_over_time());
    answers.ends = program_.is_bounded();
    return std::make_shared<Section>(workload_.name, std::move(answers));
  }

 private:
  /// The counts up to now.
  struct Counts : observe::WorkloadCounts {
    port::LatencyTally latencies;
    port::LatencyHistogram to_last;
    std::uint64_t to_last_sum = 0, created = 0;
  };

  Counts counts() {
    return {counter_.count(), engine_.hosts().latencies.of(workload_.number), program_.to_last(),
            program_.to_last_sum(), program_.created()};
  }

  statistics::Estimate over_window(const statistics::TimedSums& sums) const {
    constexpr double least_values = 10;  // of a batch, on average
    return statistics::estimate(sums.between(window_begin_.value, engine_.now().value), least_values);
  }

  const observe::Engine& engine_;
  const Program& program_;
  const features::Workload& workload_;
  const std::uint64_t max_cycles_, look_;
  observe::WorkloadCounter counter_;
  Counts begin_;
  Cycle window_begin_, next_;
  bool over_ = false;
};

}  // namespace

std::vector<statistics::InstanceError> errors_of(const Program& program, const std::string& workload) {
  std::vector<statistics::InstanceError> errors;
  if (program.disordered() != 0)
    errors.push_back({workload, "messages that came before an earlier one of their source", program.disordered()});
  if (!program.params().trees.is_ordered) return errors;
  for (const std::uint32_t group : program.groups_in_different_orders())
    errors.push_back({workload + ", group " + std::to_string(group), different_sequences, 1});
  return errors;
}

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload,
                                         std::uint64_t look) {
  const auto* program = dynamic_cast<const Program*>(engine.netlist().workloads.at(workload.number).program.get());
  if (program == nullptr) return nullptr;
  return std::make_unique<MulticastMeter>(engine, *program, workload, look);
}

}  // namespace slackline::multicast
