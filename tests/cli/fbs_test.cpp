#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string four =
    "schema_version: 1\nendpoint: nic\ntopology: { kind: single_switch, hosts_per_switch: 4 }\n"
    "routing: { switch: table }\nclock: { period: 6.25 ns }\nlink: { delay: 3 }\n"
    "switch: { buffer: { flits: 64, stop_at: 53, go_at: 17 }, delay: { header: 16, flow_control: 1 } }\n"
    "nic: { firmware: fbs, slot_ticks: 2000, drift_spread: 150 ppm, offset_spread: 0.5,"
    " synchronization: { rounds: 2, interval: 10, stream: shift } }\n";

}  // namespace

TEST_CASE("a run that synchronizes reports the worst skews next to their estimates, and ends on its own") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output table = w.slackline("run x.yaml --out results");
  INFO(table.err);
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("synchronizations") && Contains("of 4 slots in every 10, 40.00 % of the time") &&
                            Contains("worst skew after") && Contains("estimate of the paper") &&
                            Contains("none got in another's way"));
  // The offsets are half a slot at first; later skews are far below any estimate.
  CHECK_THAT(table.out, Contains("ns, of the delays as asked: kept") && Contains("    as simulated"));
  const std::string csv = w.shell("cat results/synchronization.csv").out;
  CHECK_THAT(csv, StartsWith("slot,host,cycle\n4,host0,"));
  CHECK(w.shell("wc -l < results/synchronization.csv").out == "21\n");  // 5 slots of 4 hosts, and the heading
  const Output json = w.slackline("run x.yaml --json");
  CHECK_THAT(json.out, Contains("\"synchronization\": {") && Contains("\"drained_as_links\": {") &&
                           Contains("\"first_blocked\": null") &&
                           // 4 hosts, 2 rounds of 10 - 4 slots.
                           Contains("\"sent\": 48,\n      \"received\": 48,\n      \"blocked\": 0,"));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == json.out);
}

TEST_CASE("a schedule that cannot run is refused before the run") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output output = w.slackline("run x.yaml --set nic.slot_ticks=60 --set nic.synchronization.interval=5");
  CHECK(output.status == 2);
  CHECK_THAT(
      output.err,
      Contains("--set nic.slot_ticks=60: nic.slot_ticks: expected 65 to ") &&
          Contains(
              "--set nic.synchronization.interval=5: nic.synchronization.interval: expected at least 6 (the slots of a "
              "synchronization and 2") &&
          Contains("3 errors in the input, nothing was run"));
  w.write("x.yaml", four + "hosts: [{ match: host2, nic: { memory: 1 KiB } }]\n");
  const Output memory = w.slackline("run x.yaml");
  CHECK(memory.status == 2);
  CHECK_THAT(memory.err, Contains("x.yaml:9:40: hosts[0].nic.memory: expected at least ") &&
                             Contains(", found 1 KiB") && Contains("  9 | hosts: [{ match: host2") &&
                             Contains("1 error in the input"));
}

TEST_CASE("a run that is cut is reported as partial, without values that were not measured") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output output = w.slackline("run x.yaml --set run.max_cycles=12000");
  CHECK(output.status == 4);
  CHECK_THAT(output.err, Contains("the run is partial: 4 hosts had not reached the end of the last interval"));
  CHECK_THAT(output.out, Contains("not measured: no host has reported its counters"));
  CHECK_THAT(w.slackline("run x.yaml --json --set run.max_cycles=12000").out,
             Contains("\"partial\": true") && Contains("\"sent\": null"));
}

TEST_CASE("a synchronization that misses packets gives exit status 3 and names their senders") {
  const Workplace w;
  w.write("x.yaml", four + "faults: [{ kind: dead, link: link_host3_to_switch0_p3, from: 18000 }]\n");
  const Output output = w.slackline("run x.yaml --set nic.synchronization.stream=none");
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("host0: the packet of host3 in slot 1 of synchronization 1 has not come"));
}

