#include "testbench/features/barrier/trees.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using barrier_unit::Address;
using routing::no_port;
using routing::SwitchGraph;
using test::Step;
using test::step_by;
using Rows = std::vector<std::vector<std::uint16_t>>;

namespace {

std::vector<unsigned> way(const std::vector<Step>& steps, const Rows& rows, unsigned from, unsigned to) {
  std::vector<unsigned> switches{from};
  while (switches.back() != to) {
    switches.push_back(step_by(steps, switches.back(), rows[switches.back()][to]).to);
    REQUIRE(switches.size() <= rows.size());
  }
  return switches;
}

barrier::NetworkWays ways_of(const Rows& rows) {
  barrier::NetworkWays ways;
  for (const auto& row : rows) ways.ports_to_switch.insert(ways.ports_to_switch.end(), row.begin(), row.end());
  return ways;
}

}  // namespace

TEST_CASE("ways on one tree use only links of a tree, and are shortest to its root", "[barrier]") {
  RandomStream random(5, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 40; ++n) {
    const unsigned switches = 2 + random.below(20);
    const network::Netlist netlist = test::random_network(random, switches, random.below(20));
    const SwitchGraph graph(netlist);
    const unsigned root = random.below(switches);
    const std::vector<Step> steps = test::steps_between_switches(netlist);
    const auto distances = test::all_distances(switches, steps);
    const Rows rows = barriers::spanning_tree_ports(graph, routing::order_from_root(graph, root));
    std::set<std::pair<unsigned, unsigned>> links;
    for (unsigned from = 0; from < switches; ++from)
      for (unsigned to = 0; to < switches; ++to) {
        const auto on_way = way(steps, rows, from, to);
        if (to == root) CHECK(on_way.size() == distances[from][root] + 1);
        for (std::size_t i = 1; i < on_way.size(); ++i)
          links.emplace(std::min(on_way[i - 1], on_way[i]), std::max(on_way[i - 1], on_way[i]));
      }
    CHECK(links.size() == switches - 1);
  }
}

TEST_CASE("switches that are not connected have no way to one another on the tree", "[barrier]") {
  const network::Netlist netlist = test::joined(4, {{0, 1}, {2, 3}}, {1, 1, 1, 1});
  const SwitchGraph graph(netlist);
  const Rows rows = barriers::spanning_tree_ports(graph, routing::order_from_root(graph, 0));
  for (const auto& [from, to] : {std::pair(0, 2), std::pair(1, 3), std::pair(2, 0), std::pair(3, 1)})
    CHECK(rows[from][to] == no_port);
  CHECK(rows[0][1] != no_port);
  CHECK(rows[3][2] != no_port);
}

TEST_CASE("ways of a mesh go along the row first, then along the column", "[barrier][quick]") {
  network::Netlist netlist;
  topology::Mesh mesh;
  mesh.size = {4, 3};
  const topology::Structure structure = topology::build(mesh, netlist);
  const std::vector<Step> steps = test::steps_between_switches(netlist);
  const Rows rows = barriers::dimension_order_ports(SwitchGraph(netlist), structure);
  CHECK(way(steps, rows, 0, 11) == std::vector<unsigned>{0, 1, 2, 3, 7, 11});
  CHECK(way(steps, rows, 11, 0) == std::vector<unsigned>{11, 10, 9, 8, 4, 0});
  CHECK(rows[5][5] == no_port);
}

