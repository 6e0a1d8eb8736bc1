// Virtual cut-through: a packet that has begun is not held back.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::Sent;
using test::SwitchBench;
using wormhole_switch::Switching;
using Edges = std::vector<std::uint64_t>;

namespace {

wormhole_switch::Params cutting_through(flow_controller::Kind kind, std::uint16_t longest, std::uint8_t vcs = 1) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs);
  p.switching = Switching::virtual_cut_through;
  p.longest_packet = longest;
  p.flow.kind = kind;
  return p;
}

}  // namespace

TEST_CASE("a packet whose head has left leaves without a gap, even with STOP right after its head", "[quick]") {
  for (const Switching switching : {Switching::wormhole, Switching::virtual_cut_through}) {
    wormhole_switch::Params p = cutting_through(flow_controller::Kind::stop_go, 6);
    p.switching = switching;
    SwitchBench bench(p);
    bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 6, 1);
    bench.put_packet(16, SwitchBench::left, SwitchBench::to_right, 6, 2);
    bench.run_to(10);
    bench.stop(bit(SwitchBench::right));  // sampled at 11, at which the head leaves
    const bool whole = switching == Switching::virtual_cut_through;
    REQUIRE(bench.edges_of(SwitchBench::right, 1, 40) == (whole ? Edges{11, 12, 13, 14, 15, 16} : Edges{11}));
    REQUIRE(bench.state.in[SwitchBench::left].buffer.count == (whole ? 6 : 11));
    bench.stop(0);  // sampled at 41
    const Edges second = bench.edges_of(SwitchBench::right, 2, 60);
    REQUIRE(second.front() == (whole ? 42 : 47));
    REQUIRE(second.size() == 6);
  }
}

TEST_CASE("STOP sampled one edge before the head would leave holds the whole packet back") {
  SwitchBench bench(cutting_through(flow_controller::Kind::stop_go, 6));
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 6, 1);
  bench.run_to(9);
  bench.stop(bit(SwitchBench::right));  // sampled at 10
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 30).empty());
  bench.stop(0);  // sampled at 31
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 60) == Edges{32, 33, 34, 35, 36, 37});
}

TEST_CASE("with credits a header waits until the longest packet has room as a whole: not at N-1, at N") {
  wormhole_switch::Params p = cutting_through(flow_controller::Kind::credit, 4);
  p.buffer.flits = 7;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 4, 1);  // 3 credits are left
  bench.put_packet(4, SwitchBench::left, SwitchBench::to_right, 4, 2);
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 20) == Edges{1, 2, 3, 4});
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 3);
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 4);
  bench.credit(30, bit(SwitchBench::right));
  REQUIRE(bench.edges_of(SwitchBench::right, 2, 60) == Edges{31, 32, 33, 34});
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 0);
}

TEST_CASE("with credits a short packet waits for the room of the longest one, too", "[quick]") {
  wormhole_switch::Params p = cutting_through(flow_controller::Kind::credit, 4);
  p.buffer.flits = 4;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 1, 1);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 1, 2);
  REQUIRE(bench.edges_of(SwitchBench::right, 2, 20).empty());
  bench.credit(30, bit(SwitchBench::right));
  REQUIRE(bench.edges_of(SwitchBench::right, 2, 60) == Edges{31});
}

TEST_CASE("with `any` a header takes a VC with room for the packet") {
  wormhole_switch::Params p = cutting_through(flow_controller::Kind::credit, 4, 2);
  p.route.vc_assignment = route_unit::VcAssignment::any;
  p.buffer.flits = 5;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 2, 1);  // VC 0, 3 credits are left
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 4, 2);  // VC 1
  bench.put_packet(6, SwitchBench::left, SwitchBench::to_right, 1, 3);  // neither
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 4, 5, 6});
  REQUIRE(each(log, &Sent::vc) == std::vector<unsigned>{0, 0, 1, 1, 1, 1});
}

TEST_CASE("two packets on two VCs that have begun share the link under STOP until both have passed") {
  SwitchBench bench(cutting_through(flow_controller::Kind::stop_go, 3, 2));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 3, 1, 0);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 3, 2, 1);
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 3, 3, 0);
  bench.run_to(2);
  for (const unsigned vc : {0u, 1u}) bench.stop(bit(SwitchBench::right), vc);  // sampled at 3, with the second head
  REQUIRE(each(bench.log_of(SwitchBench::right, 30), &Sent::tag) == std::vector<std::uint32_t>{2, 1, 2, 2});
}
