#include "testbench/routing/up_down.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/route_unit/route_unit.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using network::Netlist;
using network::RouteTables;
using routing::SwitchGraph;
using test::no_way;
using test::Step;

namespace {

route_unit::TableEntry entry_in_row(const RouteTables& tables, const Netlist& netlist, unsigned s, unsigned row,
                                    unsigned node) {
  return route_unit::TableEntry(tables.entries[(s * tables.rows + row) * netlist.endpoints.size() + node]);
}

/// Legal routes, tried one by one.
class Legal {
 public:
  Legal(const Netlist& netlist, const std::vector<std::uint32_t>& order)
      : switches_(static_cast<unsigned>(netlist.switches.size())),
        steps_(test::steps_between_switches(netlist)),
        rank_(order.size()) {
    for (unsigned i = 0; i < order.size(); ++i) rank_[order[i]] = i;
  }

  bool up(const Step& step) const { return rank_[step.to] < rank_[step.from]; }
  const std::vector<Step>& steps() const { return steps_; }

  /// Steps of the shortest legal route; with row 1, of a packet that has already gone down. As many rounds as switches.
  unsigned distance(unsigned from, unsigned row, unsigned to) const {
    std::vector<unsigned> d(2 * switches_, no_way);
    d[2 * to] = d[2 * to + 1] = 0;
    for (unsigned round = 0; round < 2 * switches_; ++round)
      for (const Step& step : steps_) {
        const unsigned down = d[2 * step.to + 1] + 1, any = d[2 * step.to] + 1;
        if (up(step)) d[2 * step.from] = std::min(d[2 * step.from], any);
        if (!up(step)) d[2 * step.from] = std::min(d[2 * step.from], down);
        if (!up(step)) d[2 * step.from + 1] = std::min(d[2 * step.from + 1], down);
      }
    return d[2 * from + row];
  }

  /// Ports by which the shortest legal routes go on.
  PortSet ports(unsigned from, unsigned row, unsigned to) const {
    PortSet all;
    const unsigned whole = distance(from, row, to);
    for (const Step& step : steps_)
      if (step.from == from && (row == 0 || !up(step)) && whole < no_way &&
          distance(step.to, up(step) ? 0 : 1, to) + 1 == whole)
        all |= bit(step.port);
    return all;
  }

 private:
  unsigned switches_;
  std::vector<Step> steps_;
  std::vector<unsigned> rank_;
};

/// Follows the route from a host's switch to a node: its steps; fails where it ends elsewhere, or goes up after down.
unsigned length(const Netlist& netlist, const RouteTables& tables, const Legal& legal, unsigned from, unsigned node) {
  unsigned at = from, row = 0, hops = 0;
  const auto [goal, last_port] = test::place_of(netlist, node);
  for (bool came_down = false; at != goal; ++hops) {
    REQUIRE(hops < 2 * netlist.switches.size());
    const unsigned port = entry_in_row(tables, netlist, at, row, node).port();
    const auto& steps = legal.steps();
    const auto taken =
        std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.from == at && s.port == port; });
    REQUIRE(taken != steps.end());
    REQUIRE_FALSE((came_down && legal.up(*taken)));
    came_down = came_down || !legal.up(*taken);
    at = taken->to;
    row = has(tables.second_row[at], taken->to_port) ? 1 : 0;
    REQUIRE(row == (came_down ? 1 : 0));
  }
  REQUIRE(entry_in_row(tables, netlist, at, row, node).port() == last_port);
  return hops;
}

}  // namespace

TEST_CASE("on random networks every route goes up, then down, and is the shortest of those") {
  RandomStream random(31, 0, RandomPurpose::test);
  for (unsigned i = 0; i < 60; ++i) {
    const unsigned switches = 2 + random.below(11);
    const Netlist netlist = test::random_network(random, switches, random.below(12));
    const SwitchGraph graph(netlist);
    const std::vector<std::uint32_t> order = routing::order_from_root(graph, random.below(switches));
    const RouteTables tables = routing::up_down(graph, order, i);
    const Legal legal(netlist, order);
    for (unsigned s = 0; s < switches; ++s)
      for (unsigned node = 0; node < netlist.endpoints.size(); ++node)
        REQUIRE(length(netlist, tables, legal, s, node) == legal.distance(s, 0, test::place_of(netlist, node).first));
  }
}

