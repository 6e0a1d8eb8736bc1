// The receive engine when it holds its link back: cycle by cycle at the pins of one interface.
#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::class_2;
using test::NicBench;
using test::take;

namespace {

/// A FIFO of 6 flits a channel; STOP at 4, GO at 2 (nic_bench.cpp).
nic::Params stopping() {
  nic::Params params = test::nic_params();
  params.when_full = nic::WhenFull::stop;
  params.fifo.flits = 6;
  return params;
}

}  // namespace

TEST_CASE("with a FIFO a word sampled at edge N is in NIC memory in cycle N + 2, not before") {
  NicBench bench(stopping());
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  take(bench, NicBench::packet(2, 7));
  REQUIRE(bench.memory(0x400) == 0);
  bench.step();
  REQUIRE(bench.memory(0x400) == 7);
  REQUIRE(bench.memory(0x404) == 0);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  REQUIRE(bench.memory(0x404) == 8);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
}

TEST_CASE("a packet without a buffer waits, STOP is driven the cycle after the FIFO holds stop_at flits") {
  NicBench bench(stopping());
  bench.idle(5);
  const std::vector<Flit> flits = NicBench::packet(9, 7);
  bench.step(flits[0]);                                    // the head goes on
  for (unsigned i = 1; i <= 4; ++i) bench.step(flits[i]);  // with the last of them 4 are held
  REQUIRE(bench.stop_out() == 0);
  bench.step(flits[5]);
  REQUIRE(bench.stop_out() == 1);
  bench.step(flits[6]);  // the last place
  REQUIRE(bench.state().receive.overflows == 0);
  bench.idle(20);
  REQUIRE(bench.stop_out() == 1);
  REQUIRE(bench.wake == never);

  bench.give_buffer(0, 16, 0x400);  // as of a handler that ends at the edge before
  bench.idle(4);                    // leaves 2
  REQUIRE(bench.stop_out() == 1);
  bench.step();
  REQUIRE(bench.stop_out() == 0);
  take(bench, {flits[7], flits[8], flits[9]});
  bench.idle(2);
  REQUIRE(bench.read(NIC_RX_DONE_WORDS) == 9);
  for (std::uint32_t i = 0; i < 9; ++i) REQUIRE(bench.memory(0x400 + 4 * i) == 7 + i);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 0);
}

TEST_CASE("a full FIFO loses the flit that comes at the edge at which one leaves, and takes the next one") {
  const unsigned held = GENERATE(5u, 6u);  // of 6
  NicBench bench(stopping());
  bench.idle(5);
  const std::vector<Flit> flits = NicBench::packet(9, 7);
  for (unsigned i = 0; i <= held; ++i) bench.step(flits[i]);  // the head goes on
  REQUIRE(bench.state().receive.fifos[0].count == held);
  bench.give_buffer(0, 16, 0x400);
  bench.step(flits[held + 1]);
  REQUIRE(bench.state().receive.fifos[0].count == 5);
  REQUIRE(bench.state().receive.overflows == (held == 6 ? 1 : 0));
  bench.step(flits[held + 2]);
  REQUIRE(bench.state().receive.fifos[0].count == 5);
  REQUIRE(bench.state().receive.overflows == (held == 6 ? 1 : 0));
}

TEST_CASE("a buffer freed at edge N takes the packet that waits for it at N + 1") {
  NicBench bench(stopping());
  bench.idle(5);
  take(bench, NicBench::packet(1, 7));
  bench.idle(3);
  bench.give_buffer(0, 8, 0x400);
  bench.step();
  REQUIRE(bench.state().receive.lanes[0].filling);
  REQUIRE(bench.memory(0x400) == 0);
  bench.step();
  REQUIRE(bench.memory(0x400) == 7);
}

TEST_CASE("a packet of another class waits on the same channel, and passes on another") {
  const bool same_channel = GENERATE(true, false);
  NicBench bench(stopping(), 0, 1000, 2);
  bench.idle(5);
  bench.give_buffer(0, 8, 0x400);
  take(bench, NicBench::packet(1, class_2 | 5, 0));
  take(bench, NicBench::packet(1, 6, same_channel ? 0 : 1));
  bench.idle(3);
  REQUIRE(bench.memory(0x400) == (same_channel ? 0 : 6));
  bench.give_buffer(2, 8, 0x600);
  bench.idle(5);
  REQUIRE(bench.memory(0x400) == 6);
  REQUIRE(bench.memory(0x600) == (class_2 | 5));
}

TEST_CASE("channels with words take turns, one word an edge", "[quick]") {
  NicBench bench(stopping(), 0, 1000, 2);
  bench.idle(5);
  std::vector<Flit> a = NicBench::packet(3, 10, 0), b = NicBench::packet(3, 20, 1);
  take(bench, a);  // no buffer: three words wait on each channel
  take(bench, b);
  bench.idle(3);
  bench.give_buffer(0, 4, 0x400);
  bench.write(NIC_RX_FREE, 0x440);
  bench.idle(4);  // the words of the first three of these edges are in memory
  const auto words_at = [&](std::uint32_t address) {
    unsigned words = 0;
    while (words < 3 && bench.memory(address + 4 * words) != 0) ++words;
    return words;
  };
  REQUIRE(words_at(0x400) == 2);  // channel 1 was served last, its head: so 0, 1, 0
  REQUIRE(words_at(0x440) == 1);
  bench.idle(3);
  REQUIRE(words_at(0x400) == 3);
  REQUIRE(words_at(0x440) == 3);
}

TEST_CASE("if RX_DONE is not taken, packets wait before its queue is full", "[quick]") {
  NicBench bench(stopping());
  bench.idle(2);
  bench.write(NIC_RX_BUFFER_WORDS, 2);
  unsigned packets = 0;
  for (; bench.state().receive.fifos[0].count == 0 && packets < 2 * nic::received_depth; ++packets) {
    if (bench.state().receive.free[0].empty())
      for (unsigned i = 0; i < 32; ++i) bench.write(NIC_RX_FREE, 0x400 + 8 * i);
    take(bench, NicBench::packet(1, 1));
    bench.idle(3);
  }
  // As many places as there may be virtual channels are kept for packets that are still arriving. One packet waits.
  constexpr unsigned places = nic::received_depth - 16;
  REQUIRE(packets == places + 1);
  REQUIRE(bench.state().receive.received.count == places);
  REQUIRE(bench.read(NIC_RX_DROPPED) == 0);
  bench.write(NIC_RX_DONE_POP, 1);
  bench.idle(3);
  REQUIRE(bench.state().receive.fifos[0].count == 0);
  REQUIRE(bench.state().receive.received.count == places);
}
