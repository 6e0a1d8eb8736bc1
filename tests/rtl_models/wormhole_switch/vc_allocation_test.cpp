// Virtual channels: the order of an input's lanes, and the arbiter's choice among headers on several channels.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using router_arbiter::Policy;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;
using Tags = std::vector<std::uint32_t>;

namespace {

void stop_all(SwitchBench& bench, PortMask outputs) {
  for (unsigned vc = 0; vc < bench.params.virtual_channels; ++vc) bench.stop(outputs, vc);
}

}  // namespace

TEST_CASE("an input with worms on two VCs for two outputs sends one flit an edge, the VCs taking turns") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  stop_all(bench, 7);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 4, 1, 0);
  bench.put_packet(5, SwitchBench::left, SwitchBench::to_host, 4, 2, 1);
  bench.run_to(10);
  stop_all(bench, 0);  // sampled at 11
  Edges right, host;
  for (std::uint64_t at = bench.edge(); at < 30; at = bench.edge()) {
    if (bench.out(SwitchBench::right).valid()) right.push_back(at);
    if (bench.out(SwitchBench::host).valid()) host.push_back(at);
  }
  REQUIRE(right == Edges{12, 14, 16, 18});
  REQUIRE(host == Edges{13, 15, 17, 19});
}

TEST_CASE("two inputs with two VCs each keep two outputs busy in every cycle") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  stop_all(bench, 7);
  bench.run_to(0);
  for (const unsigned port : {SwitchBench::left, SwitchBench::host}) {
    const bool swapped = port == SwitchBench::host;
    bench.put_packet(1, port, swapped ? SwitchBench::to_left : SwitchBench::to_right, 6, 1, 0);
    bench.put_packet(7, port, swapped ? SwitchBench::to_right : SwitchBench::to_left, 6, 2, 1);
  }
  bench.run_to(14);
  stop_all(bench, 0);
  unsigned right = 0, left = 0;
  for (std::uint64_t at = bench.edge(); at < 40; at = bench.edge()) {
    right += bench.out(SwitchBench::right).valid();
    left += bench.out(SwitchBench::left).valid();
    if (at == 27) REQUIRE(right + left == 24);  // 12 flits each from edge 16 on
  }
  REQUIRE(right == 12);
  REQUIRE(left == 12);
}

TEST_CASE("an input's bid that loses at the output uses up its turn: the next bid is another lane's", "[quick]") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  stop_all(bench, 7);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::right, SwitchBench::to_host, 1, 1, 0);  // input 0 wins at the host's output
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_host, 1, 2, 0);   // loses once
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 1, 3, 1);  // next in turn
  bench.run_to(5);
  stop_all(bench, 0);
  std::map<std::uint32_t, std::uint64_t> at_edge;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge())
    for (unsigned port = 0; port < 3; ++port)
      if (bench.out(port).valid()) at_edge[bench.out(port).tag()] = at;
  REQUIRE(at_edge == std::map<std::uint32_t, std::uint64_t>{{1, 7}, {3, 8}, {2, 9}});
}

TEST_CASE("a lane that its output's arbiter starves does not hold up the other lanes of its input") {
  auto p = test::middle_switch_with_vcs(2);
  p.arbiter = router_arbiter::Policy::fixed_priority;
  SwitchBench bench(p);
  for (unsigned n = 0; n < 500; ++n) bench.put_packet(n, SwitchBench::right, SwitchBench::to_host, 1, 1, 0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_host, 1, 2, 0);   // always loses
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 4, 3, 1);  // its output is idle
  // From edge 3 on both lanes bid. They are chosen in turn, the first one in vain.
  REQUIRE(bench.edges_of(SwitchBench::right, 3, 700) == Edges{4, 6, 8, 10});
}

TEST_CASE("the least recently chosen lane of an input goes first, whichever lanes have flits in between", "[quick]") {
  SwitchBench bench(test::middle_switch_with_vcs(3));
  stop_all(bench, 7);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 6, 1, 0);
  bench.put_packet(7, SwitchBench::left, SwitchBench::to_host, 6, 2, 1);
  bench.put_packet(13, SwitchBench::left, SwitchBench::to_left, 6, 3, 2);
  bench.run_to(20);
  for (const unsigned vc : {0u, 1u}) bench.stop(0, vc);  // 0 and 1 go at 22, 23, 24; VC 2 joins at 26
  bench.run_to(24);
  bench.stop(0, 2);
  Tags order;
  for (std::uint64_t at = bench.edge(); at < 60; at = bench.edge())
    for (unsigned port = 0; port < 3; ++port)
      if (bench.out(port).valid()) order.push_back(bench.out(port).tag());
  REQUIRE(order == Tags{2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 3});
}

