// snapshot: the counters of a network at a cycle. Those at the end of a window less those at its beginning are what
// happened in it; the model itself knows of no window.
#pragma once

#include <vector>

#include "rtl_models/port/latency_tally.hpp"
#include "testbench/statistics/host_counts.hpp"
#include "testbench/statistics/host_series.hpp"
#include "testbench/statistics/link_counts.hpp"
#include "testbench/statistics/nic_totals.hpp"
#include "testbench/statistics/series.hpp"

namespace slackline::statistics {

struct Snapshot {
  Cycle at;
  std::vector<HostCounts> hosts;  ///< empty: all 0
  port::LatencySums latency;
  port::LatencyTally latencies;
  std::uint64_t flits_delivered = 0;
  std::uint64_t flits_to_generators = 0;  ///< of them, to hosts without network interfaces
  std::vector<LinkCounts> links;          ///< empty: all 0
  MessageCounts messages;                 ///< where hosts have network interfaces, or some

  HostCounts all_hosts() const;
  /// Flits that switches have sent.
  std::uint64_t flits_switched(const network::Netlist& netlist) const;
};

/// `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
Snapshot take_snapshot(const Engine& engine, HostCounter& counter) {
  Snapshot s;
  s.at = engine.now();
  s.hosts = count_each_host(engine, counter);
  for (std::size_t i = 0; i < engine.netlist().endpoints.size(); ++i) {
    const port::State& host = engine.port_state(i);
    s.latency.packets += host.latency.packets;
    s.latency.total += host.latency.total;
    s.latency.network += host.latency.network;
    s.flits_delivered += host.flits_received;
    if (!engine.netlist().has_interface(i)) s.flits_to_generators += host.flits_received;
  }
  s.latencies = engine.latencies();
  s.links = count_links(engine);
  if (engine.netlist().interfaces != nullptr) s.messages = count_messages(engine);
  return s;
}

/// The few of them that are wanted often.
struct Progress {
  Counts counts;
  std::vector<HostProgress> hosts;
};
template <class Engine>
Progress take_progress(const Engine& engine, HostCounter& counter) {
  const std::size_t hosts = engine.netlist().endpoints.size();
  Progress progress;
  Counts& c = progress.counts;
  progress.hosts.reserve(hosts);
  for (std::size_t i = 0; i < hosts; ++i) {
    const HostCounts counted = count_host(engine, counter, i);
    HostProgress host;
    host.created = counted.flits_created;
    host.waiting = counted.backlog();
    c.flits_created += host.created;
    c.flits_waiting += host.waiting;
    const port::Counters passed = engine.netlist().has_interface(i)
                                      ? static_cast<const port::Counters&>(engine.interface_state(i).host)
                                      : engine.port_state(i);
    host.packets = passed.latency.packets;
    host.total = passed.latency.total;
    c.network += passed.latency.network;
    c.flits_accepted += passed.flits_received;
    c.packets += host.packets;
    c.total += host.total;
    progress.hosts.push_back(host);
  }
  return progress;
}

}  // namespace slackline::statistics
