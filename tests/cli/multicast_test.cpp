// Multicasts by network interfaces, as a user runs them.
#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/command.hpp"
#include "tests/cli/multicast_file.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("each algorithm brings all messages to all members, the same in both engines", "[multicast]") {
  const Workplace w;
  for (const char* algorithm :
       {"ring", "returning_ring", "bus", "up_down", "wrap_around", "ordered_path", "ordered_tree", "binomial"})
    for (const char* scheme :
         {"plain", "fifo", "manager", "credits --set firmware.multicast.buffers=60 --set run.max_cycles=4000000"}) {
      w.write("x.yaml", with(std::string("groups: ['0-7', '2 5 9 12 15'], words: 100, algorithm: ") + algorithm));
      const std::string options = std::string("run x.yaml --json --set firmware.multicast.scheme=") + scheme;
      const Output run = w.slackline(options);
      INFO(algorithm << ", " << scheme << "\n" << run.err);
      CHECK(run.status == 0);
      CHECK_THAT(run.out, Contains("\"created\": 220,\n") && Contains("\"complete\": 220,\n"));
      CHECK(w.slackline(options + " --engine signal").out == run.out);
    }
}

TEST_CASE("hosts that forward messages bring them to all members, with any firmware and the same in both engines",
          "[multicast]") {
  const Workplace w;
  for (const char* algorithm : {"unicasts", "ring", "returning_ring", "bus", "up_down", "wrap_around"}) {
    std::string text =
        with(std::string("groups: ['0-7', '2 5 9 12 15'], words: 40, by: hosts, algorithm: ") + algorithm);
    w.write("multicast.yaml", text);
    const std::string own = "firmware: { multicast: { buffers: 2, buffer_words: 64 } }\n";
    text.erase(text.find(own), own.size());
    w.write("unicast.yaml", text.replace(text.find("multicast,"), 9, "unicast"));
    for (const std::string firmware : {"multicast", "unicast"}) {
      const std::string options = "run " + firmware + ".yaml --json";
      const Output run = w.slackline(options);
      INFO(algorithm << ", " << firmware << "\n" << run.err);
      CHECK(run.status == 0);
      CHECK_THAT(run.out, Contains("\"created\": 220,\n") && Contains("\"complete\": 220,\n"));
      CHECK(w.slackline(options + " --engine signal").out == run.out);
    }
  }
}

TEST_CASE("a manager that sends to all itself grants its own worms one after the other", "[multicast]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [10, 10] }\nendpoint: nic\n"
          "nic: { firmware: multicast, costs: free, packet_words: 16, window: 8, memory: 1 MiB }\n"
          "firmware: { multicast: { scheme: manager, buffers: 16, buffer_words: 256 } }\n"
          "workloads:\n  - { kind: multicast, groups: ['all'], load: 1, words: 16, algorithm: ring, sources: first, "
          "messages: 30 }\nrun: { warmup: 0, max_cycles: 1000000 }\n");
  const Output run = w.slackline("run x.yaml --json");
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("\"complete\": 30,\n"));
}

TEST_CASE("an order of each group makes its way shorter, and groups whose orders contradict are refused",
          "[multicast]") {
  const Workplace w;
  const auto cost = [&](const char* order) {
    w.write(
        "x.yaml",
        with(std::string("groups: ['0 3 9 12 15'], algorithm: ring, sources: first, forwarding: 0, order: ") + order));
    const std::string folder = std::string("by_") + order;
    REQUIRE(w.slackline("run x.yaml --out " + folder).status == 0);
    return std::stod(w.of_json(folder + "/result.json", "r[\"workloads\"][\"multicast\"][\"tree_cost\"][\"mean\"]"));
  };
  // 0 > 3 > 9 > 12 > 15 has 3 + 4 + 2 + 3 links between switches, 0 > 3 > 15 > 9 > 12 one less; a link and a switch take a cycle each.
  const double by_numbers = cost("numbers"), of_group = cost("group");
  CHECK(by_numbers - of_group == 2);
  // Host 2 sends to 6 in one of them, 6 to 2 in the other.
  w.write("x.yaml", with("groups: ['1 2 6 7', '0 4 5 6 2 3'], algorithm: ring, order: group"));
  const Output refused = w.slackline("run x.yaml");
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("multicasts may deadlock") && Contains("one order of hosts"));
  CHECK(w.slackline("run x.yaml --set 'workloads[0].order=shortest'").status == 0);
}

TEST_CASE("a message of firmware that exports no queues cannot be followed", "[multicast]") {
  const Workplace w;
  w.write("x.yaml",
          "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [2] }\nendpoint: nic\n"
          "nic: { firmware: unicast, costs: free }\ntraffic: { load: 0.1 }\nrun: { max_cycles: 3000 }\n");
  REQUIRE(w.slackline("run x.yaml --quiet --out results").status == 0);
  const Output refused = w.slackline("explain results --message host0:0");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("--message: no firmware of this run exports queues; use --packet"));
}
