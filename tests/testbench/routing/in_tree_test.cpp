#include "testbench/routing/in_tree.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/route_unit/table_entry.hpp"
#include "testbench/routing/up_down.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using routing::in_tree_ports;
using routing::no_port;
using routing::order_from_root;
using routing::SwitchGraph;
using test::Step;
using test::step_by;

namespace {

/// Hops of the shortest way that only goes down, or no_way.
std::vector<std::vector<unsigned>> distances_down(unsigned switches, const std::vector<Step>& steps,
                                                  const std::vector<unsigned>& rank) {
  std::vector<Step> down;
  for (const Step& step : steps)
    if (rank[step.to] > rank[step.from]) down.push_back(step);
  return test::all_distances(switches, down);
}

}  // namespace

TEST_CASE("ways in a tree go down wherever a way only goes down, never up after down, and arrive") {
  RandomStream random(3, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 60; ++n) {
    const unsigned switches = 2 + random.below(20);
    const network::Netlist netlist = test::random_network(random, switches, random.below(20));
    const SwitchGraph graph(netlist);
    const std::vector<std::uint32_t> order = order_from_root(graph, random.below(switches));
    std::vector<unsigned> rank(switches);
    for (unsigned i = 0; i < switches; ++i) rank[order[i]] = i;
    const std::vector<Step> steps = test::steps_between_switches(netlist);
    const auto down = distances_down(switches, steps, rank);
    const auto rows = in_tree_ports(graph, order);
    for (unsigned from = 0; from < switches; ++from)
      for (unsigned to = 0; to < switches; ++to) {
        bool has_come_down = false;
        unsigned at = from, hops = 0;
        while (at != to) {
          const Step& step = step_by(steps, at, rows[at][to]);
          const bool goes_down = rank[step.to] > rank[at];
          REQUIRE_FALSE((has_come_down && !goes_down));
          REQUIRE(goes_down == (down[at][to] < test::no_way));
          if (goes_down) REQUIRE(down[step.to][to] + 1 == down[at][to]);
          has_come_down = goes_down;
          at = step.to;
          REQUIRE(++hops <= 2 * switches);
        }
        CHECK(rows[to][to] == no_port);
      }
  }
}

TEST_CASE("with any choice of legal ports a way arrives, and never goes up after down") {
  RandomStream random(6, 0, RandomPurpose::test);
  unsigned choices = 0;
  for (unsigned n = 0; n < 40; ++n) {
    const unsigned switches = 2 + random.below(20);
    const network::Netlist netlist = test::random_network(random, switches, random.below(30));
    const SwitchGraph graph(netlist);
    const std::vector<std::uint32_t> order = order_from_root(graph, random.below(switches));
    std::vector<unsigned> rank(switches);
    for (unsigned i = 0; i < switches; ++i) rank[order[i]] = i;
    const std::vector<Step> steps = test::steps_between_switches(netlist);
    const auto rows = in_tree_ports(graph, order);
    const std::vector<PortSet> legal = routing::legal_ports(graph, order);
    for (unsigned from = 0; from < switches; ++from)
      for (unsigned to = 0; to < switches; ++to) {
        if (from == to) {
          CHECK(legal[from * switches + to] == 0);
          continue;
        }
        CHECK(has(legal[from * switches + to], rows[from][to]));
        bool has_come_down = false;
        unsigned hops = 0;
        for (unsigned at = from; at != to;) {
          const PortSet ports = legal[at * switches + to];
          REQUIRE(ports != 0);
          choices += count_of(ports) > 1;
          const Step& step = step_by(steps, at, nth_set(ports, random.below(count_of(ports))));
          const bool goes_down = rank[step.to] > rank[at];
          REQUIRE_FALSE((has_come_down && !goes_down));
          has_come_down = goes_down;
          at = step.to;
          REQUIRE(++hops < 2 * switches);
        }
      }
  }
  CHECK(choices > 1000);
}

TEST_CASE("shortest ways up and down are sometimes no tree: two ways part again at a switch where they have met",
          "[quick]") {
  RandomStream random(4, 0, RandomPurpose::test);
  unsigned parted = 0;
  for (unsigned n = 0; n < 60; ++n) {
    const unsigned switches = 8 + random.below(12);
    const network::Netlist netlist = test::random_network(random, switches, 4 + random.below(12));
    const SwitchGraph graph(netlist);
    const std::vector<Step> steps = test::steps_between_switches(netlist);
    const network::RouteTables tables = routing::up_down(graph, order_from_root(graph, 0), 1);
    for (unsigned node = 0; node < netlist.endpoints.size(); ++node) {
      std::vector<unsigned> left_by(switches, no_port);
      for (unsigned from = 0; from < switches; ++from)
        for (unsigned at = from, row = 0; at != graph.host(node).at;) {
          const unsigned port =
              route_unit::TableEntry(tables.entries[(at * tables.rows + row) * netlist.endpoints.size() + node]).port();
          parted += left_by[at] != no_port && left_by[at] != port;
          left_by[at] = port;
          const Step& step = step_by(steps, at, port);
          at = step.to;
          row = has(tables.second_row[at], step.to_port);
        }
    }
  }
  CHECK(parted > 0);
}
