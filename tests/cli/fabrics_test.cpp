// Networks from files, as a user runs them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "tests/cli/command.hpp"
#include "tests/support/skip.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// Two switches, three hosts, one of them at half the speed; `spare` has no cable.
const char net[] = R"(Switch 4 "left"
[1] "n1"[1] s=4
[2] "right"[1] s=4
[3] "right"[2] s=4
Switch 4 "right"
[1] "left"[2] s=4
[2] "left"[3] s=4
[3] "n2"[1] s=4
[4] "n3"[1] s=2
Hca 1 "n1"
[1] "left"[1] s=4
Hca 1 "n2"
[1] "right"[3] s=4
Hca 1 "n3"
[1] "right"[4] s=2
Hca 1 "spare"
)";
const char experiment[] =
    "schema_version: 1\ntopology: { kind: file, file: small.net }\nrun: { warmup: 500, max_cycles: 3000 }\n";

struct FabricWorkplace : Workplace {
  FabricWorkplace() {
    write("small.net", net);
    write("small.yaml", experiment);
  }
};

}  // namespace

TEST_CASE("a run on a network from a file shows what was left out, unless it is quiet, and names its parts") {
  const FabricWorkplace w;
  const Output output = w.slackline("run small.yaml --out results");
  CHECK(output.status == 0);
  CHECK(output.err == "slackline: small.net: left out, without a cable: spare\n");
  CHECK_THAT(output.out, Contains("file small.net (ibsim), 3 hosts, 10 channels"));
  CHECK_THAT(w.read("results/links.csv"), Contains("link_n1_to_left_p1") && Contains("link_right_p2_to_left_p3"));
  CHECK_THAT(w.read("results/manifest.json"), Contains("small.net"));
  CHECK(w.slackline("run small.yaml --quiet").err.empty());
}

TEST_CASE("describe shows what links of a file carry, and what was left out") {
  const FabricWorkplace w;
  const std::string table = w.slackline("describe small.yaml").out;
  CHECK_THAT(table, Contains("file small.net (ibsim): 2 switches of 4 ports, 3 hosts, 5 links") &&
                        Contains("4xQDR            4 links of 32 Gb/s: a flit in 1 cycle\n") &&
                        Contains("4xDDR            1 link of 16 Gb/s: a flit in 2 cycles\n") &&
                        Contains("note             left out, without a cable: spare"));
  const std::string json = w.slackline("describe small.yaml --json").out;
  CHECK_THAT(json, Contains("\"link_speeds\"") && Contains("\"notes\""));
}

TEST_CASE("a wrong file is refused with its format and place, and nothing runs") {
  const FabricWorkplace w;
  w.write("small.net", std::string(net) + "[1] \"left\"[9] # here\n");
  const Output output = w.slackline("run small.yaml");
  CHECK(output.status == 2);
  CHECK_THAT(output.err, Catch::StartsWith("small.net:17:6: ibsim: spare port 1 to left port 9, where nothing is; "
                                           "expected each cable at both its ends\n  17 | "));
  CHECK(w.slackline("run small.yaml --set topology.file=none.net").status == 2);
}

TEST_CASE("a file with many errors is reported with the first ones in line order, and a note that there are more",
          "[quick]") {
  const FabricWorkplace w;
  std::string text = net;
  for (int i = 0; i < 30; ++i) text += "nonsense\n";
  w.write("small.net", text);
  const std::string err = w.slackline("run small.yaml").err;
  std::vector<int> lines;
  for (std::size_t at = 0; (at = err.find("small.net:", at)) != std::string::npos; ++at)
    lines.push_back(std::stoi(err.substr(at + 10)));
  CHECK(lines.size() == 20 + 1);  // twenty errors, and the note
  CHECK(std::is_sorted(lines.begin(), lines.end()));
  CHECK(err.rfind("small.net:") == err.find("small.net:36:1: ibsim: too many errors: the rest is not read"));
}

TEST_CASE("what is given instead of a network is named in one message, with the key that it belongs to", "[quick]") {
  const FabricWorkplace w;
  const auto refused = [&](const std::string& text, const std::string& message) {
    w.write("x", text);
    const Output output = w.slackline("describe small.yaml --set topology.file=x");
    INFO(text << "---\n" << output.err);
    CHECK(output.status == 2);
    CHECK_THAT(output.err, Catch::StartsWith("x: topology.file: expected a dump of ibnetdiscover, ") &&
                               Contains("listing of ports, found " + message + "\n") &&
                               Contains("slackline: 1 error "));
  };
  refused("0 init\n0 compute 5\n", "a time-independent trace of SimGrid, which traffic.trace names");
  refused("E 0 1 8 bytes 1 msgs sent\n", "a .prof file of Open MPI's monitoring, which traffic.trace names");
  refused(experiment, "an experiment in YAML, which slackline run FILE takes");
  refused("meta_version=1\n", "the description of a DUMPI trace (.meta)");
  const Output folder = w.slackline("describe small.yaml --set topology.file=.");
  CHECK_THAT(folder.err,
             Catch::StartsWith("--set topology.file=.: topology.file: expected a dump of ibnetdiscover, ") &&
                 Contains(", found . (a folder)\n"));
}

