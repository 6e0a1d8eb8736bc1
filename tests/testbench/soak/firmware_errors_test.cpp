// Networks in which a shipped firmware once failed: found by users, or by the soak.
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/network/fabric.hpp"
#include "testbench/run/network.hpp"
#include "testbench/soak/firmware_experiment.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

namespace {

struct Outcome {
  std::vector<std::string> errors;
  std::uint64_t messages_done = 0, messages_failed = 0;
};

Outcome after(const std::string& text, std::uint64_t cycles) {
  const network::Netlist netlist = features::network_of(test::accepted(text).experiment);
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(cycles));
  Outcome outcome;
  for (const statistics::InstanceError& error : statistics::collect(fabric).errors)
    outcome.errors.push_back(statistics::text_of(error));
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    outcome.messages_done += fabric.interface_state(i).host.packets_received;
    outcome.messages_failed += fabric.interface_state(i).host.failed;
  }
  return outcome;
}

const std::string head = "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\n";

}  // namespace

TEST_CASE("star and dissemination find room in the send queue next to messages", "[quick]") {
  const Outcome star = after(head +
                                 "topology: { kind: mesh, size: [8, 8], hosts_per_switch: 1 }\n"
                                 "switch: { virtual_channels: 2, buffer: { flits: 16 } }\n"
                                 "nic: { firmware: star, costs: free, packet_words: 16 }\n"
                                 "traffic: { pattern: uniform, load: 0.2, packet: { flits: 16 } }\n"
                                 "barriers: { rounds: 20, groups: [{ members: [all] }] }\n",
                             3000);
  CHECK(star.errors.empty());
  CHECK(star.messages_done > 0);
}

TEST_CASE("echo sends a call back once, though headers of later packets wait for a note", "[quick]") {
  // Small memories: a buffer is soon reused. At this load more calls arrive than can be on their way back.
  for (const char* memory : {"1024 B", "2 KiB", "4 KiB"}) {
    CAPTURE(memory);
    const Outcome outcome =
        after(head +
                  "topology: { kind: mesh, size: [4, 1], hosts_per_switch: 1 }\n"
                  "switch: { virtual_channels: 4, buffer: { flits: 56 } }\n"
                  "nic: { firmware: echo, costs: free, packet_words: 4, window: 7, dma: { latency: 0, cycles_per_word: "
                  "3 }, memory: " +
                  memory +
                  " }\ntraffic: { pattern: uniform, load: 0.47, arrivals: { kind: periodic }, packet: { flits: 2 } }\n"
                  "run: { seed: 1082 }\n",
              20'000);
    CHECK(outcome.errors.empty());
    CHECK(outcome.messages_done > 0);
  }
}

TEST_CASE("a message that arrives after its source has given it up is a message of that source", "[quick]") {
  const Outcome outcome = after(head +
                                    "topology: { kind: mesh, size: [4, 1], hosts_per_switch: 1 }\n"
                                    "switch: { virtual_channels: 1, buffer: { flits: 19 } }\n"
                                    "nic: { firmware: unicast, costs: free, packet_words: 1, timeout: 19, tries: 2 }\n"
                                    "traffic: { pattern: uniform, load: 1, packet: { flits: 2 } }\n",
                                20'000);
  CHECK(outcome.errors.empty());
  CHECK(outcome.messages_failed > 0);
}

TEST_CASE("the soak draws each firmware of the catalogue in turn, and the same experiment from the same seed") {
  std::set<std::string> drawn;
  const std::size_t firmwares = firmware::catalogue().size();
  for (std::uint64_t seed = 1; seed <= 3 * firmwares; ++seed) {
    const std::string text = soak::firmware_experiment(seed);
    CHECK(text == soak::firmware_experiment(seed));
    const features::Experiment experiment = test::accepted(text).experiment;
    CHECK(features::network_of(experiment).endpoints.size() <= 16);
    drawn.insert(experiment.nic.firmware);
  }
  CHECK(drawn.size() == firmwares);
}
