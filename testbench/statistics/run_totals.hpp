// run_totals: what a run amounts to, read from the registers of either engine. Integers of the model only: equal states
// give equal totals, whichever engine they stand in.
//
//   0 ......... warmup ................................ cycles
//               |<---- measured window: loads, latency -->|
//   counters of packets, flits, links and faults are those of the whole run
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/credit_balance.hpp"
#include "testbench/statistics/instance_fault.hpp"
#include "testbench/statistics/lost_packets.hpp"

namespace slackline::statistics {

/// Sums over measured packets, in cycles.
struct LatencyTotals {
  std::uint64_t packets = 0;
  std::uint64_t total = 0, network = 0;  ///< from creation, and from the head's injection, to the tail's arrival
  std::uint64_t total_least = 0, total_most = 0;

  double total_mean() const { return mean(total); }
  double network_mean() const { return mean(network); }

 private:
  double mean(std::uint64_t sum) const {
    return packets == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(packets);
  }
};

/// What hosts have asked for, and got into the network, up to a cycle.
struct HostCounts {
  std::uint64_t packets_created = 0, flits_created = 0;
  std::uint64_t packets_begun = 0;  ///< the head has been sent
  std::uint64_t flits_injected = 0;
};

/// What a fault that was asked for has done.
struct InjectedFault {
  LinkFaultKind kind = LinkFaultKind::drop;
  std::string link;      ///< a dead one comes twice, one direction each
  LinkFaultState state;  ///< stop_stuck does nothing that is counted
};

struct RunTotals {
  std::uint64_t cycles = 0, warmup = 0;
  std::uint64_t hosts = 0;

  HostCounts at_warmup, at_end;
  std::uint64_t packets_delivered = 0, flits_delivered = 0;
  std::uint64_t flits_accepted = 0;  ///< delivered in the measured window
  std::uint64_t flits_in_switches = 0, flits_on_links = 0;
  std::uint64_t flits_stripped = 0;     ///< route flits that switches have taken off
  std::uint64_t flits_discarded = 0;    ///< by switches: they could not be stored or belonged to no worm
  std::uint64_t flits_lost = 0;         ///< on links, by faults that were asked for
  std::uint64_t flits_changed = 0;      ///< likewise
  std::uint64_t aborts_made = 0;        ///< flits that switches have made to close worms whose tail was lost
  std::uint64_t packets_overtaken = 0;  ///< came before an earlier one of their source, where virtual channels allow it
  LatencyTotals latency;
  std::uint64_t busiest_link_flits = 0;
  std::string busiest_link;
  std::vector<InstanceFault> faults;
  std::vector<InjectedFault> injected;  ///< in the order of the netlist's

  std::uint64_t measured_cycles() const { return cycles > warmup ? cycles - warmup : 0; }
  /// Loads of the measured window, in flits per cycle and host.
  double offered_load() const { return load(at_end.flits_created - at_warmup.flits_created); }
  double accepted_load() const { return load(flits_accepted); }
  std::uint64_t packets_waiting() const { return at_end.packets_created - at_end.packets_begun; }
  /// Of the whole run, in flits per cycle.
  double busiest_link_load() const {
    return cycles == 0 ? 0 : static_cast<double>(busiest_link_flits) / static_cast<double>(cycles);
  }
  /// Every flit that was injected has been delivered or stripped, or is still on its way, or it is known where it was
  /// lost.
  bool conserved() const {
    return at_end.flits_injected + aborts_made ==
           flits_delivered + flits_in_switches + flits_on_links + flits_stripped + flits_discarded + flits_lost;
  }
  std::uint64_t injected_hits() const;
  bool faulty() const { return !faults.empty() || !conserved(); }

 private:
  double load(std::uint64_t flits) const {
    const std::uint64_t slots = measured_cycles() * hosts;
    return slots == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(slots);
  }
};

// The parts of it that need no engine.
void add_host(HostCounts& counts, const endpoint::TrafficSource& source, const endpoint::Place& place,
              const endpoint::State& state, Cycle end);
void add_endpoint(RunTotals& totals, const std::string& name, const endpoint::State& state);
void add_switch(RunTotals& totals, const std::string& name, const wormhole_switch::Params& params,
                const wormhole_switch::State& state);
void add_injected_fault(RunTotals& totals, const network::Netlist& netlist, std::size_t fault,
                        const LinkFaultState& state);
void add_link(RunTotals& totals, const network::Netlist& netlist, const network::Channel& channel, std::uint64_t flits);

/// `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
HostCounts count_hosts(const Engine& engine) {
  const network::Netlist& netlist = engine.netlist();
  const endpoint::TrafficSource source(netlist.endpoint_params.traffic);
  HostCounts counts;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    add_host(counts, source, netlist.endpoints[i].place, engine.endpoint_state(i), engine.now());
  return counts;
}

/// The totals at engine.now(). `at_warmup` are the counts taken when the warm-up ended.
template <class Engine>
RunTotals collect(const Engine& engine, const HostCounts& at_warmup) {
  const network::Netlist& netlist = engine.netlist();
  RunTotals totals;
  totals.cycles = engine.now().value;
  totals.warmup = netlist.endpoint_params.warmup;
  totals.hosts = netlist.endpoints.size();
  totals.at_warmup = at_warmup;
  totals.at_end = count_hosts(engine);
  totals.flits_on_links = engine.flits_on_links();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    add_switch(totals, netlist.switches[i].name, netlist.switch_params, engine.switch_state(i));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    add_endpoint(totals, netlist.endpoints[i].name, engine.endpoint_state(i));
  for (std::size_t i = 0; i < netlist.faults.size(); ++i) add_injected_fault(totals, netlist, i, engine.fault_state(i));
  add_missing_credits(engine, totals.faults);
  add_lost_packets(engine, totals.faults);
  for (const network::Channel& channel : netlist.channels)
    add_link(totals, netlist, channel,
             channel.from.kind == network::InstanceKind::wormhole_switch
                 ? engine.switch_state(channel.from.instance).out[channel.from.port.value].flits
                 : engine.endpoint_state(channel.from.instance).flits_sent);
  return totals;
}

}  // namespace slackline::statistics
