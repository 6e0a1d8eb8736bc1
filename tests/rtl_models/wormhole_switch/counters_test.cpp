// Counters of links and buffers, to the cycle, on cases worked out by hand.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::SwitchBench;

namespace {

std::uint64_t busy(const SwitchBench& bench, unsigned port, std::uint64_t now) {
  return wormhole_switch::link_busy_cycles(bench.state, PortId(static_cast<std::uint8_t>(port)), Cycle(now));
}

}  // namespace

TEST_CASE("a worm without stalls keeps its output in demand for as many cycles as it has flits") {
  for (const unsigned flits : {1u, 2u, 5u}) {
    SwitchBench bench(test::middle_switch());
    bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, flits, 1);
    bench.run_to(10);
    CHECK(demanded(bench, SwitchBench::right, 11) == 0);  // written at 10, taken at 11
    for (unsigned n = 1; n <= flits; ++n) {
      bench.run_to(10 + n);
      CHECK(demanded(bench, SwitchBench::right, 11 + n) == n);
      CHECK(busy(bench, SwitchBench::right, 11 + n) == n);
    }
    bench.run_to(30);
    CHECK(demanded(bench, SwitchBench::right, 31) == flits);
    CHECK(busy(bench, SwitchBench::right, 31) == flits);
    CHECK(demanded(bench, SwitchBench::host, 31) == 0);
    CHECK(wormhole_switch::occupancy_sum(bench.state.in[SwitchBench::left], Cycle(31)) == flits);  // a cycle each
    CHECK(bench.state.in[SwitchBench::left].peak == 1);
    CHECK(bench.state.waits[SwitchBench::left].cycles == 0);
  }
}

TEST_CASE("a stopped worm's output is stalled from the header's request on") {
  SwitchBench bench(test::middle_switch());
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 3, 1);
  bench.run_to(19);
  CHECK(demanded(bench, SwitchBench::right, 20) == 9);  // it asks at 11
  bench.stop(0);                                        // sampled at 20, in force at 21
  bench.run_to(20);
  CHECK(busy(bench, SwitchBench::right, 21) == 0);
  bench.run_to(30);
  CHECK(busy(bench, SwitchBench::right, 31) == 3);  // taken at 21, 22, 23
  CHECK(demanded(bench, SwitchBench::right, 31) == 13);
  const wormhole_switch::InputLane& lane = bench.state.in[SwitchBench::left];
  CHECK(bench.state.waits[SwitchBench::left].cycles == 10);
  CHECK(bench.state.waits[SwitchBench::left].hol_blocked == 0);
  CHECK(lane.peak == 3);
  CHECK(wormhole_switch::occupancy_sum(lane, Cycle(31)) == 11 + 11 + 11);  // written at 10, 11, 12
}

TEST_CASE("the peak of a buffer stays when the buffer empties") {
  SwitchBench bench(test::middle_switch());
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 3, 1);
  bench.put_packet(40, SwitchBench::left, SwitchBench::to_right, 2, 2);
  bench.run_to(19);
  bench.stop(0);
  bench.run_to(50);
  CHECK(bench.state.in[SwitchBench::left].buffer.count == 0);
  CHECK(bench.state.in[SwitchBench::left].peak == 3);
}

TEST_CASE("a worm that waits for its own flits stalls its output") {
  SwitchBench bench(test::middle_switch());
  bench.put(10, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));
  bench.put(15, SwitchBench::left, Flit(FlitKind::tail, VcId(0), 1, 1));
  bench.run_to(30);
  CHECK(demanded(bench, SwitchBench::right, 31) == 6);  // 11 to 16
  CHECK(busy(bench, SwitchBench::right, 31) == 2);
}

TEST_CASE("two worms for one output: the second one's header waits for the first one's tail") {
  SwitchBench bench(test::middle_switch());
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 4, 1);
  bench.put_packet(11, SwitchBench::host, SwitchBench::to_right, 4, 2);
  bench.run_to(30);
  CHECK(busy(bench, SwitchBench::right, 31) == 8);
  CHECK(demanded(bench, SwitchBench::right, 31) == 8);  // 11 to 14, 15 to 18: without a gap
  CHECK(bench.state.waits[SwitchBench::left].cycles == 0);
  CHECK(bench.state.waits[SwitchBench::host].cycles == 3);  // asks at 12, the output is free at 15
}

TEST_CASE("a header that follows a waiting one is blocked from the cycle of its arrival on", "[quick]") {
  SwitchBench bench(test::middle_switch());
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 2, 1);  // asks at 11
  bench.put_packet(14, SwitchBench::left, SwitchBench::to_host, 2, 2);   // in the buffer from cycle 14 on
  bench.put_packet(16, SwitchBench::left, SwitchBench::to_host, 1, 3);   // the third changes nothing
  bench.run_to(19);
  bench.stop(0);
  bench.run_to(40);
  const wormhole_switch::HeaderWaits& waits = bench.state.waits[SwitchBench::left];
  CHECK(waits.cycles == 10);      // edges 11 to 20
  CHECK(waits.hol_blocked == 6);  // edges 15 to 20
}

TEST_CASE("a link of one flit in n cycles is busy for n cycles a flit, also after the tail") {
  SwitchBench bench(test::middle_switch());
  bench.set_cycles_per_flit(SwitchBench::right, 4);
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 2, 1);  // taken at 11 and 15
  bench.put_packet(16, SwitchBench::host, SwitchBench::to_right, 1, 2);  // asks at 17, taken at 19
  bench.put_packet(30, SwitchBench::left, SwitchBench::to_right, 1, 3);  // taken at 31
  for (std::uint64_t now = 0; now < 40; ++now) {
    bench.run_to(now);
    const std::uint64_t next = now + 1;
    const std::uint64_t expected = next <= 11   ? 0
                                   : next <= 23 ? next - 11
                                   : next <= 31 ? 12
                                   : next <= 35 ? next - 19
                                                : 16;
    INFO("before edge " << next);
    CHECK(busy(bench, SwitchBench::right, next) == expected);
    CHECK(demanded(bench, SwitchBench::right, next) == expected);
  }
  CHECK(bench.state.waits[SwitchBench::host].cycles == 2);
}

TEST_CASE("occupancy includes the flits that are still in the buffer", "[quick]") {
  SwitchBench bench(test::middle_switch());
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 3, 1);
  bench.run_to(19);  // flits written at 10, 11, 12
  CHECK(wormhole_switch::occupancy_sum(bench.state.in[SwitchBench::left], Cycle(20)) == 10 + 9 + 8);
}
