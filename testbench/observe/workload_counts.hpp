// workload_counts: what the hosts have created, sent and received of one workload, up to now.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/observe/engine.hpp"
#include "testbench/observe/wave_source.hpp"
#include "testbench/statistics/host_counts.hpp"

namespace slackline::observe {

/// Of hosts with network interfaces packets are messages, and flits their words.
struct WorkloadCounts {
  std::uint64_t packets_created = 0, flits_created = 0;  ///< of a program: those that it has sent
  std::uint64_t packets_sent = 0;                        ///< their heads have left; or they have been posted
  std::uint64_t packets_delivered = 0, flits_delivered = 0;
  port::LatencySums latency;

  std::uint64_t packets_waiting() const { return packets_created - packets_sent; }
  std::uint64_t packets_in_flight() const { return packets_sent - packets_delivered; }
};

/// The values of packets that scopes of several kinds of workloads have in a dump. `Seen` has the counts in its member `packets`.
template <class Seen>
struct PacketValues {
  static constexpr SeenValue<Seen> sent{"sent", 64, [](const Seen& seen) { return seen.packets.packets_sent; }};
  static constexpr SeenValue<Seen> delivered{"delivered", 64,
                                             [](const Seen& seen) { return seen.packets.packets_delivered; }};
  static constexpr SeenValue<Seen> in_flight{"in_flight", 64,
                                             [](const Seen& seen) { return seen.packets.packets_in_flight(); }};
};

class WorkloadCounter {
 public:
  /// `workload`: its place in network::Netlist::workloads. The engine must outlive this.
  WorkloadCounter(const Engine& engine, unsigned workload);

  WorkloadCounts count();
  /// The counts of each host that its packets come from and go to.
  std::vector<statistics::HostCounts> count_each_host();

 private:
  const Engine& engine_;
  unsigned workload_;
  std::vector<std::size_t> hosts_;  // that its packets come from and go to
  statistics::HostCounter counter_;
};

}  // namespace slackline::observe
