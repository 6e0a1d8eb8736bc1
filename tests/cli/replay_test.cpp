#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const char experiment[] = R"(schema_version: 1
name: ring
clock: { period: 2 ns }
topology: { kind: mesh, size: [2, 2], hosts_per_switch: 1 }
traffic: { trace: ring.txt, speed: 1 Gflop/s, packet: { flits: 16 } }
)";

/// Four ranks each send a message to the next one, followed by an allreduce.
std::string ring_trace() {
  std::string trace;
  for (int r = 0; r < 4; ++r) {
    const std::string next = std::to_string((r + 1) % 4), last = std::to_string((r + 3) % 4);
    for (const std::string& call :
         {std::string("init"), std::string("compute 100"), "irecv " + last + " 3 400", "send " + next + " 3 400",
          "wait " + last + ' ' + std::to_string(r) + " 3", std::string("allreduce 8 0"), std::string("finalize")})
      trace.append(std::to_string(r)).append(" ").append(call).append("\n");
  }
  return trace;
}

struct RingWorkplace : Workplace {
  RingWorkplace() {
    write("ring.yaml", experiment);
    write("ring.txt", ring_trace());
  }
};

}  // namespace

TEST_CASE("a trace runs to completion on both engines, with the same results") {
  const RingWorkplace w;
  const Output output = w.slackline("run ring.yaml --out fabric");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("4     ranks of ring.txt, all finished") && Contains("hottest trunk") &&
                             Contains("allreduce") && Contains("256 B up to 511 B"));
  REQUIRE(w.slackline("run ring.yaml --engine signal --out signal --quiet").status == 0);
  for (const char* file : {"result.json", "summary.txt", "ranks.csv", "messages.csv", "trunks.csv", "links.csv"}) {
    INFO(file);
    CHECK(w.read(std::string("fabric/") + file) == w.read(std::string("signal/") + file));
  }
  CHECK_THAT(w.read("fabric/result.json"), Contains("\"finished\": true") && Contains("\"never_received\": 0"));
  CHECK_THAT(w.read("fabric/ranks.csv"), Contains("\n3,host3,"));
  CHECK_THAT(w.read("fabric/manifest.json"), Contains("ring.txt"));
}

