#include "testbench/statistics/run_totals.hpp"

#include <algorithm>

#include "testbench/statistics/error_counters.hpp"
#include "testbench/statistics/fairness.hpp"

namespace slackline::statistics {

namespace {

/// Of an endpoint or a switch.
template <class State>
void add_errors(RunTotals& totals, const std::string& instance, const State& state) {
  for_each_error_of(state, [&](const char* error, std::uint64_t count) {
    if (count != 0) totals.errors.push_back({instance, error, count});
  });
}

}  // namespace

void add_endpoint(RunTotals& totals, const std::string& name, const port::State& state) {
  totals.packets_delivered += state.packets_received;
  totals.flits_delivered += state.flits_received;
  totals.packets_overtaken += state.overtaken;
  add_errors(totals, name, state);
  if (state.barrier == nullptr) return;
  totals.barrier_flits_made += state.barrier->sent;
  totals.barrier_flits_taken += state.barrier->received;
  totals.padding_taken += state.barrier->padding;
}

void add_switch(RunTotals& totals, const std::string& name, const wormhole_switch::Params& params,
                const wormhole_switch::State& state) {
  totals.flits_in_switches += wormhole_switch::flits_held(params, state);
  totals.flits_stripped += state.stripped;
  totals.flits_discarded += wormhole_switch::flits_discarded(state);
  totals.aborts_made += state.errors.truncated + state.errors.timed_out;
  add_errors(totals, name, state);
  if (state.barrier == nullptr) return;
  totals.barrier_flits_made += state.barrier->sent;
  totals.barrier_flits_taken += state.barrier->received;
  totals.padding_taken += state.barrier->padding_dropped;
  for (unsigned v = 0; v < params.virtual_channels; ++v) totals.padding_made += state.barrier->padding[v].flits;
}

void add_packet_switch(RunTotals& totals, const std::string& name, const packet_switch::Instance& core, Cycle now) {
  totals.flits_in_switches += packet_switch::flits_held(core.params, core.state, now);
  for (unsigned i = 0; i < core.params.ports; ++i) {
    totals.flits_discarded += core.state.counters[i].flits_dropped + core.state.counters[i].orphans;
    totals.aborts_made += core.state.counters[i].aborts_made;
  }
  add_errors(totals, name, core);
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

const LinkUse* RunTotals::busiest_link() const {
  const auto most =
      std::max_element(links.begin(), links.end(), [](const LinkUse& a, const LinkUse& b) { return a.busy < b.busy; });
  return most == links.end() || most->busy == 0 ? nullptr : &*most;
}

void add_window(RunTotals& totals, const network::Netlist& netlist, const Snapshot& begin, const Snapshot& end) {
  totals.warmup = begin.at.value;
  totals.at_warmup = begin.all_hosts();
  totals.at_end = end.all_hosts();
  totals.flits_accepted = end.flits_delivered - begin.flits_delivered;
  totals.generators_accepted = end.flits_to_generators - begin.flits_to_generators;
  totals.flits_switched = end.flits_switched(netlist) - begin.flits_switched(netlist);
  totals.total_latency =
      Distribution(begin.latencies.total, end.latencies.total, end.latency.total - begin.latency.total);
  totals.network_latency =
      Distribution(begin.latencies.network, end.latencies.network, end.latency.network - begin.latency.network);
  totals.fairness = fairness(begin.hosts, end.hosts, &HostCounts::flits_injected);
  totals.links = link_uses(netlist, begin.links, end.links, totals.measured_cycles());
}

}  // namespace slackline::statistics
