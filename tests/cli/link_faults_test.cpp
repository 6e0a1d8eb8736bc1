// Runs with an injected fault: its effect, what found it, and the exit status.
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string head = "schema_version: 1\ntopology: { size: [3, 3] }\nrun: { warmup: 100, max_cycles: 2000 }\n";

/// A run with one fault on a link in the middle; the same on both engines.
Output run_with(const std::string& rest, const std::string& fault) {
  const Workplace w;
  w.write("x.yaml", head + rest + "faults: [{ link: link_switch3_p0_to_switch4_p1, from: 300, " + fault + " }]\n");
  const Output fabric = w.slackline("run x.yaml --json --engine fabric");
  INFO(fabric.err);
  const Output signal = w.slackline("run x.yaml --json --engine signal");
  CHECK(signal.out == fabric.out);
  CHECK(signal.status == fabric.status);
  Output output = w.slackline("run x.yaml");
  output.err += fabric.out;
  return output;
}

}  // namespace

TEST_CASE("a dropped flit is found by the next switch and by the order of packets") {
  const Output output = run_with("", "kind: drop");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("drop on link_switch3_p0_to_switch4_p1: 1 flit lost\n") && Contains("(failed)") &&
                             Contains(" + 1 lost on links\n") && Contains("switch4: orphans"));
  CHECK_THAT(output.err, Contains("slackline: error: switch4: orphans = ") && Contains("\"detected\": true") &&
                             Contains("\"conserved\": true") && Contains("\"flits_lost\": 1"));
}

TEST_CASE("a corrupted flit is found by the host that gets it") {
  const Output output = run_with("", "kind: corrupt, count: 4");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("corrupt on link_switch3_p0_to_switch4_p1: 4 flits changed\n") && Contains("ERROR"));
  CHECK_THAT(output.err, Contains("slackline: error: host") && Contains("\"flits_changed\": 4"));
}

TEST_CASE("a corrupted flit of the myrinet format is found by its CRC") {
  const Workplace w;
  const Output output = w.slackline("run '" + in_repository("testbench/experiments/myrinet_corrupt.yaml'"));
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("corrupt on link_switch4_p4_to_host4: 1 flit changed\n"));
  CHECK_THAT(output.err,
             Catch::Matchers::StartsWith("slackline: error: host4: corrupt = 1\nslackline: error: host4: crc = 1\n"
                                         "slackline: --out DIR writes waveforms"));
  CHECK(w.slackline("compare-engines '" + in_repository("testbench/experiments/myrinet_corrupt.yaml'")).status == 0);
}

TEST_CASE("a STOP wire stuck at GO makes a small buffer overflow", "[quick]") {
  const Output output =
      run_with("switch: { buffer: { flits: 6 } }\ntraffic: { load: 0.5 }\n", "kind: stop_stuck, level: 0");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("stop_stuck on link_switch3_p0_to_switch4_p1: not counted\n") &&
                             Contains(" discarded by switches"));
  CHECK_THAT(output.err, Contains("slackline: error: switch4: overflows = "));
}

TEST_CASE("a STOP wire stuck at STOP loses nothing, but what it stops never arrives") {
  const Output output = run_with("", "kind: stop_stuck");
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("a header waits for output switch3_p0") && Contains("\"conserved\": true") &&
                             Contains("\"discarded\": 0") && Contains("\"lost\": 0"));
}

TEST_CASE("lost credits are found missing on their link and virtual channel") {
  const Output output =
      run_with("switch: { virtual_channels: 2, vc_assignment: keep, buffer: { flow_control: credit } }\n",
               "kind: credit_lost, count: 3, vc: 1");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("credit_lost on link_switch3_p0_to_switch4_p1: 3 credits lost\n"));
  CHECK_THAT(output.err,
             Catch::Matchers::StartsWith("slackline: error: link_switch3_p0_to_switch4_p1: credits_missing[1] = 3\n"
                                         "slackline: --out DIR writes waveforms"));
}

TEST_CASE("a dead link loses what is sent in both directions, and the hosts whose packets are lost are named",
          "[quick]") {
  const Output output = run_with("", "kind: dead");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("dead on link_switch3_p0_to_switch4_p1: ") &&
                             Contains("dead on link_switch4_p1_to_switch3_p0: ") &&
                             Contains(" are in flight or lost\n") && Contains("host3: packets_lost\n"));
  CHECK_THAT(output.out, !Contains("not detected"));
}

TEST_CASE("a run with worms that will never move again ends at the next watchdog check, and shows where they are",
          "[quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [3, 3] }\nrun: { max_cycles: 1000000, watchdog: 10000 }\n"
          "faults: [{ kind: stop_stuck, link: link_switch3_p0_to_switch4_p1, from: 300 }]\n");
  for (const char* engine : {"fabric", "signal"}) {
    const Output output = w.slackline(std::string("run x.yaml --engine ") + engine);
    CHECK(output.status == 3);
    CHECK_THAT(output.out, Contains("cycles             20000 "));
    CHECK_THAT(output.err,
               Contains("stopped in cycle 20000") &&
                   Contains("error: switch3_p4_vc0: a header waits for output switch3_p0; cycles stuck = 10000"));
  }
  CHECK_THAT(w.slackline("run x.yaml --engine fabric").err, !Contains("interrupted"));
}

TEST_CASE("a fault that hits nothing is reported as such", "[quick]") {
  const Output output = run_with("traffic: { load: 0 }\n", "kind: drop");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("drop on link_switch3_p0_to_switch4_p1: hit nothing\n") && !Contains("not detected"));
}
