#include "testbench/workloads/traffic/meter.hpp"

#include <utility>
#include <vector>

#include "testbench/features/nic/build.hpp"
#include "testbench/observe/workload_counts.hpp"
#include "testbench/statistics/fairness.hpp"
#include "testbench/workloads/traffic/saturation.hpp"
#include "testbench/workloads/traffic/section.hpp"

namespace slackline::traffic {

namespace {

class TrafficMeter final : public observe::Meter {
 public:
  TrafficMeter(const observe::Engine& engine, const features::Workload& workload)
      : engine_(engine), workload_(workload), counter_(engine, workload.number) {}

  bool is_bounded() const override { return false; }
  Cycle end() override { return engine_.now(); }
  std::optional<observe::Averages> averages() const override {
    return observe::Averages{burst_cycles(*workload_.experiment)};
  }
  bool is_above_bound() const override { return traffic::is_above_bound(engine_.netlist(), workload_.number); }
  void open_window() override {
    if (workload_.is_listed) begin_ = counts();
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict&, bool) override {
    if (!workload_.is_listed) return nullptr;  // the totals of the network are its own
    const Counts end = counts();
    Answers answers;
    answers.of_messages = engine_.netlist().has_messages(workload_.number);
    answers.hosts = features::workload_hosts(*workload_.experiment);
    answers.measured_cycles = totals.measured_cycles();
    answers.created = end.packets_created;
    answers.delivered = end.packets_delivered;
    answers.flits_offered = end.flits_created - begin_.flits_created;
    answers.flits_accepted = end.flits_delivered - begin_.flits_delivered;
    answers.total = {begin_.latencies.total, end.latencies.total, end.latency.total - begin_.latency.total};
    answers.fairness = statistics::fairness(begin_.hosts, end.hosts, &statistics::HostCounts::flits_handed_over);
    answers.network = {begin_.latencies.network, end.latencies.network, end.latency.network - begin_.latency.network};
    return std::make_shared<Section>(workload_.name, std::move(answers));
  }

 private:
  /// The counts of the workload up to now.
  struct Counts : observe::WorkloadCounts {
    port::LatencyTally latencies;
    std::vector<statistics::HostCounts> hosts;
  };

  Counts counts() {
    const bool has_messages = engine_.netlist().has_messages(workload_.number);
    return {counter_.count(),
            has_messages ? engine_.hosts().latencies.of(workload_.number) : engine_.latencies(workload_.number),
            counter_.count_each_host()};
  }

  const observe::Engine& engine_;
  const features::Workload& workload_;
  observe::WorkloadCounter counter_;
  Counts begin_;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const settings::Values& experiment = *workload.experiment;
  const bool is_random = engine.netlist().workloads.at(workload.number).program == nullptr;
  if (!is_random || !features::has_messages(experiment)) return nullptr;
  return std::make_unique<TrafficMeter>(engine, workload);
}

}  // namespace slackline::traffic
