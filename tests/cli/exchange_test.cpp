// Complete exchanges, as a user runs them.
#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string star =
    "schema_version: 1\ntopology: { kind: star_of_stars, arity: 4, hosts_per_switch: 4 }\n"
    "switch: { buffer: { flits: 64 } }\n";

/// With an exchange of 5 packets.
std::string with(const std::string& network, const std::string& exchange, const std::string& others = "") {
  return network + "workloads:\n  - { kind: exchange, packets: 5, packet: { flits: 24 }" +
         (exchange.empty() ? "" : ", ") + exchange + " }\n" + others + "run: { max_cycles: 400000 }\n";
}

std::string value(const Workplace& w, const std::string& key) {
  return w.of_json("results/result.json", "r[\"workloads\"][\"exchange\"][\"" + key + "\"]");
}

}  // namespace

TEST_CASE("a complete exchange ends when each host has all packets, alike in both engines") {
  const Workplace w;
  for (const std::string exchange :
       {"", "method: pairwise, permutation: edge_colour", "permutation: xor, window: 9, reorder: true",
        "receive: any, buffer: 45, clamp: true", "pause_cycles: 300, pause_every: 2000, pause_length: geometric",
        "pause_cycles: 300, pause_every: 2000, pause_length: uniform, user_cycles: 20"}) {
    INFO(exchange);
    w.write("x.yaml", with(star, exchange));
    std::string cycles;
    for (const std::string engine : {"fabric", "signal"}) {
      const Output run = w.slackline("run x.yaml --engine " + engine + " --out results");
      INFO(run.err);
      REQUIRE(run.status == 0);
      CHECK(value(w, "finished") == "True");
      CHECK(value(w, "taken") == "1200");
      if (!cycles.empty()) CHECK(value(w, "cycles") == cycles);
      cycles = value(w, "cycles");
    }
  }
  CHECK(value(w, "window") == "None");
  CHECK(std::stoi(value(w, "pauses")) > 0);
}

TEST_CASE("an exchange takes its steps from a file, which results name and resolved files find again") {
  const Workplace w;
  const auto cycles = [&](const std::string& exchange) {
    w.write("x.yaml", with(star, exchange));
    const Output run = w.slackline("run x.yaml --out results");
    INFO(run.err);
    REQUIRE(run.status == 0);
    return value(w, "cycles");
  };
  // The steps of shift.
  REQUIRE(
      w.shell("python3 -c 'for i in range(1, 16): print(*((n + i) % 16 for n in range(16)), sep=\",\")' > steps.csv")
          .status == 0);
  CHECK(cycles("permutation: file, permutation_file: steps.csv") == cycles("permutation: shift"));
  w.write("x.yaml", with(star, "permutation: file, permutation_file: steps.csv"));
  REQUIRE(w.slackline("run x.yaml --out one").status == 0);
  CHECK_THAT(w.read("one/manifest.json"), Contains("steps.csv"));
  REQUIRE(w.slackline("run one/resolved.yaml --out two").status == 0);
  const std::string exchange = "r[\"workloads\"][\"exchange\"]";
  CHECK(w.of_json("one/result.json", exchange + "[\"permutation\"]") == "file");
  CHECK(w.of_json("one/result.json", exchange) == w.of_json("two/result.json", exchange));
}

TEST_CASE("a file that is no order of an exchange is refused, with its lines") {
  const Workplace w;
  const auto says = [&](const std::string& exchange) {
    w.write("x.yaml", with(star, exchange));
    const Output run = w.slackline("run x.yaml");
    CHECK(run.status == 2);
    return run.err;
  };
  w.write("three.csv", "1,2,0\n2,0,1\n");
  w.write("bad.csv", "1,2,0\n2,0,0\n");
  CHECK_THAT(says("permutation: file"), Contains("x.yaml:5:") && Contains("permutation_file: missing"));
  CHECK_THAT(says("permutation_file: three.csv"), Contains("permutation_file: has no effect with permutation: shift"));
  CHECK_THAT(says("permutation: file, permutation_file: three.csv"), Contains("three.csv (of 3 ranks, with 16 hosts)"));
  CHECK_THAT(says("permutation: file, permutation_file: none.csv"), Contains("x.yaml:5:") && Contains("none.csv"));
  CHECK_THAT(says("permutation: file, permutation_file: bad.csv"),
             Contains("bad.csv:2:5: workloads[0].permutation_file: expected a permutation"));
}

