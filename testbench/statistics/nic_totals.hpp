// nic_totals: totals of all network interfaces and the hosts behind them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/instance_error.hpp"

namespace slackline::statistics {

/// Messages that have completed or failed up to a cycle.
struct MessageCounts {
  std::uint64_t done = 0, words_done = 0;
  std::uint64_t total_latency = 0, network_latency = 0;  ///< sums, in cycles
  port::LatencyTally latencies;
};

struct HandlerTotals {
  std::uint64_t runs = 0, cycles = 0;  ///< a handler counts with all its cycles when it begins
  std::uint64_t waited = 0;            ///< cycles that the event was pending before the handler began
};

/// The queues of an interface, by the names that result.json gives them.
inline constexpr std::array<const char*, 8> nic_queues{"commands", "completions", "send",      "sent",
                                                       "headers",  "received",    "transfers", "transferred"};

struct NicTotals {
  std::uint64_t interfaces = 0;
  std::uint64_t posted = 0, done = 0, failed = 0;  ///< messages; of the whole run, as all that follows
  std::uint64_t failed_done = 0;                   ///< of those failed: they were done all the same
  std::uint64_t words_done = 0;
  std::uint64_t lost = 0;                              ///< open when 4096 more of their host had been posted
  std::array<HandlerTotals, NIC_EVENTS + 1> handlers;  ///< by event; the last one: after reset
  std::uint64_t cycles = 0;          ///< that each processor has had: those after the end of a program, too
  std::uint64_t busy_cycles = 0;     ///< of all processors; of handlers that still run, the cycles that have passed
  std::uint64_t busiest_cycles = 0;  ///< of the one that was busiest
  std::string busiest;               ///< its host
  std::uint64_t packets_dropped = 0, memory_waits = 0, stopped_cycles = 0;
  std::array<std::uint32_t, nic_queues.size()> fullest{};  ///< the most entries that each has held, of all interfaces
  std::array<std::optional<std::uint32_t>, nic::classes>
      fewest_free;  ///< buffers of a class; nothing: no interface has any

  /// Messages that have neither completed nor failed, with those that are lost.
  std::uint64_t open() const { return posted + failed_done - done - failed; }

  // In the measured window:
  std::uint64_t words_measured = 0;
  Distribution total_latency;    ///< of messages, from creation to completion
  Distribution network_latency;  ///< from the command
};

/// Before edge `now`.
void add_interface(NicTotals& totals, const std::string& host, const network::HostInterface& state, Cycle now);
void add_message_counts(MessageCounts& counts, const host::State& state);
void add_message_window(NicTotals& totals, const MessageCounts& begin, const MessageCounts& end);

/// Events at an interface that must not happen, and have.
void add_interface_errors(std::vector<InstanceError>& errors, const std::string& host,
                          const network::HostInterface& state);
std::uint64_t interface_error_count(const network::HostInterface& state);

/// `Engine` is network::Fabric or network::SignalNetwork, between two cycles; some of its hosts have network interfaces.
template <class Engine>
MessageCounts count_messages(const Engine& engine) {
  MessageCounts counts;
  for (std::size_t i = 0; i < engine.netlist().endpoints.size(); ++i)
    if (engine.netlist().has_interface(i)) add_message_counts(counts, engine.interface_state(i).host);
  counts.latencies = engine.hosts().latencies.all;
  return counts;
}

template <class Engine>
NicTotals collect_interfaces(const Engine& engine, const MessageCounts& begin, std::vector<InstanceError>& errors) {
  const network::Netlist& netlist = engine.netlist();
  NicTotals totals;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (!netlist.has_interface(i)) continue;
    add_interface(totals, netlist.endpoints[i].name, engine.interface_state(i), engine.now());
    add_interface_errors(errors, netlist.endpoints[i].name, engine.interface_state(i));
  }
  totals.cycles = engine.now().value;
  totals.lost = engine.hosts().messages.lost();
  add_message_window(totals, begin, count_messages(engine));
  return totals;
}

/// True when firmware failed: its interface has stopped.
template <class Engine>
bool is_any_halted(const Engine& engine) {
  for (std::size_t i = 0; i < engine.netlist().endpoints.size(); ++i)
    if (engine.netlist().has_interface(i) && engine.interface_state(i).nic.processor.halted) return true;
  return false;
}

}  // namespace slackline::statistics
