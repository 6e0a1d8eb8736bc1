#include "testbench/workloads/replay/waves.hpp"

#include "testbench/observe/workload_counts.hpp"
#include "testbench/workloads/replay/program/replay.hpp"

namespace slackline::replay {

namespace {

struct Seen {
  observe::WorkloadCounts packets;
  RankCounts ranks;
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  using Packets = observe::PacketValues<Seen>;
  return observe::wave_scope<Seen>(
      "workload_" + workload.name,
      {Packets::sent,
       Packets::delivered,
       Packets::in_flight,
       {"computing", 32, [](const Seen& seen) { return std::uint64_t{seen.ranks.computing}; }},
       {"port_busy", 32, [](const Seen& seen) { return std::uint64_t{seen.ranks.port_busy}; }},
       {"blocked", 32, [](const Seen& seen) { return std::uint64_t{seen.ranks.blocked}; }},
       {"finished", 32, [](const Seen& seen) { return std::uint64_t{seen.ranks.finished}; }}},
      [number = workload.number](const observe::Engine& engine) {
        const auto& replay = dynamic_cast<const Replay&>(*engine.netlist().workloads.at(number).program);
        return [&engine, &replay, counter = observe::WorkloadCounter(engine, number)]() mutable {
          return Seen{counter.count(), replay.rank_counts(engine.now())};
        };
      });
}

}  // namespace slackline::replay
