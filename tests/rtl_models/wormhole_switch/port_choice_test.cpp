// A header that may choose among output ports: the port that it asks for, and when it asks elsewhere. To the cycle.
//
// Ports 0, 1, 2 to other switches, 3 to a host. Node 0 by port 0 or 1, its escape channel at port 0; node 1: the host.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using route_unit::Choice;
using route_unit::TableEntry;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;
using Vcs = std::vector<unsigned>;

namespace {

constexpr unsigned from_switch = 2, from_host = 3;
constexpr PortMask both = 0b11;

route_unit::Place place() {
  static const std::uint16_t table[] = {TableEntry(0, 0).word(), TableEntry(3, 0).word()};
  static const std::uint16_t choices[] = {0, 1};
  static const PortSet sets[] = {both, bit(3)};
  route_unit::Place place;
  place.table = table;
  place.choices = choices;
  place.port_sets = sets;
  place.hosts = bit(from_host);
  return place;
}

wormhole_switch::Params choice_params(Choice choice, std::uint8_t vcs) {
  wormhole_switch::Params p;
  p.ports = 4;
  p.virtual_channels = vcs;
  p.buffer.flits = 32;
  p.flow = {29, 4, 0};
  p.route.kind = route_unit::Kind::table;
  p.route.nodes = 2;
  p.route.choice = choice;
  REQUIRE(p.violations().empty());
  return p;
}

/// VC 0 is the escape channel, 1 and 2 are adaptive.
class AdaptiveBench : public SwitchBench {
 public:
  explicit AdaptiveBench(const wormhole_switch::Params& p = choice_params(Choice::adaptive, 3))
      : SwitchBench(p, 0b1111, place()) {}

  /// STOP wires of both ports; they take effect after the next edge.
  void stop_vcs(VcMask vcs) {
    for (unsigned v = 0; v < params.virtual_channels; ++v) stop(has(vcs, v) ? both : 0, v);
  }
};

}  // namespace

TEST_CASE("among ports with equally many open lanes a header asks the next one after the last asked, in a circle") {
  AdaptiveBench bench;
  for (unsigned n = 0; n < 4; ++n) bench.put_packet(n, from_host, 0, 1, n + 1);
  std::vector<unsigned> ports;
  for (std::uint64_t at = bench.edge(); at < 10; at = bench.edge())
    for (const unsigned port : {0u, 1u})
      if (bench.out(port).valid()) {
        REQUIRE(at == bench.out(port).tag());
        REQUIRE(bench.out(port).vc().value == 1);  // the lowest adaptive one
        ports.push_back(port);
      }
  REQUIRE(ports == std::vector<unsigned>{1, 0, 1, 0});
}

TEST_CASE("a header asks for the port with the most open adaptive lanes, whatever the turn") {
  AdaptiveBench bench;
  bench.stop(bit(1), 2);  // port 1 would be next
  bench.run_to(0);
  bench.put_packet(1, from_host, 0, 2, 7);
  REQUIRE(bench.edges_of(0, 7, 9) == Edges{2, 3});
}

TEST_CASE("with no adaptive lane open a header takes its escape channel, and is bound to it from there on") {
  AdaptiveBench bench;
  bench.stop_vcs(0b110);
  bench.run_to(0);
  bench.put_packet(1, from_host, 0, 2, 7);
  const std::vector<Sent> log = bench.log_of(0, 9);
  REQUIRE(each(log, &Sent::edge) == Edges{2, 3});
  REQUIRE(each(log, &Sent::vc) == Vcs{0, 0});
  bench.stop_vcs(0);
  bench.run_to(10);
  bench.put_packet(11, from_switch, 0, 2, 8, 0);  // came on the escape channel
  bench.put_packet(13, from_switch, 0, 2, 9, 1);  // came on an adaptive one
  std::vector<Sent> both_ports;
  for (std::uint64_t at = bench.edge(); at < 30; at = bench.edge())
    for (const unsigned port : {0u, 1u})
      if (const Flit flit = bench.out(port); flit.valid())
        both_ports.push_back({at, flit.tag() * 10 + port, flit.vc().value, flit.kind()});
  REQUIRE(each(both_ports, &Sent::tag) == std::vector<std::uint32_t>{80, 80, 91, 91});
  REQUIRE(each(both_ports, &Sent::vc) == Vcs{0, 0, 1, 1});
}

