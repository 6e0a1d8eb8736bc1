#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const char small_mesh[] = R"(schema_version: 1
name: small
clock: { period: 6.25 ns }
topology: { size: [3, 2], hosts_per_switch: 2 }
link: { delay: 17 ns, cycles_per_flit: 2 }
switch: { buffer: { flits: 16 }, arbiter: matrix, delay: { header: 3, data: 2, crossbar: 2, flow_control: 1 } }
traffic: { load: 0.4, packet: { flits: 5 } }
run: { warmup: 200, max_cycles: 3000 }
)";

}  // namespace

TEST_CASE("both engines leave the same result.json, byte for byte", "[quick]") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  REQUIRE(w.slackline("run small.yaml --engine fabric --out fabric").status == 0);
  REQUIRE(w.slackline("run small.yaml --engine signal --out signal").status == 0);
  CHECK(w.read("fabric/result.json") == w.read("signal/result.json"));
  CHECK(w.read("fabric/summary.txt") == w.read("signal/summary.txt"));
  CHECK_THAT(w.read("fabric/manifest.json"), Contains("\"engine\": \"fabric\""));
  CHECK_THAT(w.read("signal/manifest.json"), Contains("\"engine\": \"signal\""));
  CHECK_THAT(w.read("signal/result.json"), Contains("\"conserved\": true") && Contains("\"errors\": []"));
}

TEST_CASE("equal seeds give equal results, another seed another") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const Output first = w.slackline("run small.yaml --seed 7 --json");
  REQUIRE(first.status == 0);
  CHECK_THAT(first.out, Contains("\"seed\": 7"));
  CHECK(w.slackline("run small.yaml --seed 7 --json").out == first.out);
  CHECK(w.slackline("run small.yaml --seed 8 --json").out != first.out);
}

TEST_CASE("the smallest experiment runs on defaults", "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 2000 }\n");
  const Output output = w.slackline("run x.yaml");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("unnamed: mesh 8x8, 64 hosts") && Contains("cycles/s"));
}

TEST_CASE("an experiment that is proved free of deadlock runs whether cycles are allowed or not") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const Output forbidden = w.slackline("run small.yaml --json --set routing.allow_cycles=false"),
               allowed = w.slackline("run small.yaml --json --set routing.allow_cycles=true");
  CHECK(forbidden.status == 0);
  CHECK(allowed.status == 0);
  CHECK(allowed.out == forbidden.out);
  const Output neither = w.slackline("run small.yaml --set routing.allow_cycles=perhaps");
  CHECK(neither.status == 2);
  CHECK_THAT(neither.err, Contains("routing.allow_cycles: expected false or true, found perhaps"));
}

TEST_CASE("a permutation runs", "[quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [2, 2] }\ntraffic: { pattern: permutation, permutation: [3, 2, 1, 0], "
          "load: 1, packet: { flits: 1 } }\nrun: { max_cycles: 2000 }\n");
  const Output output = w.slackline("run x.yaml --json");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\"accepted\": 1.0"));
}

TEST_CASE("with --json only result.json is printed, with --quiet nothing") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const Output json = w.slackline("run small.yaml --json --out results");
  CHECK(json.out == w.read("results/result.json"));
  const Output quiet = w.slackline("run small.yaml --quiet --out results");
  CHECK(quiet.status == 0);
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
}

TEST_CASE("results replace earlier results and nothing else") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  REQUIRE(w.slackline("run small.yaml --quiet --out results").status == 0);
  const std::string first = w.read("results/result.json");
  REQUIRE(w.slackline("run small.yaml --quiet --out results --seed 3").status == 0);
  CHECK(w.read("results/result.json") != first);
  CHECK(w.entries() == 2);

  w.write("results/notes.txt", "mine");
  const Output refused = w.slackline("run small.yaml --out results");
  CHECK(refused.status == 2);
  CHECK_THAT(
      refused.err,
      Contains("results: holds notes.txt, which is not a result and would be lost; give a new folder or an empty one"));
  CHECK(w.read("results/notes.txt") == "mine");
  const Output file = w.slackline("run small.yaml --out small.yaml");
  CHECK(file.status == 2);
  CHECK_THAT(file.err, Contains("small.yaml: is not a folder"));
  CHECK(w.entries() == 2);
}