TEST_CASE("hosts with network interfaces exchange messages, next to other traffic") {
  const Workplace w;
  w.write("x.yaml", with(star + "endpoint: nic\nnic: { costs: free, packet_words: 24 }\n", "window: 20",
                         "  - { kind: traffic, load: 0.02, packet: { flits: 16 } }\n"));
  const Output run = w.slackline("run x.yaml --out results");
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(value(w, "taken") == "1200");
  CHECK(std::stoi(value(w, "most_ahead")) <= 20);
  CHECK_THAT(run.out, Contains("packets of 24 flits between 16 hosts; shuffle, shift"));
}

TEST_CASE(
    "interfaces send again what packet switches drop, until each host has all packets once, alike in both engines") {
  const Workplace w;
  const std::string network =
      "schema_version: 1\ntopology: { kind: star_of_stars, arity: 4, hosts_per_switch: 4 }\n"
      "switch: { kind: packet, packet: { frames: 2, held: 0, gap: 1 } }\nendpoint: nic\n"
      "nic: { firmware: go_back_n, costs: free, packet_words: 24, window: 4, tries: 100 }\n"
      "firmware: { go_back_n: { window: 4, timeout: 5 us, acknowledgement_delay: 600 ns, repeat: ";
  for (const std::string repeat : {"go_back", "selective"}) {
    INFO(repeat);
    w.write("x.yaml", with(network + repeat + " } }\n", "pause_cycles: 300, pause_every: 2000"));
    std::string cycles;
    for (const std::string engine : {"fabric", "signal"}) {
      const Output run = w.slackline("run x.yaml --engine " + engine + " --out results");
      INFO(run.err);
      REQUIRE(run.status == 0);
      CHECK(value(w, "finished") == "True");
      CHECK(value(w, "taken") == "1200");
      CHECK(std::stoi(w.of_json("results/result.json", "r[\"packet_switches\"][\"dropped\"][\"full\"]")) > 20);
      if (!cycles.empty()) CHECK(value(w, "cycles") == cycles);
      cycles = value(w, "cycles");
    }
  }
  // An uplink's buffer holds 2, and each of the 4 outputs that they go to sends one.
  REQUIRE(w.slackline("run x.yaml --out results --set run.windows=100").status == 0);
  CHECK(w.shell("python3 -c '\n"
                "import csv, json\n"
                "rows = list(csv.DictReader(open(\"results/windows.csv\")))\n"
                "column = lambda name: [int(row[name]) for row in rows]\n"
                "all = sum(json.load(open(\"results/result.json\"))[\"packet_switches\"][\"dropped\"].values())\n"
                "assert all - 5 <= sum(column(\"packets_dropped\")) <= all\n"
                "for part in (\"edge\", \"core\"):\n"
                "  assert 2 <= max(column(part + \"_held_from_uplink\")) <= 6\n"
                "  assert 2 <= max(column(part + \"_held_to_uplink\")) <= 9\n"
                "assert column(\"edge_held_to_uplink\") != column(\"core_held_to_uplink\")\n"
                "'")
            .status == 0);
}

TEST_CASE("with a buffer the window of an exchange is that of the paper") {
  const Workplace w;
  w.write("x.yaml", with(star, "buffer: 45"));
  REQUIRE(w.slackline("run x.yaml --out results").status == 0);
  CHECK(value(w, "window") == "14");
}

TEST_CASE("an exchange that does not end in time is partial, with exit status 4") {
  const Workplace w;
  w.write("x.yaml", with(star, ""));
  const Output run = w.slackline("run x.yaml --set run.max_cycles=500");
  CHECK(run.status == 4);
  CHECK_THAT(run.err, Contains("the exchange was still going on after 500 cycles"));
  CHECK_THAT(run.err, Contains("of 1200 packets taken"));
}

TEST_CASE("an exchange whose clamped window closes for ever ends with exit status 3, and names the hosts") {
  const Workplace w;
  w.write(
      "x.yaml",
      "schema_version: 1\ntopology: { kind: star_of_stars, arity: 4, hosts_per_switch: 4 }\n"
      "workloads: [ { kind: exchange, packets: 20, packet: { flits: 24 }, window: 2, clamp: true, pause_cycles: 300, "
      "pause_every: 2000 } ]\n");
  const Output run = w.slackline("run x.yaml");
  CHECK(run.status == 3);
  CHECK_THAT(run.out + run.err, Contains("waits for ever for a packet of host") && Contains("with its window closed"));
}

