#include <catch2/catch.hpp>

#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

TEST_CASE("a timer of n ticks written at edge N expires in cycle N + n") {
  const std::uint32_t ticks = GENERATE(1, 2, 100);
  NicBench bench;
  bench.idle(7);
  bench.write(NIC_TIMER + 8, ticks);
  REQUIRE(bench.read(NIC_TIMER + 8) == ticks);
  bench.idle(ticks - 1);
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 0);
  bench.idle(1);
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 1u << 2);
  REQUIRE(bench.read(NIC_TIMER + 8) == 0);
  bench.write(NIC_TIMER_EXPIRED, 1u << 2);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
}

TEST_CASE("a stopped timer does not expire") {
  NicBench bench;
  bench.idle(7);
  bench.write(NIC_TIMER, 5);
  bench.idle(4);
  bench.write(NIC_TIMER, 0);
  bench.idle(10);
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 0);
}

TEST_CASE("a slower clock lengthens a timer: at half the frequency to twice as many edges") {
  NicBench bench(test::nic_params(), std::uint64_t{1} << 63);
  bench.idle(8);
  bench.write(NIC_TIMER, 10);
  bench.idle(18);  // ticks at the first, the third, ...
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 0);
  bench.idle(1);
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 1);
}

TEST_CASE("the alarm rings in the cycle in which its slot begins, not before", "[quick]") {
  NicBench bench(test::nic_params(), 0, 100);
  bench.idle(3);
  bench.write(NIC_SLOT_ALARM, 2);
  bench.write(NIC_SLOT_ALARM_ON, 1);
  bench.idle(196);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.idle(1);  // edge 199 begins slot 2
  REQUIRE(bench.read(NIC_SLOT_LOW) == 2);
  REQUIRE(bench.read(NIC_SLOT_POSITION) == 0);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_SLOT);
  REQUIRE(bench.read(NIC_SLOT_ALARM_ON) == 0);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 199);
}

TEST_CASE("an alarm for a slot that has begun rings in the next cycle, and that cycle is latched until it rings again",
          "[quick]") {
  NicBench bench(test::nic_params(), 0, 100);
  bench.idle(150);
  bench.write(NIC_SLOT_ALARM, 1);
  bench.write(NIC_SLOT_ALARM_ON, 1);  // as at edge 149
  bench.idle(1);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 150);
  bench.write(NIC_SLOT_ALARM, 3);
  bench.write(NIC_SLOT_ALARM_ON, 1);
  bench.idle(148);  // the last of them is edge 298
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 150);
  bench.idle(1);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 299);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_HIGH) == 0);
}

TEST_CASE("an alarm compares the low half of slot numbers: after slot 2^32 - 1 the next one is slot 0") {
  NicBench bench(test::nic_params(), 0, 100);
  bench.state().time.clock.slot = 0xffffffff;
  bench.idle(3);
  bench.write(NIC_SLOT_ALARM, 0);
  bench.write(NIC_SLOT_ALARM_ON, 1);
  bench.idle(96);
  REQUIRE(bench.read(NIC_SLOT_LOW) == 0xffffffff);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.idle(1);  // edge 99 begins slot 2^32
  REQUIRE(bench.read(NIC_SLOT_LOW) == 0);
  REQUIRE(bench.read(NIC_SLOT_HIGH) == 1);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_SLOT);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 99);
  bench.write(NIC_SLOT_ALARM, 0xffffffff);  // this slot is over
  bench.write(NIC_SLOT_ALARM_ON, 1);
  bench.idle(1);
  REQUIRE(bench.read(NIC_SLOT_ALARM_CYCLE_LOW) == 100);
}

TEST_CASE("a packet for a slot leaves a cycle after the slot's beginning, not before", "[quick]") {
  NicBench bench(test::nic_params(), 0, 100);
  bench.idle(3);
  bench.push_packet(1, 0, NIC_TX_AT_SLOT, 1);
  bench.idle(97);
  REQUIRE(bench.read(NIC_SLOT_LOW) == 1);
  REQUIRE(bench.port().flits_sent == 0);
  REQUIRE(bench.step().kind() == FlitKind::head);
}

TEST_CASE("a packet with PAUSE holds the clock while it is stopped itself, and one without does not") {
  NicBench bench;
  bench.idle(3);
  const bool first_pauses = GENERATE(false, true);
  bench.push_packet(3, 0, first_pauses ? NIC_TX_PAUSE : 0);
  bench.push_packet(3, 0, first_pauses ? 0 : NIC_TX_PAUSE);
  for (unsigned i = 0; i < 20; ++i) bench.step(Flit(), 1);
  bench.idle(1);
  REQUIRE(bench.read(NIC_CLOCK_HELD) == (first_pauses ? 20u : 0u));
  bench.idle(20);
  REQUIRE(bench.read(NIC_CLOCK_HELD) == (first_pauses ? 20u : 0u));
}

