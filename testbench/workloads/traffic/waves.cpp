#include "testbench/workloads/traffic/waves.hpp"

#include "testbench/observe/workload_counts.hpp"

namespace slackline::traffic {

observe::WaveScope waves_of(const features::Workload& workload) {
  using Seen = observe::WorkloadCounts;
  return observe::wave_scope<Seen>("workload_" + workload.name,
                                   {{"created", 64, [](const Seen& seen) { return seen.packets_created; }},
                                    {"sent", 64, [](const Seen& seen) { return seen.packets_sent; }},
                                    {"delivered", 64, [](const Seen& seen) { return seen.packets_delivered; }},
                                    {"waiting", 64, [](const Seen& seen) { return seen.packets_waiting(); }},
                                    {"in_flight", 64, [](const Seen& seen) { return seen.packets_in_flight(); }}},
                                   [number = workload.number](const observe::Engine& engine) {
                                     return [counter = observe::WorkloadCounter(engine, number)]() mutable {
                                       return counter.count();
                                     };
                                   });
}

}  // namespace slackline::traffic