TEST_CASE("a planned tree has its root where all ways to the top have met, or at the centre", "[barrier]") {
  //        0
  //      /   \.
  //     1     2
  //    / \   / \.
  //   3   4 5   6
  const network::Netlist netlist =
      test::joined(7, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}}, {1, 1, 1, 1, 1, 1, 1});
  const SwitchGraph graph(netlist);
  const Rows rows = barriers::spanning_tree_ports(graph, routing::order_from_root(graph, 0));
  const auto plan = [&](barriers::TreeRoot root, const std::vector<std::uint32_t>& members, barrier::Traffic& traffic) {
    traffic.hosts.assign(7, {});
    for (const std::uint32_t member : members)
      traffic.hosts[member].push_back(
          {9, static_cast<std::uint16_t>(members[0]), static_cast<std::uint16_t>(members.size()), Cycle(0)});
    barrier::NetworkWays ways = ways_of(rows);
    barriers::plan_trees(graph, root, true, ways, traffic);
    return ways.planned;
  };
  barrier::Traffic traffic;
  auto planned = plan({0}, {3, 4}, traffic);  // the hosts have the numbers of their switches
  for (unsigned s = 0; s < 7; ++s) CHECK(planned[s].size() == (s == 1 ? 1 : 0));
  CHECK(planned[1][0].entry.root);
  CHECK(planned[1][0].entry.acknowledges);
  CHECK(count_of(planned[1][0].entry.children) == 2);
  CHECK(traffic.hosts[3][0].parent == Address::of_switch(1));
  CHECK(traffic.hosts[4][0].acknowledges);

  planned = plan({0}, {3, 4, 6}, traffic);
  CHECK(planned[0].at(0).entry.root);
  CHECK(planned[1].at(0).entry.parent == Address::of_switch(0));
  CHECK_FALSE(planned[1][0].entry.root);
  CHECK(planned[2].empty());  // host 6 alone passes
  CHECK(traffic.hosts[6][0].parent == Address::of_switch(0));
  std::vector<Address> children;
  for (const auto& child : planned[0][0].children) children.push_back(child.second);
  CHECK(std::is_permutation(children.begin(), children.end(),
                            std::vector<Address>{Address::of_switch(1), Address::of_host(6)}.begin()));

  planned = plan({}, {3, 4, 6}, traffic);
  CHECK(planned[3].at(0).entry.root);
  CHECK(planned[1].at(0).entry.node);
  CHECK(planned[0].empty());
}

TEST_CASE("each switch with members is on one path, paths go by the ways to the centre, and it counts each",
          "[barrier]") {
  RandomStream random(7, 0, RandomPurpose::test);
  std::size_t most_paths = 0, longest = 0;
  for (unsigned n = 0; n < 60; ++n) {
    const unsigned switches = 2 + random.below(30);
    const network::Netlist netlist = test::random_network(random, switches, random.below(20));
    const SwitchGraph graph(netlist);
    const std::vector<Step> steps = test::steps_between_switches(netlist);
    const Rows rows = routing::in_tree_ports(graph, routing::order_from_root(graph, random.below(switches)));
    const auto hosts = static_cast<unsigned>(netlist.endpoints.size());
    barrier::Traffic traffic;
    traffic.hosts.resize(hosts);
    std::vector<std::uint16_t> members;
    for (std::uint16_t host = 0; host < hosts; ++host)
      if (random.below(3) != 0 || host + 1u == hosts) members.push_back(host);
    const std::uint16_t centre = members[random.below(static_cast<std::uint32_t>(members.size()))];
    barrier::add_group(traffic, 4, centre, members, std::vector<Cycle>(members.size()));
    barrier::NetworkWays ways = ways_of(rows);
    barriers::plan_paths(graph, ways, traffic);

    const unsigned top = graph.host(centre).at;
    std::set<unsigned> with_members;
    for (const std::uint16_t member : members) {
      const barrier::Membership& of = traffic.hosts[member].at(0);
      CHECK(of.by_software == (member == centre));
      CHECK(of.planned);
      if (member == centre) continue;
      CHECK(of.parent == Address::of_switch(graph.host(member).at));
      with_members.insert(graph.host(member).at);
    }
    for (unsigned s = 0; s < switches; ++s) CHECK(ways.planned[s].size() == with_members.count(s));

    std::set<unsigned> on_paths;
    std::set<std::uint32_t> picked_up;
    std::size_t last_length = ~std::size_t{0};
    for (const Address end : traffic.partners.at(4)) {  // back from the centre, as the worm goes
      std::vector<unsigned> path;
      for (Address at = end, from = Address::of_host(centre);;) {
        REQUIRE_FALSE(at.is_host());
        const barrier_unit::Planned& node = ways.planned[at.number()].at(0);
        CHECK(on_paths.insert(at.number()).second);
        CHECK(node.entry.parent == from);
        CHECK_FALSE(node.entry.root);
        CHECK(count_of(node.entry.children) == node.children.size());
        path.push_back(at.number());
        from = at;
        std::vector<Address> below;
        for (const auto& [port, child] : node.children)
          if (!child.is_host())
            below.push_back(child);
          else
            CHECK((graph.host(child.number()).at == at.number() && picked_up.insert(child.number()).second));
        REQUIRE(below.size() <= 1);
        if (below.empty()) break;
        at = below[0];
      }
      // All lie on the way of the first to the centre, in this order; no longer path follows.
      const std::vector<unsigned> its_way = way(steps, rows, path.back(), top);
      CHECK(its_way.size() <= last_length);
      last_length = its_way.size();
      std::reverse(path.begin(), path.end());
      auto behind = its_way.begin();
      for (const unsigned s : path) {
        behind = std::find(behind, its_way.end(), s);
        REQUIRE(behind != its_way.end());
      }
      // A switch on the way but not on the path is on an earlier path.
      for (const unsigned s : its_way) CHECK((with_members.count(s) == 0 || on_paths.count(s) != 0));
      longest = std::max(longest, path.size());
    }
    CHECK(on_paths == with_members);
    CHECK(picked_up.size() == members.size() - 1);
    most_paths = std::max(most_paths, traffic.partners.at(4).size());
  }
  CHECK(most_paths > 4);
  CHECK(longest > 3);
}

