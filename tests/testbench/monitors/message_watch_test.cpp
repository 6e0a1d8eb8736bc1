// A message of firmware that exports its queues, followed from interface to interface.
#include "testbench/monitors/message_watch.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using monitors::MessageExplanation;
using monitors::QueueStretch;

namespace {

/// Hosts at one switch that send along rings; `more`: keys of the workload.
network::Netlist network_of(const std::string& firmware, const std::string& more) {
  const features::ExperimentReading reading = test::accepted(
      "schema_version: 1\nclock: { period: 10 ns }\nendpoint: nic\n"
      "topology: { kind: single_switch, hosts_per_switch: 3 }\n"
      "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
      "firmware: { multicast: { buffer_words: 64, " +
      firmware + " } }\nworkloads:\n  - { kind: multicast, groups: [all], words: 32, algorithm: ring, " + more +
      " }\n");
  network::Netlist netlist = features::network_of(reading.experiment);
  REQUIRE(features::complete(reading.experiment, netlist).refused.empty());
  return netlist;
}

MessageExplanation follow(const network::Netlist& netlist, std::uint32_t source, std::uint32_t number, Cycle end) {
  network::Fabric fabric(network::elaborate(netlist));
  monitors::MessageWatch watch(fabric.netlist(), source, number);
  REQUIRE(watch.can_follow());
  REQUIRE(watch.run_until(fabric, end, [] { return true; }));
  REQUIRE(watch.explanation());
  return *watch.explanation();
}

std::vector<std::string> states_at(const MessageExplanation& e, const std::string& host, const std::string& queue) {
  std::vector<std::string> states;
  for (const QueueStretch& s : e.stretches)
    if (s.host == host && s.queue == queue) states.push_back(s.next_host.empty() ? "-" : s.state + ' ' + s.next_host);
  return states;
}

bool has(const std::vector<std::string>& states, const std::string& state) {
  return std::find(states.begin(), states.end(), state) != states.end();
}

}  // namespace

TEST_CASE("a message is followed from its source to each member, with its deliveries") {
  const network::Netlist netlist = network_of("buffers: 2", "load: 0.001");
  const MessageExplanation e = follow(netlist, 1, 0, Cycle(200'000));
  CHECK(e.message == "host1:0");
  CHECK(e.destination == "group 0");
  CHECK(e.words == 32);
  REQUIRE(e.deliveries.size() == 2);
  CHECK(e.received == e.deliveries[1].cycle);
  CHECK(e.created <= e.posted);
  CHECK(e.posted < e.stretches.front().from);
  const std::string second = e.deliveries[0].host, third = e.deliveries[1].host;  // along the ring
  CHECK(has(states_at(e, "host1", "own"), "sending " + second));
  const std::vector<std::string> lower = states_at(e, second, "lower"), upper = states_at(e, second, "upper");
  CHECK((has(lower, "sending " + third) || has(upper, "sending " + third)));
  CHECK(states_at(e, third, "own").empty());
  for (const QueueStretch& s : e.stretches) CHECK(s.from <= s.to);
  CHECK(std::is_sorted(e.stretches.begin(), e.stretches.end(),
                       [](const QueueStretch& a, const QueueStretch& b) { return a.from < b.from; }));
}

TEST_CASE("of a message that is stuck the last stretches go on until the end") {
  const network::Netlist netlist = network_of("buffers: 1", "load: 0.2, classes: one, allow_deadlock: true");
  const Cycle end(30'000);
  bool any_stuck = false;
  for (std::uint32_t source = 0; source < 3; ++source)
    for (std::uint32_t number = 0; number < 60 && !any_stuck; ++number) {
      network::Fabric fabric(network::elaborate(netlist));
      monitors::MessageWatch watch(fabric.netlist(), source, number);
      REQUIRE(watch.run_until(fabric, end, [] { return true; }));
      if (!watch.explanation() || watch.explanation()->received != never) continue;
      for (const QueueStretch& s : watch.explanation()->stretches)
        any_stuck = any_stuck || (s.queue == "lower" && !s.next_host.empty() && s.to.value + 1 == end.value);
    }
  CHECK(any_stuck);
}

TEST_CASE("a message that was not posted has no history, and `go_on` ends the run") {
  const network::Netlist netlist = network_of("buffers: 2", "load: 0.01, messages: 5");
  network::Fabric fabric(network::elaborate(netlist));
  monitors::MessageWatch watch(fabric.netlist(), 0, 5);
  CHECK(watch.run_until(fabric, Cycle(20'000), [] { return true; }));
  CHECK_FALSE(watch.explanation());
  CHECK_FALSE(watch.run_until(fabric, Cycle(30'000), [] { return false; }));
}
