// How much NIC memory a firmware needs to begin.
#include "testbench/features/nic/firmware_start.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/nic/nic.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using features::memory_need;
using slackline::test::errors_of;

namespace {

/// Refuses a memory that is not larger than PARAMETER[0] bytes.
void greedy(nic_device* n) {
  const std::uint32_t needed = nic_read(n, NIC_PARAMETER);
  if (nic_read(n, NIC_MEMORY_BYTES) >= needed) return;
  nic_log(n, "I need %u", needed, 0);
  nic_write(n, NIC_ERROR, 1);
}
void refuse(nic_device* n) { nic_write(n, NIC_ERROR, 3); }
void nothing(nic_device*, std::uint32_t) {}

nic::Params params(const nic_firmware& firmware, std::uint32_t memory, std::uint32_t needed) {
  nic::Params p;
  p.firmware = &firmware;
  p.memory_bytes = memory;
  p.parameters[0] = needed;
  return p;
}

}  // namespace

TEST_CASE("the smallest memory in which a firmware starts is found to the word, with its message for less", "[nic]") {
  const nic_firmware firmware{"greedy", greedy, nothing};
  CHECK_FALSE(memory_need(params(firmware, 4096, 4096)));
  const auto need = memory_need(params(firmware, 4092, 4096));
  REQUIRE(need);
  CHECK(need->bytes == 4096);
  CHECK(need->said == "I need 4096");
  CHECK(memory_need(params(firmware, 1024, 5001))->bytes == 5004);
  CHECK(memory_need(params(firmware, 1024, 64u << 20))->bytes == 64u << 20);
}

TEST_CASE("the minimum memory is that of the whole start, whatever the firmware does after its first message",
          "[nic]") {
  const std::string text =
      "schema_version: 1\nendpoint: nic\ntopology: { kind: mesh, size: [2, 3] }\n"
      "switch: { buffer: { flits: 59 }, barrier: { architecture: III } }\n"
      "nic: { firmware: barrier, packet_words: 2, window: 1, timeout: 1, memory: 1032 }\n"
      "barriers:\n  groups:\n    - { members: [0, 1] }\n    - { members: [4] }\n    - { members: [all] }\n"
      "    - { members: [0, 2, 3, 5] }\n    - { members: [all] }\n    - { members: [all] }\n";
  const auto errors = errors_of(text);
  REQUIRE(errors.size() == 1);
  CAPTURE(errors.front());
  const std::string before = "expected at least ";
  const std::size_t at = errors.front().find(before);
  REQUIRE(at != std::string::npos);
  const unsigned least = static_cast<unsigned>(std::stoul(errors.front().substr(at + before.size())));
  for (unsigned memory = 1024; memory < least + 64; memory += 4) {
    CAPTURE(memory, least);
    const auto reading = slackline::test::read(text, {{"--set", "nic.memory", std::to_string(memory)}});
    CHECK(reading.errors.empty() == (memory >= least));
  }
}

TEST_CASE("memory is not blamed for firmware that starts in no memory at all", "[nic][quick]") {
  CHECK_FALSE(memory_need(params({"refusing", refuse, nothing}, 1024, 0)));
}

TEST_CASE("firmware that does not start for another reason is refused at each key that causes it, in its own words",
          "[nic][quick]") {
  const std::string head = "schema_version: 1\nendpoint: nic\n";
  const std::string says = "(unicast does not begin: the firmware cannot go on: ERROR = 3; it said: a window of ";
  const std::string expected =
      "nic.host_queue: expected a value with which unicast begins, such as the default, found ";
  CHECK(errors_of(head + "nic: { host_queue: 1, packet_words: 32 }\n") ==
        std::vector<std::string>{"test.yaml:3:20: " + expected + "1 " + says +
                                 "4 and 0 other packets need longer queues)"});
  const auto both = errors_of(head + "nic: { host_queue: 3, window: 8 }\n");
  REQUIRE(both.size() == 1);  // with the default window a queue of 3 is too short as well
  CHECK_THAT(both.front(), Catch::StartsWith("test.yaml:3:20: " + expected + "3 " + says));
}

