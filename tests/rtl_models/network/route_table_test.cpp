#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/rtl_models/network/table_errors.hpp"

using namespace slackline;
using network::check_route_table;
using network::longest_route;
using network::Netlist;
using network::route_table_row;
using test::table_errors;

namespace {

/// The table of a mesh with the routes that its switches would compute.
void fill(Netlist& netlist) {
  netlist.route_tables.entries.clear();
  for (const network::SwitchInstance& instance : netlist.switches)
    for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node)
      netlist.route_tables.entries.push_back(
          route_unit::route(netlist.routing, instance.route, node, PortId(0), VcId(0)).port);
}

/// Four switches in a row with a host each: port 0 to the right, 1 to the left, 2 to the host.
Netlist row_of_four() {
  Netlist netlist;
  topology::build(topology::Mesh{{4}, 1, 1}, netlist);
  fill(netlist);
  return netlist;
}

std::uint16_t& entry(Netlist& netlist, std::uint32_t at, std::uint32_t node) {
  return netlist.route_tables.entries[at * netlist.endpoints.size() + node];
}

}  // namespace

TEST_CASE("a table that leads from every switch to every host is right") {
  REQUIRE(table_errors(row_of_four()).empty());
  REQUIRE(longest_route(row_of_four()) == 4);
  REQUIRE(route_table_row(row_of_four(), 0) != nullptr);
  const Netlist netlist = row_of_four();
  REQUIRE(route_table_row(netlist, 2)[3] == 0);
  REQUIRE(route_table_row(netlist, 2)[2] == 2);
}

TEST_CASE("a table of the wrong size is named, and not checked any further") {
  Netlist netlist = row_of_four();
  netlist.route_tables.entries.pop_back();
  REQUIRE(table_errors(netlist) == "route_tables = 15 entries: expected switches x rows x nodes (4 x 1 x 4)");
  REQUIRE(longest_route(netlist) == 0);
}

TEST_CASE("a route that ends is named once, at the switch where it ends") {
  Netlist netlist = row_of_four();
  entry(netlist, 2, 3) = route_unit::no_port;  // switches 0 and 1 send what is for host 3 there
  REQUIRE(table_errors(netlist) == "route_tables of switch2 to host3 = no route: expected a port that leads there");
  REQUIRE(longest_route(netlist) == 0);
  entry(netlist, 2, 3) = 3;
  REQUIRE_THAT(table_errors(netlist), Catch::Contains("port 3, which no switch has"));
  entry(netlist, 2, 3) = 2;
  REQUIRE_THAT(table_errors(netlist), Catch::Contains("switch2 to host3 = port 2, to host2"));
  entry(netlist, 2, 3) = 0;
  entry(netlist, 0, 2) = 1;
  REQUIRE(table_errors(netlist) ==
          "route_tables of switch0 to host2 = port 1, which has no link: expected a port that leads there");
}

TEST_CASE("a loop is named at one of its switches, whatever leads into it") {
  Netlist netlist = row_of_four();
  entry(netlist, 2, 3) = 1;  // back to switch 1, which sends it here
  REQUIRE(table_errors(netlist) ==
          "route_tables of switch2 to host3 = port 1, back to switch1: expected a port that leads there");
  REQUIRE(longest_route(netlist) == 0);
}

TEST_CASE("a host without a link from any switch cannot be reached") {
  Netlist netlist = row_of_four();
  for (network::Channel& channel : netlist.channels)
    if (channel.to.kind == network::InstanceKind::endpoint && channel.to.instance == 3) channel.to.instance = 99;
  REQUIRE(table_errors(netlist) ==
          "route_tables of switch3 to host3 = port 2, which has no link: expected a port that leads there");
}

TEST_CASE("of many wrong routes some are named and the others counted", "[quick]") {
  Netlist netlist;
  topology::build({{8, 8}, 1, 1}, netlist);
  netlist.route_tables.entries.assign(64 * 64, route_unit::no_port);
  const Violations found = check_route_table(netlist);
  REQUIRE(found.size() == 11);
  REQUIRE(found.back().value == std::to_string(64 * 64 - 10) + " more such routes");
}

TEST_CASE("a netlist that routes by table or by source is refused if the table does not lead everywhere") {
  for (const route_unit::Kind kind :
       {route_unit::Kind::table, route_unit::Kind::source_stripped, route_unit::Kind::source_shifted}) {
    Netlist netlist = row_of_four();
    netlist.routing.kind = kind;
    netlist.switch_kinds[0].buffer.flits = 64;
    REQUIRE(to_string(network::violations(netlist)).empty());
    entry(netlist, 2, 3) = 1;
    REQUIRE_THAT(to_string(network::violations(netlist)), Catch::Contains("back to switch1"));
    REQUIRE(network::violations(netlist, network::Check::structure).empty());
    netlist.route_tables.entries.clear();
    REQUIRE_THAT(to_string(network::violations(netlist, network::Check::structure)), Catch::Contains("0 entries"));
  }
  Netlist netlist = row_of_four();
  netlist.switch_kinds[0].buffer.flits = 64;
  netlist.route_tables.entries.clear();
  REQUIRE(network::violations(netlist).empty());  // dimension order needs none
}

TEST_CASE("source routes take every packet through the switches to its host, stripped or shifted", "[quick]") {
  Netlist netlist;
  topology::build({{4, 3}, 2, 1}, netlist);
  fill(netlist);
  const port::SourceRoutes routes = network::source_routes(netlist);
  route_unit::Params stripped = netlist.routing, shifted = stripped;
  stripped.kind = route_unit::Kind::source_stripped;
  shifted.kind = route_unit::Kind::source_shifted;
  REQUIRE(network::longest_route(netlist) == 6);
  REQUIRE(port::most_shifted_hops(shifted.port_bits()) >= 6);
  std::vector<std::uint16_t> route;
  for (std::uint32_t from = 0; from < routes.nodes; ++from)
    for (std::uint32_t to = 0; to < routes.nodes; ++to) {
      REQUIRE(routes.find(NodeId(from), NodeId(to), route));
      std::uint32_t at = routes.first[from],
                    header = port::shifted_header(route.data(), route.size(), shifted.port_bits());
      for (std::size_t hop = 0; hop < route.size(); ++hop) {
        const unsigned port =
            route_unit::route(netlist.routing, netlist.switches[at].route, to, PortId(0), VcId(0)).port;
        REQUIRE(route_unit::route(stripped, {}, route[hop], PortId(0), VcId(0)).port == port);
        REQUIRE(route_unit::route(shifted, {}, header, PortId(0), VcId(0)).port == port);
        header = next_header(shifted, {}, header, PortId(0));
        at = routes.next[at * routes.ports + port];
      }
      REQUIRE(at == (port::SourceRoutes::host | to));
      REQUIRE(header == 0);
    }
}
