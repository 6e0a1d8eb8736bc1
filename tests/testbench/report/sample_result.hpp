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
  t.latency.packets = 1200;
  t.latency.total = 30'000;
  t.latency.network = 24'000;
  t.latency.total_least = 12;
  t.latency.total_most = 99;
  t.busiest_link = "link_switch1_p0_to_switch2_p1";
  t.busiest_link_flits = 500;
  return result;
}

}  // namespace slackline::test