TEST_CASE("an exchange that cannot be is refused with one message for each fault") {
  const Workplace w;
  const auto says = [&](const std::string& network, const std::string& exchange) {
    w.write("x.yaml", with(network, exchange));
    const Output run = w.slackline("run x.yaml");
    CHECK(run.status == 2);
    return run.err;
  };
  const auto star_of = [](int arity, int hosts) {
    return "schema_version: 1\ntopology: { kind: star_of_stars, arity: " + std::to_string(arity) +
           ", hosts_per_switch: " + std::to_string(hosts) + " }\n";
  };
  CHECK_THAT(
      says(star_of(3, 4), "permutation: xor"),
      Contains("x.yaml:4:") &&
          Contains("permutation: expected a power of two of hosts, or another permutation, found xor (12 hosts)"));
  CHECK_THAT(says(star_of(3, 3), "permutation: edge_colour"),
             Contains("expected an even number of hosts, or another permutation, found edge_colour (9 hosts)"));
  CHECK_THAT(says(star, "window: 0"),
             Contains("window: expected none, or integer from 1 to 1000000 (packets), found 0"));
  CHECK_THAT(says(star, "packets: 0"), Contains("packets"));
  CHECK_THAT(says(star, "window: 5, buffer: 3"),
             Contains("buffer: given together with window; give one of them") && Contains("slackline: 1 error "));
  CHECK_THAT(says(star, "clamp: true"),
             Contains("clamp: has no effect without a window; use it only with window or buffer"));
  CHECK_THAT(says(star, "method: pairwise, window: 5, clamp: true, receive: any"),
             Contains("window: has no effect with method: pairwise; use it only with method: shuffle") &&
                 Contains("clamp: has no effect with method: pairwise") && Contains("slackline: 3 errors ") &&
                 Contains("receive: has no effect with method: pairwise"));
  CHECK_THAT(says(star, "pause_cycles: 100"),
             Contains("pause_cycles: given without pause_every; give both, or neither"));
  CHECK_THAT(says(star, "pause_length: uniform"), Contains("pause_length: has no effect without pauses"));
  CHECK_THAT(
      says(star, "receive_cycles: 6000, user_cycles: 4001, pause_cycles: 1, pause_every: 1"),
      Contains("pause_every: expected at least 2, for up to 10000 pauses a packet, found 1 (with hosts that work "
               "10001 cycles for a packet)"));
  CHECK_THAT(says(star, "send_cycles: 10000000, pause_cycles: 1, pause_every: 999"),
             Contains("expected at least 1000, for up to 10000 pauses a packet"));
  CHECK_THAT(says(star, "hosts: [3]"), Contains("hosts: expected 2 or more, found 1 host"));
  CHECK_THAT(says("schema_version: 1\ntopology: { kind: single_switch, hosts_per_switch: 8 }\n", "reorder: true"),
             Contains("reorder: expected false, or hosts at several switches, found true (all hosts at one switch)"));
  CHECK_THAT(
      says(star, "buffer: 30, hosts: [\"0-5\"]"),
      Contains("buffer: expected window instead, or the same number of hosts at each switch, found 30 (hosts at 2 "
               "switches, not the same number at each)"));
  CHECK_THAT(says(star, "buffer: 3"),
             Contains("buffer: expected at least 4 (the packets of a step), or window, found 3"));
  CHECK_THAT(
      says("schema_version: 1\ntopology: { kind: mesh, size: [4, 4] }\n", "buffer: 30"),
      Contains("buffer: expected window instead, or one link to another switch for each switch with hosts, found "
               "30 (with switches that have no uplink, or several)"));
  CHECK_THAT(
      says(star + "endpoint: nic\nnic: { firmware: echo, packet_words: 24 }\n", ""),
      Contains("kind: exchange with nic.firmware: echo; expected firmware whose messages end at the host they are for, "
               "such as unicast"));
  // Two hosts of each switch, in the order of switches, are no fault.
  w.write("x.yaml", with(star, "reorder: true, hosts: [0, 1, 4, 5, 8, 9, 12, 13]"));
  CHECK(w.slackline("run x.yaml").status == 0);
}