TEST_CASE("an interrupted run ends with 130, its results marked partial") {
  for (const std::string engine : {"fabric", "signal"}) {
    const Workplace w;
    w.write("x.yaml", "schema_version: 1\nrun: { max_cycles: 1000000000000 }\nwaves: { scope: [host0] }\n");
    const Output output = w.interrupted("run x.yaml --waves x.vcd --out results --engine " + engine,
                                        Workplace::is_in_cycle_1000, "kill -TERM $pid");
    CHECK(output.status == 130);
    CHECK_THAT(output.err, Contains("slackline: interrupted in cycle "));
    CHECK_THAT(output.out, Contains("(partial)"));
    CHECK_THAT(w.read("results/result.json"), Contains("\"status\": \"partial\"") && Contains("\"conserved\": true"));
    CHECK(w.entries() == 3);  // and the dump
  }
}

TEST_CASE("while a run goes on, every other command is refused its folder") {
  const Workplace w;
  w.write("long.yaml", "schema_version: 1\nrun: { max_cycles: 1000000000000 }\nwaves: { scope: [host0] }\n");
  w.write("short.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { max_cycles: 2000 }\n");
  w.write("others.sh",
          "for command in 'run short.yaml' 'sweep short.yaml --vary traffic.load=0.1' 'study song2005 --quick' "
          "'schedule short.yaml --quiet'; do\n"
          "  $slackline $command --out results > said 2>&1\n"
          "  echo $? $(grep -o '^.*--out results: another run is about to write its results there' said) >> others\n"
          "done\n"
          "ls -d results >> others 2> said\n");
  const Output output = w.interrupted("run long.yaml --quiet --waves x.vcd --out results", Workplace::is_in_cycle_1000,
                                      ". ./others.sh; kill -TERM $pid");
  CHECK(output.status == 130);
  const std::string refused = "--out results: another run is about to write its results there\n";
  CHECK(w.read("others") == "2 slackline: " + refused + "2 " + refused + "2 " + refused + "2 " + refused);
  CHECK_THAT(w.read("results/result.json"), Contains("\"status\": \"partial\""));
  CHECK(w.entries() == 7);
}

TEST_CASE("a dump of an error that cannot be written completely does not keep the next run from its folder",
          "[quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [4, 4] }\nrun: { max_cycles: 3000 }\n"
          "faults: [{ kind: drop, link: link_switch0_p0_to_switch1_p1, from: 100 }]\n");
  const Output full = w.shell("ulimit -f 64; $slackline run x.yaml --quiet --out results");
  CHECK(full.status == 3);
  CHECK_THAT(full.err, Contains("waves: results/error.vcd: cannot be written: File too large; what could be written is "
                                "in results/error.vcd.partial\n"));
  CHECK(w.exists("results/error.vcd.partial"));
  CHECK(w.slackline("run x.yaml --quiet --out results").status == 3);
  CHECK(w.exists("results/error.vcd"));
  CHECK_FALSE(w.exists("results/error.vcd.partial"));
}

TEST_CASE("a run that is interrupted while its network is built leaves nothing behind") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [100, 100] }\nrouting: { kind: up_down }\n"
          "run: { max_cycles: 1000000000000 }\n");
  const Output output = w.interrupted("run x.yaml --quiet --out results", "ls -d .results.* > /dev/null 2>&1");
  CHECK(output.status == 130);
  // Its routes take ten seconds to compute: the run has not begun, and the message names no cycle.
  CHECK(output.err == "slackline: interrupted\n");
  CHECK(w.entries() == 1);
}

TEST_CASE("a run with a relative error ends when it is reached") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [4, 4] }\nrun: { max_cycles: 10000000, relative_error: 0.02 }\n");
  for (const std::string engine : {"fabric", "signal"}) {
    const Output output = w.slackline("run x.yaml --json --engine " + engine);
    CHECK(output.status == 0);
    CHECK(output.err.empty());
    CHECK_THAT(output.out, Contains("\"converged\": true") && Contains("\"method\": \"mser\"") &&
                               Contains("\"found\": true") && Contains("\"status\": \"complete\""));
    w.write(engine, output.out);
  }
  CHECK(w.read("fabric") == w.read("signal"));
}

TEST_CASE("a run that misses its relative error ends with 4 and the reason") {
  const Workplace w;
  const std::string head = "schema_version: 1\ntopology: { size: [4, 4] }\n";
  w.write("short.yaml", head + "run: { max_cycles: 3000, relative_error: 0.001 }\n");
  const Output cut = w.slackline("run short.yaml --out results");
  CHECK(cut.status == 4);
  CHECK(cut.err == "slackline: not converged in 3000 cycles\n");
  CHECK_THAT(cut.out, Contains("not converged"));
  CHECK_THAT(w.read("results/result.json"), Contains("\"status\": \"complete\""));
  CHECK_THAT(w.read("results/latency.csv"), Contains("latency,least,most,packets\ntotal,"));
  CHECK_THAT(w.read("results/links.csv"), Contains("\nlink_switch0_p0_to_switch1_p1,"));
  w.write("overload.yaml", head + "traffic: { load: 1 }\nrun: { max_cycles: 10000000, relative_error: 0.05 }\n");
  const Output overload = w.slackline("run overload.yaml --json");
  CHECK(overload.status == 4);
  CHECK_THAT(overload.err, Contains(" cycles: the network is saturated\n"));
  CHECK_THAT(overload.out, Contains("\"saturated\": true"));
}