TEST_CASE("a start that is too slow is refused with all that decides: watchdog, costs and clock", "[nic][quick]") {
  const std::string head = "schema_version: 1\nendpoint: nic\n";
  const auto error = [&](const std::string& text) {
    const auto errors = errors_of(head + text);
    for (const std::string& each : errors) UNSCOPED_INFO(each);
    REQUIRE(errors.size() == 1);
    return errors.front();
  };
  const std::string says = "unicast does not begin: the handler takes longer than the watchdog allows: ";
  const std::string others = "cheaper nic.costs or nic.cost.*, or a longer clock.period";
  const std::string by_clock = error("clock: { period: 1 ps }\n");
  const std::string before = "test.yaml:3:18: nic.watchdog: " + says;
  REQUIRE_THAT(by_clock, Catch::StartsWith(before));
  const std::uint64_t needs = std::stoull(by_clock.substr(before.size()));
  CHECK(by_clock == before + std::to_string(needs) +
                        " cycles, with nic.costs: lanai4 (default) and clock.period: 0.001 ns; expected at least " +
                        std::to_string(needs) + ", or " + others);
  const std::string watchdog = "clock: { period: 1 ps }\nnic: { watchdog: ";
  CHECK(errors_of(head + watchdog + std::to_string(needs) + " }\n").empty());
  CHECK_THAT(error(watchdog + std::to_string(needs - 1) + " }\n"), Catch::StartsWith("test.yaml:4:18: nic.watchdog: "));
  CHECK(errors_of(head + "clock: { period: 1 ps }\nnic: { costs: free }\n").empty());

  CHECK_THAT(error("nic: { watchdog: 10 }\n"),
             Catch::StartsWith("test.yaml:3:18: nic.watchdog: " + says) &&
                 Catch::Contains("nic.costs: lanai4 (default) and clock.period: 1 ns (default); expected at least "));
  CHECK_THAT(
      error("nic: { cost: { store: 900000 } }\n"),
      Catch::StartsWith("test.yaml:3:23: nic.watchdog: " + says) &&
          Catch::Contains(" cycles, with nic.costs: lanai4 (default), nic.cost.store: 900000 and clock.period: "));
}

TEST_CASE("keys that the firmware does not use are refused, each with the firmwares that use it", "[nic][quick]") {
  const auto refused = [](const std::string& firmware, const std::string& key) {
    const auto errors =
        errors_of("schema_version: 1\nendpoint: nic\nnic: { firmware: " + firmware + ", " + key + ": 2 }\n");
    for (const std::string& error : errors) UNSCOPED_INFO(error);
    CHECK(errors.size() <= 1);
    return errors.empty() ? std::string() : errors.front();
  };
  const char* without = "has no effect with firmware: ";
  for (const char* firmware : {"echo", "skeleton"}) {
    CHECK_THAT(refused(firmware, "timeout"), Catch::Contains(std::string("nic.timeout: ") + without + firmware +
                                                             "; use it only with firmware: unicast, request_response"));
    CHECK_THAT(refused(firmware, "tries"), Catch::Contains(without));
  }
  for (const char* firmware : {"unicast", "echo", "skeleton"})
    CHECK_THAT(refused(firmware, "reply_words"),
               Catch::Contains(without) && Catch::Contains("only with firmware: request_response"));
  for (const char* key : {"window", "buffers"}) {
    CHECK_THAT(refused("skeleton", key),
               Catch::Contains(without) && Catch::Contains("only with firmware: unicast, request_response, echo"));
    for (const char* firmware : {"unicast", "request_response", "echo"}) CHECK(refused(firmware, key).empty());
  }
  CHECK_THAT(
      refused("unicast", "tries"),
      Catch::Contains("nic.tries: has no effect without nic.timeout; use it only with a nic.timeout of 1 or more"));
  CHECK(errors_of("schema_version: 1\nendpoint: nic\nnic: { timeout: 9, tries: 2 }\n").empty());
  CHECK_THAT(refused("fbs", "packet_words"), Catch::Contains(without));
}

