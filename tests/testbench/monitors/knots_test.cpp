#include "testbench/monitors/knots.hpp"

#include <catch2/catch.hpp>

using slackline::monitors::final_components;
using slackline::monitors::is_knot;
using slackline::monitors::WaitGraph;
using Nodes = std::vector<std::uint32_t>;

TEST_CASE("a ring of waits is one knot, in the order of the waits", "[quick]") {
  const WaitGraph graph{{3}, {0}, {1}, {2}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{0, 3, 2, 1}});
  REQUIRE(is_knot(graph, {0, 3, 2, 1}));
}

TEST_CASE("a node that waits for a knot is not in it") {
  const WaitGraph graph{{1}, {2}, {1}, {0}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{1, 2}});
}

TEST_CASE("a ring with a way out is no knot: only the node at the end of that way is one") {
  const WaitGraph graph{{1}, {0, 2}, {}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{2}});
  REQUIRE_FALSE(is_knot(graph, {2}));
}

TEST_CASE("a node that waits for itself is a knot") {
  const WaitGraph graph{{0}, {0}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{0}});
  REQUIRE(is_knot(graph, {0}));
}

TEST_CASE("several knots are separated, and waits for unknown nodes are ignored") {
  const WaitGraph graph{{1}, {0, 99}, {3}, {2}, {0, 2}, {7}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{0, 1}, {2, 3}, {5}});
}

TEST_CASE("where nodes wait for any of several, a knot has all nodes that can be reached", "[quick]") {
  const WaitGraph graph{{1, 2}, {0}, {3}, {0, 1}};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{0, 1, 2, 3}});
}

TEST_CASE("a chain of a million waits is followed without recursion", "[quick]") {
  constexpr std::uint32_t length = 1'000'000;
  WaitGraph graph(length);
  for (std::uint32_t i = 0; i + 1 < length; ++i) graph[i] = {i + 1};
  REQUIRE(final_components(graph) == std::vector<Nodes>{{length - 1}});
}
