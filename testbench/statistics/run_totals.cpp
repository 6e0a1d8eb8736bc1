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
  // Requests before `next` have been sent; those behind it are drawn only to be counted. Responses that have not been sent
  // are one a request that waits, and the one that is being sent.
  const endpoint::Offered ahead = source.created_before(place, state.next, end);
  const std::uint64_t responses = state.requests + state.responding;
  counts.packets_created += state.packets_sent + responses + ahead.packets;
  counts.flits_created += state.flits_sent - state.sent + responses * source.params().response_flits + ahead.flits;
  counts.packets_begun += state.packets_sent + (state.sent != 0);
  counts.flits_injected += state.flits_sent;
}

void add_endpoint(RunTotals& totals, const std::string& name, const endpoint::State& state) {
  totals.packets_delivered += state.packets_received;
  totals.flits_delivered += state.flits_received;
  totals.flits_accepted += state.flits_accepted;
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
  add_fault(totals, name, "disordered", state.faults.disordered);
}

void add_switch(RunTotals& totals, const std::string& name, const wormhole_switch::Params& params,
                const wormhole_switch::State& state) {
  totals.flits_in_switches += wormhole_switch::flits_held(params, state);
  add_fault(totals, name, "overflows", state.faults.overflows);
  add_fault(totals, name, "orphans", state.faults.orphans);
  add_fault(totals, name, "truncated", state.faults.truncated);
  add_fault(totals, name, "misrouted", state.faults.misrouted);
}

void add_link(RunTotals& totals, const network::Netlist& netlist, const network::Channel& channel,
              std::uint64_t flits) {
  if (flits <= totals.busiest_link_flits) return;
  totals.busiest_link_flits = flits;
  totals.busiest_link = network::channel_name(netlist, channel);
}

}  // namespace slackline::statistics
