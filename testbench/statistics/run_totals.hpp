// run_totals: the totals of a run, read from the registers of either engine. Integers of the model only: equal states
// give equal totals, whichever engine holds them.
//
//   0 ......... warmup ................................ cycles
//               |<---- measured window: loads, latency, hops, fairness, links -->|
//   counters of packets, flits and errors are those of the whole run
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/credit_balance.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/firmware_measures.hpp"
#include "testbench/statistics/instance_error.hpp"
#include "testbench/statistics/lost_packets.hpp"
#include "testbench/statistics/nic_totals.hpp"
#include "testbench/statistics/packet_switch_totals.hpp"
#include "testbench/statistics/snapshot.hpp"
#include "testbench/statistics/transactions.hpp"
#include "testbench/statistics/windows.hpp"

namespace slackline::statistics {

/// The effects of an injected fault.
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
  std::uint64_t flits_accepted = 0;       ///< delivered in the measured window ...
  std::uint64_t generators_accepted = 0;  ///< ... of them, to hosts without network interfaces
  std::uint64_t flits_switched = 0;       ///< sent by switches in the measured window
  std::optional<double> fairness;         ///< Jain's index of the flits that hosts got into the network in the window
  std::uint64_t flits_in_switches = 0, flits_on_links = 0;
  std::uint64_t flits_stripped = 0;   ///< route flits that switches have taken off
  std::uint64_t flits_discarded = 0;  ///< by switches: they could not be stored or belonged to no worm
  std::uint64_t flits_lost = 0;       ///< on links, by faults that were asked for
  std::uint64_t flits_changed = 0;    ///< on links, by faults that were asked for
  std::uint64_t aborts_made = 0;      ///< flits that switches have made to close worms whose tail was lost
  // Where switches take part in barriers: flits of messages, padding requests and ends, that hosts and switches have
  // sent and taken in; padding flits that switches have made, and that hosts (and switches, after route flits) have
  // discarded.
  std::uint64_t barrier_flits_made = 0, barrier_flits_taken = 0, padding_made = 0, padding_taken = 0;
  std::uint64_t packets_overtaken = 0;  ///< came before an earlier one of their source, where virtual channels allow it
  Distribution total_latency, network_latency;    ///< of packets that arrived in the measured window
  std::vector<LinkUse> links;                     ///< in the measured window, in the order of the netlist's channels
  std::optional<NicTotals> nic;                   ///< where hosts have network interfaces, or some
  std::optional<TransactionTotals> transactions;  ///< where firmware has reported any
  std::optional<MeasureTotals> measures;          ///< where firmware has measured anything itself
  std::optional<Windows> windows;                 ///< with run.windows: the run over time
  std::optional<PacketSwitchTotals> packet_switches;  ///< where there are any, of the whole run
  std::vector<InstanceError> errors;
  std::vector<InjectedFault> injected;  ///< in the order of the netlist's

  std::uint64_t measured_cycles() const { return cycles > warmup ? cycles - warmup : 0; }
  /// Loads of the measured window, in flits per cycle and host; at hosts with network interfaces, in words of messages.
  double offered_load() const { return load(at_end.flits_created - at_warmup.flits_created); }
  double accepted_load() const { return load(generators_accepted + (nic ? nic->words_measured : 0)); }
  std::uint64_t packets_waiting() const { return at_end.packets_created - at_end.packets_begun; }
  std::uint64_t packets_in_flight() const {
    return at_end.packets_begun - packets_delivered - (packet_switches ? packet_switches->dropped() : 0);
  }
  /// Switches that a flit passed, on average; nothing when none arrived.
  std::optional<double> mean_hops() const {
    if (flits_accepted == 0) return std::nullopt;
    return static_cast<double>(flits_switched) / static_cast<double>(flits_accepted);
  }
  /// The link that was busy in most cycles of the measured window, the first of equals; nullptr when none was.
  const LinkUse* busiest_link() const;
  /// Every flit that was injected has been delivered or stripped, or is still on its way, or it is known where it was
  /// lost.
  bool conserved() const {
    return at_end.flits_injected + aborts_made + barrier_flits_made + padding_made ==
           flits_delivered + flits_in_switches + flits_on_links + flits_stripped + flits_discarded + flits_lost +
               barrier_flits_taken + padding_taken;
  }
  std::uint64_t injected_hits() const;
  bool failed() const { return !errors.empty() || !conserved(); }

 private:
  double load(std::uint64_t flits) const {
    const std::uint64_t slots = measured_cycles() * hosts;
    return slots == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(slots);
  }
};

// The parts of it that need no engine.
void add_endpoint(RunTotals& totals, const std::string& name, const port::State& state);
void add_switch(RunTotals& totals, const std::string& name, const wormhole_switch::Params& params,
                const wormhole_switch::State& state);
void add_packet_switch(RunTotals& totals, const std::string& name, const packet_switch::Instance& core, Cycle now);
void add_injected_fault(RunTotals& totals, const network::Netlist& netlist, std::size_t fault,
                        const LinkFaultState& state);
/// The window between two snapshots.
void add_window(RunTotals& totals, const network::Netlist& netlist, const Snapshot& begin, const Snapshot& end);

/// The totals at `end`, where the window ends; it began at `begin`, by default at cycle 0. The engine is at `end`, or
/// later where nothing has happened since. `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
RunTotals collect(const Engine& engine, const Snapshot& begin, HostCounter& counter, Cycle end) {
  const network::Netlist& netlist = engine.netlist();
  RunTotals totals;
  totals.cycles = end.value;
  totals.hosts = netlist.endpoints.size();
  totals.flits_on_links = engine.flits_on_links();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
    add_switch(totals, netlist.switches[i].name, netlist.kind_of(i), engine.switch_state(i));
    if (netlist.is_packet_switch(i))
      add_packet_switch(totals, netlist.switches[i].name, engine.packet_switch(i), engine.now());
  }
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    add_endpoint(totals, netlist.endpoints[i].name, engine.port_state(i));
  for (std::size_t i = 0; i < netlist.faults.size(); ++i) add_injected_fault(totals, netlist, i, engine.fault_state(i));
  if (netlist.has_packet_switches()) totals.packet_switches = collect_packet_switches(engine);
  add_missing_credits(engine, totals.errors);
  add_lost_packets(engine, totals.errors);
  if (netlist.interfaces != nullptr) totals.nic = collect_interfaces(engine, begin.messages, totals.errors);
  add_window(totals, netlist, begin, take_snapshot(engine, counter));
  return totals;
}

template <class Engine>
RunTotals collect(const Engine& engine, const Snapshot& begin, HostCounter& counter) {
  return collect(engine, begin, counter, engine.now());
}

template <class Engine>
RunTotals collect(const Engine& engine, const Snapshot& begin = {}) {
  HostCounter counter(engine.netlist());
  return collect(engine, begin, counter);
}

}  // namespace slackline::statistics
