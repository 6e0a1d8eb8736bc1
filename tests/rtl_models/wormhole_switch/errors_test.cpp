// Protocol errors are counted and do no further harm.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::SwitchBench;

TEST_CASE("orphan flits are discarded up to the tail and counted; the next packet passes") {
  SwitchBench bench(test::middle_switch());
  bench.put(0, SwitchBench::left, Flit(FlitKind::body, VcId(0), 1, 1));
  bench.put(1, SwitchBench::left, Flit(FlitKind::body, VcId(0), 2, 1));
  bench.put(2, SwitchBench::left, Flit(FlitKind::tail, VcId(0), 3, 1));
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 2, 2);
  REQUIRE(bench.edges_of(SwitchBench::right, 2, 20).size() == 2);
  REQUIRE(bench.state.errors.orphans == 3);
  REQUIRE(wormhole_switch::flits_held(bench.params, bench.state) == 0);
}

TEST_CASE("a head inside an open worm closes it with an abort flit, counts it, and is then routed itself", "[quick]") {
  SwitchBench bench(test::middle_switch());
  bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));
  bench.put(1, SwitchBench::left, Flit(FlitKind::body, VcId(0), 1, 1));
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 2, 2);
  std::vector<FlitKind> kinds;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge())
    if (bench.out(SwitchBench::right).valid()) kinds.push_back(bench.out(SwitchBench::right).kind());
  REQUIRE(kinds ==
          std::vector<FlitKind>{FlitKind::head, FlitKind::body, FlitKind::abort, FlitKind::head, FlitKind::tail});
  REQUIRE(bench.state.errors.truncated == 1);
  REQUIRE(bench.state.errors.orphans == 0);
}

TEST_CASE("a flit for a full buffer is lost and counted, and the buffered flits stay intact") {
  wormhole_switch::Params p = test::middle_switch();
  p.buffer.flits = 4;
  p.flow = {3, 1, 0};
  SwitchBench bench(p);
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 6, 1);
  bench.run_to(10);
  REQUIRE(bench.state.errors.overflows == 2);
  REQUIRE(bench.state.in[SwitchBench::left].buffer.overflow);
  bench.stop(0);
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 30).size() == 4);
}

TEST_CASE("a slot freed at an edge takes no flit at that edge") {
  wormhole_switch::Params p = test::middle_switch();
  p.buffer.flits = 2;
  p.flow = {2, 1, 0};
  SwitchBench bench(p);
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 2, 1);  // full from edge 3 on
  bench.run_to(10);
  bench.stop(0);  // sampled at 11, first flit leaves at 12
  bench.put(12, SwitchBench::left, Flit(FlitKind::single, VcId(0), SwitchBench::to_right, 2));
  bench.put(13, SwitchBench::left, Flit(FlitKind::single, VcId(0), SwitchBench::to_right, 3));
  bench.run_to(12);
  REQUIRE(bench.state.errors.overflows == 1);
  bench.run_to(20);
  REQUIRE(bench.state.errors.overflows == 1);
}

TEST_CASE("a header for an output without a link is discarded with its packet and counted") {
  SwitchBench bench(test::middle_switch(), bit(SwitchBench::left) | bit(SwitchBench::host));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 4, 1);
  bench.put_packet(4, SwitchBench::left, SwitchBench::to_host, 2, 2);
  REQUIRE(bench.edges_of(SwitchBench::host, 2, 20).size() == 2);
  REQUIRE(bench.state.errors.misrouted == 1);
  REQUIRE(bench.state.errors.orphans == 3);
}

namespace {

wormhole_switch::Params with_timeout(std::uint32_t cycles) {
  wormhole_switch::Params p = test::middle_switch();
  p.worm_timeout = cycles;
  return p;
}

/// A head and a flit of its worm, sampled at edges 0 and 1, and no more.
void begin_worm(SwitchBench& bench) {
  bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));
  bench.put(1, SwitchBench::left, Flit(FlitKind::body, VcId(0), 1, 1));
}

}  // namespace

TEST_CASE("a worm of which nothing comes is closed with an abort flit after worm_timeout, and frees its output") {
  SwitchBench bench(with_timeout(10));
  begin_worm(bench);
  bench.put_packet(5, SwitchBench::host, SwitchBench::to_right, 2, 2);
  // Its last flit leaves at edge 2. From 3 to 12 there are ten edges at which it could have gone on: at 12 the abort is
  // written, and it leaves at 13.
  const std::vector<test::Sent> log = bench.log_of(SwitchBench::right, 30);
  CHECK(each(log, &test::Sent::kind) ==
        std::vector<FlitKind>{FlitKind::head, FlitKind::body, FlitKind::abort, FlitKind::head, FlitKind::tail});
  REQUIRE(log.size() == 5);
  CHECK(log[2].edge == 13);
  CHECK(log[3].edge == 14);
  CHECK(bench.state.errors.timed_out == 1);
  CHECK(wormhole_switch::flits_held(bench.params, bench.state) == 0);
}

TEST_CASE("a flit that comes at the last edge of worm_timeout saves the worm", "[quick]") {
  for (const std::uint64_t edge : {12u, 13u}) {
    SwitchBench bench(with_timeout(10));
    begin_worm(bench);
    bench.put(edge, SwitchBench::left, Flit(FlitKind::tail, VcId(0), 2, 1));
    const std::vector<test::Sent> log = bench.log_of(SwitchBench::right, 30);
    INFO(edge);
    CHECK(log.back().kind == (edge == 12 ? FlitKind::tail : FlitKind::abort));
    CHECK(bench.state.errors.timed_out == (edge == 12 ? 0 : 1));
    CHECK(bench.state.errors.orphans == (edge == 12 ? 0 : 1));  // the rest, of a worm that has been closed
  }
}

TEST_CASE("edges under STOP do not count for worm_timeout, and an abort from upstream that comes later is dropped") {
  SwitchBench bench(with_timeout(10));
  begin_worm(bench);
  bench.run_to(5);
  bench.stop(bit(SwitchBench::right));
  bench.run_to(60);
  CHECK(bench.state.errors.timed_out == 0);
  bench.stop(0);
  bench.put(90, SwitchBench::left, Flit(FlitKind::abort, VcId(0), 0, 0));
  bench.run_to(100);
  CHECK(bench.state.errors.timed_out == 1);
  CHECK(bench.state.errors.orphans == 0);
  CHECK(bench.state.aborts_dropped == 1);
}

TEST_CASE("an abort that is made here returns no credit to the sender, which has spent none for it") {
  wormhole_switch::Params p = with_timeout(4);
  p.flow.kind = flow_controller::Kind::credit;
  SwitchBench bench(p);
  begin_worm(bench);
  unsigned credits = 0;
  for (unsigned edge = 0; edge < 40; ++edge) {
    bench.edge();
    credits += has(wormhole_switch::stop_out(bench.params, bench.state, 0), SwitchBench::left);
  }
  CHECK(bench.state.errors.timed_out == 1);
  CHECK(credits == 2);
}
