// Virtual channels at an output: how worms share its link.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;
using Tags = std::vector<std::uint32_t>;
using Vcs = std::vector<unsigned>;

TEST_CASE("two worms on different VCs share an output flit by flit, taking turns exactly", "[quick]") {
  for (const std::uint16_t crossbar : {1, 3}) {
    wormhole_switch::Params p = test::middle_switch_with_vcs(2);
    p.crossbar = p.data_delay = p.header_delay = crossbar;
    SwitchBench bench(p);
    bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 4, 1, 0);
    bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 4, 2, 1);
    const auto log = bench.log_of(SwitchBench::right, 30);
    const std::uint64_t first = crossbar;
    REQUIRE(each(log, &Sent::edge) ==
            Edges{first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7});
    REQUIRE(each(log, &Sent::tag) == Tags{1, 1, 2, 1, 2, 1, 2, 2});  // the first choice is that of the second edge
    REQUIRE(each(log, &Sent::vc) == Vcs{0, 0, 1, 0, 1, 0, 1, 1});
  }
}

TEST_CASE("three worms on three VCs take turns, and then the remaining two take turns", "[quick]") {
  SwitchBench bench(test::middle_switch_with_vcs(3));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 2, 1, 0);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 4, 2, 1);
  bench.put_packet(0, SwitchBench::right, SwitchBench::to_right, 4, 3, 2);
  const auto log = bench.log_of(SwitchBench::right, 30);
  // The arbiter lets one header in an edge: right (port 0, VC 2), left, host. From then on the VCs go round.
  REQUIRE(each(log, &Sent::tag) == Tags{3, 1, 2, 3, 1, 2, 3, 2, 3, 2});
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("a worm takes every turn that another one leaves unused") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 8, 1, 0);
  bench.put(0, SwitchBench::host, Flit(FlitKind::head, VcId(1), SwitchBench::to_right, 2));
  bench.put(5, SwitchBench::host, Flit(FlitKind::tail, VcId(1), 1, 2));  // nothing in between
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::tag) == Tags{1, 1, 2, 1, 1, 1, 2, 1, 1, 1});
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("a link of one flit in n cycles carries one of each VC in turn, n edges apart") {
  for (const std::uint16_t n : {2, 3, 7}) {
    SwitchBench bench(test::middle_switch_with_vcs(2));
    bench.set_cycles_per_flit(SwitchBench::right, n);
    bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 3, 1, 0);
    bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 3, 2, 1);
    bench.put_packet(0, SwitchBench::right, SwitchBench::to_left, 2, 3, 0);  // another output is not slow
    Edges slow, fast;
    Tags tags;
    for (std::uint64_t at = bench.edge(); at < 60; at = bench.edge()) {
      if (bench.out(SwitchBench::left).valid()) fast.push_back(at);
      if (!bench.out(SwitchBench::right).valid()) continue;
      slow.push_back(at);
      tags.push_back(bench.out(SwitchBench::right).tag());
    }
    REQUIRE(slow == Edges{1, 1u + n, 1u + 2u * n, 1u + 3u * n, 1u + 4u * n, 1u + 5u * n});
    REQUIRE(tags == Tags{1, 1, 2, 1, 2, 2});
    REQUIRE(fast == Edges{1, 2});
  }
}

TEST_CASE("STOP of one VC, sampled at edge N, holds that VC from N + 1 on and gives its turns to the other") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 20, 1, 0);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 20, 2, 1);
  bench.run_to(10);
  bench.stop(bit(SwitchBench::right), 1);  // sampled at 11; VC 1 has the odd edges from 3 on
  auto log = bench.log_of(SwitchBench::right, 16);
  REQUIRE(each(log, &Sent::vc) == Vcs{1, 0, 0, 0, 0, 0});
  bench.stop(0, 1);  // sampled at 17: a choice again at 18, and VC 1 won the last one
  log = bench.log_of(SwitchBench::right, 20);
  REQUIRE(each(log, &Sent::vc) == Vcs{0, 0, 1, 0});
}

