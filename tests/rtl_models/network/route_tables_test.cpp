// Illegal tables with two rows, classes and choices.
#include <catch2/catch.hpp>

#include "rtl_models/network/route_table.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/shape.hpp"
#include "tests/rtl_models/network/table_errors.hpp"

using namespace slackline;
using network::check_route_table;
using network::Netlist;
using network::RouteTables;
using routing::Algorithm;
using test::table_errors;

namespace {

/// A 2 x 2 mesh, a host at each switch: ports 0 up and 1 down dimension 0, 2 and 3 dimension 1, 4 the host.
Netlist square(Algorithm algorithm) {
  Netlist netlist;
  const topology::Structure structure = topology::build(topology::Mesh{{2, 2}, 1, 1}, netlist);
  routing::Settings settings;
  settings.algorithm = algorithm;
  settings.at_switch = route_unit::Kind::table;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
  netlist.switch_kinds[0].virtual_channels = 4;
  REQUIRE(check_route_table(netlist).empty());
  return netlist;
}

/// The set of ports of switch `at` to `node`, shared with no other entry.
PortSet& set_of(Netlist& netlist, std::uint32_t at, std::uint32_t node) {
  RouteTables& tables = netlist.route_tables;
  tables.port_sets.insert(tables.port_sets.begin() + tables.first_set[at + 1], PortSet());
  for (std::size_t s = at + 1; s < tables.first_set.size(); ++s) ++tables.first_set[s];
  const std::uint32_t last = tables.first_set[at + 1] - 1;
  tables.choices[at * 4 + node] = static_cast<std::uint16_t>(last - tables.first_set[at]);
  return tables.port_sets[last];
}

}  // namespace

TEST_CASE("sets of ports that are empty, lead back, elsewhere or to another host are refused") {
  const std::pair<PortSet, const char*> wrong[] = {
      {0, "no route: expected ports that all lead nearer"},
      {0b00010, "port 1, which has no link"},
      {0b10001, "port 4, to host0"},
      {PortMask{1} << 40 | 1, "port 40, which no switch has"},
  };
  for (const Algorithm algorithm : {Algorithm::minimal, Algorithm::adaptive})
    for (const auto& [set, message] : wrong) {
      Netlist netlist = square(algorithm);
      set_of(netlist, 0, 3) = set;
      INFO(table_errors(netlist));
      CHECK_THAT(table_errors(netlist), Catch::Contains("set of ports of switch0 to host3 = " + std::string(message)));
    }
  Netlist netlist = square(Algorithm::minimal);
  set_of(netlist, 1, 3) = 0b00110;  // from (1, 0) up dimension 1, where host 3 is, and back to switch 0
  // The way from switch 0 is checked first, and comes back to it.
  CHECK_THAT(table_errors(netlist), Catch::Contains("set of ports of switch1 to host3 = port 1, back to switch0"));
  netlist = square(Algorithm::minimal);
  set_of(netlist, 3, 3) = 0b10010;
  CHECK_THAT(table_errors(netlist), Catch::Contains("set of ports of switch3 to host3"));
}

TEST_CASE("choices of missing sets are refused, for any size of the arrays", "[quick]") {
  const auto broken = [](auto&& breaks) {
    Netlist netlist = square(Algorithm::adaptive);
    breaks(netlist.route_tables);
    return table_errors(netlist);
  };
  const auto form = Catch::Contains("choices and sets that do not fit together");
  CHECK_THAT(broken([](RouteTables& t) { t.choices[5] = 1000; }), form);
  CHECK_THAT(broken([](RouteTables& t) { t.choices.pop_back(); }), form);
  CHECK_THAT(broken([](RouteTables& t) { t.port_sets.push_back(1); }), form);
  CHECK_THAT(broken([](RouteTables& t) { t.first_set.clear(); }), form);
  CHECK_THAT(broken([](RouteTables& t) { std::swap(t.first_set[1], t.first_set[2]); }), form);
  CHECK_THAT(broken([](RouteTables& t) { t.choices.clear(); }), form);
  CHECK_THAT(broken([](RouteTables& t) { t.rows = 3; }), Catch::Contains("route_tables.rows = 3: expected 1 to 2"));
}

TEST_CASE("the entries must lead on from every switch to which a choice may take a packet") {
  Netlist netlist = square(Algorithm::adaptive);
  netlist.route_tables.entries[2 * 4 + 3] = route_unit::no_port;  // dimension order never comes to switch 2 there
  CHECK_THAT(table_errors(netlist), Catch::Contains("route_tables of switch2 to host3 = no route"));
}

TEST_CASE("a class that does not exist is refused where a route meets it") {
  Netlist netlist = square(Algorithm::dimension_order);
  netlist.route_tables.entries[0 * 4 + 3] = route_unit::TableEntry(0, 2).word();
  netlist.routing.classes = 2;
  CHECK_THAT(table_errors(netlist),
             Catch::Contains("route_tables of switch0 to host3 = class 2, of 2: expected a port that"));
  netlist.routing.classes = 4;
  CHECK(table_errors(netlist).empty());
  netlist.routing.valiant = true;  // the upper half of the classes is the second leg's
  CHECK_THAT(table_errors(netlist), Catch::Contains("class 2, of 2"));
}

TEST_CASE("a second row must lead on where a route comes to it, and may be empty elsewhere") {
  Netlist netlist = square(Algorithm::up_down);
  RouteTables& tables = netlist.route_tables;
  REQUIRE(tables.rows == 2);
  CHECK(network::longest_route(netlist) == 3);
  // A packet that has come down a link may only go further down: only 3 is below switches 1 and 2, nothing below 3.
  CHECK(std::count(tables.entries.begin(), tables.entries.end(), route_unit::no_port) == 2 + 2 + 3);
  RouteTables all_lost = tables;
  for (std::size_t s = 0; s < 4; ++s) std::fill_n(&all_lost.entries[(2 * s + 1) * 4], 4, route_unit::no_port);
  std::swap(all_lost, tables);
  CHECK_THAT(table_errors(netlist), Catch::Contains("= no route"));
  std::swap(all_lost, tables);
  tables.second_row.pop_back();
  CHECK_THAT(table_errors(netlist), Catch::Contains("route_tables.second_row = 3 masks: expected one a switch (4)"));
}

TEST_CASE("the longest route is the longest over all choices, and with Valiant includes both legs", "[quick]") {
  CHECK(network::longest_route(square(Algorithm::minimal)) == 3);
  CHECK(network::longest_route(square(Algorithm::valiant)) == 5);
  Netlist roundabout = square(Algorithm::minimal);
  set_of(roundabout, 0, 1) = 0b00101;  // to the neighbour, or all the way round
  set_of(roundabout, 2, 1) = 0b00001;
  set_of(roundabout, 3, 1) = 0b01000;
  CHECK(table_errors(roundabout).empty());
  CHECK(network::longest_route(roundabout) == 4);
}