TEST_CASE("a tree of members is binomial, and each part of it is of members that follow one another in the order",
          "[barrier]") {
  RandomStream random(11, 0, RandomPurpose::test);
  for (unsigned n = 0; n < 40; ++n) {
    const unsigned switches = 2 + random.below(20);
    const network::Netlist netlist = test::random_network(random, switches, random.below(20));
    const SwitchGraph graph(netlist);
    const std::vector<std::uint32_t> order =
        barriers::depth_first(graph, routing::order_from_root(graph, random.below(switches)));
    CHECK(std::set<std::uint32_t>(order.begin(), order.end()).size() == switches);
    const auto hosts = static_cast<std::uint16_t>(netlist.endpoints.size());
    std::vector<std::uint16_t> members;
    for (std::uint16_t host = 0; host < hosts; ++host)
      if (random.below(3) != 0 || host + 1u == hosts) members.push_back(host);
    const std::uint16_t centre = members[random.below(static_cast<std::uint32_t>(members.size()))];
    barrier::Traffic traffic;
    traffic.hosts.resize(hosts);
    barrier::add_group(traffic, 2, centre, members, std::vector<Cycle>(members.size()));
    barriers::plan_member_trees(graph, order, false, traffic);

    std::vector<std::uint16_t> found;  // a parent before its parts, the nearest part first
    std::size_t deepest = 0;
    const auto visit = [&](auto& self, std::uint16_t host, std::size_t depth) -> void {
      const barrier::Membership& of = traffic.hosts[host].at(0);
      CHECK(of.by_software);
      found.push_back(host);
      deepest = std::max(deepest, depth);
      for (auto child = of.children.rbegin(); child != of.children.rend(); ++child) {
        CHECK(traffic.hosts[child->number()].at(0).parent == Address::of_host(host));
        self(self, child->number(), depth + 1);
      }
    };
    visit(visit, centre, 0);
    std::size_t levels = 0;
    while ((std::size_t{1} << levels) < members.size()) ++levels;
    CHECK(deepest <= levels);
    CHECK(traffic.hosts[centre].at(0).children.size() == levels);
    // From the centre on and round, in the order of switches.
    std::vector<std::size_t> places;
    for (const std::uint16_t host : found)
      places.push_back(
          static_cast<std::size_t>(std::find(order.begin(), order.end(), graph.host(host).at) - order.begin()));
    REQUIRE(found.size() == members.size());
    std::size_t turns = 0;
    for (std::size_t i = 1; i < places.size(); ++i) turns += places[i] < places[i - 1];
    CHECK(turns <= 1);
  }
}

TEST_CASE("switches in depth-first order: a switch is followed by all that is below it", "[barrier]") {
  topology::Mesh mesh;
  mesh.size = {3, 2};
  network::Netlist netlist;
  topology::build(mesh, netlist);
  const SwitchGraph graph(netlist);
  // By levels: 0; 1, 3; 2, 4; 5. Below 0 are 1 and 3, below 1 are 2 and 4, below 2 is 5.
  CHECK(barriers::depth_first(graph, {0, 1, 3, 2, 4, 5}) == std::vector<std::uint32_t>{0, 1, 2, 5, 4, 3});
}
