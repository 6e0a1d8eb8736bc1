#include "testbench/workloads/traffic/waves.hpp"

#include "testbench/observe/workload_counts.hpp"

namespace slackline::traffic {

namespace {

struct Seen {
  observe::WorkloadCounts packets;
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  using Packets = observe::PacketValues<Seen>;
  return observe::wave_scope<Seen>("workload_" + workload.name,
                                   {{"created", 64, [](const Seen& seen) { return seen.packets.packets_created; }},
                                    Packets::sent,
                                    Packets::delivered,
                                    {"waiting", 64, [](const Seen& seen) { return seen.packets.packets_waiting(); }},
                                    Packets::in_flight},
                                   [number = workload.number](const observe::Engine& engine) {
                                     return [counter = observe::WorkloadCounter(engine, number)]() mutable {
                                       return Seen{counter.count()};
                                     };
                                   });
}

}  // namespace slackline::traffic