TEST_CASE("a lane whose link takes one flit in two cycles is not starved by a fast one of the same input") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.set_cycles_per_flit(SwitchBench::host, 2);
  stop_all(bench, 7);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 25, 1, 0);
  bench.put_packet(26, SwitchBench::left, SwitchBench::to_host, 25, 2, 1);
  bench.run_to(60);
  stop_all(bench, 0);
  unsigned fast = 0, slow = 0;
  for (std::uint64_t at = bench.edge(); at < 92; at = bench.edge()) {
    fast += bench.out(SwitchBench::right).valid();
    slow += bench.out(SwitchBench::host).valid();
  }
  REQUIRE(fast + slow == 30);  // 62 .. 91, not one idle
  // The slow lane has one edge in three: at the next one its link is busy, and then it is the other lane's turn.
  REQUIRE(slow == 10);
}

TEST_CASE("the arbiter's policy decides among headers on several VCs for one output") {
  const auto order = [](Policy policy) {
    wormhole_switch::Params p = test::middle_switch_with_vcs(3, route_unit::VcAssignment::any);
    p.arbiter = policy;
    SwitchBench bench(p);
    stop_all(bench, 7);
    bench.run_to(0);
    bench.put_packet(3, SwitchBench::right, SwitchBench::to_host, 1, 0, 2);  // input 0, asks last
    bench.put_packet(2, SwitchBench::left, SwitchBench::to_host, 1, 1, 0);   // input 1
    bench.put_packet(1, SwitchBench::host, SwitchBench::to_host, 1, 2, 1);   // input 2, asks first
    bench.put_packet(8, SwitchBench::right, SwitchBench::to_host, 1, 10, 2);
    bench.run_to(6);
    stop_all(bench, 0);  // sampled at 7, headers go at 8, 9, 10 ...
    return each(bench.log_of(SwitchBench::host, 30), &Sent::tag);
  };
  REQUIRE(order(Policy::round_robin) == Tags{0, 1, 2, 10});
  REQUIRE(order(Policy::matrix) == Tags{0, 1, 2, 10});
  REQUIRE(order(Policy::fixed_priority) == Tags{0, 10, 1, 2});
  REQUIRE(order(Policy::oldest_first) == Tags{2, 1, 0, 10});
}

TEST_CASE("oldest_first counts from the request, not from the write into the buffer", "[quick]") {
  wormhole_switch::Params p = test::middle_switch_with_vcs(2);
  p.arbiter = Policy::oldest_first;
  SwitchBench bench(p);
  stop_all(bench, bit(SwitchBench::host));
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::right, SwitchBench::to_right, 9, 1, 0);  // 2 .. 10
  bench.put_packet(10, SwitchBench::right, SwitchBench::to_host, 1, 2, 0);  // written at 10, asks at 11
  bench.put_packet(9, SwitchBench::host, SwitchBench::to_host, 1, 3, 1);    // asks at 10
  bench.put_packet(12, SwitchBench::left, SwitchBench::to_host, 1, 4, 1);   // asks at 13
  bench.run_to(20);
  stop_all(bench, 0);
  REQUIRE(each(bench.log_of(SwitchBench::host, 40), &Sent::tag) == Tags{3, 2, 4});

  SwitchBench held(p);
  stop_all(held, 7);
  held.run_to(0);
  held.put_packet(1, SwitchBench::right, SwitchBench::to_right, 2, 1, 0);  // stopped: the next flits cannot ask
  held.put_packet(3, SwitchBench::right, SwitchBench::to_host, 1, 2, 0);   // written first, asks last
  held.put_packet(8, SwitchBench::host, SwitchBench::to_host, 1, 3, 1);
  held.run_to(20);
  held.stop(bit(SwitchBench::host), 0);
  held.stop(bit(SwitchBench::host), 1);  // the worm ahead goes
  held.run_to(30);
  stop_all(held, 0);
  REQUIRE(each(held.log_of(SwitchBench::host, 50), &Sent::tag) == Tags{3, 2});
}

TEST_CASE("all three inputs with packets on all VCs share an output evenly, for every fair arbiter") {
  for (const auto& [policy, word, summary, is_fair] : router_arbiter::all_policies)
    for (const auto assignment : {route_unit::VcAssignment::keep, route_unit::VcAssignment::any})
      for (const std::uint8_t vcs : {2, 4}) {
        if (!is_fair) continue;
        wormhole_switch::Params p = test::middle_switch_with_vcs(vcs, assignment);
        p.arbiter = policy;
        SwitchBench bench(p);
        for (unsigned n = 0; n < 12; ++n)
          for (unsigned port = 0; port < 3; ++port)
            bench.put_packet(4 * n, port, SwitchBench::to_host, 4, port, n % vcs);
        const auto log = bench.log_of(SwitchBench::host, 200);
        REQUIRE(log.size() == 3 * 12 * 4);
        REQUIRE(log.back().edge == 144);  // not one cycle idle
        unsigned count[3] = {};
        for (unsigned n = 0; n < 72; ++n) ++count[log[n].tag];
        for (const unsigned of_port : count) REQUIRE(std::abs(static_cast<int>(of_port) - 24) <= 8);  // two packets
      }
}