TEST_CASE("with CLOCK_PAUSE the clock is held for as long as the packet is stopped, and timers go on") {
  const bool pause = GENERATE(false, true);
  NicBench bench;
  bench.idle(3);
  bench.write(NIC_CLOCK_PAUSE, pause);
  bench.write(NIC_TIMER, 30);
  bench.push_packet(3, 0, NIC_TX_NOTIFY);
  bench.step(Flit(), 1);
  for (unsigned i = 0; i < 19; ++i) bench.step(Flit(), 1);
  bench.idle(10);  // the first of them samples GO
  REQUIRE(bench.read(NIC_TX_DONE_STOPPED) == 20);
  REQUIRE(bench.read(NIC_SLOT_POSITION) == (pause ? 13u : 33u));
  REQUIRE(bench.read(NIC_CLOCK_HELD) == (pause ? 20u : 0u));
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 1);
}

TEST_CASE("with TX_STOP_EVENT a packet with PAUSE makes an event when it is stopped and when it goes on") {
  NicBench bench;
  bench.idle(3);
  const auto pending = [&] { return bench.read(NIC_EVENT_PENDING) >> NIC_EVENT_TX_STOPPED & 1; };
  bench.write(NIC_TX_STOP_EVENT, 1);
  const bool pauses = GENERATE(false, true);
  bench.push_packet(3, 0, pauses ? NIC_TX_PAUSE : 0);
  bench.step(Flit(), 1);  // STOP sampled here gates the next edge
  REQUIRE(bench.read(NIC_TX_STOPPED) == pauses);
  REQUIRE(pending() == pauses);
  bench.step(Flit(), 1);
  REQUIRE(bench.read(NIC_CLOCK_HELD) == 0);  // the firmware has not held it
  bench.write(NIC_TX_STOPPED_SEEN, pauses);
  REQUIRE(pending() == 0);
  bench.step(Flit(), 0);  // GO
  REQUIRE(bench.read(NIC_TX_STOPPED) == 0);
  REQUIRE(pending() == pauses);
  bench.write(NIC_TX_STOPPED_SEEN, 0);
  REQUIRE(pending() == 0);
}

TEST_CASE("CLOCK_STOP holds the clock until it is 0 again, whether or not a packet is stopped") {
  NicBench bench;
  bench.idle(3);
  bench.write(NIC_CLOCK_STOP, 1);
  bench.write(NIC_TIMER, 15);
  bench.idle(20);
  REQUIRE(bench.read(NIC_SLOT_POSITION) == 3);
  REQUIRE(bench.read(NIC_CLOCK_HELD) == 20);
  REQUIRE(bench.read(NIC_TIMER_EXPIRED) == 1);  // timers go on
  bench.write(NIC_CLOCK_STOP, 0);
  bench.idle(5);
  REQUIRE(bench.read(NIC_SLOT_POSITION) == 8);
  REQUIRE(bench.read(NIC_CLOCK_HELD) == 20);
}

TEST_CASE("TICK counts the ticks that timers count, whatever the clock leaves out", "[quick]") {
  const std::uint64_t lag = GENERATE(std::uint64_t{0}, std::uint64_t{1} << 60, std::uint64_t{1} << 62);
  NicBench bench(test::nic_params(), lag);
  bench.idle(50);
  const std::uint32_t before = bench.read(NIC_TICK);
  CHECK(before <= 50);
  bench.write(NIC_TIMER, 100);
  unsigned edges = 0;
  while (bench.read(NIC_TIMER_EXPIRED) == 0) {
    bench.step();
    ++edges;
  }
  CHECK(bench.read(NIC_TICK) - before == 100);
  CHECK((edges == 100) == (lag == 0));
}

TEST_CASE("RX_DONE_TICK is the tick at the edge with which the packet has come whole") {
  NicBench bench(test::nic_params(), std::uint64_t{1} << 61);
  bench.give_buffer(0, 8, 0x400);
  bench.idle(90);
  test::take(bench, NicBench::packet(3, 1));
  const std::uint32_t tick = bench.read(NIC_TICK);
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 0);
  bench.step();
  REQUIRE(bench.read(NIC_EVENT_PENDING) == 1u << NIC_EVENT_RX_DONE);
  bench.idle(33);
  CHECK(bench.read(NIC_RX_DONE_TICK) == tick);
}
