// host_counts: the packets that hosts have asked for up to a cycle, and how many of them have got into the network.
//
// Packets are created when their time has come, whether or not the one before has been sent: those that wait are drawn
// here, from the state of the host's own random streams. Each is drawn once, however often it is asked.
//
// A host with a network interface creates messages, and the words of these wait; packets are the firmware's.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::statistics {

struct HostCounts {
  std::uint64_t packets_created = 0;
  std::uint64_t flits_created = 0;      ///< or words of messages; without route flits: hosts do not offer them
  std::uint64_t flits_handed_over = 0;  ///< of them, those that have been sent, or posted to a network interface
  std::uint64_t messages_created = 0;   ///< where there are network interfaces
  std::uint64_t packets_begun = 0;      ///< the head has been sent
  std::uint64_t flits_injected = 0;
  std::uint64_t route_flits_injected = 0;  ///< of flits_injected

  /// Flits of those created that have not been sent.
  std::uint64_t backlog() const { return flits_created - flits_handed_over; }
};
HostCounts& operator+=(HostCounts& sum, const HostCounts& more);

class HostCounter {
 public:
  explicit HostCounter(const network::Netlist& netlist)
      : workloads_(netlist.workloads), walks_(netlist.endpoints.size() * workloads_.count()) {}

  /// Counts of one host, with the packets created before `end`. Cycles must be taken in order.
  HostCounts count(std::size_t host, NodeId node, const port::State& port, const generator::State& behind, Cycle end);
  /// The same of one workload.
  HostCounts count(std::size_t host, NodeId node, unsigned workload, const port::State& port,
                   const generator::State& behind, Cycle end);
  /// The same where it has a network interface: packets are all that the port has sent, whichever workload asked for it.
  HostCounts count(std::size_t host, NodeId node, const port::State& port, const host::State& behind, Cycle end);
  HostCounts count(std::size_t host, NodeId node, unsigned workload, const port::State& port, const host::State& behind,
                   Cycle end);

 private:
  /// The first packet that has not been counted, and the flits of those before it.
  struct Walk {
    generator::TrafficState next;
    std::uint64_t flits = 0;
    bool begun = false;
  };

  /// Packets that a host has created before `end`, of which the packets, or messages, before `next` have `flits`.
  const Walk& walk(std::size_t host, NodeId node, unsigned workload, const generator::TrafficState& next,
                   std::uint64_t flits, Cycle end);

  generator::Workloads workloads_;
  std::vector<Walk> walks_;  ///< by host and workload
};

template <class Engine>
HostCounts count_host(const Engine& engine, HostCounter& counter, std::size_t host) {
  const network::Netlist& netlist = engine.netlist();
  const NodeId node = netlist.endpoints[host].place.node;
  const port::State& port = engine.port_state(host);
  if (!netlist.has_interface(host)) return counter.count(host, node, port, engine.generator_state(host), engine.now());
  return counter.count(host, node, port, engine.interface_state(host).host, engine.now());
}
/// Of one workload.
template <class Engine>
HostCounts count_host(const Engine& engine, HostCounter& counter, std::size_t host, unsigned workload) {
  const network::Netlist& netlist = engine.netlist();
  const NodeId node = netlist.endpoints[host].place.node;
  const port::State& port = engine.port_state(host);
  if (!netlist.has_interface(host))
    return counter.count(host, node, workload, port, engine.generator_state(host), engine.now());
  return counter.count(host, node, workload, port, engine.interface_state(host).host, engine.now());
}

/// Host by host. `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
std::vector<HostCounts> count_each_host(const Engine& engine, HostCounter& counter) {
  const network::Netlist& netlist = engine.netlist();
  std::vector<HostCounts> counts;
  counts.reserve(netlist.endpoints.size());
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) counts.push_back(count_host(engine, counter, i));
  return counts;
}

/// All hosts together.
template <class Engine>
HostCounts count_hosts(const Engine& engine, HostCounter& counter) {
  HostCounts counts;
  for (std::size_t i = 0; i < engine.netlist().endpoints.size(); ++i) counts += count_host(engine, counter, i);
  return counts;
}

}  // namespace slackline::statistics
