// Soaks in both engines. The long barrier soak is that of docs/barriers.md; the firmware soak is part of the long form.
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// Each network has three groups of a hundred barriers: testbench/soak/barrier_network.hpp.
void soak_barriers(unsigned networks, const std::string& of_barriers) {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random " + std::to_string(networks) + " --barriers --seed 0");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("irregular networks with barriers, seeds 0 to " + std::to_string(networks - 1) +
                                  ": signal_network against fabric\n  " + std::to_string(networks) +
                                  " networks of up to 1 000 000 cycles, ") &&
                             Contains("  " + of_barriers + " barriers complete, ") &&
                             Contains(" packets delivered alongside them\n") &&
                             !Contains(" 0 packets delivered alongside") && Contains("\n  no difference\n"));
}

}  // namespace

TEST_CASE("barriers complete in both engines next to heavy traffic in each architecture, and no packet is harmed") {
  soak_barriers(3, "900 of 900");
}

TEST_CASE("ten thousand barriers complete in both engines next to heavy traffic, and no packet is harmed", "[long]") {
  soak_barriers(36, "10 800 of 10 800");
}

TEST_CASE("200 random networks of interfaces run each shipped firmware without an error, the same on both engines") {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random 200 --firmware --seed 1");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("random networks of interfaces with firmware, seeds 1 to 200: signal_network against "
                                  "fabric\n  200 networks of 20 000 cycles, 4 000 000 cycles altogether\n") &&
                             Contains("\n  no difference\n"));
}

TEST_CASE("300 random networks with packet switches are the same in both engines, and lose only what switches drop") {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random 300 --packets --seed 1");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out,
             Contains("random networks with packet switches, seeds 1 to 300: signal_network against fabric\n"
                      "  300 networks of 2 000 cycles, 600 000 cycles altogether\n") &&
                 Contains("\n  no difference\n"));
  // Each of them in one network in 20 at least.
  for (const char* feature : {"next to wormhole switches", "buffers: input", "buffers: output", "buffers: shared",
                              "threshold: fixed", "threshold: dynamic", "a narrow backplane", "PAUSE"}) {
    INFO(feature << output.out);
    const std::size_t line = output.out.find(feature);
    REQUIRE(line != std::string::npos);
    CHECK(std::stoul(output.out.substr(line + std::strlen(feature))) >= 15);
  }
}

TEST_CASE("interfaces forward what still comes in, next to a fabric that moves words in runs, the same in both engines",
          "[multicast]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: single_switch, hosts_per_switch: 8 }\n"
          "switch: { kind: packet, packet: { frames: 200 } }\n"
          "endpoint: nic\nnic: { firmware: multicast, costs: free, packet_words: 60 }\n"
          "firmware: { multicast: { scheme: fifo, buffers: 2, buffer_words: 64 } }\n"
          "workloads: [{ kind: multicast, groups: ['0-7', '2-5'], load: 0.02, words: 60, algorithm: ring }]\n");
  const Output output = w.slackline("compare-engines x.yaml --cycles 5000");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("no difference"));
}

TEST_CASE("20 000 multicasts over background traffic reach all members, by three algorithms, the same in both engines",
          "[multicast][long]") {
  const Workplace w;
  for (const char* algorithm : {"ring", "up_down", "ordered_tree"}) {
    w.write("x.yaml",
            std::string("schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [4, 4] }\n"
                        "endpoint: nic\nnic: { firmware: multicast, costs: free, packet_words: 16 }\n"
                        "firmware: { multicast: { scheme: fifo, buffers: 2, buffer_words: 64 } }\n"
                        "workloads:\n  - { kind: multicast, groups: ['0-7', '4-15', '1 6 11'], words: 8, load: 0.01, "
                        "messages: 1250, algorithm: ") +
                algorithm +
                " }\n  - { kind: traffic, load: 0.1, packet: { flits: 16 } }\n"
                "run: { warmup: 0, max_cycles: 10000000 }\n");
    const Output run = w.slackline("run x.yaml --json");
    INFO(algorithm << "\n" << run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("\"created\": 20000,\n") && Contains("\"complete\": 20000,\n"));
    w.write("r.json", run.out);
    CHECK(std::stoul(w.of_json("r.json", "r[\"workloads\"][\"traffic\"][\"delivered\"]")) > 10'000);
    CHECK(w.of_json("r.json", "r[\"nic\"][\"messages\"][\"lost\"]") == "0");
    CHECK(w.slackline("run x.yaml --json --engine signal").out == run.out);
  }
}
