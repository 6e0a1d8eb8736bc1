// Credits at a switch: those it spends at its outputs and returns at its inputs, to the cycle.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;

namespace {

wormhole_switch::Params with_credits(std::uint16_t flits, std::uint8_t vcs = 1, std::uint8_t fc = 0) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs);
  p.buffer.flits = flits;
  p.flow = {1, 0, fc, flow_controller::Kind::credit};
  return p;
}

}  // namespace

TEST_CASE("as many flits leave as the next buffer holds; a credit sampled at edge N lets one go at N + fc + 1") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    SwitchBench bench(with_credits(3, 1, fc));
    bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 6, 1);
    bench.credit(20, bit(SwitchBench::right));
    bench.credit(30, bit(SwitchBench::right));
    bench.credit(31, bit(SwitchBench::right));
    REQUIRE(bench.edges_of(SwitchBench::right, 1, 60) == Edges{1, 2, 3, 21u + fc, 31u + fc, 32u + fc});
  }
}

TEST_CASE("a credit held high for three cycles is three credits") {
  SwitchBench bench(with_credits(3));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 6, 1);
  for (unsigned edge = 20; edge < 23; ++edge) bench.credit(edge, bit(SwitchBench::right));
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 60) == Edges{1, 2, 3, 21, 22, 23});
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 0);
}

TEST_CASE("a flit that leaves the buffer at edge N is a credit on the wire in cycle N + 1 + fc, for one cycle",
          "[quick]") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    SwitchBench bench(with_credits(8, 1, fc));
    bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));   // leaves at 1
    bench.put(10, SwitchBench::left, Flit(FlitKind::body, VcId(0), SwitchBench::to_right, 1));  // at 11
    bench.put(11, SwitchBench::left, Flit(FlitKind::tail, VcId(0), SwitchBench::to_right, 1));  // at 12
    Edges high;
    for (std::uint64_t at = bench.edge(); at < 40; at = bench.edge())
      if (wormhole_switch::stop_out(bench.params, bench.state, 0) == bit(SwitchBench::left)) high.push_back(at);
    REQUIRE(high == Edges{2u + fc, 12u + fc, 13u + fc});
    REQUIRE_FALSE(bench.awake);
  }
}

TEST_CASE("a switch with credits in flight does not sleep") {
  SwitchBench bench(with_credits(8, 1, 2));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 1, 1);  // leaves at 1, pulse in cycle 4
  for (std::uint64_t at = bench.edge(); at < 5; at = bench.edge()) REQUIRE(bench.awake);
  REQUIRE_FALSE(bench.awake);  // edge 5 has withdrawn it
  bench.credit(10, bit(SwitchBench::right));
  bench.run_to(9);
  bench.edge();
  REQUIRE(bench.awake);
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 7);
  bench.run_to(12);
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 8);
  REQUIRE_FALSE(bench.awake);
}

TEST_CASE("the credits of one VC do not count for another") {
  SwitchBench bench(with_credits(3, 2));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 5, 1, 0);
  bench.put_packet(10, SwitchBench::host, SwitchBench::to_right, 5, 2, 1);
  bench.credit(20, bit(SwitchBench::right), 1);
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 11, 12, 13, 21});
  REQUIRE(each(log, &Sent::vc) == std::vector<unsigned>{0, 0, 0, 1, 1, 1, 1});
}

TEST_CASE("with `any` a header avoids the VC without a credit", "[quick]") {
  wormhole_switch::Params p = with_credits(2, 2);
  p.route.vc_assignment = route_unit::VcAssignment::any;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 2, 1, 0);  // uses up VC 0
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 1, 2, 0);
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 1, 3, 0);
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 4});
  REQUIRE(each(log, &Sent::vc) == std::vector<unsigned>{0, 0, 1, 1});
}

TEST_CASE("an output to a host needs no credits") {
  SwitchBench bench(with_credits(2));
  wormhole_switch::set_unlimited(bench.params, bench.state, PortId(SwitchBench::host));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_host, 9, 1);
  REQUIRE(bench.edges_of(SwitchBench::host, 1, 30).size() == 9);
  bench.put_packet(40, SwitchBench::left, SwitchBench::to_right, 1, 2);
  bench.put_packet(41, SwitchBench::left, SwitchBench::to_right, 2, 3);
  REQUIRE(bench.log_of(SwitchBench::right, 60).size() == 2);  // as many as there are credits
}

TEST_CASE("a flit in the crossbar has already paid its credit") {
  wormhole_switch::Params p = with_credits(2);
  p.crossbar = p.data_delay = p.header_delay = 4;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 2, 1);
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 2, 2);
  bench.run_to(2);  // both flits of packet 1 are taken; none is on the output register
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 0);
  REQUIRE(bench.edges_of(SwitchBench::right, 1, 30) == Edges{4, 5});
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 2);
}
