// The table that an experiment puts into the memory of a network interface.
#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;

TEST_CASE("a table is at the end of the NIC memory after every reset", "[quick]") {
  const std::vector<std::uint32_t> words{11, 22, 33};
  const nic::Params params = test::nic_params();  // of 4096 bytes
  nic::Place place;
  place.table = &words;
  PacketTable packets{2, 1};
  port::Latencies latencies;
  nic::Instance nic(params, place, port::Params(), packets, latencies);
  const auto read = [&](std::uint32_t reg) { return nic::read_register(params, place, nic.state, Cycle(0), reg); };
  CHECK(read(NIC_TABLE_ADDRESS) == 4096 - 12);
  CHECK(read(NIC_TABLE_WORDS) == 3);
  CHECK(nic.state.memory.at(4080) == 0);
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(nic.state.memory.at(4084 + 4 * i) == words[i]);
}

TEST_CASE("without a table the firmware has all of the NIC memory") {
  test::NicBench bench;
  CHECK(bench.read(NIC_TABLE_ADDRESS) == 4096);
  CHECK(bench.read(NIC_TABLE_WORDS) == 0);
}
