// Barrier units build the tree of the routes, and barriers on it hold all members until the last one has arrived, for
// any network, any groups, and any order of messages.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/rtl_models/barrier/barrier_unit/unit_network.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

namespace {

/// A random group of `members` hosts, one of them the centre.
Group random_group(RandomStream& random, const Graph& graph, unsigned number, unsigned members) {
  std::vector<unsigned> hosts(graph.hosts());
  for (unsigned h = 0; h < graph.hosts(); ++h) hosts[h] = h;
  for (unsigned h = 0; h < members; ++h) std::swap(hosts[h], hosts[h + random.below(graph.hosts() - h)]);
  hosts.resize(members);
  return {static_cast<std::uint8_t>(number), hosts[random.below(members)], hosts, 1 + random.below(6)};
}

/// A random irregular network.
Graph random_graph(RandomStream& random, unsigned switches, unsigned more) {
  return graph_of(slackline::test::random_network(random, switches, more), random.below(switches));
}

struct Trial {
  Graph graph;
  std::vector<Group> groups;
};

Trial random_trial(RandomStream& random) {
  Trial trial{random_graph(random, 2 + random.below(24), random.below(16)), {}};
  const unsigned groups = 1 + random.below(4);
  for (unsigned g = 0; g < groups; ++g)
    trial.groups.push_back(random_group(random, trial.graph, 10 + g, 1 + random.below(trial.graph.hosts())));
  return trial;
}

/// The switches on the members' ways to the centre, that of the centre included.
std::set<unsigned> switches_on_ways(const Graph& graph, const Group& group) {
  const unsigned root = graph.switch_of_host[group.centre];
  std::set<unsigned> switches{root};
  for (const unsigned host : group.members)
    for (unsigned at = graph.switch_of_host[host]; at != root; at = graph.next(at, root)) switches.insert(at);
  return switches;
}

void check_all_done(const UnitNetwork& network, const std::vector<Group>& groups) {
  for (const std::string& problem : network.problems) FAIL_CHECK(problem);
  for (std::size_t g = 0; g < groups.size(); ++g) CHECK(network.completed[g] == groups[g].barriers);
}

void check_clean(const UnitNetwork& network) {
  for (const auto& unit : network.units) {
    CHECK_FALSE(unit->state.errors.any());
    CHECK(unit->state.used == 0);
    CHECK(unit->state.offers == 0);
    CHECK(unit->state.waiting == 0);
    CHECK(unit->state.owing == 0);
    for (unsigned port = 0; port < unit->params.ports; ++port) CHECK(unit->state.promised[port] == 0);
  }
}

}  // namespace

TEST_CASE("the tree in the tables is the tree of the routes, for every order of messages") {
  RandomStream random(7, 0, RandomPurpose::topology);
  unsigned inner_nodes = 0;
  for (unsigned n = 0; n < 100; ++n) {
    INFO("trial " << n);
    const Trial trial = random_trial(random);
    for (std::uint64_t order = 0; order < 4; ++order) {
      INFO("order " << order);
      Params params;
      params.delay = static_cast<std::uint8_t>(1 + order);
      params.buffer = static_cast<std::uint8_t>(1 + random.below(4));
      params.queue = static_cast<std::uint8_t>(1 + random.below(3));
      UnitNetwork network(trial.graph, params, trial.groups, n * 4 + order);
      network.run();
      for (std::size_t g = 0; g < trial.groups.size(); ++g) {
        const Tree tree = tree_of_routes(trial.graph, trial.groups[g]);
        REQUIRE(network.trees[g] == tree);
        inner_nodes += static_cast<unsigned>(tree.size()) - 1;
      }
      check_all_done(network, trial.groups);
      check_clean(network);
    }
  }
  CHECK(inner_nodes > 1000);  // the trials have trees in which branches meet
}

TEST_CASE("after the first barrier a message goes only from node to node of the tree", "[quick]") {
  RandomStream random(8, 0, RandomPurpose::topology);
  const Graph graph = random_graph(random, 12, 6);
  Group group = random_group(random, graph, 3, graph.hosts());
  std::vector<std::uint64_t> messages;
  for (const unsigned barriers : {1u, 2u, 3u}) {
    group.barriers = barriers;
    UnitNetwork network(graph, {}, {group}, 1);
    network.release_at_end = false;
    network.run();
    check_all_done(network, {group});
    messages.push_back(network.messages());
  }
  // Every link of the tree between switches carries a `reduce` and a `distribute`, whatever the members below.
  const std::uint64_t tree_links = switches_on_ways(graph, group).size() - 1;
  REQUIRE(tree_links == 10);  // to 11 of the 12 switches: one has no host, and lies on no way
  CHECK(messages[1] - messages[0] == messages[2] - messages[1]);
  CHECK(messages[2] - messages[1] == 2 * tree_links);
}

TEST_CASE("if a table is full the centre is notified for each member below, and nothing hangs or is left over",
          "[quick]") {
  RandomStream random(9, 0, RandomPurpose::topology);
  unsigned refused_groups = 0, completed_groups = 0;
  for (unsigned n = 0; n < 100; ++n) {
    INFO("trial " << n);
    Trial trial = random_trial(random);
    while (trial.groups.size() < 4)
      trial.groups.push_back(
          random_group(random, trial.graph, 10 + static_cast<unsigned>(trial.groups.size()), trial.graph.hosts()));
    Params params;
    params.entries = static_cast<std::uint16_t>(1 + random.below(3));
    UnitNetwork network(trial.graph, params, trial.groups, n);
    network.run();
    for (const std::string& problem : network.problems) FAIL_CHECK(problem);
    for (std::size_t g = 0; g < trial.groups.size(); ++g) {
      INFO("group " << g);
      const bool complete = network.completed[g] == trial.groups[g].barriers;
      CHECK(complete == (network.notices[g] == 0));  // exactly one of the two
      CHECK(network.notices[g] <= trial.groups[g].members.size());
      (complete ? completed_groups : refused_groups) += 1;
    }
    for (const auto& unit : network.units) {
      CHECK_FALSE(unit->state.errors.any());
      CHECK(unit->state.most_used <= params.entries);
    }
  }
  CHECK(refused_groups > 20);
  CHECK(completed_groups > 20);
}

TEST_CASE("a group holds no entry after it is released") {
  RandomStream random(10, 0, RandomPurpose::topology);
  const Graph graph = random_graph(random, 10, 5);
  const Group group = random_group(random, graph, 200, graph.hosts());
  UnitNetwork kept(graph, {}, {group}, 5);
  kept.release_at_end = false;
  kept.run();
  check_all_done(kept, {group});
  unsigned entries = 0;
  for (const auto& unit : kept.units) entries += unit->state.used;
  CHECK(entries == switches_on_ways(graph, group).size());
  UnitNetwork released(graph, {}, {group}, 5);
  released.run();
  check_all_done(released, {group});
  check_clean(released);
}
