#include "testbench/routing/shortest_path.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/route_unit/route_unit.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using network::Netlist;
using network::RouteTables;
using routing::SwitchGraph;
using test::Step;
using test::table_entry;

namespace {

PortSet set(const RouteTables& tables, const Netlist& netlist, unsigned s, unsigned node) {
  return tables.port_sets[tables.first_set[s] + tables.choices[s * netlist.endpoints.size() + node]];
}

/// The ports of all shortest ways, by the distances between all pairs.
PortSet shortest(const Netlist& netlist, unsigned s, unsigned node) {
  const std::vector<Step> steps = test::steps_between_switches(netlist);
  const auto distance = test::all_distances(static_cast<unsigned>(netlist.switches.size()), steps);
  const auto [goal, port] = test::place_of(netlist, node);
  if (s == goal) return bit(port);
  PortSet ports;
  for (const Step& step : steps)
    if (step.from == s && distance[step.to][goal] + 1 == distance[s][goal]) ports |= bit(step.port);
  return ports;
}

}  // namespace

TEST_CASE("on random networks the sets are those of all shortest ways, and seeds reach each of them") {
  RandomStream random(33, 0, RandomPurpose::test);
  unsigned ties = 0;
  for (unsigned i = 0; i < 12; ++i) {
    const Netlist netlist = test::random_network(random, 4 + random.below(6), 9);
    const SwitchGraph graph(netlist);
    const auto nodes = static_cast<unsigned>(netlist.endpoints.size());
    std::vector<PortSet> seen(netlist.switches.size() * nodes);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const RouteTables one = *routing::shortest_paths(graph, {}, routing::Ways::one, seed);
      REQUIRE(one.choices.empty());
      for (std::size_t e = 0; e < seen.size(); ++e) seen[e] |= bit(route_unit::TableEntry(one.entries[e]).port());
    }
    const RouteTables all = *routing::shortest_paths(graph, {}, routing::Ways::all, 1);
    REQUIRE(all.rows == 1);
    for (unsigned s = 0; s < netlist.switches.size(); ++s)
      for (unsigned node = 0; node < nodes; ++node) {
        const PortSet expected = shortest(netlist, s, node);
        REQUIRE(set(all, netlist, s, node) == expected);
        REQUIRE(seen[s * nodes + node] == expected);
        REQUIRE(has(expected, table_entry(all, netlist, s, node).port()));
        ties += count_of(expected) > 1;
      }
  }
  REQUIRE(ties > 20);
}

TEST_CASE("a switch that nothing leads to has no route and an empty set") {
  const Netlist netlist = test::joined(3, {{0, 1}}, {1, 1, 1});
  const RouteTables tables = *routing::shortest_paths(SwitchGraph(netlist), {}, routing::Ways::all, 1);
  REQUIRE_FALSE(table_entry(tables, netlist, 0, 2).leads_on());
  REQUIRE(set(tables, netlist, 0, 2) == 0);
  REQUIRE(table_entry(tables, netlist, 0, 1).leads_on());
}

TEST_CASE("a dragonfly's routes stay in the groups of source and destination, in class 1 in the last", "[quick]") {
  // Groups {0,1}, {2,3}, {4,5}, each pair joined by one link: from 0 to 5 over 2 and third group it is 2 channels, by
  // the link of its own group 3.
  const Netlist netlist = test::joined(6, {{0, 1}, {2, 3}, {4, 5}, {0, 2}, {1, 4}, {2, 5}}, {1, 1, 1, 1, 1, 1});
  const SwitchGraph graph(netlist);
  const routing::Groups groups{0, 0, 1, 1, 2, 2};
  const RouteTables plain = *routing::shortest_paths(graph, {}, routing::Ways::all, 1);
  const RouteTables grouped = *routing::shortest_paths(graph, groups, routing::Ways::all, 1);
  REQUIRE(table_entry(plain, netlist, 0, 5).port() == 1);  // to switch 2
  REQUIRE(table_entry(plain, netlist, 0, 5).vc_class() == 0);
  REQUIRE(set(grouped, netlist, 0, 5) == bit(0));
  REQUIRE(table_entry(grouped, netlist, 0, 5).vc_class() == 0);
  REQUIRE(table_entry(grouped, netlist, 1, 5).vc_class() == 0);  // over the link between the groups
  REQUIRE(table_entry(grouped, netlist, 1, 5).port() == 1);
  REQUIRE(table_entry(grouped, netlist, 4, 5).vc_class() == 1);
  REQUIRE(table_entry(grouped, netlist, 1, 0).vc_class() == 1);
}
