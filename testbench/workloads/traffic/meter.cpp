#include "testbench/workloads/traffic/meter.hpp"

#include "testbench/features/nic/build.hpp"
#include "testbench/workloads/traffic/saturation.hpp"

namespace slackline::traffic {

namespace {

class TrafficMeter final : public observe::Meter {
 public:
  TrafficMeter(const observe::Engine& engine, const settings::Values& experiment)
      : engine_(engine), experiment_(experiment) {}

  bool is_bounded() const override { return false; }
  Cycle end() override { return engine_.now(); }
  std::optional<observe::Averages> averages() const override { return observe::Averages{burst_cycles(experiment_)}; }
  bool is_above_bound() const override { return traffic::is_above_bound(experiment_, engine_.netlist()); }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals&, statistics::Verdict&, bool) override {
    return nullptr;
  }

 private:
  const observe::Engine& engine_;
  const settings::Values& experiment_;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const settings::Values& experiment = *workload.experiment;
  const bool has_slots = features::synchronizes(experiment) || features::hands_out_tokens(experiment);
  if (network::program_of(engine.netlist()) != nullptr || has_slots) return nullptr;
  return std::make_unique<TrafficMeter>(engine, experiment);
}

}  // namespace slackline::traffic
