#include "testbench/workloads/exchange/waves.hpp"

#include <utility>
#include <vector>

#include "testbench/observe/workload_counts.hpp"
#include "testbench/workloads/exchange/program.hpp"

namespace slackline::exchange {

namespace {

struct Seen {
  observe::WorkloadCounts packets;
  Counts hosts;
  std::uint64_t pausing = 0;
};

/// Reads an exchange edge by edge.
class Looker {
 public:
  Looker(const observe::Engine& engine, unsigned workload)
      : engine_(engine),
        counter_(engine, workload),
        program_(dynamic_cast<const Program&>(*engine.netlist().workloads.at(workload).program)) {
    for (const std::uint32_t host : program_.params().hosts) pauses_.push_back(program_.first_pause(NodeId(host)));
  }

  Seen operator()() {
    const Cycle edge(engine_.now().value - 1);  // the last one
    return {counter_.count(), program_.counts(edge), pausing(edge)};
  }

 private:
  std::uint64_t pausing(Cycle edge) {
    std::uint64_t hosts = 0;
    for (Pause& pause : pauses_) {
      while (program_.end_of(pause) <= edge) program_.pass(pause);
      hosts += pause.begin <= edge;
    }
    return hosts;
  }

  const observe::Engine& engine_;
  observe::WorkloadCounter counter_;
  const Program& program_;
  std::vector<Pause> pauses_;  // of each host: the one that it is in, or the next one
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  using Packets = observe::PacketValues<Seen>;
  return observe::wave_scope<Seen>(
      "workload_" + workload.name,
      {Packets::sent,
       Packets::delivered,
       {"taken", 64, [](const Seen& seen) { return seen.hosts.taken; }},
       Packets::in_flight,
       {"untaken", 64, [](const Seen& seen) { return seen.hosts.untaken; }},
       {"ahead", 32, [](const Seen& seen) { return static_cast<std::uint64_t>(seen.hosts.most_ahead); }},
       {"closed", 32, [](const Seen& seen) { return std::uint64_t{seen.hosts.closed}; }},
       {"pausing", 32, [](const Seen& seen) { return seen.pausing; }},
       {"finished", 32, [](const Seen& seen) { return std::uint64_t{seen.hosts.finished}; }}},
      [number = workload.number](const observe::Engine& engine) { return Looker(engine, number); });
}

}  // namespace slackline::exchange
