#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::class_2;
using test::NicBench;
using test::take;

TEST_CASE("a word sampled at edge N is in NIC memory in cycle N + 1, not before", "[quick]") {
  NicBench bench;
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  const std::vector<Flit> flits = NicBench::packet(3, 7);
  bench.step(flits[0]);
  bench.step(flits[1]);
  REQUIRE(bench.memory(0x400) == 0);
  bench.step(flits[2]);
  REQUIRE(bench.memory(0x400) == 7);
  REQUIRE(bench.memory(0x404) == 0);
  bench.step(flits[3]);
  REQUIRE(bench.memory(0x404) == 8);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  REQUIRE(bench.memory(0x408) == 9);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
  REQUIRE(bench.read(NIC_RX_DONE_BUFFER) == 0x400);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 3);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
}

TEST_CASE("the header is seen when RX_HEADER_WORDS words are there, the packet still arriving") {
  const unsigned header_words = GENERATE(1, 2, 4);
  NicBench bench;
  bench.idle(2);
  bench.give_buffer(0, 8, 0x400);
  bench.write(NIC_RX_HEADER_WORDS, header_words);
  const std::vector<Flit> flits = NicBench::packet(4, 1);
  for (unsigned i = 0; i <= header_words; ++i) bench.step(flits[i]);  // the last of them is word header_words - 1
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step(header_words < 4 ? flits[header_words + 1] : Flit());
  REQUIRE((bench.read(NIC_EVENT_PENDING) & 1u << NIC_EVENT_RX_HEADER) != 0);
  REQUIRE(bench.read(NIC_RX_HEADER_BUFFER) == 0x400);
}

TEST_CASE("a packet shorter than RX_HEADER_WORDS is seen with its last word; with 0 there is no such event") {
  NicBench bench;
  bench.idle(2);
  bench.give_buffer(0, 8, 0x400);
  bench.write(NIC_RX_FREE, 0x420);
  bench.write(NIC_RX_HEADER_WORDS, 64);
  take(bench, NicBench::packet(2, 1));
  bench.step();
  REQUIRE(bench.read(NIC_EVENT_PENDING) == (1u << NIC_EVENT_RX_HEADER | 1u << NIC_EVENT_RX_DONE));
  bench.write(NIC_RX_HEADER_POP, 1);
  bench.write(NIC_RX_HEADER_WORDS, 0);
  take(bench, NicBench::packet(2, 1));
  bench.step();
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
}

TEST_CASE("a packet takes the oldest buffer of its class; without one it is dropped to its tail and counted",
          "[quick]") {
  NicBench bench;
  bench.idle(2);
  bench.give_buffer(2, 4, 0x400);
  bench.write(NIC_RX_FREE + 8, 0x440);
  take(bench, NicBench::packet(2, 5));  // class 0 has none
  take(bench, NicBench::packet(2, class_2 | 6));
  take(bench, NicBench::packet(1, class_2 | 7));
  take(bench, NicBench::packet(1, class_2 | 8));
  bench.step();
  REQUIRE(bench.read(NIC_RX_DROPPED) == 2);
  REQUIRE(bench.read(NIC_RX_FREE_COUNT + 8) == 0);
  REQUIRE(bench.memory(0x400) == (class_2 | 6));
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 2u << 8);
  bench.write(NIC_RX_DONE_POP, 1);
  REQUIRE(bench.read(NIC_RX_DONE_BUFFER) == 0x440);
  REQUIRE(bench.memory(0x440) == (class_2 | 7));
  bench.write(NIC_RX_DONE_POP, 1);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
}

