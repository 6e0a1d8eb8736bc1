#include "testbench/workloads/multicast/waves.hpp"

#include "testbench/workloads/multicast/program.hpp"

namespace slackline::multicast {

observe::WaveScope waves_of(const features::Workload& workload) {
  struct Seen {
    std::uint64_t begun, delivered, completed;
  };
  return observe::wave_scope<Seen>(
      "workload_" + workload.name,
      {{"begun", 64, [](const Seen& seen) { return seen.begun; }},
       {"delivered", 64, [](const Seen& seen) { return seen.delivered; }},
       {"completed", 64, [](const Seen& seen) { return seen.completed; }},
       {"outstanding", 64, [](const Seen& seen) { return seen.begun - seen.completed; }}},
      [number = workload.number](const observe::Engine& engine) {
        const auto& program = dynamic_cast<const Program&>(*engine.netlist().workloads.at(number).program);
        return [&program] { return Seen{program.created(), program.deliveries(), program.complete()}; };
      });
}

}  // namespace slackline::multicast
