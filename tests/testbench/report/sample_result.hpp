// A result made up for tests.
#pragma once

#include "testbench/report/result.hpp"

namespace slackline::test {

inline report::Result sample_result() {
  report::Result result;
  result.experiment.name = "sample";
  result.experiment.clock_period = {25, 4};
  result.experiment.link_delay.time = config::Time{17, 1};
  result.derived.link_delay = 3;
  result.switches = 64;
  result.channels = 352;
  statistics::RunTotals& t = result.totals;
  t.cycles = 2000;
  t.warmup = 1000;
  t.hosts = 64;
  t.at_warmup = {100, 800, 100, 800};
  t.at_end = {1700, 13'600, 1600, 12'790};
  t.packets_delivered = 1590;
  t.flits_delivered = 12'740;
  t.flits_in_switches = 40;
  t.flits_on_links = 10;
  t.flits_accepted = 9600;
  t.flits_switched = 57'600;
  t.fairness = 0.75;
  static endpoint::LatencyHistogram total, network;  // too large for the stack of a caller
  total = network = {};
  for (unsigned i = 0; i < 1200; ++i) {
    total.add(i == 0 ? 12 : i == 1 ? 99 : 24);
    network.add(20);
  }
  t.total_latency = statistics::Distribution({}, total, 30'000);
  t.network_latency = statistics::Distribution({}, network, 24'000);
  t.links = {{"link_switch0_p0_to_switch1_p1", 1000, 20, 40}, {"link_switch1_p0_to_switch2_p1", 1000, 250, 500}};
  statistics::Verdict& v = result.verdict;
  v.warmup = 1000;
  v.warmup_given = v.warmup_found = true;
  v.batches = 40;
  v.batch_cycles = 25;
  v.total_latency = statistics::Interval{25, 0.5};
  v.network_latency = statistics::Interval{20, 0.25};
  v.accepted = statistics::Interval{9.6, 0.64};
  return result;
}

}  // namespace slackline::test
