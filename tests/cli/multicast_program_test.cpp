// Multicasts of replayed programs.
#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/command.hpp"
#include "tests/cli/multicast_file.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// Of a program of so many ranks, each of which sends its turn of messages to all.
std::string broadcasts(int ranks, int roots) {
  std::string trace;
  for (int rank = 0; rank < ranks; ++rank) {
    trace += std::to_string(rank) + " init\n";
    for (int root = 0; root < roots; ++root)
      trace += std::to_string(rank) + " bcast 400 " + std::to_string(root) + "\n";
  }
  return trace;
}

}  // namespace

TEST_CASE("a program's broadcasts by multicast end sooner on a cluster than those along binomial trees of ranks",
          "[multicast][replay]") {
  const Workplace w;
  const auto experiment = [](const std::string& name) {
    return "'" + in_repository("testbench/experiments/real/cluster40_lu_" + name + ".yaml") + "'";
  };
  for (const char* name : {"binomial", "multicast"}) {
    const Output run = w.slackline("run " + experiment(name) + " --json > " + name + ".json");
    INFO(run.err);
    REQUIRE(run.status == 0);
  }
  const auto of = [&](const char* name, const std::string& value) {
    return w.of_json(std::string(name) + ".json", "r[\"program\"]" + value);
  };
  const auto number = [&](const char* name, const std::string& value) { return std::stol(of(name, value)); };
  CHECK(number("multicast", "[\"cycles\"]") < number("binomial", "[\"cycles\"]"));
  // 64 calls of bcast and 8 of allreduce among 32 ranks: 31 messages a tree, and 5 a rank with recursive doubling.
  CHECK(number("binomial", "[\"messages\"][\"arrived\"]") == 64 * 31 + 8 * 32 * 5);
  CHECK(number("multicast", "[\"messages\"][\"arrived\"]") == 64 * 31 + 8 * (31 + 31));
  CHECK(number("multicast", "[\"multicasts\"][\"messages\"]") == 64 + 8);
  CHECK(number("multicast", "[\"multicasts\"][\"receivers\"]") == 31);
  CHECK(of("multicast", "[\"multicasts\"][\"algorithm\"]") == "wrap_around");
  CHECK(of("binomial", ".get(\"multicasts\")") == "None");
  const std::string computing = "[\"per_rank\"][9][\"computing\"]";
  CHECK(of("multicast", computing) == of("binomial", computing));
  const std::string options = "run " + experiment("multicast") + " --json --set run.max_cycles=15000";
  const Output fabric = w.slackline(options), signals = w.slackline(options + " --engine signal");
  CHECK(fabric.status == 4);
  CHECK(fabric.out == signals.out);
  CHECK_THAT(w.slackline("run " + experiment("multicast")).out,
             Contains("of multicasts") && Contains("72 multicasts to 31 ranks each; wrap_around, up to "));
  const std::string table = w.slackline("describe " + experiment("multicast")).out;
  CHECK_THAT(table, Contains("multicasts  72 messages to all other ranks at once") && Contains("wrap_around"));
}

TEST_CASE("a program's multicasts share tables and buffers with others of the run", "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(8, 8));
  const auto together = [](const std::string& algorithm, const std::string& groups) {
    return sixteen_hosts +
           "workloads:\n  - { kind: multicast, messages: 20, load: 0.02, words: 100, algorithm: ring, " + groups +
           " }\n  - { kind: replay, hosts: 4-11, trace: p.trace, collectives: { bcast: multicast, multicast: { "
           "algorithm: " +
           algorithm + " } } }\nrun: { max_cycles: 400000 }\n";
  };
  w.write("x.yaml", together("wrap_around", "groups: ['0-7', '2 5 9 12 15']"));
  const Output run = w.slackline("run x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("\"complete\": 220,\n") && Contains("\"finished\": true") &&
                          Contains("\"messages\": 8,\n") && Contains("\"algorithm\": \"wrap_around\""));
  CHECK(w.slackline("run x.yaml --json --engine signal").out == run.out);
  w.write("x.yaml", together("bus", "groups: ['0-7', '2 5 9 12 15']"));
  const Output families = w.slackline("run x.yaml");
  CHECK(families.status == 2);
  CHECK_THAT(families.err, Contains("multicasts may deadlock: buffers wait for one another, host "));
  w.write("x.yaml", together("wrap_around", "count: 1024, size: 8"));
  const Output groups = w.slackline("run x.yaml --set nic.memory=16KiB");
  CHECK(groups.status == 2);
  CHECK_THAT(groups.err,
             Contains("nic.memory: expected at least ") && Contains(", found 16KiB") &&
                 Contains(" B for firmware multicast with the tables of these groups (group 0 has 8 members"));
}

TEST_CASE("a program with more ranks than its multicasts can reach is refused, with how many they can",
          "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(289, 1));
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [17, 17] }\nendpoint: nic\n"
          "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
          "traffic: { trace: p.trace, collectives: { bcast: multicast } }\n");
  const Output ring = w.slackline("run x.yaml --set traffic.collectives.multicast.algorithm=ring");
  CHECK(ring.status == 2);
  CHECK_THAT(
      ring.err,
      Contains("x.yaml:6:19: traffic.trace: multicasts: a ring of 288 hops among 289 hosts; expected up to 255 hops"));
  const Output small =
      w.slackline("run x.yaml --set nic.memory=25600B --set traffic.collectives.multicast.algorithm=unicasts");
  CHECK(small.status == 2);
  CHECK_THAT(small.err, Contains("nic.memory: expected at least ") && Contains(", found 25600B") &&
                            Contains("with the tables of these groups"));
}

TEST_CASE("collective calls by multicast without firmware for it are refused where the file asks for them",
          "[multicast][replay]") {
  const Workplace w;
  w.write("p.trace", broadcasts(4, 1));
  const std::string text =
      "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2, 2] }\nendpoint: nic\n"
      "nic: { firmware: unicast, costs: free }\ntraffic:\n  trace: p.trace\n  collectives:\n    bcast: multicast\n";
  w.write("x.yaml", text);
  const Output refused = w.slackline("run x.yaml");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("x.yaml:9:12: traffic.collectives.bcast: multicast without firmware for it; use it "
                                   "only with endpoint: nic and nic.firmware: multicast\n") &&
                              Contains("slackline: 1 error in the input, nothing was run"));
  w.write("x.yaml", text + "    multicast: { algorithm: tree }\n");
  CHECK_THAT(w.slackline("run x.yaml").err,
             Contains("traffic.collectives.multicast.algorithm: expected unicasts, ring, returning_ring, bus, "
                      "up_down, wrap_around, ordered_path, ordered_tree or binomial, found tree"));
  w.write("list.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2, 2] }\nworkloads:\n"
          "  - { kind: replay, trace: p.trace, collectives: { allreduce: multicast } }\n");
  CHECK_THAT(w.slackline("run list.yaml").err,
             Contains("workloads[0].collectives.allreduce: multicast without firmware for it"));
}
