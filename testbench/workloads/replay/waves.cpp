#include "testbench/workloads/replay/waves.hpp"

#include "testbench/observe/workload_counts.hpp"
#include "testbench/workloads/replay/program/replay.hpp"

namespace slackline::replay {

namespace {

class Source final : public observe::WaveSource {
 public:
  Source(const observe::Engine& engine, unsigned workload)
      : engine_(engine),
        counter_(engine, workload),
        replay_(dynamic_cast<const Replay&>(*engine.netlist().workloads.at(workload).program)) {}

  void look(std::vector<std::uint64_t>& values) override {
    const observe::WorkloadCounts counts = counter_.count();
    const RankCounts ranks = replay_.rank_counts(engine_.now());
    values = {counts.packets_sent, counts.packets_delivered, counts.packets_in_flight(),
              ranks.computing,     ranks.port_busy,          ranks.blocked,
              ranks.finished};
  }

 private:
  const observe::Engine& engine_;
  observe::WorkloadCounter counter_;
  const Replay& replay_;
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  return {
      "workload_" + workload.name,
      {{"sent", 64},
       {"delivered", 64},
       {"in_flight", 64},
       {"computing", 32},
       {"port_busy", 32},
       {"blocked", 32},
       {"finished", 32}},
      [number = workload.number](const observe::Engine& engine) { return std::make_unique<Source>(engine, number); }};
}

}  // namespace slackline::replay
