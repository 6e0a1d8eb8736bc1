#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const char swept_mesh[] = R"(schema_version: 1
name: small
topology: { size: [3, 3] }
switch: { buffer: { flits: 16 } }
traffic: { packet: { flits: 4 } }
run: { warmup: 500, max_cycles: 4000 }
)";

const char curve[] =
    "sweep small.yaml --vary switch.virtual_channels=1,2 --vary traffic.load=0.2:1:0.2 --resolution 0.1";

}  // namespace

TEST_CASE("sweep prints a table, and leaves CSV, JSON, a figure and the points") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const Output output = w.slackline(std::string(curve) + " --out results");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("small: ") && Contains("  switch.virtual_channels=2\n") &&
                             Contains("saturates between ") && Contains("past saturation"));
  CHECK_THAT(w.read("results/sweep.csv"), Catch::StartsWith("switch.virtual_channels,traffic.load,"));
  CHECK_THAT(w.read("results/sweep.json"), Contains("\"status\": \"complete\""));
  CHECK_THAT(w.read("results/sweep.svg"), Catch::StartsWith("<svg"));
  CHECK(w.shell("ls results").out == "points\nsweep.csv\nsweep.json\nsweep.svg\n");
}

TEST_CASE("a sweep gives the same for any number of processes, and for either engine") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const Output one = w.slackline(std::string(curve) + " --json --jobs 1");
  REQUIRE(one.status == 0);
  CHECK(w.slackline(std::string(curve) + " --json --jobs 7").out == one.out);
  CHECK(w.slackline(std::string(curve) + " --json --set run.engine=signal").out == one.out);
  CHECK(w.slackline(std::string(curve) + " --json --set run.seed=2").out != one.out);
}

TEST_CASE("a point of a sweep is the run of its values", "[quick]") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  REQUIRE(w.slackline("sweep small.yaml --vary run.seed=9 --set traffic.load=0.3 --quiet --out results").status == 0);
  w.write("same.yaml",
          std::string(swept_mesh).replace(std::string(swept_mesh).find("traffic: {"), 10, "traffic: { load: 0.3,"));
  REQUIRE(w.slackline("run same.yaml --seed 9 --quiet --out run").status == 0);
  CHECK(w.shell("cmp results/points/*.json run/result.json").status == 0);
}

TEST_CASE("finished points are not run again; a sweep that was killed continues to the same result") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const std::string line =
      " sweep small.yaml --vary run.seed=1:40:1 --set run.max_cycles=300000 --jobs 2 --out results";
  const Output killed = w.interrupted(line, "ls results/points/*.json > ls.txt 2>&1");
  CHECK(killed.status == 130);
  CHECK_THAT(killed.err, Contains("slackline: interrupted after ") && Contains("the same command goes on from here"));
  CHECK_THAT(killed.out, Contains("(partial)"));
  CHECK_THAT(w.read("results/sweep.json"), Contains("\"status\": \"partial\"") && Contains("\"not_run\""));
  // Each finished point, and when its file was written.
  REQUIRE(w.shell("stat -c '%n %i %y' results/points/*.json > kept").status == 0);
  const int kept = std::stoi(w.shell("wc -l < kept").out);
  REQUIRE(kept < 40);
  const std::string unchanged = "stat -c '%n %i %y' $(cut -d' ' -f1 kept) | cmp - kept";

  const Output second = w.shell("exec \"$slackline\"" + line);
  CHECK(second.status == 0);
  CHECK_THAT(second.out, Contains("small: " + std::to_string(40 - kept) + " points run, " + std::to_string(kept) +
                                  " from an earlier sweep\n"));
  CHECK(w.shell(unchanged).status == 0);
  const std::string whole = w.read("results/sweep.json");
  CHECK_THAT(whole, Contains("\"status\": \"complete\""));
  CHECK_THAT(w.shell("exec \"$slackline\"" + line).out, Contains("small: 0 points run, 40 from an earlier sweep\n"));
  CHECK(w.read("results/sweep.json") == whole);
  CHECK(w.shell(unchanged).status == 0);
  CHECK(w.shell("rm -r results; exec \"$slackline\"" + line + " --json").out == whole);
}

TEST_CASE("an interrupted sweep counts all finished points, including those of an earlier sweep", "[quick]") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  REQUIRE(w.slackline("sweep small.yaml --vary run.max_cycles=2000,2001 --quiet --out results").status == 0);
  // It takes the two, runs a third, and is interrupted within a fourth, which takes hours.
  const Output resumed =
      w.interrupted("sweep small.yaml --vary run.max_cycles=2000,2001,2002,1000000000000 --jobs 1 --out results",
                    "[ $(ls results/points/*.json | wc -l) -ge 3 ]");
  CHECK(resumed.status == 130);
  CHECK_THAT(resumed.out, Contains("small: 1 point run, 2 from an earlier sweep (partial)\n"));
  CHECK(resumed.err == "slackline: interrupted after 3 points; the same command goes on from here\n");
}

