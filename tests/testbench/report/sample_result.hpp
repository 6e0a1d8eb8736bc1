// A result made up for tests.
#pragma once

#include "testbench/report/result.hpp"

namespace slackline::test {

inline report::Result sample_result() {
  report::Result result;
  result.experiment.run.name = "sample";
  result.experiment.clock_period = {25, 4};
  result.experiment.link.delay.time = settings::Time{17, 1};
  result.switches = 64;
  result.channels = 352;
  statistics::RunTotals& t = result.totals;
  t.cycles = 2000;
  t.warmup = 1000;
  t.hosts = 64;
  t.at_warmup.packets_created = t.at_warmup.packets_begun = 100;
  t.at_warmup.flits_created = t.at_warmup.flits_handed_over = t.at_warmup.flits_injected = 800;
  t.at_end.packets_created = 1700;
  t.at_end.flits_created = 13'600;
  t.at_end.flits_handed_over = 12'790;
  t.at_end.packets_begun = 1600;
  t.at_end.flits_injected = 12'790;
  t.packets_delivered = 1590;
  t.flits_delivered = 12'740;
  t.flits_in_switches = 40;
  t.flits_on_links = 10;
  t.flits_accepted = t.generators_accepted = 9600;
  t.flits_switched = 57'600;
  t.fairness = 0.75;
  static port::LatencyHistogram total, network;  // too large for the stack of a caller
  total = network = {};
  for (unsigned i = 0; i < 1200; ++i) {
    total.add(i == 0 ? 12 : i == 1 ? 99 : 24);
    network.add(20);
  }
  t.total_latency = statistics::Distribution({}, total, 30'000);
  t.network_latency = statistics::Distribution({}, network, 24'000);
  t.links.resize(2);
  t.links[0].name = "link_switch0_p0_to_switch1_p1";
  t.links[1].name = "link_switch1_p0_to_switch2_p1";
  for (statistics::LinkUse& link : t.links) link.cycles = 1000;
  t.links[0].flits = 20;
  t.links[0].busy = 40;
  t.links[0].stalled = 10;
  t.links[1].flits = 250;
  t.links[1].busy = 500;
  t.links[1].stalled = 300;
  t.links[1].has_buffer = true;
  t.links[1].occupancy = 2500;
  t.links[1].peak = 9;
  t.links[1].header_wait = 77;
  t.links[1].hol_blocked = 7;
  t.links[1].barrier_flits = 32;
  t.links[1].padding_flits = 12;
  statistics::Verdict& v = result.verdict;
  v.warmup = 1000;
  v.warmup_given = v.warmup_found = true;
  v.batches = 40;
  v.batch_cycles = 25;
  v.saturated = false;
  v.total_latency = {statistics::Interval{25, 0.5}, statistics::Doubt::none, 0.1};
  v.network_latency = {statistics::Interval{20, 0.25}, statistics::Doubt::none, 0.1};
  v.accepted = {statistics::Interval{9.6, 0.64}, statistics::Doubt::none, -0.1};
  return result;
}

/// The same with two windows of 200 cycles, of two links from hosts and one to a host, and no summary.
inline report::Result sample_with_windows() {
  network::Netlist netlist;
  netlist.channels.resize(3);
  netlist.channels[0].from.kind = netlist.channels[1].from.kind = network::InstanceKind::endpoint;
  netlist.channels[2].to.kind = network::InstanceKind::endpoint;
  report::Result result = sample_result();
  statistics::Windows& windows = result.totals.windows.emplace(netlist, 200);
  statistics::WindowCounts counts;
  counts.links[0] = {100, 150};
  windows.mark(counts);
  counts.hosts.packets = 20;
  counts.hosts.total = 500;
  counts.hosts.network = 400;
  counts.hosts.flits_accepted = 80;
  counts.links[2] = {80, 80};
  windows.mark(counts);
  return result;
}

}  // namespace slackline::test
