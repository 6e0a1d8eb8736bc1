// error_counters: the counters of what must not happen, each once: by name for reports, and all together.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/statistics/nic_totals.hpp"

namespace slackline::statistics {

/// visit(name, count) for each of them.
template <class Visit>
void for_each_error(const port::ProtocolErrors& errors, Visit&& visit) {
  visit("unknown", errors.unknown);
  visit("misdelivered", errors.misdelivered);
  visit("corrupt", errors.corrupt);
  visit("misframed", errors.misframed);
  visit("truncated", errors.truncated);
  visit("disordered", errors.disordered);
  visit("crc", errors.crc);
  visit("header", errors.header);
}
template <class Visit>
void for_each_error(const wormhole_switch::ProtocolErrors& errors, Visit&& visit) {
  visit("overflows", errors.overflows);
  visit("orphans", errors.orphans);
  visit("truncated", errors.truncated);
  visit("misrouted", errors.misrouted);
  visit("empty", errors.empty);
  visit("timed out", errors.timed_out);
}

/// Where switches take part in barriers.
template <class Visit>
void for_each_error(const barrier::SwitchState& barrier, Visit&& visit) {
  visit("barrier messages lost, as a buffer was full", barrier.unit.errors.overflows);
  visit("barrier messages that nothing knows", barrier.unit.errors.strays);
  visit("barrier messages without a way", barrier.unit.errors.unroutable);
  visit("barrier flits of no message", barrier.lost);
}
template <class Visit>
void for_each_error(const barrier::HostPort& barrier, Visit&& visit) {
  visit("barrier messages lost, as nothing knew them or the host's queue was full", barrier.lost);
}
/// All of a switch or of an endpoint.
template <class State, class Visit>
void for_each_error_of(const State& state, Visit&& visit) {
  for_each_error(state.errors, visit);
  if (state.barrier != nullptr) for_each_error(*state.barrier, visit);
}
/// The errors of a packet switch, of which packets dropped for want of room are none.
template <class Visit>
void for_each_error_of(const packet_switch::Instance& core, Visit&& visit) {
  std::uint64_t orphans = 0;
  for (unsigned i = 0; i < core.params.ports; ++i) orphans += core.state.counters[i].orphans;
  visit("orphans", orphans);
}

/// Counts so far, with the hits of faults that were asked for: of each switch, each host, each network
/// interface where there are any, and each of those faults, in the order of the netlist. `Engine` is network::Fabric or
/// network::SignalNetwork, between two cycles.
template <class Engine, class Visit>
void for_each_error_count(const Engine& engine, Visit&& visit) {
  const network::Netlist& netlist = engine.netlist();
  const auto sum_of = [](const auto& state) {
    std::uint64_t sum = 0;
    for_each_error_of(state, [&sum](const char*, std::uint64_t count) { sum += count; });
    return sum;
  };
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    visit(netlist.is_packet_switch(i) ? sum_of(engine.packet_switch(i)) : sum_of(engine.switch_state(i)));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) visit(sum_of(engine.port_state(i)));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    if (netlist.has_interface(i)) visit(interface_error_count(engine.interface_state(i)));
  for (std::size_t i = 0; i < netlist.faults.size(); ++i) visit(engine.fault_state(i).hits());
}

/// All together.
template <class Engine>
std::uint64_t error_count(const Engine& engine) {
  std::uint64_t total = 0;
  for_each_error_count(engine, [&total](std::uint64_t count) { total += count; });
  return total;
}

/// One by one, in that order.
template <class Engine>
std::vector<std::uint64_t> error_counts(const Engine& engine) {
  std::vector<std::uint64_t> counts;
  for_each_error_count(engine, [&counts](std::uint64_t count) { counts.push_back(count); });
  return counts;
}

}  // namespace slackline::statistics