TEST_CASE("to a host there is no choice of port, and every lane is allowed", "[quick]") {
  AdaptiveBench bench;
  bench.stop(bit(3), 0);
  bench.run_to(0);
  bench.put_packet(1, from_switch, 1, 2, 7, 0);
  const std::vector<Sent> log = bench.log_of(3, 9);
  REQUIRE(each(log, &Sent::edge) == Edges{2, 3});
  REQUIRE(each(log, &Sent::vc) == Vcs{1, 1});
}

TEST_CASE("a header without an open lane waits, and takes the first that opens; each port counts its own demand") {
  AdaptiveBench bench;
  bench.stop_vcs(0b111);
  bench.run_to(1);
  bench.put_packet(2, from_switch, 0, 1, 7, 1);  // asks for port 1 at edge 3
  bench.run_to(9);
  REQUIRE(demanded(bench, 1, 10) == 7);
  REQUIRE(demanded(bench, 0, 10) == 0);
  bench.stop(bit(1), 2);  // port 0 opens: sampled at edge 10
  REQUIRE(bench.edges_of(0, 7, 20) == Edges{11});
  REQUIRE(demanded(bench, 1, 21) == 8);
  REQUIRE(demanded(bench, 0, 21) == 1);
  REQUIRE(bench.state.waits[crossbar::lane_index(from_switch, 1, 3)].cycles == 8);
  REQUIRE(bench.state.wanted == 0);
  REQUIRE_FALSE(bench.awake);
}

TEST_CASE("a header that waits for one port takes another that is released first", "[quick]") {
  SwitchBench bench(choice_params(Choice::minimal, 1), 0b1111, place());
  bench.put_packet(0, from_host, 0, 10, 1);  // port 1: the next one after 0
  bench.put_packet(0, from_switch, 0, 4,
                   2);  // which loses port 1 to the arbiter's choice, and is at port 0 an edge later
  bench.put_packet(2, 0, 0, 3, 3);
  std::vector<Sent> log[2];
  for (std::uint64_t at = bench.edge(); at < 30; at = bench.edge())
    for (const unsigned port : {0u, 1u})
      if (const Flit flit = bench.out(port); flit.valid())
        log[port].push_back({at, flit.tag(), flit.vc().value, flit.kind()});
  // Input 2 comes before input 3 at the arbiter.
  REQUIRE(each(log[1], &Sent::tag) == std::vector<std::uint32_t>{2, 2, 2, 2, 3, 3, 3});
  REQUIRE(each(log[1], &Sent::edge) == Edges{1, 2, 3, 4, 5, 6, 7});
  REQUIRE(each(log[0], &Sent::edge) == Edges{2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  REQUIRE(demanded(bench, 1, 31) == 7);
  REQUIRE(demanded(bench, 0, 31) == 10);  // the loser's first edge was port 1's
}

TEST_CASE("with credits an adaptive lane is open if the next buffer is empty, an escape lane if it has room") {
  wormhole_switch::Params p = choice_params(Choice::adaptive, 3);
  p.buffer.flits = 4;
  p.flow = {1, 0, 0, flow_controller::Kind::credit};
  AdaptiveBench bench(p);
  for (unsigned n = 0; n < 7; ++n) {
    bench.put_packet(4 * n, from_switch, 0, 2, n + 1, 1);
    bench.credit(100, 0);
  }
  std::vector<std::string> ways;
  const auto run_to = [&](std::uint64_t last) {
    for (std::uint64_t at = bench.edge(); at < last; at = bench.edge())
      for (const unsigned port : {0u, 1u})
        if (const Flit flit = bench.out(port); flit.valid() && flit.opens_worm())
          ways.push_back(std::to_string(at) + ": p" + std::to_string(port) + " vc" + std::to_string(flit.vc().value));
  };
  run_to(40);
  REQUIRE(ways ==
          std::vector<std::string>{"1: p1 vc1", "5: p0 vc1", "9: p1 vc2", "13: p0 vc2", "17: p0 vc0", "21: p0 vc0"});
  bench.credit(50, bit(1), 1);
  run_to(60);
  REQUIRE(ways.size() == 6);
  bench.credit(70, bit(1), 1);
  run_to(90);
  REQUIRE(ways.back() == "71: p1 vc1");
}
