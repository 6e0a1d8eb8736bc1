// Runs that deadlock, and `explain` for single packets.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// A ring without dateline classes.
const char ring_of_eight[] = R"(schema_version: 1
name: ring8
topology: { kind: ring, size: [8] }
routing: { kind: dimension_order, allow_cycles: true }
switch: { buffer: { flits: 16, stop_at: 8, go_at: 4 } }
traffic: { load: 0.5, packet: { flits: 16 } }
run: { max_cycles: 1000000, warmup: 100 }
)";

const char echoes[] = R"(schema_version: 1
name: echoes
topology: { kind: mesh, size: [3, 3] }
clock: { period: 25 ns }
endpoint: nic
nic: { firmware: echo, buffers: 1, packet_words: 16, receive: { when_full: stop } }
traffic: { load: 0.9, packet: { flits: 40 } }
run: { max_cycles: 1000000, warmup: 100 }
)";

/// The text between the first `begin` after `from` and the next `end`.
std::string between(const std::string& text, const std::string& from, const std::string& begin,
                    const std::string& end) {
  const std::size_t at = text.find(begin, text.find(from)) + begin.size();
  return text.substr(at, text.find(end, at) - at);
}

std::string packet_of_deadlock(const std::string& json) {
  return between(json, "\"deadlock\"", "\"packet\": \"", "\"");
}

/// The report of a run that continues until its watchdog finds the deadlock; those of shorter runs must agree with it.
struct LongRun {
  std::uint64_t formed = 0;  ///< cycle in which the last worm begins to wait
  std::string deadlock;      ///< "deadlock: N worms wait for one another in a cycle, since cycle FORMED"
};

LongRun long_run(const Workplace& w, const std::string& arguments) {
  const Output output = w.slackline("run " + arguments + " --quiet --out long");
  INFO(output.err);
  REQUIRE(output.status == 3);
  LongRun run;
  run.formed = std::stoull(between(w.read("long/result.json"), "\"deadlock\"", "\"formed_in_cycle\": ", ","));
  const std::size_t begin = output.err.find("\ndeadlock: ");
  REQUIRE(begin != std::string::npos);
  run.deadlock = output.err.substr(begin, output.err.find("; found in cycle", begin) - begin);
  REQUIRE_THAT(run.deadlock, Catch::EndsWith(", since cycle " + std::to_string(run.formed)));
  return run;
}

/// Flits counted in links.csv, by link from a host to its switch.
std::map<std::string, std::uint64_t> flits_of_hosts(const std::string& csv) {
  std::map<std::string, std::uint64_t> flits;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::string name, cycles, count;
    std::istringstream cells(line);
    std::getline(cells, name, ',');
    std::getline(cells, cycles, ',');
    std::getline(cells, count, ',');
    if (name.rfind("link_host", 0) == 0) flits[name] = std::stoull(count);
  }
  return flits;
}

}  // namespace

TEST_CASE("adaptive routing with STOP is run and swept with allow_cycles only, with credits as it is", "[quick]") {
  const Workplace w;
  w.write("mesh.yaml",
          "schema_version: 1\ntopology: { size: [3, 3] }\nrouting: { kind: adaptive }\n"
          "switch: { virtual_channels: 2 }\ntraffic: { load: 0.05 }\nrun: { max_cycles: 2000, warmup: 100 }\n");
  for (const char* command : {"run mesh.yaml", "sweep mesh.yaml --vary traffic.load=0.05 --out swept"}) {
    const Output refused = w.slackline(command);
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err,
               Contains("not proved to be free of deadlock: with wormhole switching and without credits") &&
                   Contains("switch.switching: virtual_cut_through\nslackline: nothing was run; "
                            "with routing.allow_cycles: true it would be\n"));
  }
  for (const char* set :
       {"routing.allow_cycles=true", "switch.buffer.flow_control=credit", "switch.switching=virtual_cut_through"})
    CHECK(w.slackline(std::string("run mesh.yaml --quiet --set ") + set).status == 0);
}