TEST_CASE("resolved.yaml of a run on a file runs again from any folder with the same result") {
  const FabricWorkplace w;
  REQUIRE(w.slackline("run small.yaml --quiet --out a/b").status == 0);
  CHECK(w.shell("cd a && \"$slackline\" run b/resolved.yaml --quiet --out c").status == 0);
  CHECK(w.shell("cmp a/b/result.json a/c/result.json").status == 0);
}

TEST_CASE("both engines agree in every cycle on a network from a file") {
  const FabricWorkplace w;
  const Output output = w.slackline("compare-engines small.yaml --cycles 3000 --set traffic.load=0.5");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("\n  3 000 cycles, 10 channels and ") && Contains("\n  no difference\n"));
}

TEST_CASE("a sweep compares fabrics, and runs a point again when its file has changed", "[quick]") {
  const FabricWorkplace w;
  w.write("other.net", "router 0 node 0 node 1\nrouter 1 node 2 router 0 9\n");
  const std::string sweep = "sweep small.yaml --quiet --vary topology.file=small.net,other.net --out results";
  REQUIRE(w.slackline(sweep).status == 0);
  CHECK(w.shell("ls results/points | wc -l").out == "2\n");
  REQUIRE(w.slackline(sweep).status == 0);
  CHECK(w.shell("ls results/points | wc -l").out == "2\n");
  w.write("other.net", "router 0 node 0 node 1\nrouter 1 node 2 router 0 8\n");
  REQUIRE(w.slackline(sweep).status == 0);
  CHECK(w.shell("ls results/points | wc -l").out == "3\n");
}

TEST_CASE("the example fabric runs to its relative error", "[quick]") {
  const Workplace w;
  const Output output = w.slackline("run '" + in_repository("testbench/experiments/real/cluster40.yaml") + "'");
  CHECK(output.status == 0);  // 4 would mean that it has not converged
  CHECK(output.err.empty());
  // As cluster40.net has them: 40 nodes of Hca, and a line for each of 120 ends of cables.
  CHECK_THAT(output.out, Contains("file cluster40.topofile (ibnetdiscover), 40 hosts, 120 channels\n"));
}

TEST_CASE("scripts/capture-fabric makes the dump of the example fabric", "[quick]") {
  const Workplace w;
  const std::string real = in_repository("testbench/experiments/real/");
  if (w.shell("PATH=$PATH:/usr/sbin; command -v ibsim ibnetdiscover > found").status != 0)
    return skip("no ibsim or no ibnetdiscover to make the dump with");
  CHECK(w.shell("'" + in_repository("scripts/capture-fabric") + "' '" + real + "cluster40.net' dump").status == 0);
  // All but the date.
  CHECK(w.shell("grep -v '^# Topology file' dump > 1; grep -v '^# Topology file' '" + real +
                "cluster40.topofile' > 2; cmp 1 2")
            .status == 0);
}

TEST_CASE("X5 and Theta run uniform traffic to a converged result, free of deadlock") {
  const std::string inputs = in_repository("../shared/inputs/topologies/");
  if (!std::filesystem::exists(inputs)) return skip("no folder ../shared/inputs/topologies");
  const Workplace w;
  w.write("real.yaml",
          "schema_version: 1\nswitch: { virtual_channels: 2, buffer: { flits: 32, flow_control: credit } }\n"
          "traffic: { pattern: uniform, load: 0.1 }\nrun: { max_cycles: 100000, relative_error: 0.05 }\n");
  const auto run = [&](const std::string& file, const std::string& routing) {
    const Output output =
        w.slackline("run real.yaml --quiet --json --set topology.kind=file --set 'topology.file=" + inputs + file +
                    "' --set routing.kind=" + routing);
    INFO(file << " " << routing << "\n" << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("\"converged\": true"));
  };
  run("psmn-x5/X5.topofile", "auto");
  run("psmn-x5/X5.topofile", "adaptive");
  run("theta/theta.interconnect", "adaptive");
}
