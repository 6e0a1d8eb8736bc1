#include "testbench/statistics/run_totals.hpp"

#include <algorithm>

namespace slackline::statistics {

namespace {

void add_fault(RunTotals& totals, const std::string& instance, const char* fault, std::uint64_t count) {
  if (count != 0) totals.faults.push_back({instance, fault, count});
}

}  // namespace

void add_host(HostCounts& counts, const endpoint::TrafficSource& source, const endpoint::Place& place,
              const endpoint::State& state, Cycle end) {
  // Requests before `next` have been sent; those behind it are drawn only to be counted. Responses that have not been
  // sent are one a request that waits, and the one that is being sent.
  const endpoint::Offered ahead = source.created_before(place, state.next, end);
  const std::uint64_t responses = state.requests + state.responding;
  counts.packets_created += state.packets_sent + responses + ahead.packets;
  // Of the packet under way nothing counts here: it is counted with those to be sent. Route flits are not offered by
  // hosts.
  const std::uint64_t sent = state.flits_sent - state.sent - state.route_flits_sent;
  counts.flits_created += sent + responses * source.params().response_flits + ahead.flits;
  counts.packets_begun += state.packets_sent + (state.sent != 0);
  counts.flits_injected += state.flits_sent;
}

void add_endpoint(RunTotals& totals, const std::string& name, const endpoint::State& state) {
  totals.packets_delivered += state.packets_received;
  totals.flits_delivered += state.flits_received;
  totals.flits_accepted += state.flits_accepted;
  totals.packets_overtaken += state.overtaken;
  if (const endpoint::LatencySums& sums = state.latency; sums.packets != 0) {
    LatencyTotals& latency = totals.latency;
    latency.total_least = latency.packets == 0 ? sums.total_least : std::min(latency.total_least, sums.total_least);
    latency.total_most = std::max(latency.total_most, sums.total_most);
    latency.packets += sums.packets;
    latency.total += sums.total;
    latency.network += sums.network;
  }
  add_fault(totals, name, "unknown", state.faults.unknown);
  add_fault(totals, name, "misdelivered", state.faults.misdelivered);
  add_fault(totals, name, "corrupt", state.faults.corrupt);
  add_fault(totals, name, "misframed", state.faults.misframed);
  add_fault(totals, name, "truncated", state.faults.truncated);
  add_fault(totals, name, "disordered", state.faults.disordered);
  add_fault(totals, name, "crc", state.faults.crc);
  add_fault(totals, name, "header", state.faults.header);
}

void add_switch(RunTotals& totals, const std::string& name, const wormhole_switch::Params& params,
                const wormhole_switch::State& state) {
  totals.flits_in_switches += wormhole_switch::flits_held(params, state);
  totals.flits_stripped += state.stripped;
  totals.flits_discarded += wormhole_switch::flits_discarded(state);
  totals.aborts_made += state.faults.truncated;
  add_fault(totals, name, "overflows", state.faults.overflows);
  add_fault(totals, name, "orphans", state.faults.orphans);
  add_fault(totals, name, "truncated", state.faults.truncated);
  add_fault(totals, name, "misrouted", state.faults.misrouted);
  add_fault(totals, name, "empty", state.faults.empty);
}

std::uint64_t RunTotals::injected_hits() const {
  std::uint64_t hits = 0;
  for (const InjectedFault& fault : injected) hits += fault.state.hits();
  return hits;
}

void add_injected_fault(RunTotals& totals, const network::Netlist& netlist, std::size_t fault,
                        const LinkFaultState& state) {
  const network::ChannelFault& given = netlist.faults[fault];
  totals.injected.push_back({given.fault.kind, network::channel_name(netlist, netlist.channels[given.channel]), state});
  totals.flits_lost += state.flits_lost;
  totals.flits_changed += state.flits_changed;
}

void add_link(RunTotals& totals, const network::Netlist& netlist, const network::Channel& channel,
              std::uint64_t flits) {
  if (flits <= totals.busiest_link_flits) return;
  totals.busiest_link_flits = flits;
  totals.busiest_link = network::channel_name(netlist, channel);
}

}  // namespace slackline::statistics