TEST_CASE("windows.csv of a trace ends with the last window that its program completes, in the table as well") {
  const RingWorkplace w;
  const Output output = w.slackline("run ring.yaml --out results --set run.windows=7 --set run.max_cycles=20000");
  REQUIRE(output.status == 0);
  CHECK_THAT(output.out, Contains("\n  windows "));
  const int cycles = std::stoi(w.of_json("results/result.json", "r[\"cycles\"][\"run\"]"));
  CHECK(cycles % 7 != 0);
  CHECK(w.of_json("results/result.json", "r[\"windows\"][\"number\"]") == std::to_string(cycles / 7));
  const std::string csv = w.read("results/windows.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + cycles / 7);
}

TEST_CASE("resolved.yaml of a trace runs again to the same result") {
  const RingWorkplace w;
  REQUIRE(w.slackline("run ring.yaml --out first --quiet").status == 0);
  REQUIRE(w.slackline("run first/resolved.yaml --out second --quiet").status == 0);
  CHECK(w.read("first/ranks.csv") == w.read("second/ranks.csv"));
}

TEST_CASE("ranks that wait forever end a run with status 3 and are named", "[quick]") {
  const RingWorkplace w;
  w.write("ring.txt", "0 init\n0 recv 1 5 8\n1 init\n1 recv 0 6 8\n");
  const Output output = w.slackline("run ring.yaml --json");
  CHECK(output.status == 3);
  CHECK_THAT(output.err,
             Contains("rank 0: waits for ever in recv (ring.txt:2) for a message of rank 1, tag 5, since cycle 0"));
  CHECK_THAT(output.out, Contains("\"waits_for_ever\"") && Contains("\"status\": \"failed\""));
}

TEST_CASE("a run does not wait forever for a program that has lost a packet") {
  const RingWorkplace w;
  const Output output =
      w.slackline("run ring.yaml --set 'faults=[{kind: drop, link: link_host0_to_switch0_p4, count: 1}]' --json");
  CHECK(output.status == 3);
  CHECK_THAT(output.err, Contains("waits for ever in") && Contains("for a message of rank 0"));
}

TEST_CASE("max_cycles cuts a program with status 4", "[quick]") {
  const RingWorkplace w;
  const Output output = w.slackline("run ring.yaml --set run.max_cycles=100 --quiet");
  CHECK(output.status == 4);
  CHECK_THAT(output.err, Contains("the program did not finish in 100 cycles"));
}

TEST_CASE("a trace may be a list of files or a folder, in the order of their numbers") {
  const RingWorkplace w;
  REQUIRE(w.shell("mkdir t && for r in 0 1 2 3; do grep \"^$r \" ring.txt > t/9.5_rank-$((r + 8)).txt; done; "
                  "ls t | sed s:^:t/: > list")
              .status == 0);
  REQUIRE(w.slackline("run ring.yaml --out one --quiet").status == 0);
  REQUIRE(w.slackline("run ring.yaml --set traffic.trace=t --out folder --quiet").status == 0);
  REQUIRE(w.slackline("run ring.yaml --set traffic.trace=list --out listed --quiet").status == 0);
  CHECK(w.read("folder/ranks.csv") == w.read("one/ranks.csv"));
  CHECK(w.read("listed/ranks.csv") == w.read("one/ranks.csv"));
  CHECK_THAT(w.read("folder/manifest.json"), Contains("rank-11.txt"));
}

TEST_CASE("a mapping file gives the host of each rank; its errors are named", "[quick]") {
  const RingWorkplace w;
  w.write("where.txt", "# ranks\nhost3\n2\nhost1\nhost0\n");
  const std::string run = "run ring.yaml --set traffic.mapping=file --set traffic.mapping_file=where.txt";
  REQUIRE(w.slackline(run + " --out there --quiet").status == 0);
  CHECK_THAT(w.read("there/ranks.csv"), Contains("\n0,host3,") && Contains("\n1,host2,"));
  w.write("where.txt", "host3\nhost9\n3\n");
  const Output output = w.slackline(run);
  CHECK(output.status == 2);
  CHECK_THAT(
      output.err,
      Contains("where.txt: traffic.mapping_file: expected 4 hosts, one for each rank of the trace, found 3 hosts") &&
          Contains("where.txt:2:1: traffic.mapping_file: expected a host, such as host3, found host9") &&
          Contains("where.txt:3:1: traffic.mapping_file: 3 given twice, first in line 1"));
}

TEST_CASE(
    "a permutation that the ranks of an alltoall do not fit is refused in one message, where the file asks for it",
    "[quick]") {
  const RingWorkplace w;
  std::string trace;
  for (const char rank : std::string("012345"))
    trace.append(1, rank).append(" init\n").append(1, rank).append(" alltoall 80 80\n");
  w.write("six.txt", trace);
  const auto experiment = [](const std::string& workload) {
    return "schema_version: 1\nclock: { period: 2 ns }\ntopology: { kind: star_of_stars, arity: 2, hosts_per_switch: 4 "
           "}\n" +
           workload;
  };
  const auto refused = [&](const std::string& workload) {
    w.write("x.yaml", experiment(workload));
    const Output run = w.slackline("run x.yaml");
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::EndsWith("slackline: 1 error in the input, nothing was run\n"));
    return run.err;
  };
  CHECK_THAT(refused("traffic:\n  trace: six.txt\n  collectives: { permutation: xor }\n"),
             Catch::StartsWith("x.yaml:6:31: traffic.collectives.permutation: expected a power of two of ranks, or "
                               "another permutation, found xor (6 ranks)\n"));
  CHECK_THAT(
      refused("workloads: [ { kind: replay, trace: six.txt, collectives: { reorder: true } } ]\n"),
      Catch::StartsWith("x.yaml:4:70: workloads[0].collectives.reorder: expected false, or the same number of "
                        "ranks at each switch, found true (ranks at 2 switches, not the same number at each)\n"));
  w.write("x.yaml", experiment("traffic: { trace: six.txt, collectives: { permutation: edge_colour } }\n"));
  CHECK(w.slackline("run x.yaml").status == 0);
  CHECK(w.slackline("run x.yaml --set topology.hosts_per_switch=3 --set traffic.collectives.reorder=true").status == 0);
}

TEST_CASE("the experiments of alltoall carry the same messages over wormhole and packet switches") {
  const Workplace w;
  for (const std::string options :
       {"",
        " --set traffic.collectives.alltoall=shuffle --set traffic.collectives.permutation=xor "
        "--set traffic.collectives.reorder=true"}) {
    std::string carried;
    for (const std::string network : {"wormhole", "packets"}) {
      INFO(network << options);
      const std::string file = "'" + in_repository("testbench/experiments/real/alltoall_" + network + ".yaml") + "'";
      const Output run = w.slackline(std::string("run ").append(file).append(options).append(" --json > run.json"));
      INFO(run.err);
      REQUIRE(run.status == 0);
      const std::string messages = w.of_json("run.json", "r[\"program\"][\"messages\"][\"arrived\"]");
      CHECK(w.of_json("run.json",
                      "sum(r[\"packet_switches\"][\"dropped\"].values()) if \"packet_switches\" in r else 0") == "0");
      if (!carried.empty()) CHECK(messages == carried);
      carried = messages;
    }
  }
}