TEST_CASE("a run that deadlocks shows which worms wait for one another, in its output and in all results") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  const Output output = w.slackline("run ring.yaml --out results");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("\ndeadlock: ") && Contains(" worms wait for one another in a cycle, since cycle ") &&
                             Contains("; found in cycle ") && Contains("\n    holds link_switch") &&
                             Contains("\n    waits for link_switch") && Contains("hosts cannot send\n"));
  CHECK_THAT(output.err, Contains("deadlock, worms that wait for one another = ") &&
                             Contains("the parts that are stuck will never move again") && !Contains("deadlock: "));
  CHECK_THAT(w.read("results/summary.txt"), Contains("\ndeadlock: "));
  const std::string json = w.read("results/result.json");
  CHECK_THAT(json, Contains("\"deadlock\": {\n    \"kind\": \"cycle\"") && Contains("\"status\": \"failed\""));
  CHECK_THAT(output.out, Contains("\n  " + packet_of_deadlock(json) + " to host"));
}

TEST_CASE("without the table the deadlock is reported on the error stream") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  for (const char* option : {"--quiet", "--json"}) {
    const Output output = w.slackline(std::string("run ring.yaml ") + option);
    CHECK(output.status == 3);
    CHECK_THAT(output.err, Contains("\ndeadlock: "));
    CHECK_THAT(output.out, !Contains("\ndeadlock: "));
  }
}

TEST_CASE("both engines deadlock in the same cycle, and report it in the same words") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  CHECK(w.slackline("run ring.yaml --quiet --out a").status == 3);
  CHECK(w.slackline("run ring.yaml --quiet --out b --engine signal").status == 3);
  CHECK(w.read("a/result.json") == w.read("b/result.json"));
  CHECK((w.read("a/deadlock.vcd") == w.read("b/deadlock.vcd")));
}

TEST_CASE("a run that deadlocks leaves waveforms of it, which its manifest names and a later run removes") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  CHECK(w.slackline("run ring.yaml --quiet --out results").status == 3);
  const std::string json = w.read("results/result.json"), dump = w.read("results/deadlock.vcd");
  const std::uint64_t formed = std::stoull(between(json, "\"deadlock\"", "\"formed_in_cycle\": ", ","));
  REQUIRE(formed > 500);
  // The dump begins 500 cycles earlier; without a clock a cycle is one unit of time.
  CHECK_THAT(dump, Contains("\n#" + std::to_string(formed - 500) + "\n$dumpvars"));
  CHECK_THAT(w.read("results/deadlock.gtkw"), Contains("[dumpfile] \"deadlock.vcd\""));
  for (const char* file : {"deadlock.vcd", "deadlock.gtkw", "deadlock.kinds", "deadlock.stalls", "deadlock.packets"}) {
    CHECK(w.exists(std::string("results/") + file));
    CHECK_THAT(w.read("results/manifest.json"), Contains(std::string("\"") + file + "\""));
  }
  CHECK(w.slackline("run ring.yaml --quiet --out results --set routing.kind=dateline --set run.max_cycles=5000 "
                    "--set switch.virtual_channels=2")
            .status == 0);
  CHECK_FALSE(w.exists("results/deadlock.vcd"));
  CHECK_THAT(w.read("results/result.json"), !Contains("deadlock"));
}

TEST_CASE("a run that ends before the watchdog has looked twice is checked for deadlocks after its end", "[quick]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  const LongRun whole = long_run(w, "ring.yaml");
  REQUIRE(whole.formed < 2000);
  for (const char* end : {"--set run.max_cycles=2000", "--set run.max_cycles=19999", "--set run.relative_error=0.05"}) {
    const Output output = w.slackline(std::string("run ring.yaml --quiet ") + end);
    INFO(end << "\n" << output.err);
    CHECK(output.status == 3);
    CHECK_THAT(output.err, Contains(whole.deadlock + "; "));
  }
  // A deadlock after the end does not belong to the run: the last worm must begin to wait in its last cycle or earlier.
  const std::string run = "run ring.yaml --quiet --set run.max_cycles=";
  CHECK(w.slackline(run + std::to_string(whole.formed + 1)).status == 3);
  const Output before = w.slackline(run + std::to_string(whole.formed));
  CHECK(before.status == 0);
  CHECK(before.err.empty());
  // The check itself is not counted: cycles and flits are those of the run.
  CHECK_THAT(w.slackline("run ring.yaml --json --set run.max_cycles=2000").out, Contains("\"run\": 2000"));
}

