// fault_counters: the counters of what must not happen, each once: by name for reports, and all together.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/nic_totals.hpp"

namespace slackline::statistics {

/// visit(name, count) for each of them.
template <class Visit>
void for_each_fault(const endpoint::Faults& faults, Visit&& visit) {
  visit("unknown", faults.unknown);
  visit("misdelivered", faults.misdelivered);
  visit("corrupt", faults.corrupt);
  visit("misframed", faults.misframed);
  visit("truncated", faults.truncated);
  visit("disordered", faults.disordered);
  visit("crc", faults.crc);
  visit("header", faults.header);
}
template <class Visit>
void for_each_fault(const wormhole_switch::Faults& faults, Visit&& visit) {
  visit("overflows", faults.overflows);
  visit("orphans", faults.orphans);
  visit("truncated", faults.truncated);
  visit("misrouted", faults.misrouted);
  visit("empty", faults.empty);
}

/// What has been counted so far in all of a network, with the hits of faults that were asked for. `Engine` is
/// network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
std::uint64_t fault_count(const Engine& engine) {
  const network::Netlist& netlist = engine.netlist();
  std::uint64_t total = 0;
  const auto add = [&total](const char*, std::uint64_t count) { total += count; };
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) for_each_fault(engine.switch_state(i).faults, add);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) for_each_fault(engine.endpoint_state(i).faults, add);
  for (std::size_t i = 0; netlist.interfaces != nullptr && i < netlist.endpoints.size(); ++i)
    total += interface_fault_count(engine.interface_state(i));
  for (std::size_t i = 0; i < netlist.faults.size(); ++i) total += engine.fault_state(i).hits();
  return total;
}

}  // namespace slackline::statistics