TEST_CASE("a sweep compares mappings of a program by its cycles") {
  const RingWorkplace w;
  const Output output = w.slackline("sweep ring.yaml --vary traffic.mapping=linear,random --out s");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("traffic.mapping  cycles  computing %") && Contains("linear") && Contains("random"));
  const std::string csv = w.read("s/sweep.csv");
  CHECK_THAT(csv, Contains(",program_cycles,computing,busiest_link,"));
  // Each row equals a run on its own.
  for (const std::string mapping : {"linear", "random"}) {
    REQUIRE(w.slackline("run ring.yaml --json --set traffic.mapping=" + mapping + " > run.json").status == 0);
    CHECK_THAT(w.shell("grep '^" + mapping + ",run,' s/sweep.csv").out,
               Contains(w.of_json("run.json",
                                  "\",%d,%r,%s,\" % (r[\"program\"][\"cycles\"], r[\"program\"][\"computing\"], "
                                  "r[\"program\"][\"busiest_links\"][0][\"name\"])")));
  }
  CHECK_THAT(w.read("s/sweep.json"), Contains("\"program\": {"));
  CHECK(w.slackline("sweep ring.yaml --vary traffic.load=0.1,0.2").status == 2);
}

TEST_CASE("describe shows what a program does, and run counts the same messages") {
  const RingWorkplace w;
  // Recursive doubling among 4 ranks: 2 messages of 8 bytes each; and one of 400 bytes.
  const std::string table = w.slackline("describe ring.yaml").out;
  CHECK_THAT(table, Contains("Program\n  trace      ring.txt, of 4 ranks") && Contains("4 send") &&
                        Contains("4 allreduce") &&
                        Contains("messages   12, with those of collective calls: 1664 bytes") &&
                        Contains("computing  400 operations"));
  CHECK_THAT(w.slackline("describe ring.yaml --json").out,
             Contains("\"messages\": 12") && Contains("\"irecv\": 4") && Contains("\"bytes\": 1664"));
  CHECK_THAT(w.slackline("run ring.yaml").out, Contains("12     12 arrived, 1664 bytes"));
}

TEST_CASE("a rank that has not finished is not reported as finished", "[quick]") {
  const RingWorkplace w;
  const std::string none = w.slackline("run ring.yaml --set run.max_cycles=50").out;
  CHECK_THAT(none, !Contains("first rank to end") && !Contains("last rank to end"));
  w.write("ring.txt", "0 init\n0 recv 1 5 8\n1 init\n1 compute 100\n");
  const std::string one = w.slackline("run ring.yaml").out;
  // 100 operations at 1 Gflop/s are 50 cycles of 2 ns.
  CHECK_THAT(one, Contains("first rank to end    50     rank 1") && Contains("last rank to end     50     rank 1"));
}

TEST_CASE("explain follows a packet of a program, and refuses if an input file has changed", "[quick]") {
  const RingWorkplace w;
  REQUIRE(w.slackline("run ring.yaml --out results --quiet").status == 0);
  const Output output = w.slackline("explain results --packet host0:0");
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  // After 50 cycles of computing; past 2 switches over 3 links, and 15 flits after the head.
  CHECK_THAT(output.out, Catch::StartsWith("host0:0 to host1, 16 flits: created in cycle 50, sent in 50, arrived in " +
                                           std::to_string(50 + 3 + 2 + 15) + ", "));
  // 400 bytes are 100 words in packets of a head and 15 words: 7 of them, and one for each 8 bytes.
  CHECK_THAT(w.slackline("explain results --packet host0:9999").err,
             Contains("expected host0:0 .. host0:" + std::to_string(7 + 2 - 1) + "\n"));

  w.write("ring.txt", ring_trace() + "# and more\n");
  const Output changed = w.slackline("explain results --packet host0:0");
  CHECK(changed.status == 2);
  CHECK(changed.err ==
        "slackline explain: results/../ring.txt has changed since the run; restore what was read then, or run again\n");
  w.write("ring.txt", "nonsense\n");
  CHECK(w.slackline("explain results --packet host0:0").err == changed.err);
}

TEST_CASE("a sweep compares a program on two fabrics") {
  const RingWorkplace w;
  w.write("a.net", "router 0 node 0 node 1 router 1\nrouter 1 node 2 node 3\n");
  w.write("b.net", "router 0 node 0 node 1 node 2 node 3\n");
  w.write("fabrics.yaml",
          "schema_version: 1\nclock: { period: 2 ns }\ntopology: { kind: file, file: a.net }\n"
          "traffic: { trace: ring.txt, packet: { flits: 16 } }\n");
  const Output output = w.slackline("sweep fabrics.yaml --vary topology.file=a.net,b.net --out s");
  INFO(output.out << output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out,
             Contains("topology.file  cycles  computing %") && Contains("\n  a.net") && Contains("\n  b.net"));
  CHECK_THAT(w.read("s/sweep.csv"), Contains("a.net,") && Contains("b.net,") && Contains("program_cycles"));
}