TEST_CASE("STOP is driven on the VC whose buffer fills, and on no other") {
  wormhole_switch::Params p = test::middle_switch_with_vcs(3);
  p.flow = {3, 1, 0};
  SwitchBench bench(p);
  bench.stop(bit(SwitchBench::right), 1);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 3, 1, 1);
  bench.put_packet(4, SwitchBench::left, SwitchBench::to_right, 3, 2, 2);
  bench.run_to(3);
  for (const unsigned vc : {0u, 1u, 2u}) REQUIRE(wormhole_switch::stop_out(bench.params, bench.state, vc) == 0);
  bench.run_to(4);
  REQUIRE(wormhole_switch::stop_out(bench.params, bench.state, 1) == bit(SwitchBench::left));
  bench.run_to(20);
  REQUIRE(wormhole_switch::stop_out(bench.params, bench.state, 1) == bit(SwitchBench::left));
  for (const unsigned vc : {0u, 2u}) REQUIRE(wormhole_switch::stop_out(bench.params, bench.state, vc) == 0);
}

TEST_CASE("all of 16 VCs share an output in turn") {
  SwitchBench bench(test::middle_switch_with_vcs(16));
  for (unsigned vc = 0; vc < 16; ++vc) bench.stop(bit(SwitchBench::right), vc);
  bench.run_to(0);
  for (unsigned vc = 0; vc < 16; ++vc)
    bench.put_packet(1 + 3 * vc, SwitchBench::left, SwitchBench::to_right, 3, 100 + vc, vc);
  bench.run_to(60);
  REQUIRE(wormhole_switch::flits_held(bench.params, bench.state) == 48);
  for (unsigned vc = 0; vc < 16; ++vc) bench.stop(0, vc);
  const auto log = bench.log_of(SwitchBench::right, 120);  // 61 samples GO
  REQUIRE(log.size() == 48);
  for (unsigned n = 0; n < 48; ++n) {
    REQUIRE(log[n].edge == 62 + n);
    REQUIRE(log[n].vc == n % 16);
    REQUIRE(log[n].tag == 100 + n % 16);
  }
}

TEST_CASE("a lone worm is as fast with VCs as without", "[quick]") {  // timing_test.cpp
  for (const std::uint8_t vcs : {2, 16})
    for (const std::uint16_t crossbar : {1, 2, 5})
      for (const std::uint16_t read : {0, 3})
        for (const std::uint16_t arbitration : {0, 4})
          for (const std::uint16_t routing : {0, 1}) {
            wormhole_switch::Params p = test::middle_switch_with_vcs(vcs);
            p.crossbar = crossbar;
            p.data_delay = static_cast<std::uint16_t>(crossbar + read);
            p.arbitration = arbitration;
            p.header_delay = static_cast<std::uint16_t>(p.data_delay + arbitration + routing);
            SwitchBench bench(p);
            bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 4, 1, vcs - 1u);
            const std::uint64_t head = 10 + p.header_delay;
            REQUIRE(bench.edges_of(SwitchBench::right, 1, 60) == Edges{head, head + 1, head + 2, head + 3});
          }
}

TEST_CASE("the counter of an output's flits is the number of flits on its wire") {
  for (const std::uint8_t vcs : {1, 2, 4}) {
    wormhole_switch::Params p = test::middle_switch_with_vcs(vcs, route_unit::VcAssignment::any);
    p.crossbar = p.data_delay = p.header_delay = 2;
    SwitchBench bench(p);
    for (unsigned n = 0; n < 6; ++n)
      for (unsigned port = 0; port < 3; ++port) bench.put_packet(3 * n, port, (n + port) % 3, 1 + n % 3, n, n % vcs);
    std::uint64_t seen[3] = {};
    for (std::uint64_t at = bench.edge(); at < 80; at = bench.edge())
      for (unsigned port = 0; port < 3; ++port) seen[port] += bench.out(port).valid();
    for (unsigned port = 0; port < 3; ++port) REQUIRE(bench.state.out[port].flits == seen[port]);
    REQUIRE(seen[0] + seen[1] + seen[2] == 3 * 2 * (1 + 2 + 3));
  }
}
