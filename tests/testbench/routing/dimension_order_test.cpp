#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "testbench/routing/dimension_order.hpp"
#include "testbench/topology/mesh.hpp"

using namespace slackline;

namespace {

network::Netlist mesh(const std::vector<std::uint16_t>& size, std::uint8_t hosts) {
  network::Netlist netlist;
  topology::build({size, hosts, 1}, netlist);
  return netlist;
}

}  // namespace

TEST_CASE("the table of a mesh holds what its switches compute, and leads everywhere", "[quick]") {
  struct Case {
    std::vector<std::uint16_t> size;
    std::uint8_t hosts;
    std::uint32_t longest;  // switches from one corner to the other
  };
  for (const Case& c : {Case{{8, 8}, 1, 15}, {{3, 4}, 2, 6}, {{2, 3, 4}, 1, 7}, {{1}, 3, 1}, {{9}, 1, 9}}) {
    network::Netlist netlist = mesh(c.size, c.hosts);
    REQUIRE(routing::dimension_order(netlist).empty());
    REQUIRE(network::check_route_table(netlist).empty());
    REQUIRE(network::longest_route(netlist) == c.longest);
    for (std::uint32_t s = 0; s < netlist.switches.size(); ++s)
      for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node)
        REQUIRE(
            network::route_table_row(netlist, s)[node] ==
            route_unit::route(netlist.switch_params.route, netlist.switches[s].route, node, PortId(0), VcId(0)).port);
  }
}

TEST_CASE("the table does not depend on the kind of routing that will use it", "[quick]") {
  network::Netlist netlist = mesh({4, 4}, 1), stripped = netlist;
  stripped.switch_params.route.kind = route_unit::Kind::source_stripped;
  REQUIRE(routing::dimension_order(netlist).empty());
  REQUIRE(routing::dimension_order(stripped).empty());
  REQUIRE(stripped.route_tables.entries == netlist.route_tables.entries);
}

TEST_CASE("a torus and what has no coordinates get no table of dimension order", "[quick]") {
  network::Netlist netlist = mesh({4, 4}, 1);
  netlist.switch_params.route.wraps = true;
  netlist.switch_params.route.size[1] = 0;
  REQUIRE_THAT(to_string(routing::dimension_order(netlist)), Catch::Contains("torus") && Catch::Contains("size = 0"));
  REQUIRE(netlist.route_tables.entries.empty());
}