TEST_CASE("a host that dies is named, and so is each of its packets that the others miss", "[quick]") {
  const Workplace w;
  w.write("x.yaml", four + "faults: [{ kind: host_dead, link: link_host3_to_switch0_p3, from: 18000 }]\n");
  const Output output = w.slackline("run x.yaml --set nic.synchronization.stream=none");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("host_dead on link_host3_to_switch0_p3"));
  // In slot n of the simple schedule of 4 hosts, host3 sends to: itself, host0, host2, host1.
  CHECK_THAT(output.err, Contains("host0: the packet of host3 in slot 1 of synchronization 1 has not come") &&
                             Contains("host2: the packet of host3 in slot 2 of synchronization 1 has not come") &&
                             Contains("host1: the packet of host3 in slot 3 of synchronization 1 has not come") &&
                             Contains("error: host3: has not reached the end of its last interval") &&
                             !Contains("host3: the packet of"));
}

TEST_CASE("an estimate that is exceeded is reported") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output output = w.slackline("run x.yaml --set nic.synchronization.packets=false");
  CHECK_THAT(output.out,
             Contains("of the delays as asked: passed in 2 of 2") && Contains("as simulated: passed in 2 of 2"));
  CHECK_THAT(w.slackline("run x.yaml --json --set nic.synchronization.packets=false").out,
             Contains("\"passed\": {\n        \"paper_ns\": 2,"));
}

TEST_CASE("schedule prints the estimated skew of its schedule, also of one from a file") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output sss = w.slackline("schedule x.yaml --quiet --out s.csv"),
               read = w.slackline("schedule x.yaml --quiet --read s.csv");
  const std::size_t at = sss.out.find("  estimated skew  ");
  REQUIRE(at != std::string::npos);
  CHECK_THAT(sss.out.substr(at), Contains(" ns of the delays as asked, ") && Contains(" ns as simulated"));
  CHECK_THAT(read.out, Contains(sss.out.substr(at)));
}

TEST_CASE("a sweep of clocks has the skews of its runs, and their estimates", "[quick]") {
  const Workplace w;
  w.write("x.yaml", four);
  const Output output = w.slackline("sweep x.yaml --vary nic.clock_seed=1,2 --out s");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("nic.clock_seed  skew  ns") && Contains("paper's  drained  before  held up"));
  CHECK_THAT(w.read("s/sweep.csv"),
             Contains(",skew_behind,skew_behind_ns,estimate_paper,estimate_drained,skew_before,stream_held_up\n"));
  for (const std::string seed : {"1", "2"}) {
    REQUIRE(w.slackline("run x.yaml --json --set nic.clock_seed=" + seed + " > run.json").status == 0);
    const std::string cells =
        w.of_json("run.json",
                  "(lambda s: \"%g,%g,%g,%g,%g,%d\" % (s[\"worst\"][\"cycles\"], s[\"worst\"][\"ns\"], "
                  "s[\"estimates\"][\"paper\"][\"cycles\"], s[\"estimates\"][\"drained_as_links\"][\"cycles\"], "
                  "s[\"most_before\"][\"cycles\"], s[\"stream\"][\"held_up\"][\"packets\"]))"
                  "(r[\"synchronization\"])");
    CHECK_THAT(w.shell("grep '^" + seed + ",run,' s/sweep.csv").out, Catch::EndsWith("," + cells + "\n"));
  }
  CHECK_THAT(w.read("s/sweep.json"), Contains("\"skew\": {") && Contains("\"estimate_drained\": "));
}

TEST_CASE("a pause by firmware is reported with the time that it may take, and is the same in both engines") {
  const Workplace w;
  w.write("x.yaml", four);
  const std::string by_firmware =
      "run x.yaml --set nic.synchronization.pause=firmware --set nic.costs=free --set nic.cost.event=100";
  CHECK_THAT(w.slackline(by_firmware).out, Contains("  pause by firmware") &&
                                               Contains(" 202       cycles, about, until the clock is held") &&
                                               Contains("    TX_STOPPED"));
  const Output json = w.slackline(by_firmware + " --json");
  CHECK(json.status == 0);
  CHECK_THAT(json.out, Contains("\"pause_cycles\": 202.0"));
  CHECK(w.slackline(by_firmware + " --json --engine signal").out == json.out);
  const Output useless = w.slackline(by_firmware + " --set nic.synchronization.packets=false");
  CHECK(useless.status == 2);
  CHECK_THAT(useless.err,
             Contains("nic.synchronization.pause: has no effect with packets: false; use it only with packets: true"));
}