TEST_CASE("a packet without a place in the queue of headers is dropped as a whole and counted") {
  NicBench bench;
  bench.idle(2);
  constexpr std::uint32_t class_1 = 1u << 30;
  bench.give_buffer(1, 2, 0x400);
  for (std::uint32_t i = 1; i < nic::free_depths[1]; ++i) bench.write(NIC_RX_FREE + 4, 0x400 + 8 * i);
  bench.write(NIC_RX_HEADER_WORDS, 1);
  const auto take_one = [&](std::uint32_t i) {
    take(bench, NicBench::packet(1, class_1 | i));
    bench.step();
  };
  // As many places as there may be virtual channels are kept for packets that are still arriving.
  constexpr std::uint32_t places = nic::header_depth - 16;
  for (std::uint32_t i = 0; i < places; ++i) {
    take_one(i);
    bench.write(NIC_RX_DONE_POP, 1);
  }
  REQUIRE(bench.state().receive.headers.count == places);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 0);
  take_one(77);
  REQUIRE(bench.state().receive.headers.count == places);
  REQUIRE(bench.state().receive.received.count == 0);
  REQUIRE(bench.read(NIC_RX_FREE_COUNT + 4) == nic::free_depths[1] - places);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 1);
  bench.write(NIC_RX_HEADER_POP, 1);
  take_one(78);
  REQUIRE(bench.state().receive.headers.count == places);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 1);
}

TEST_CASE("a control packet that has a buffer has a place, however many wait") {
  NicBench bench;
  bench.idle(2);
  constexpr std::uint32_t class_1 = 1u << 30;
  bench.write(NIC_RX_CONTROL_CLASSES, 2);
  bench.give_buffer(1, 2, 0x400);
  for (std::uint32_t i = 1; i < nic::free_depths[1]; ++i) bench.write(NIC_RX_FREE + 4, 0x400 + 8 * i);
  for (std::uint32_t i = 0; i < nic::free_depths[1]; ++i) take(bench, NicBench::packet(1, class_1 | i));
  bench.step();
  REQUIRE(bench.state().receive.control.count == nic::free_depths[1]);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 0);
}

TEST_CASE("words beyond the buffer are dropped, with a status") {
  NicBench bench;
  bench.idle(2);
  const unsigned words = GENERATE(4u, 5u);
  bench.give_buffer(0, 4, 0x400);
  take(bench, NicBench::packet(words, 1));
  bench.step();
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 4);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == (words == 5 ? unsigned{NIC_RX_TOO_LONG} : 0u));
  REQUIRE(bench.memory(0x410) == 0);
}

TEST_CASE("a packet whose tail was lost is delivered as truncated") {
  const bool by_abort = GENERATE(false, true);
  NicBench bench;
  bench.idle(2);
  bench.give_buffer(0, 8, 0x400);
  bench.write(NIC_RX_FREE, 0x440);
  std::vector<Flit> flits = NicBench::packet(4, 1);
  flits.resize(3);
  take(bench, flits);
  if (by_abort) {
    bench.step(Flit(FlitKind::abort, VcId(0), 0, 0));
    REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  }
  take(bench, NicBench::packet(1, 9));
  REQUIRE(bench.read(NIC_RX_DONE_BUFFER) == 0x400);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 2);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == NIC_RX_TRUNCATED);
  bench.step();
  bench.write(NIC_RX_DONE_POP, 1);
  REQUIRE(bench.read(NIC_RX_DONE_BUFFER) == 0x440);
  REQUIRE(bench.read(NIC_RX_DONE_STATUS) == 0);
}

TEST_CASE("packets whose flits alternate on two virtual channels go into separate buffers") {
  NicBench bench(test::nic_params(), 0, 1000, 2);
  bench.idle(2);
  bench.give_buffer(0, 4, 0x400);
  bench.write(NIC_RX_FREE, 0x440);
  const std::vector<Flit> a = NicBench::packet(3, 10, 0), b = NicBench::packet(3, 20, 1);
  for (unsigned i = 0; i < 4; ++i) {
    bench.step(a[i]);
    bench.step(b[i]);
  }
  bench.step();
  for (std::uint32_t i = 0; i < 3; ++i) {
    REQUIRE(bench.memory(0x400 + 4 * i) == 10 + i);
    REQUIRE(bench.memory(0x440 + 4 * i) == 20 + i);
  }
  REQUIRE(bench.state().receive.received.count == 2);
}
