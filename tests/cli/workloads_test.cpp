// Lists of workloads, as a user runs them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;

namespace {

struct Kind {
  std::string word, keys;
};

const std::vector<Kind> kinds{{"traffic", "load: 0.05, packet: { flits: 6 }"},
                              {"replay", "hosts: 0-3, trace: ../p.trace"},
                              {"barriers", "hosts: 4-9, rounds: 5"},
                              {"multicast", "groups: ['0 3 9'], load: 0.02, messages: 5"},
                              {"exchange", "hosts: 8-15, packets: 2"}};

/// Each of four ranks sends a message to the next one.
std::string ring() {
  std::string trace;
  for (unsigned r = 0; r < 4; ++r)
    for (const std::string& call :
         {std::string("init"), std::string("compute 100"), "irecv " + std::to_string((r + 3) % 4) + " 1 400",
          "send " + std::to_string((r + 1) % 4) + " 1 400", std::string("waitall"), std::string("finalize")})
      trace.append(std::to_string(r)).append(" ").append(call).append("\n");
  return trace;
}

/// On hosts that may have these workloads together.
std::string experiment(const std::vector<Kind>& workloads) {
  bool any_multicasts = false, any_barriers = false;
  for (const Kind& kind : workloads) {
    any_multicasts = any_multicasts || kind.word == "multicast";
    any_barriers = any_barriers || kind.word == "barriers";
  }
  std::string text = "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [4, 4] }\n";
  if (any_multicasts)
    text += std::string("endpoint: nic\nnic: { costs: free, packet_words: 16, firmware: ") +
            (any_barriers ? "dissemination" : "multicast") + " }\n";
  else
    text += "switch: { virtual_channels: 2, barrier: { architecture: I } }\n";
  text += "workloads:\n";
  for (const Kind& kind : workloads)
    text += "  - { kind: " + kind.word + ", " + kind.keys +
            (kind.word == "multicast" && any_barriers ? ", by: hosts" : "") + " }\n";
  return text;
}

/// With a file x.yaml in a folder of its own, so that it names others as the resolved file of a result does.
struct ListWorkplace : Workplace {
  ListWorkplace() {
    write("p.trace", ring());
    shell("mkdir in");
  }
  void write_experiment(const std::string& text) const { write("in/x.yaml", text); }
};

}  // namespace

TEST_CASE("resolved.yaml of each two kinds of workloads runs again to the same result") {
  const ListWorkplace w;
  for (const Kind& one : kinds)
    for (const Kind& other : kinds) {
      if (&other < &one) continue;
      INFO(one.word << ", " << other.word);
      w.write_experiment(experiment({one, other}) + "run: { max_cycles: 20000 }\n");
      const Output first = w.slackline("run in/x.yaml --out first --quiet");
      INFO(first.err);
      REQUIRE(first.status == 0);
      const Output second = w.slackline("run first/resolved.yaml --out second --quiet");
      INFO(second.err);
      REQUIRE(second.status == 0);
      CHECK(w.read("second/result.json") == w.read("first/result.json"));
      w.shell("rm -r first second");
    }
}

TEST_CASE("programs and exchanges end a run when they end, others when it looks next") {
  const ListWorkplace w;
  const Kind &traffic = kinds[0], &replay = kinds[1], &barriers = kinds[2], &multicast = kinds[3], &exchange = kinds[4];
  const auto run = [&](const std::vector<Kind>& workloads) {
    w.write_experiment(experiment(workloads));
    const Output output = w.slackline("run in/x.yaml --out results --quiet");
    INFO(output.err);
    REQUIRE(output.status == 0);
  };
  const auto cycles = [&] { return std::stoull(w.of_json("results/result.json", "r[\"cycles\"][\"run\"]")); };
  const auto of_part = [&](const std::string& part) {
    return std::stoull(w.of_json("results/result.json", "r[\"workloads\"][\"" + part + "\"][\"cycles\"]"));
  };
  run({replay});
  CHECK(cycles() == of_part("replay"));
  run({replay, exchange});
  CHECK(cycles() == std::max(of_part("replay"), of_part("exchange")));
  for (const Kind& other : {traffic, barriers}) {
    run({replay, other});
    CHECK(of_part("replay") < 1000);
    CHECK(cycles() == 1000);
  }
  for (const Kind& alone : {barriers, multicast}) {
    run({alone});
    CHECK(cycles() % 256 == 0);
  }
}

TEST_CASE("engines are compared on a list of barriers alone that was resolved, cut at any cycle") {
  const ListWorkplace w;
  w.write_experiment(experiment({kinds[2]}) + "run: { warmup: auto }\n");
  const Output output = w.slackline("compare-engines in/x.yaml --cycles 500");
  INFO(output.err);
  CHECK(output.status == 0);
}
