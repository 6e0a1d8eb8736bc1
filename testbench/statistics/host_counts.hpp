// host_counts: what hosts have asked for up to a cycle, and what of it has got into the network.
//
// Packets are created when their time has come, whether or not the one before has been sent: those that wait are drawn
// here, from the state of the host's own random streams. Each is drawn once, however often it is asked.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::statistics {

struct HostCounts {
  std::uint64_t packets_created = 0, flits_created = 0;  ///< without route flits: hosts do not offer them
  std::uint64_t packets_begun = 0;                       ///< the head has been sent
  std::uint64_t flits_injected = 0;
  std::uint64_t route_flits_injected = 0;  ///< of flits_injected

  /// Flits of those created that have not been sent.
  std::uint64_t backlog() const { return flits_created - (flits_injected - route_flits_injected); }
};
HostCounts& operator+=(HostCounts& sum, const HostCounts& more);

class HostCounter {
 public:
  explicit HostCounter(const network::Netlist& netlist)
      : source_(netlist.endpoint_params.traffic),
        is_program_(netlist.endpoint_params.program != nullptr || netlist.interfaces != nullptr),
        walks_(netlist.endpoints.size()) {}

  /// Of one host, with what is created before `end`. Cycles must be taken in order.
  HostCounts count(std::size_t host, const endpoint::Place& place, const endpoint::State& state, Cycle end);

 private:
  /// The first packet that has not been counted, and the flits of those before it.
  struct Walk {
    endpoint::TrafficState next;
    std::uint64_t flits = 0;
    bool begun = false;
  };

  endpoint::TrafficSource source_;
  bool is_program_;  ///< or firmware: what is sent is not drawn here
  std::vector<Walk> walks_;
};

/// Host by host. `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
std::vector<HostCounts> count_each_host(const Engine& engine, HostCounter& counter) {
  const network::Netlist& netlist = engine.netlist();
  std::vector<HostCounts> counts;
  counts.reserve(netlist.endpoints.size());
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    counts.push_back(counter.count(i, netlist.endpoints[i].place, engine.endpoint_state(i), engine.now()));
  return counts;
}

/// All hosts together.
template <class Engine>
HostCounts count_hosts(const Engine& engine, HostCounter& counter) {
  const network::Netlist& netlist = engine.netlist();
  HostCounts counts;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    counts += counter.count(i, netlist.endpoints[i].place, engine.endpoint_state(i), engine.now());
  return counts;
}

}  // namespace slackline::statistics
