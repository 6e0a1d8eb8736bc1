#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

namespace {

void push_transfer(NicBench& bench, bool to_host, std::uint32_t words, std::uint32_t message = 5) {
  bench.write(NIC_DMA_DIRECTION, to_host);
  bench.write(NIC_DMA_PEER, 1);
  bench.write(NIC_DMA_MESSAGE, message);
  bench.write(NIC_DMA_OFFSET, 2);
  bench.write(NIC_DMA_ADDRESS, 0x300);
  bench.write(NIC_DMA_WORDS, words);
  bench.write(NIC_DMA_COOKIE, 99);
  REQUIRE(bench.write(NIC_DMA_PUSH, 1) == nic::FirmwareErrorKind::none);
}

}  // namespace

TEST_CASE("a transfer pushed at edge N moves word i at edge N + 1 + latency + i n") {
  nic::Params params = test::nic_params();
  params.dma_latency = GENERATE(0, 5);
  params.dma_cycles_per_word = GENERATE(1, 3);
  NicBench bench(params);
  bench.idle(4);
  push_transfer(bench, false, 3);
  bench.idle(params.dma_latency);
  for (std::uint32_t i = 0; i < 3; ++i) {
    REQUIRE(bench.memory(0x300 + 4 * i) == 0);
    REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
    bench.step();
    REQUIRE(bench.memory(0x300 + 4 * i) == nic::host_word(1, NodeId(1), 5, 2 + i));
    if (i < 2) bench.idle(params.dma_cycles_per_word - 1);
  }
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_DMA_DONE);
  REQUIRE(bench.read(NIC_DMA_DONE_COOKIE) == 99);
}

TEST_CASE("words that arrive at a host as they were sent are right, others are counted", "[quick]") {
  nic::Params params = test::nic_params();
  NicBench bench(params);
  bench.idle(4);
  push_transfer(bench, false, 4);
  push_transfer(bench, true, 4);
  bench.idle(60);
  REQUIRE(bench.state().dma.done.count == 2);
  REQUIRE(bench.state().dma.host_corrupt == 0);
  bench.memory(0x304) ^= 1;
  push_transfer(bench, true, 4);
  bench.idle(60);
  REQUIRE(bench.state().dma.host_corrupt == 1);
}

TEST_CASE(
    "words that an interface keeps in the memory of its host come back as they went there, and are of no message") {
  NicBench bench(test::nic_params());
  bench.idle(4);
  push_transfer(bench, false, 4, NIC_OWN_WORDS);
  bench.idle(60);
  REQUIRE(bench.memory(0x300) == 0);  // nothing has been written there
  for (std::uint32_t i = 0; i < 4; ++i) bench.memory(0x300 + 4 * i) = 7 + i;
  push_transfer(bench, true, 4, NIC_OWN_WORDS);
  bench.idle(60);
  for (std::uint32_t i = 0; i < 4; ++i) bench.memory(0x300 + 4 * i) = 0;
  push_transfer(bench, false, 4, NIC_OWN_WORDS);
  bench.idle(60);
  for (std::uint32_t i = 0; i < 4; ++i) REQUIRE(bench.memory(0x300 + 4 * i) == 7 + i);
  REQUIRE(bench.state().dma.host_corrupt == 0);
}
