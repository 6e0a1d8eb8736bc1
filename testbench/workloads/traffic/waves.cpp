#include "testbench/workloads/traffic/waves.hpp"

#include "testbench/observe/workload_counts.hpp"

namespace slackline::traffic {

namespace {

class Source final : public observe::WaveSource {
 public:
  Source(const observe::Engine& engine, unsigned workload) : counter_(engine, workload) {}

  void look(std::vector<std::uint64_t>& values) override {
    const observe::WorkloadCounts counts = counter_.count();
    values = {counts.packets_created, counts.packets_sent, counts.packets_delivered, counts.packets_waiting(),
              counts.packets_in_flight()};
  }

 private:
  observe::WorkloadCounter counter_;
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  return {
      "workload_" + workload.name,
      {{"created", 64}, {"sent", 64}, {"delivered", 64}, {"waiting", 64}, {"in_flight", 64}},
      [number = workload.number](const observe::Engine& engine) { return std::make_unique<Source>(engine, number); }};
}

}  // namespace slackline::traffic