TEST_CASE("the check after the end waits for worms that still advance for longer than a watchdog interval", "[quick]") {
  const Workplace w;
  // Thirty flits of 500 cycles each: 15000 cycles, where the watchdog looks every 10000.
  w.write(
      "slow.yaml",
      "schema_version: 1\ntopology: { kind: ring, size: [8] }\nrouting: { kind: dimension_order, allow_cycles: true "
      "}\nlink: { cycles_per_flit: 500 }\nswitch: { buffer: { flits: 16 } }\ntraffic: { load: 1, packet: { flits: 30 } "
      "}\nrun: { max_cycles: 10000000, warmup: 10, seed: 1 }\n");
  const LongRun whole = long_run(w, "slow.yaml");
  const std::string run = "run slow.yaml --quiet --set run.max_cycles=";
  for (const std::uint64_t end : {whole.formed + 3000, whole.formed + 1}) {
    const Output output = w.slackline(run + std::to_string(end));
    INFO(end << "\n" << output.err);
    CHECK(output.status == 3);
    CHECK_THAT(output.err, Contains(whole.deadlock + "; "));
  }
  CHECK(w.slackline(run + std::to_string(whole.formed)).status == 0);
}

TEST_CASE("hosts that send nothing after the end of a run are counted, even if the worms ahead of them still advance",
          "[quick]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  const LongRun whole = long_run(w, "ring.yaml");
  const auto in_the_end = flits_of_hosts(w.read("long/links.csv"));
  REQUIRE(in_the_end.size() == 8);
  std::set<std::ptrdiff_t> counts;
  for (const std::uint64_t end : {whole.formed + 1, whole.formed + 2, std::uint64_t{2000}}) {
    const Output output = w.slackline("run ring.yaml --quiet --out cut --set run.max_cycles=" + std::to_string(end));
    const auto so_far = flits_of_hosts(w.read("cut/links.csv"));
    const auto count = std::count_if(in_the_end.begin(), in_the_end.end(),
                                     [&](const auto& host) { return so_far.at(host.first) == host.second; });
    INFO(end << "\n" << output.err);
    CHECK_THAT(output.err, Contains("\n  " + std::to_string(count) + " hosts cannot send\n"));
    counts.insert(count);
  }
  CHECK(*counts.begin() < 8);  // some hosts still send for a while
  CHECK(*counts.rbegin() == 8);
}

TEST_CASE("what is stuck within a run is reported, even if something else gets stuck after its end", "[quick]") {
  const Workplace w;
  // Another link stops after the end; what is stuck before still belongs to the run.
  w.write("mesh.yaml",
          "schema_version: 1\ntopology: { size: [3, 3] }\ntraffic: { load: 0.1, packet: { flits: 16 } }\nfaults:\n"
          "  - { link: link_switch0_p0_to_switch1_p1, kind: stop_stuck, level: 1, from: 100 }\n"
          "  - { link: link_switch8_p1_to_switch7_p0, kind: stop_stuck, level: 1, from: 5000 }\n"
          "run: { max_cycles: 3000 }\n");
  const Output mesh = w.slackline("run mesh.yaml --quiet");
  INFO(mesh.err);
  CHECK(mesh.status == 3);
  CHECK_THAT(mesh.err,
             Contains("switch0_p0") && !Contains("switch8_p1") &&
                 Contains("the parts that are stuck when this run ends in cycle 3000 will never move again\n"));
  // A host that cannot send, before a ring deadlocks after the end.
  w.write("ring.yaml", std::string(ring_of_eight) +
                           "faults:\n  - { link: link_host0_to_switch0_p2, kind: stop_stuck, level: 1, from: 50 }\n");
  const Output host = w.slackline("run ring.yaml --quiet --set run.max_cycles=600");
  INFO(host.err);
  CHECK(host.status == 3);
  CHECK_THAT(host.err, Contains("host0: its packet is held back") && !Contains("deadlock"));
  CHECK_THAT(w.slackline("run ring.yaml --quiet --set run.max_cycles=2000").err, Contains("\ndeadlock: "));
  // A host that gets stuck after the end does not count.
  w.write("late.yaml",
          "schema_version: 1\ntopology: { size: [3, 3] }\ntraffic: { load: 0.001, packet: { flits: 16 } }\n"
          "faults:\n  - { link: link_host0_to_switch0_p4, kind: stop_stuck, level: 1, from: 600 }\n"
          "run: { max_cycles: 500 }\n");
  const Output late = w.slackline("run late.yaml --quiet");
  INFO(late.err);
  CHECK(late.status == 0);
}