TEST_CASE("too little NIC memory is shown at its key, or at the key that needs it", "[nic]") {
  const std::string head = "schema_version: 1\nendpoint: nic\n";
  for (const char* firmware : {"unicast", "request_response", "echo", "skeleton"}) {
    const auto errors = errors_of(head + "nic: { firmware: " + firmware + ", memory: 1 KiB, packet_words: 300 }\n");
    REQUIRE(errors.size() == 1);
    CHECK_THAT(errors.front(), Catch::Contains("nic.memory: expected at least ") && Catch::Contains(", found 1 KiB") &&
                                   Catch::Contains(std::string(" B for ") + firmware + " with 64 hosts (it says: "));
  }
  const auto by_packets = errors_of(head + "nic: { packet_words: 60000 }\n");
  REQUIRE(by_packets.size() == 1);
  CHECK_THAT(by_packets.front(), Catch::StartsWith("test.yaml:3:22: nic.memory: expected at least "));
}

TEST_CASE("the table of a host's groups counts among the NIC memory that firmware needs", "[nic]") {
  const std::string head = "schema_version: 1\nendpoint: nic\n";
  const std::string groups = "barriers: { groups: [ { members: [all] }, { size: 5 } ] }\n";
  const auto refused = [&](const std::string& memory, bool barriers) {
    const auto errors = errors_of(head + "nic: { firmware: dissemination, packet_words: 8, memory: " + memory + " }\n" +
                                  (barriers ? groups : ""));
    for (const std::string& error : errors) UNSCOPED_INFO(error);
    CHECK(errors.size() <= 1);
    return errors.empty() ? std::string() : errors.front();
  };
  const auto least = [&](bool barriers) {
    const std::string error = refused("1 KiB", barriers), before = "expected at least ";
    CHECK_THAT(error, Catch::StartsWith("test.yaml:3:") && Catch::Contains("nic.memory: " + before));
    CHECK((error.find("and the table of their groups") != std::string::npos) == barriers);
    return std::stoul(error.substr(error.find(before) + before.size()));
  };
  const unsigned long with = least(true);
  CHECK(with > least(false) + 4 * (64 + 5));
  CHECK(refused(std::to_string(with), true).empty());
  CHECK_FALSE(refused(std::to_string(with - 4), true).empty());
}

TEST_CASE("a start is tried unobserved, and one that fails takes no time", "[nic]") {
  struct Counting : nic::Instruments {
    void measured(NodeId, Cycle, std::uint32_t, std::uint32_t) override { ++calls; }
    void stepped(NodeId, Cycle, nic_step, std::uint32_t, std::uint32_t, std::uint32_t) override { ++calls; }
    unsigned calls = 0;
  } counting;
  const auto measures = [](nic_device* n) {
    nic_work(n, 30);
    nic_measure(n, 0, 1);
  };
  const nic_firmware measuring{"measuring", measures, nothing}, refusing{"refusing", refuse, nothing};
  nic::Params observed = params(measuring, 1024, 0);
  observed.instruments = &counting;
  nic::Place place;
  place.start_cycles = 1000;  // of others
  const nic::Start start = nic::start_of(observed, place);
  CHECK(start.error.kind == nic::FirmwareErrorKind::none);
  CHECK(start.cycles >= 30);
  CHECK(start.cycles < 1000);
  CHECK(counting.calls == 0);
  const nic::Start refused = nic::start_of(params(refusing, 1024, 0), {});
  CHECK(refused.error.kind == nic::FirmwareErrorKind::raised);
  CHECK(refused.cycles == 0);
}
