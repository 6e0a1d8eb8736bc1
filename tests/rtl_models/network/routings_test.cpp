// Networks with tables of all forms under load: every packet arrives, once, unharmed.
#include <catch2/catch.hpp>

#include <array>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/route_table.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/shape.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using network::Fabric;
using network::Netlist;
using routing::Algorithm;
using topology::Shape;

namespace {

/// Each host sends 60 packets of 6 flits to the others, as fast as possible; buffers for 8 flits.
Netlist loaded(const Shape& shape, Algorithm algorithm, route_unit::Kind kind, std::uint8_t vcs, bool whole_packets) {
  Netlist netlist;
  const topology::Structure structure = topology::build(shape, netlist);
  routing::Settings settings;
  settings.algorithm = algorithm;
  settings.at_switch = kind;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.virtual_channels = vcs;
  p.flow = {1, 0, 0, flow_controller::Kind::credit};
  p.buffer.flits = whole_packets ? 16 : 8;
  p.switching = whole_packets ? wormhole_switch::Switching::virtual_cut_through : wormhole_switch::Switching::wormhole;
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.packet_flits = 6;
  traffic.packets_per_cycle = 1.0 / 6;
  traffic.packet_limit = 60;
  return netlist;
}

/// Runs until all packets have arrived, at most `most_cycles`; returns the totals.
test::Totals drained(Fabric& fabric, std::uint64_t most_cycles) {
  const std::uint64_t packets = 60 * fabric.netlist().endpoints.size();
  for (std::uint64_t end = 500; end <= most_cycles; end += 500) {
    fabric.run_until(Cycle(end));
    if (test::totals(fabric).packets_received == packets) break;
  }
  return test::totals(fabric);
}

void check_all_arrive(const Netlist& netlist) {
  Fabric fabric(elaborate(netlist));
  const test::Totals totals = drained(fabric, 100'000);
  CHECK(totals.packets_received == 60 * fabric.netlist().endpoints.size());
  CHECK(totals.conserved());
  CHECK(totals.in_buffers + totals.on_links == 0);
  CHECK_FALSE(totals.switch_errors);
  CHECK_FALSE(totals.endpoint_errors);
}

}  // namespace

TEST_CASE("adaptive routing drains any network at saturation, with one adaptive channel or several") {
  const std::pair<Shape, std::uint8_t> shapes[] = {
      {topology::Mesh{{5, 5}, 1, 1}, 1},    {topology::Mesh{{4, 4}, 1, 1, 1, true}, 2},
      {topology::Hypercube{4, 1}, 1},       {topology::FatTree{3, 3}, 1},
      {topology::Dragonfly{4, 2, 5, 1}, 1}, {topology::RandomGraph{20, 3, 1, 7}, 1}};
  for (const auto& [shape, escapes] : shapes)
    for (const bool whole_packets : {false, true})
      for (const unsigned adaptive : {1u, 3u}) {
        INFO(topology::text(shape) << (whole_packets ? ", virtual cut-through, " : ", ") << adaptive);
        check_all_arrive(loaded(shape, Algorithm::adaptive, route_unit::Kind::table,
                                static_cast<std::uint8_t>(escapes + adaptive), whole_packets));
      }
}

TEST_CASE("two rows, classes, minimal sets and Valiant's two legs lead every packet home, from switches and sources",
          "[quick]") {
  struct Case {
    Shape shape;
    Algorithm algorithm;
    std::uint8_t vcs;
  };
  const Case cases[] = {{topology::RandomGraph{15, 3, 2, 3}, Algorithm::up_down, 1},
                        {topology::StarOfStars{4, 3}, Algorithm::up_down, 2},
                        {topology::Dragonfly{4, 2, 5, 1}, Algorithm::minimal, 2},
                        {topology::FatTree{2, 3}, Algorithm::minimal, 1},
                        {topology::Mesh{{4, 4}, 1, 1, 1, true}, Algorithm::dateline, 2},
                        {topology::Mesh{{4, 4}, 1, 1}, Algorithm::valiant, 2},
                        {topology::Mesh{{4, 4}, 1, 1, 1, true}, Algorithm::valiant, 4},
                        {topology::RandomGraph{12, 3, 1, 5}, Algorithm::valiant, 2},
                        {topology::Dragonfly{4, 2, 5, 1}, Algorithm::valiant, 4}};
  unsigned shifted = 0;
  for (const Case& c : cases)
    for (const route_unit::Kind kind :
         {route_unit::Kind::table, route_unit::Kind::source_stripped, route_unit::Kind::source_shifted}) {
      INFO(topology::text(c.shape) << ", algorithm " << static_cast<int>(c.algorithm) << ", kind "
                                   << static_cast<int>(kind));
      const Netlist netlist = loaded(c.shape, c.algorithm, kind, c.vcs, false);
      if (kind == route_unit::Kind::source_shifted) {
        const route_unit::Params route = network::completed_routing(netlist);
        const unsigned most = port::most_shifted_hops(route.port_bits() + route.class_bits());
        const bool fits = network::longest_route(netlist) <= most;

        CHECK(network::violations(netlist).empty() == fits);
        if (!fits) continue;
        ++shifted;
      }
      check_all_arrive(netlist);
    }
  CHECK(shifted == 6);  // of nine: the others have routes that are too long for a header
}

TEST_CASE("Valiant's packets take the hops of two legs, by way of a random host") {
  // On a ring of 6 the mean distance from a switch to a random one, itself included, is 1.5; a switch more than hops.
  for (const route_unit::Kind kind : {route_unit::Kind::table, route_unit::Kind::source_shifted}) {
    Netlist netlist = loaded(topology::Ring{6, 1}, Algorithm::valiant, kind, 4, false);
    netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
    for (std::size_t i = 0; i < 6; ++i)
      netlist.workloads[0].traffic.set_partner(i, NodeId(static_cast<std::uint32_t>((i + 1) % 6)));
    netlist.workloads[0].traffic.packets_per_cycle = 0.01;
    netlist.workloads[0].traffic.packet_limit = 4000;
    Fabric fabric(elaborate(netlist));
    fabric.run_until(Cycle(450'000));
    const test::Totals totals = test::totals(fabric);
    REQUIRE(totals.packets_received == 24'000);
    const double switches = static_cast<double>(totals.switch_flits) / 6 / 24'000;
    CHECK(switches == Approx(4.0).margin(0.03));  // 1.5 + 1.5 hops and the first switch; two standard errors: 0.02
  }
}

TEST_CASE("a source takes each minimal way equally often", "[quick]") {
  // On a hypercube of 4 switches a packet to the far corner has two ways.
  Netlist netlist = loaded(topology::Hypercube{2, 1}, Algorithm::minimal, route_unit::Kind::source_stripped, 1, false);
  const port::SourceRoutes routes = network::source_routes(network::completed(netlist));
  RandomStream random(1, 0, RandomPurpose::ways);
  std::array<unsigned, 2> taken{};
  std::array<std::uint16_t, 8> route{};
  for (unsigned n = 0; n < 10'000; ++n) {
    REQUIRE(routes.draw(NodeId(0), NodeId(3), route.data(), 8, random) == 3);
    REQUIRE(route[0] < 2);
    REQUIRE(route[1] == 1 - route[0]);
    REQUIRE(route[2] == 2);
    ++taken.at(route[0]);
  }
  CHECK(taken[0] > 4800);  // four standard deviations
  CHECK(taken[0] < 5200);
}