TEST_CASE("interfaces that hold their links back run without a proof, and both engines report their deadlocks") {
  const Workplace w;
  w.write("echo.yaml", echoes);
  const Output described = w.slackline("describe echo.yaml");
  CHECK_THAT(described.out, Contains("deadlock-free    not proved (") && Contains("no cycle of channels)\n") &&
                                Contains("interfaces hold their links back (nic.receive.when_full)"));
  CHECK_THAT(w.slackline("describe echo.yaml --json").out,
             Contains("\"verdict\": \"not proved\"") && Contains("\"why_not\": \"interfaces hold their links back"));
  const Output output = w.slackline("run echo.yaml --out a");
  INFO(output.out << output.err);
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("\ndeadlock: ") && Contains(": the interface of host") &&
                             Contains(" has no buffer, and waits for host") && Contains(" links back\n"));
  CHECK(w.slackline("run echo.yaml --quiet --out b --engine signal").status == 3);
  const std::string json = w.read("a/result.json");
  CHECK(json == w.read("b/result.json"));
  CHECK((w.read("a/deadlock.vcd") == w.read("b/deadlock.vcd")));
  CHECK_THAT(json, Contains("\"why\": \"interface\"") && Contains("\"interfaces\": "));
  CHECK_THAT(w.read("a/deadlock.vcd"), Contains("$scope module nic"));
  const Output explained = w.slackline("explain a --packet " + packet_of_deadlock(json));
  CHECK(explained.status == 0);
  CHECK_THAT(explained.out,
             Contains(": the interface of host") && Contains("all of them wait for one another: a deadlock\n"));
  // A short run is checked after its end.
  const std::uint64_t formed = std::stoull(between(json, "\"deadlock\"", "\"formed_in_cycle\": ", ","));
  CHECK(w.slackline("run echo.yaml --quiet --set run.max_cycles=" + std::to_string(formed + 1)).status == 3);
  CHECK(w.slackline("run echo.yaml --quiet --set run.max_cycles=" + std::to_string(formed)).status == 0);
}

TEST_CASE("interfaces are proved free of deadlock if firmware always frees its buffers, or if they drop packets") {
  const Workplace w;
  w.write("echo.yaml", echoes);
  for (const char* set : {"nic.firmware=unicast", "nic.receive.when_full=drop"}) {
    const Output output = w.slackline(std::string("describe echo.yaml --set ") + set);
    INFO(output.out << output.err);
    CHECK_THAT(output.out, Contains("deadlock-free    proved ("));
  }
  for (const char* set : {"nic.firmware=unicast --set nic.timeout=3000", "nic.firmware=request_response"})
    CHECK_THAT(w.slackline(std::string("describe echo.yaml --set ") + set).out,
               Contains("deadlock-free    not proved ("));
}

TEST_CASE("explain agrees with the packet log on an interface's packet, or reports that firmware has not made it") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [2, 2] }\nendpoint: nic\nclock: { period: 25 ns }\nnic: { "
          "packet_words: 16 }\n"
          "traffic: { load: 0.2, packet: { flits: 40 } }\nrun: { max_cycles: 6000, packet_log: true }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --out results").status == 0);
  const std::string line = between(w.read("results/packets.csv"), "\n3,4,", "\n3,4,", "\n");
  const Output output = w.slackline("explain results --packet host3:4");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("arrived in " + line.substr(line.rfind(',') + 1) + ","));
  const Output late = w.slackline("explain results --packet host3:4000");
  CHECK(late.status == 2);
  CHECK_THAT(late.err, Contains("was not handed to its send engine by the firmware of host3 in the 6000 cycles of this "
                                "run; expected host3:0 .. host3:"));
}

TEST_CASE("loads at which a network deadlocks are no point of its curve, however short the runs", "[quick]") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  const Output output = w.slackline("sweep ring.yaml --vary traffic.load=0.02,0.5 --set run.max_cycles=5000");
  INFO(output.err);
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("with traffic.load=0.5: a check failed"));
}