TEST_CASE("seeds reach all shortest legal ways, and no other, in both rows", "[quick]") {
  RandomStream random(32, 0, RandomPurpose::test);
  unsigned ties = 0;
  for (unsigned i = 0; i < 6; ++i) {
    const unsigned switches = 5 + random.below(4);
    const Netlist netlist = test::random_network(random, switches, 10);
    const SwitchGraph graph(netlist);
    const std::vector<std::uint32_t> order = routing::order_from_root(graph, routing::center(graph));
    const Legal legal(netlist, order);
    const auto nodes = static_cast<unsigned>(netlist.endpoints.size());
    std::vector<PortSet> seen(2 * switches * nodes);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const RouteTables tables = routing::up_down(graph, order, seed);
      for (std::size_t e = 0; e < seen.size(); ++e)
        if (const route_unit::TableEntry one(tables.entries[e]); one.leads_on()) seen[e] |= bit(one.port());
    }
    for (unsigned s = 0; s < switches; ++s)
      for (unsigned row = 0; row < 2; ++row)
        for (unsigned node = 0; node < nodes; ++node) {
          const auto [goal, port] = test::place_of(netlist, node);
          const PortSet all = s == goal ? only(port) : legal.ports(s, row, goal);
          REQUIRE(seen[(2 * s + row) * nodes + node] == all);
          ties += count_of(all) > 1;
        }
  }
  REQUIRE(ties > 20);
}

TEST_CASE("the best root reaches the most hosts, is nearest to them on average, and has the lowest number of several") {
  // A row 0 1 2 3 with a host each: distances to all hosts add up to 6, 4, 4, 6.
  CHECK(routing::center(SwitchGraph(test::joined(4, {{0, 1}, {1, 2}, {2, 3}}, {1, 1, 1, 1}))) == 1);
  // A ring: all sums are equal.
  CHECK(routing::center(SwitchGraph(test::joined(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {1, 1, 1, 1}))) == 0);
  // The row with one host at 0 and two at 3: 0 + 2 * 3, 1 + 2 * 2, 2 + 2 * 1, 3 + 2 * 0.
  CHECK(routing::center(SwitchGraph(test::joined(4, {{0, 1}, {1, 2}, {2, 3}}, {1, 0, 0, 2}))) == 3);
  // Switch 0 reaches its own host only, switches 1 and 2 reach two hosts.
  CHECK(routing::center(SwitchGraph(test::joined(3, {{1, 2}}, {1, 1, 1}))) == 1);
}

TEST_CASE("switches are in the order of their distance from the root, then of their numbers") {
  const Netlist netlist = test::joined(5, {{4, 2}, {2, 1}, {4, 3}, {3, 0}}, {1, 1, 1, 1, 1});
  REQUIRE(routing::order_from_root(SwitchGraph(netlist), 4) == std::vector<std::uint32_t>{4, 2, 3, 0, 1});
  REQUIRE(routing::order_by_level({0, 1, 0, 2, 1}) == std::vector<std::uint32_t>{3, 1, 4, 0, 2});
}

TEST_CASE("in a tree of levels routes go up to a nearest common ancestor, over any of several roots") {
  // Switches 0 to 3 with two hosts each, 0 and 1 below 4, 2 and 3 below 5, all below 6 and 7.
  const Netlist netlist =
      test::joined(8, {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {4, 7}, {5, 6}, {5, 7}}, {2, 2, 2, 2, 0, 0, 0, 0});
  const SwitchGraph graph(netlist);
  const std::vector<std::uint32_t> order = routing::order_by_level({0, 0, 0, 0, 1, 1, 2, 2});
  const Legal legal(netlist, order);
  PortMask roots = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const RouteTables tables = routing::up_down(graph, order, seed);
    REQUIRE(length(netlist, tables, legal, 0, 1) == 0);
    REQUIRE(length(netlist, tables, legal, 0, 3) == 2);
    REQUIRE(length(netlist, tables, legal, 0, 7) == 4);
    for (unsigned node = 4; node < 8; ++node) roots |= bit(entry_in_row(tables, netlist, 4, 0, node).port());
  }
  REQUIRE(roots == (bit(2) | bit(3)));
}
