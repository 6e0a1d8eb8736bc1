#include "testbench/schedule/spanning_tree.hpp"

#include <catch2/catch.hpp>

#include "testbench/schedule/hierarchical.hpp"
#include "testbench/topology/wiring.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::spanning_tree;
using schedule::Tree;

TEST_CASE("the root is the switch from which the deepest host is least deep") {
  const network::Netlist line = test::network_of("topology: { kind: mesh, size: [7] }\n");
  const auto tree = spanning_tree(line);
  REQUIRE(tree);
  CHECK(tree->tree.root == 3);
  CHECK(tree->tree.parent == std::vector<std::uint32_t>{1, 2, 3, Tree::none, 3, 4, 5});
  CHECK(tree->channels.size() == line.channels.size());
  CHECK(schedule::hierarchy_of(tree->tree, schedule::first_hosts(7)).levels == 5);
}

TEST_CASE("a root that is asked for is taken, however deep") {
  const auto tree = spanning_tree(test::network_of("topology: { kind: mesh, size: [7] }\n"), 0);
  REQUIRE(tree);
  CHECK(tree->tree.root == 0);
  CHECK(schedule::hierarchy_of(tree->tree, schedule::first_hosts(7)).levels == 8);
}

TEST_CASE("of roots as deep the one with fewer slots is taken, then the first") {
  // A line of two switches: both are as good. With three hosts at the second one, the root there takes 3 + 2 slots less.
  network::Netlist even, uneven;
  for (auto* netlist : {&even, &uneven}) {
    topology::Wiring wiring(*netlist, 8, 4);
    wiring.add_switch("a");
    wiring.add_switch("b");
    wiring.link(0, 0, 1, 0);
    for (unsigned host = 0; host < 4; ++host) wiring.add_host(netlist == &even ? host / 2 : host > 0, 1 + host);
  }
  CHECK(spanning_tree(even)->tree.root == 0);
  CHECK(spanning_tree(uneven)->tree.root == 1);
}

TEST_CASE("fewer levels go before fewer slots", "[quick]") {
  // a - b - c, one host at a, six at c: from c four levels in 1 + 1 + 7 + 1 + 1 slots, from b three in 6 + 2 + 6.
  network::Netlist netlist;
  topology::Wiring wiring(netlist, 8, 7);
  for (const char* name : {"a", "b", "c"}) wiring.add_switch(name);
  wiring.link(0, 0, 1, 0);
  wiring.link(1, 1, 2, 0);
  for (unsigned host = 0; host < 7; ++host) wiring.add_host(host == 0 ? 0 : 2, 1 + host);
  const auto slots = [&](const schedule::SpanningTree& tree) {
    return schedule::hierarchy_of(tree.tree, schedule::first_hosts(7)).slots();
  };
  const auto best = spanning_tree(netlist), from_c = spanning_tree(netlist, 2);
  REQUIRE(best);
  REQUIRE(from_c);
  CHECK(best->tree.root == 1);
  CHECK(slots(*best) == 14);
  CHECK(slots(*from_c) == 11);
}

TEST_CASE("of parallel links a tree has the one at the lowest port, in both directions") {
  network::Netlist netlist;
  topology::Wiring wiring(netlist, 8, 2);
  wiring.add_switch("a");
  wiring.add_switch("b");
  wiring.link(0, 5, 1, 6);
  wiring.link(0, 2, 1, 7);
  for (unsigned host = 0; host < 2; ++host) wiring.add_host(host, 0);
  const auto tree = spanning_tree(netlist);
  REQUIRE(tree);
  CHECK(tree->channels == std::vector<std::uint32_t>{2, 3, 4, 5, 6, 7});
}

TEST_CASE("of a network that falls apart there is no tree", "[quick]") {
  network::Netlist netlist;
  topology::Wiring wiring(netlist, 4, 2);
  for (unsigned s = 0; s < 2; ++s) {
    wiring.add_switch("switch" + std::to_string(s));
    wiring.add_host(s, 0);
  }
  CHECK_FALSE(spanning_tree(netlist));
  CHECK_FALSE(spanning_tree(netlist, 1));
}