TEST_CASE("explain follows a packet's waits around the deadlock") {
  const Workplace w;
  w.write("ring.yaml", ring_of_eight);
  REQUIRE(w.slackline("run ring.yaml --quiet --out results").status == 3);
  const std::string packet = packet_of_deadlock(w.read("results/result.json"));
  const Output output = w.slackline("explain results --packet " + packet);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, StartsWith(packet + " to host") && Contains("not arrived when the run ended in ") &&
                             Contains(", held by host") && Contains("all of them wait for one another: a deadlock\n"));
  const Output json = w.slackline("explain results --json --packet " + packet);
  CHECK(json.status == 0);
  CHECK_THAT(json.out, StartsWith("{\n  \"packet\": \"" + packet + "\"") && Contains("\"in_a_cycle\": true") &&
                           Contains("\"for_ever\": true"));
}

TEST_CASE("explain agrees with the packet log on a packet, from any folder, with any settings of the run") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [4, 4] }\nrun: { max_cycles: 3000, packet_log: true }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --out results --seed 5 --set traffic.load=0.3").status == 0);
  const std::string log = w.read("results/packets.csv");
  const std::string line = between(log, "\n3,10,", "\n3,10,", "\n");
  REQUIRE(w.shell("mkdir elsewhere && mv results elsewhere").status == 0);
  const Output output = w.slackline("explain elsewhere/results --packet host3:10");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("arrived in " + line.substr(line.rfind(',') + 1) + ","));
  CHECK(w.slackline("explain elsewhere/results --packet 3:10").out == output.out);  // the name in packets.csv
  CHECK_THAT(w.slackline("explain elsewhere/results --json --packet 3:10").out, Contains("\"end_of_run\": 3000"));
}

TEST_CASE("explain refuses what it cannot explain, and shows what it expects") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [2] }\nrun: { max_cycles: 3000 }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --out results").status == 0);
  const auto says = [&](const std::string& arguments) {
    const Output output = w.slackline("explain " + arguments);
    CHECK(output.status == 2);
    CHECK(output.out.empty());
    return output.err;
  };
  CHECK_THAT(
      says("results --packet hots1:3"),
      Contains("--packet hots1:3: hots1 is no host; expected host0 .. host1") && Contains("did you mean host1?"));
  CHECK_THAT(says("results --packet host1"), Contains("expected host1:N"));
  CHECK_THAT(says("results --packet host1:-1"), Contains("expected host1:N"));
  CHECK_THAT(says("results --packet host1:4294967296"), Contains("expected host1:N"));
  CHECK_THAT(says("results --packet host1:4000000000"),
             Contains("was not created in the 3000 cycles of this run; expected host1:0 .. host1:"));
  CHECK_THAT(says("none --packet host1:3"), Contains("none holds no results of a run"));
  CHECK_THAT(says("results"), Contains("no packet is given; use --packet HOST:N, or --message HOST:N"));
}

TEST_CASE("a dead host is an error, but nothing is stuck as long as no host waits for it") {
  const Workplace w;
  w.write("dead.yaml",
          "schema_version: 1\ntopology: { kind: mesh, size: [3, 3] }\nendpoint: nic\nclock: { period: 25 ns }\n"
          "nic: { firmware: unicast, buffers: 1, packet_words: 16, receive: { when_full: stop } }\n"
          "traffic: { load: 0.9, pattern: hot_spot, hot_spot: { hosts: [4], share: 0.9 }, packet: { flits: 40 } }\n"
          "run: { max_cycles: 25000, warmup: 100 }\n"
          "faults: [ { kind: host_dead, link: link_host4_to_switch4_p4, from: 3001 } ]\n");
  const Output goes_on = w.slackline("run dead.yaml --json --set switch.virtual_channels=2");
  CHECK_THAT(goes_on.out, Contains("\"run\": 25000"));
  CHECK_THAT(goes_on.err, !Contains("stuck"));
  // Here all hosts end up waiting for what it no longer sends.
  w.write("echo.yaml",
          "schema_version: 1\ntopology: { kind: mesh, size: [3, 3] }\nendpoint: nic\nclock: { period: 25 ns }\nnic: { "
          "firmware: echo }\n"
          "traffic: { load: 0.9, packet: { flits: 100 } }\nrun: { max_cycles: 60000, warmup: 100 }\n"
          "faults: [ { kind: host_dead, link: link_host4_to_switch4_p4, from: 500 } ]\n");
  const Output stands = w.slackline("run echo.yaml --quiet");
  CHECK(stands.status == 3);
  INFO(stands.err);
  CHECK_THAT(stands.err, Contains("stuck: "));
  CHECK_THAT(stands.err, !Contains("host4: its"));
}
