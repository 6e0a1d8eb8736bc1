#include "testbench/routing/dimension_order.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using network::Netlist;
using network::RouteTables;
using routing::Dateline;
using routing::SwitchGraph;
using test::table_entry;
using topology::Structure;
using Size = std::vector<std::uint16_t>;

namespace {

Netlist two_channel_grid(const Size& size, bool wraps, std::uint8_t hosts = 1) {
  Netlist netlist;
  netlist.switch_kinds[0].virtual_channels = 2;
  topology::build({size, hosts, 1, 1, wraps}, netlist);
  netlist.routing.virtual_channels = 2;
  return netlist;
}

Structure structure(const Size& size, bool wraps) {
  return {wraps ? topology::Kind::torus : topology::Kind::mesh, size, wraps, {}, {}};
}

}  // namespace

TEST_CASE("the tables of meshes and tori hold what switches compute, class and all") {
  for (const Size& size : {Size{8, 8}, {5}, {4, 3}, {2, 2}, {6, 1, 3}, {3, 4, 2, 2}})
    for (const bool wraps : {false, true}) {
      const Netlist netlist = two_channel_grid(size, wraps, 2);
      const SwitchGraph graph(netlist);
      const RouteTables tables = routing::dimension_order(graph, structure(size, wraps), Dateline::cut);
      const RouteTables plain = routing::dimension_order(graph, structure(size, wraps), Dateline::none);
      for (std::uint32_t s = 0; s < netlist.switches.size(); ++s)
        for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node) {
          const route_unit::Route computed =
              route_unit::route(netlist.routing, netlist.switches[s].route, node, PortId(0), VcId(0));
          const route_unit::TableEntry found = table_entry(tables, netlist, s, node);
          REQUIRE(found.port() == computed.port);
          const bool in_one_class = wraps && graph.host(node).at != s;
          REQUIRE(computed.vcs == (in_one_class ? vc_bit(found.vc_class()) : first_vcs(2)));
          REQUIRE(table_entry(plain, netlist, s, node).port() == computed.port);
          REQUIRE(table_entry(plain, netlist, s, node).vc_class() == 0);
        }
    }
}

TEST_CASE("the table of a mesh leads everywhere, its longest route from one corner to the other") {
  struct Case {
    Size size;
    std::uint8_t hosts;
    std::uint32_t longest;  // switches
  };
  for (const Case& c : {Case{{8, 8}, 1, 15}, {{3, 4}, 2, 6}, {{2, 3, 4}, 1, 7}, {{1}, 3, 1}, {{9}, 1, 9}}) {
    Netlist netlist = two_channel_grid(c.size, false, c.hosts);
    netlist.route_tables = routing::dimension_order(SwitchGraph(netlist), structure(c.size, false), Dateline::none);
    REQUIRE(network::check_route_table(netlist).empty());
    REQUIRE(network::longest_route(netlist) == c.longest);
  }
}

TEST_CASE("on a hypercube the lowest bit that differs is corrected first", "[quick]") {
  test::LinkList links;
  for (unsigned dimension = 0; dimension < 4; ++dimension)  // so that port i is dimension i
    for (unsigned s = 0; s < 16; ++s)
      if ((s >> dimension) % 2 == 0) links.push_back({s, s + (1u << dimension)});
  const Netlist netlist = test::joined(16, links, std::vector<unsigned>(16, 1));
  const Structure structure{topology::Kind::hypercube, {2, 2, 2, 2}, false, {}, {}};
  const RouteTables tables = routing::dimension_order(SwitchGraph(netlist), structure, Dateline::none);
  for (unsigned s = 0; s < 16; ++s)
    for (unsigned node = 0; node < 16; ++node)
      REQUIRE(table_entry(tables, netlist, s, node).port() == (s == node ? 4 : lowest(s ^ node)));
}

TEST_CASE("more dimensions than switches compute are walked in their order, the shorter way round") {
  const Size size{3, 3, 3, 3, 3, 3};
  constexpr unsigned switches = 729;
  const Netlist netlist = test::joined(switches, {}, std::vector<unsigned>(switches, 1));
  const RouteTables tables = routing::dimension_order(SwitchGraph(netlist), structure(size, true), Dateline::cut);
  for (unsigned s = 0; s < switches; s += 7)
    for (unsigned node = 0; node < switches; node += 5) {
      unsigned at = s, last = 0;
      for (unsigned hops = 0; at != node; ++hops) {
        REQUIRE(hops < 6);  // one a dimension
        const route_unit::TableEntry hop = table_entry(tables, netlist, at, node);
        unsigned stride = 1;
        for (unsigned i = 0; i < hop.port() / 2u; ++i) stride *= 3;
        const unsigned c = at / stride % 3, to = (c + (hop.port() % 2 == 0 ? 1 : 2)) % 3;
        REQUIRE((hops == 0 || hop.port() / 2u > last));
        last = hop.port() / 2u;
        at = at - c * stride + to * stride;
        REQUIRE(at / stride % 3 == node / stride % 3);
      }
    }
}
