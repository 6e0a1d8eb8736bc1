// Multicasts in random networks: with two classes of buffers, with a manager, and with credits and recovery none deadlocks, and
// each member gets each message once, in order.
#include <catch2/catch.hpp>
#include <string>

#include "testbench/simulation/simulation.hpp"
#include "testbench/soak/firmware_experiment.hpp"
#include "testbench/workloads/multicast/section.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

namespace {

void check_that_all_arrive(const std::string& text) {
  INFO(text);
  const report::Result result = simulation::run(test::accepted(text).experiment);
  for (const statistics::InstanceError& error : result.totals.errors) UNSCOPED_INFO(statistics::text_of(error));
  REQUIRE(result.status == report::Status::complete);
  const auto* found = dynamic_cast<const multicast::Section*>(result.sections.at(0).get());
  REQUIRE(found != nullptr);
  CHECK(found->answers.created > 0);
  CHECK(found->answers.complete == found->answers.created);
}

void run_random(std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    check_that_all_arrive(soak::multicast_experiment(seed));
}

/// Two classes of buffers; with a manager and with credits there are none.
bool has_two_classes(const std::string& text) {
  return text.find("scheme: plain") != std::string::npos || text.find("scheme: fifo") != std::string::npos;
}

/// From this seed on, until so many networks with two classes have run.
void run_with_two_classes(std::uint64_t first, unsigned count) {
  for (std::uint64_t seed = first; count != 0; ++seed) {
    const std::string text = soak::multicast_experiment(seed);
    check_that_all_arrive(text);
    count -= has_two_classes(text) ? 1 : 0;
  }
}

const std::string nics = "schema_version: 1\nclock: { period: 25 ns }\nendpoint: nic\n";

}  // namespace

TEST_CASE("40 random networks deliver all of their multicasts", "[multicast]") { run_random(1, 40); }
TEST_CASE("rings that are full all the time deliver their multicasts by credits", "[multicast]") {
  for (const std::uint64_t seed : {1169, 2204}) run_random(seed, 1);
}

TEST_CASE("multicasts are sent next to packets that keep coming, as fast as the DMA engine takes them", "[multicast]") {
  check_that_all_arrive(nics + R"(topology: { kind: single_switch, hosts_per_switch: 2 }
nic: { firmware: multicast, packet_words: 1, costs: free }
firmware: { multicast: { scheme: plain, buffers: 1, buffer_words: 3, cut_through: off } }
workloads:
  - { kind: multicast, count: 1, size: 2, load: 0.2731, words: 114, algorithm: ordered_tree, messages: 8 }
  - { kind: traffic, load: 0.343312, arrivals: { kind: periodic }, packet: { flits: 1 } }
run: { warmup: 0, max_cycles: 2000000 }
)");
}

TEST_CASE("a processor that packets keep busy still takes the commands of its host", "[multicast]") {
  check_that_all_arrive(nics + R"(topology: { kind: single_switch, hosts_per_switch: 2 }
nic: { firmware: multicast, packet_words: 1, costs: lanai4 }
firmware: { multicast: { scheme: manager, buffers: 4, buffer_words: 1 } }
workloads:
  - { kind: multicast, count: 3, size: 2, seed: 178, load: 0.399941, words: 18, algorithm: bus, messages: 9 }
  - { kind: traffic, load: 1, packet: { flits: 2 } }
run: { warmup: 0, max_cycles: 2000000 }
)");
}

TEST_CASE("messages of many short worms may take longer than a message takes elsewhere", "[multicast]") {
  check_that_all_arrive(nics + R"(topology: { kind: mesh, size: [4, 2] }
nic:
  firmware: multicast
  packet_words: 1
  cost: { event: 1, register_read: 1, register_write: 4, load: 5, store: 9 }
firmware: { multicast: { scheme: plain, buffers: 3, buffer_words: 1 } }
workloads:
  - { kind: multicast, count: 8, size: 5, seed: 454, load: 0.06224, words: 221, algorithm: ring, order: drawn, messages: 2 }
run: { warmup: 0, max_cycles: 20000000 }
)");
}

// About half of the networks have two classes.
TEST_CASE("2,000 random networks with two classes deliver all of their multicasts, first quarter",
          "[multicast][long]") {
  run_with_two_classes(10'000, 500);
}
TEST_CASE("2,000 random networks with two classes deliver all of their multicasts, second quarter",
          "[multicast][long]") {
  run_with_two_classes(20'000, 500);
}
TEST_CASE("2,000 random networks with two classes deliver all of their multicasts, third quarter",
          "[multicast][long]") {
  run_with_two_classes(30'000, 500);
}
TEST_CASE("2,000 random networks with two classes deliver all of their multicasts, last quarter", "[multicast][long]") {
  run_with_two_classes(40'000, 500);
}