TEST_CASE("all errors of a sweep are reported at once, and nothing runs", "[quick]") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const Output output = w.slackline(
      "sweep small.yaml --vary trafic.load=0.1 --vary switch.virtual_channels=1,99 --vary link.delay=3:1:1 --set "
      "run.sed=1 --jobs 0 --resolution 2 --out small.yaml");
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  CHECK_THAT(output.err,
             Contains("trafic.load: unknown key") && Contains("did you mean traffic.load?") &&
                 Contains("switch.virtual_channels: expected integer from 1 to 16, found 99") &&
                 Contains("link.delay: expected range that ends at or above its first value, found 3:1:1\n") &&
                 Contains("run.sed: unknown key") && Contains("--jobs: expected integer from 1 to 1024, found 0") &&
                 Contains("--resolution: expected number from 0.0001 to 1") && Contains(", found 2") &&
                 Contains("--out small.yaml: is not a folder") && Contains("slackline: nothing was run"));
  CHECK(w.entries() == 1);
}

TEST_CASE("a sweep of a missing file, or without a key, is refused", "[quick]") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  CHECK(w.slackline("sweep nothing.yaml --vary run.seed=1").status == 2);
  const Output output = w.slackline("sweep small.yaml");
  CHECK(output.status == 2);
  CHECK_THAT(output.err, Contains("--vary"));
}

TEST_CASE("a sweep does not touch a folder that holds something else") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  w.shell("mkdir mine; echo x > mine/notes");
  const Output output = w.slackline("sweep small.yaml --vary run.seed=1 --out mine");
  CHECK(output.status == 2);
  CHECK_THAT(output.err, Contains("--out mine: holds something else than a sweep"));
  CHECK(w.shell("ls mine").out == "notes\n");
}

TEST_CASE("points whose network fails a check are named, with exit status 3") {
  const Workplace w;
  w.write("small.yaml",
          std::string(swept_mesh) + "faults: [ { kind: drop, link: link_switch0_p0_to_switch1_p1, count: 5 } ]\n");
  const Output output = w.slackline("sweep small.yaml --vary traffic.load=0.1,0.2");
  CHECK(output.status == 3);
  CHECK_THAT(output.out, Contains("a check failed") && Contains("a lower load has failed"));
  CHECK_THAT(output.err, Contains("small.yaml with traffic.load=0.1"));
}

TEST_CASE("with --quiet a sweep prints nothing") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const Output output = w.slackline("sweep small.yaml --vary run.seed=1,2 --quiet");
  CHECK(output.status == 0);
  CHECK(output.out.empty());
  CHECK(output.err.empty());
}

TEST_CASE("points below saturation that do not reach the relative error are named, with exit status 4") {
  const Workplace w;
  w.write("small.yaml", swept_mesh);
  const std::string line = "sweep small.yaml --vary traffic.load=0.1,0.2 --set run.relative_error=";
  const Output output = w.slackline(line + "0.0001");
  CHECK(output.status == 4);
  CHECK_THAT(output.out, Contains("not converged"));
  CHECK_THAT(output.err, Contains("have not reached run.relative_error in run.max_cycles"));
  const Output reached = w.slackline(line + "0.1");
  CHECK(reached.status == 0);
  CHECK_THAT(reached.out, Contains("± ") && !Contains("not converged"));
}

TEST_CASE("a point that deadlocks or is too short has in the sweep's files what its own result has: nothing",
          "[quick]") {
  const Workplace w;
  const std::string ring = in_repository("testbench/experiments/ring8_deadlock.yaml");
  const Output deadlock = w.slackline("sweep " + ring + " --vary traffic.load=0.1,0.3 --out ring");
  CHECK(deadlock.status == 3);
  CHECK_THAT(deadlock.out, Contains(" deadlock\n  saturation was not found\n"));
  CHECK_THAT(w.read("ring/sweep.csv"),
             Contains("\n0.3,false,run,,,,,,,,,,,,,true,,,,latency has no mean: the run came"));
  CHECK_THAT(w.read("ring/sweep.json"), Contains("\"saturated\": null") && Contains("\"offered\": null"));
  w.write("small.yaml", swept_mesh);
  const Output brief = w.slackline(
      "sweep small.yaml --vary traffic.load=0.1,0.2 --set run.max_cycles=10 --set run.warmup=0 --out brief");
  CHECK(brief.status == 0);
  CHECK_THAT(brief.out, Contains("saturation was not found; 2 runs are too short to tell\n"));
  CHECK_THAT(w.read("brief/sweep.csv"), !Contains(",false,false,"));
  CHECK(w.shell("cat brief/points/*.json | grep -c '\"saturated\": null'").out == "2\n");
}
