// How much NIC memory a firmware needs to begin.
#include "testbench/config/nic_memory.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/config/reading.hpp"

using namespace slackline;
using config::memory_need;
using slackline::test::faults_of;

namespace {

/// Refuses a memory that is not larger than PARAMETER[0] bytes.
void greedy(nic_device* n) {
  const std::uint32_t needed = nic_read(n, NIC_PARAMETER);
  if (nic_read(n, NIC_MEMORY_BYTES) >= needed) return;
  nic_log(n, "I need %u", needed, 0);
  nic_write(n, NIC_FAULT, 1);
}
void refuse(nic_device* n) { nic_write(n, NIC_FAULT, 3); }
void nothing(nic_device*, std::uint32_t) {}

nic::Params params(const nic_firmware& firmware, std::uint32_t memory, std::uint32_t needed) {
  nic::Params p;
  p.firmware = &firmware;
  p.memory_bytes = memory;
  p.parameters[0] = needed;
  return p;
}

}  // namespace

TEST_CASE("the least memory that a firmware begins in is found to the word, with what it says of less") {
  const nic_firmware firmware{"greedy", greedy, nothing};
  CHECK_FALSE(memory_need(params(firmware, 4096, 4096)));
  const auto need = memory_need(params(firmware, 4092, 4096));
  REQUIRE(need);
  CHECK(need->bytes == 4096);
  CHECK(need->said == "I need 4096");
  CHECK(memory_need(params(firmware, 1024, 5001))->bytes == 5004);
  CHECK(memory_need(params(firmware, 1024, 64u << 20))->bytes == 64u << 20);
}

TEST_CASE("of firmware that begins in no memory, memory is not to blame") {
  CHECK_FALSE(memory_need(params({"refusing", refuse, nothing}, 1024, 0)));
}

TEST_CASE("too little NIC memory is shown where it was given, or where what asks for it was") {
  const std::string head = "schema_version: 1\nendpoint: nic\n";
  for (const char* firmware : {"unicast", "request_response", "echo", "skeleton"}) {
    const auto faults = faults_of(head + "nic: { firmware: " + firmware + ", memory: 1 KiB, packet_words: 300 }\n");
    REQUIRE(faults.size() == 1);
    CHECK_THAT(faults.front(), Catch::Contains("nic.memory: 1 KiB; allowed: at least ") &&
                                   Catch::Contains(std::string(" B for ") + firmware + " with 64 hosts, which says: "));
  }
  const auto by_packets = faults_of(head + "nic: { packet_words: 60000 }\n");
  REQUIRE(by_packets.size() == 1);
  CHECK_THAT(by_packets.front(),
             Catch::StartsWith("test.yaml:3:22: nic.memory: 128 KiB (default); allowed: at least "));
}
