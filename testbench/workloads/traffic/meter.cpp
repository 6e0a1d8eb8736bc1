#include "testbench/workloads/traffic/meter.hpp"

#include <utility>

#include "testbench/features/nic/build.hpp"
#include "testbench/workloads/traffic/saturation.hpp"
#include "testbench/workloads/traffic/section.hpp"

namespace slackline::traffic {

namespace {

class TrafficMeter final : public observe::Meter {
 public:
  TrafficMeter(const observe::Engine& engine, const features::Workload& workload)
      : engine_(engine), workload_(workload), counter_(engine.netlist()) {}

  bool is_bounded() const override { return false; }
  Cycle end() override { return engine_.now(); }
  std::optional<observe::Averages> averages() const override {
    return observe::Averages{burst_cycles(*workload_.experiment)};
  }
  bool is_above_bound() const override {
    const bool is_alone =
        engine_.netlist().workloads.size() == 1 && workload_.experiment->get<features::WorkloadHosts>().nodes.empty();
    return is_alone && traffic::is_above_bound(*workload_.experiment, engine_.netlist());
  }
  void open_window() override {
    if (workload_.is_listed) begin_ = counts();
  }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict&, bool) override {
    if (!workload_.is_listed) return nullptr;  // the totals of the network are its own
    const Counts end = counts();
    Answers answers;
    answers.hosts = features::workload_hosts(*workload_.experiment);
    answers.measured_cycles = totals.measured_cycles();
    answers.created = end.packets_created;
    answers.delivered = end.packets_delivered;
    answers.flits_offered = end.flits_created - begin_.flits_created;
    answers.flits_accepted = end.flits_delivered - begin_.flits_delivered;
    answers.total = {begin_.latencies.total, end.latencies.total, end.latency.total - begin_.latency.total};
    answers.network = {begin_.latencies.network, end.latencies.network, end.latency.network - begin_.latency.network};
    return std::make_shared<Section>(workload_.name, std::move(answers));
  }

 private:
  /// What the workload has done up to now.
  struct Counts {
    std::uint64_t packets_created = 0, flits_created = 0;  ///< or messages and their words
    std::uint64_t packets_delivered = 0, flits_delivered = 0;
    port::LatencySums latency;
    port::LatencyTally latencies;
  };

  Counts counts() {
    const network::Netlist& netlist = engine_.netlist();
    const bool has_messages = netlist.interfaces != nullptr;
    Counts counts;
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      const statistics::HostCounts created = statistics::count_host(engine_, counter_, i, workload_.number);
      const port::Counters passed = has_messages ? host::counters(engine_.interface_state(i).host, workload_.number)
                                                 : port::counters(engine_.port_state(i), workload_.number);
      counts.packets_created += has_messages ? created.messages_created : created.packets_created;
      counts.flits_created += created.flits_created;
      counts.packets_delivered += passed.packets_received;
      counts.flits_delivered += passed.flits_received;
      counts.latency.total += passed.latency.total;
      counts.latency.network += passed.latency.network;
    }
    counts.latencies =
        has_messages ? engine_.hosts().latencies.of(workload_.number) : engine_.latencies(workload_.number);
    return counts;
  }

  const observe::Engine& engine_;
  const features::Workload& workload_;
  statistics::HostCounter counter_;
  Counts begin_;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const settings::Values& experiment = *workload.experiment;
  const bool has_slots = features::synchronizes(experiment) || features::hands_out_tokens(experiment);
  if (engine.netlist().workloads.at(workload.number).program != nullptr || has_slots) return nullptr;
  return std::make_unique<TrafficMeter>(engine, workload);
}

}  // namespace slackline::traffic
