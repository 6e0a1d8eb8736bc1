#include <catch2/catch.hpp>
#include <set>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::SwitchBench;

TEST_CASE("an output is held from head to tail: worms of two inputs never mix") {
  SwitchBench bench(test::middle_switch());
  for (unsigned n = 0; n < 3; ++n) {
    bench.put_packet(7 * n, SwitchBench::left, SwitchBench::to_right, 7, 10 + n);
    bench.put_packet(7 * n, SwitchBench::host, SwitchBench::to_right, 7, 20 + n);
  }
  std::vector<std::uint32_t> order;
  for (std::uint64_t at = bench.edge(); at < 60; at = bench.edge()) {
    const Flit flit = bench.out(SwitchBench::right);
    if (!flit.valid()) continue;
    if (flit.opens_worm()) order.push_back(flit.tag());
    REQUIRE(flit.tag() == order.back());
  }
  REQUIRE(order == std::vector<std::uint32_t>{10, 20, 11, 21, 12, 22});  // round-robin takes turns
}

TEST_CASE("a blocked worm keeps its output while others pass through other outputs") {
  SwitchBench bench(test::middle_switch());
  bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));  // its body never comes
  bench.put_packet(2, SwitchBench::host, SwitchBench::to_right, 2, 2);
  bench.put_packet(2, SwitchBench::right, SwitchBench::to_left, 2, 3);
  bench.run_to(3);
  REQUIRE(bench.out(SwitchBench::left).tag() == 3);
  REQUIRE(bench.edges_of(SwitchBench::right, 2, 50).empty());
  REQUIRE(bench.state.crossbar.input_of[SwitchBench::right].port == SwitchBench::left);
}

TEST_CASE("all ports send and receive a flit in the same cycle, U-turns included") {
  SwitchBench bench(test::middle_switch());
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 5, 1);
  bench.put_packet(0, SwitchBench::right, SwitchBench::to_left, 5, 2);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_host, 5, 3);
  bench.run_to(1);
  for (unsigned port : {SwitchBench::right, SwitchBench::left, SwitchBench::host}) REQUIRE(bench.out(port).valid());
  bench.run_to(5);
  for (unsigned port : {SwitchBench::right, SwitchBench::left, SwitchBench::host})
    REQUIRE(bench.out(port).kind() == FlitKind::tail);
}

TEST_CASE("a stopped output takes no header") {
  SwitchBench bench(test::middle_switch());
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 1, 1);
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 20).empty());
  REQUIRE(bench.state.vc[0].requesting == bit(SwitchBench::left));
}

TEST_CASE("single-flit packets of all inputs for one output leave one a cycle, in turn, for every fair arbiter",
          "[quick]") {
  for (const auto& [policy, word, summary, is_fair] : router_arbiter::all_policies) {
    if (!is_fair) continue;
    wormhole_switch::Params p = test::middle_switch();
    p.arbiter = policy;
    SwitchBench bench(p);
    for (unsigned n = 0; n < 4; ++n)
      for (unsigned port = 0; port < 3; ++port) bench.put_packet(n, port, SwitchBench::to_host, 1, port);
    bench.edge();
    for (unsigned n = 0; n < 12; ++n) {
      bench.edge();
      REQUIRE(bench.out(SwitchBench::host).tag() == n % 3);
    }
    bench.edge();
    REQUIRE_FALSE(bench.out(SwitchBench::host).valid());
    REQUIRE(bench.state.out[SwitchBench::host].flits == 12);
  }
}

TEST_CASE("with fixed_priority a stream of packets at a lower input starves a higher one") {
  wormhole_switch::Params p = test::middle_switch();
  p.arbiter = router_arbiter::Policy::fixed_priority;
  SwitchBench bench(p);
  for (unsigned n = 0; n < 10; ++n) bench.put_packet(n, SwitchBench::right, SwitchBench::to_host, 1, 1);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_host, 1, 2);
  REQUIRE(bench.edges_of(SwitchBench::host, 2, 20) == std::vector<std::uint64_t>{11});
}

TEST_CASE("oldest_first serves the header that has waited longest at this output", "[quick]") {
  wormhole_switch::Params p = test::middle_switch();
  p.arbiter = router_arbiter::Policy::oldest_first;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_host, 12, 1);  // holds the output until edge 12
  bench.put_packet(5, SwitchBench::right, SwitchBench::to_host, 2, 2);  // port 0: would win by index
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_host, 2, 3);   // port 1: came first
  bench.put_packet(13, SwitchBench::host, SwitchBench::to_host, 2, 4);
  std::vector<std::uint32_t> order;
  for (std::uint64_t at = bench.edge(); at < 40; at = bench.edge())
    if (bench.out(SwitchBench::host).valid() && bench.out(SwitchBench::host).opens_worm())
      order.push_back(bench.out(SwitchBench::host).tag());
  REQUIRE(order == std::vector<std::uint32_t>{1, 3, 2, 4});
}

TEST_CASE("random: each output of each switch draws from a stream of its own", "[quick]") {
  wormhole_switch::Params p = test::middle_switch();
  p.arbiter = router_arbiter::Policy::random;
  std::set<std::uint64_t> streams;
  for (const std::uint64_t of_switch : {7, 8}) {
    std::vector<std::uint64_t> storage(wormhole_switch::storage_bytes(p) / sizeof(std::uint64_t) + 1);
    Arena arena(reinterpret_cast<std::byte*>(storage.data()));
    wormhole_switch::State state;
    wormhole_switch::Place place;
    place.arbiter_stream = of_switch;
    bind(p, state, arena);
    wire_in(p, place, state);
    for (unsigned o = 0; o < p.ports; ++o) streams.insert(state.out[o].arbiter.words[0]);
  }
  CHECK(streams.size() == 2u * p.ports);
}