TEST_CASE("an error takes precedence over a run that has not converged", "[quick]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { max_cycles: 3000, relative_error: 0.001 }\n"
          "faults: [{ kind: drop, link: link_switch0_p0_to_switch1_p1, from: 100 }]\n");
  CHECK(w.slackline("run x.yaml --quiet").status == 3);
}

TEST_CASE("run.packet_log leaves packets.csv, the same from both engines, and changes nothing else", "[quick]") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const std::string log = " --set run.packet_log=true";
  REQUIRE(w.slackline("run small.yaml --quiet --out none").status == 0);
  REQUIRE(w.slackline("run small.yaml --quiet --out fabric --engine fabric" + log).status == 0);
  REQUIRE(w.slackline("run small.yaml --quiet --out signal --engine signal" + log).status == 0);
  CHECK_FALSE(w.exists("none/packets.csv"));
  CHECK_THAT(w.read("fabric/packets.csv"),
             Contains("source,sequence,destination,flits,created,injected,hops,padding,ejected\n"));
  CHECK(w.read("fabric/packets.csv") == w.read("signal/packets.csv"));
  CHECK(w.read("fabric/result.json") == w.read("none/result.json"));
  CHECK_THAT(w.read("fabric/manifest.json"), Contains("packets.csv"));
  const Output refused = w.slackline("run small.yaml" + log);
  CHECK(refused.status == 2);
  CHECK(refused.err == "slackline: run.packet_log: needs a folder for the results: --out DIR; nothing was run\n");
}

TEST_CASE("run.windows leaves windows.csv, the same from both engines, and is off by default", "[quick]") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const std::string windows = " --set run.windows=130";
  REQUIRE(w.slackline("run small.yaml --quiet --out none").status == 0);
  REQUIRE(w.slackline("run small.yaml --quiet --out fabric --engine fabric" + windows).status == 0);
  REQUIRE(w.slackline("run small.yaml --quiet --out signal --engine signal" + windows).status == 0);
  CHECK_FALSE(w.exists("none/windows.csv"));
  CHECK_THAT(w.read("none/result.json"), Contains("\"windows\": 0") && !Contains("\"windows\": {"));
  CHECK_THAT(w.read("none/summary.txt"), !Contains("windows"));
  const std::string csv = w.read("fabric/windows.csv");
  CHECK_THAT(csv, Contains("first,cycles,accepted,packets,") && Contains("\n2860,130,") && !Contains("\n2990,"));
  CHECK(w.read("signal/windows.csv") == csv);
  CHECK(w.read("signal/result.json") == w.read("fabric/result.json"));
  CHECK_THAT(w.read("fabric/manifest.json"), Contains("windows.csv"));
  CHECK_THAT(w.read("fabric/summary.txt"), Contains("windows") && Contains("of 130 cycles, 21 of them measured"));
  CHECK(w.of_json("fabric/result.json", "r[\"windows\"][\"number\"], r[\"windows\"][\"cycles\"]") == "23 130");
}

TEST_CASE("output that cannot be written is an error", "[quick]") {
  const Workplace w;
  w.write("small.yaml", small_mesh);
  const Output output = w.shell("\"$slackline\" run small.yaml > /dev/full");
  CHECK(output.status == 1);
  CHECK_THAT(output.err, Contains("the output cannot be written"));
}

TEST_CASE("the experiments of the repository run") {
  const Workplace w;
  for (const char* name :
       {"mesh8_uniform", "mesh4_compare",    "mesh32_light",   "myrinet_mesh4",   "servernet_mesh4", "sun2001_mesh10",
        "mesh8_credits", "mesh4_slow_links", "torus8_uniform", "single_switch16", "ring16",          "hypercube64",
        "fat_tree64",    "fat_tree27_kinds", "full_tree36",    "star_of_stars16", "dragonfly72",     "random16",
        "line2_hop",     "line2_lanes",      "line3_barrier",  "line4_hot_spot"}) {
    const Output output = w.slackline("run '" + in_repository("testbench/experiments/" + std::string(name) + ".yaml'"));
    INFO(name << "\n" << output.err);
    CHECK(output.status == 0);
    CHECK(output.err.empty());
  }
}
