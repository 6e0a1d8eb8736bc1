#include "testbench/observe/workload_counts.hpp"

#include <algorithm>

namespace slackline::observe {

WorkloadCounter::WorkloadCounter(const Engine& engine, unsigned workload)
    : engine_(engine), workload_(workload), counter_(engine.netlist()) {
  const std::vector<std::uint32_t>& members = engine.netlist().workloads.at(workload).traffic.members;
  for (std::size_t i = 0; i < engine.netlist().endpoints.size(); ++i) {
    const std::uint32_t node = engine.netlist().endpoints[i].place.node.value;
    if (members.empty() || std::binary_search(members.begin(), members.end(), node)) hosts_.push_back(i);
  }
}

std::vector<statistics::HostCounts> WorkloadCounter::count_each_host() {
  std::vector<statistics::HostCounts> counts;
  for (const std::size_t i : hosts_) counts.push_back(statistics::count_host(engine_, counter_, i, workload_));
  return counts;
}

WorkloadCounts WorkloadCounter::count() {
  const bool has_messages = engine_.netlist().has_messages(workload_);
  WorkloadCounts counts;
  for (const std::size_t i : hosts_) {
    const statistics::HostCounts created = statistics::count_host(engine_, counter_, i, workload_);
    const port::Counters passed = has_messages ? host::counters(engine_.interface_state(i).host, workload_)
                                               : port::counters(engine_.port_state(i), workload_);
    counts.packets_created += has_messages ? created.messages_created : created.packets_created;
    counts.flits_created += created.flits_created;
    counts.packets_sent += has_messages ? passed.packets_sent : created.packets_begun;
    counts.packets_delivered += passed.packets_received;
    counts.flits_delivered += passed.flits_received;
    counts.latency.packets += passed.latency.packets;
    counts.latency.total += passed.latency.total;
    counts.latency.network += passed.latency.network;
  }
  return counts;
}

}  // namespace slackline::observe
