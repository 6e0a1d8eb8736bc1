#include "testbench/deadlock/dependency_graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using deadlock::DependencyGraph;
using deadlock::shortest_cycle;

namespace {

DependencyGraph graph(const std::vector<std::vector<std::uint32_t>>& next) {
  DependencyGraph g;
  for (const auto& of_one : next) {
    g.next.insert(g.next.end(), of_one.begin(), of_one.end());
    g.first.push_back(static_cast<std::uint32_t>(g.next.size()));
  }
  return g;
}

bool depends(const DependencyGraph& g, std::uint32_t a, std::uint32_t b) {
  return std::count(g.next.begin() + g.first[a], g.next.begin() + g.first[a + 1], b) != 0;
}

/// Nodes of the shortest cycle, by distances between all pairs; 0: none.
std::uint32_t girth(const DependencyGraph& g) {
  constexpr std::uint32_t far = 1'000'000;
  const std::uint32_t n = g.nodes();
  std::vector<std::uint32_t> distance(std::size_t{n} * n, far);
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t i = g.first[a]; i < g.first[a + 1]; ++i) distance[a * n + g.next[i]] = 1;
  for (std::uint32_t by = 0; by < n; ++by)
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t b = 0; b < n; ++b)
        distance[a * n + b] = std::min(distance[a * n + b], distance[a * n + by] + distance[by * n + b]);
  std::uint32_t shortest = far;
  for (std::uint32_t a = 0; a < n; ++a) shortest = std::min(shortest, distance[a * n + a]);
  return shortest == far ? 0 : shortest;
}

}  // namespace

TEST_CASE("a graph without dependencies, a chain and a diamond have no cycle") {
  REQUIRE(shortest_cycle(DependencyGraph()).empty());
  REQUIRE(shortest_cycle(graph({{}, {}})).empty());
  REQUIRE(shortest_cycle(graph({{1}, {2}, {3}, {}})).empty());
  REQUIRE(shortest_cycle(graph({{1, 2}, {3}, {3}, {}})).empty());
}

TEST_CASE("the shortest of several cycles is found, in the order of waiting", "[quick]") {
  REQUIRE(shortest_cycle(graph({{0}})) == std::vector<std::uint32_t>{0});
  REQUIRE(shortest_cycle(graph({{1}, {0}})) == std::vector<std::uint32_t>{0, 1});
  // 0 -> 1 -> 2 -> 3 -> 0 and, reached from it, 4 -> 6 -> 5 -> 4; 7 hangs on both.
  REQUIRE(shortest_cycle(graph({{1}, {2}, {3, 4}, {0}, {6}, {4}, {5, 7}, {}})) == std::vector<std::uint32_t>{4, 6, 5});
  // A chord makes it shorter.
  REQUIRE(shortest_cycle(graph({{1}, {2}, {3}, {4, 1}, {0}})) == std::vector<std::uint32_t>{1, 2, 3});
}

TEST_CASE("what leads to a cycle or away from it is not searched") {
  // A ring of the highest numbers with a chain into it, and one that all of it waits for: a search from each node of
  // these would take hours.
  constexpr std::uint32_t n = 200'000, ring = 2 * n;
  std::vector<std::vector<std::uint32_t>> next(3 * n);
  for (std::uint32_t i = 0; i < n; ++i) {
    next[i] = {i + 1 < n ? i + 1 : ring};
    if (i + 1 < n) next[n + i] = {n + i + 1};
    next[ring + i] = {ring + (i + 1) % n, n + i};
  }
  REQUIRE(shortest_cycle(graph(next)).size() == n);
}

TEST_CASE(
    "on random graphs a found cycle is one, with the length of the girth, and none is found where there is none") {
  RandomStream random(5, 0, RandomPurpose::test);
  unsigned with_cycle = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const std::uint32_t nodes = 1 + random.below(24);
    std::vector<std::vector<std::uint32_t>> next(nodes);
    const std::uint32_t edges = random.below(2 * nodes + 1);
    for (std::uint32_t e = 0; e < edges; ++e) next[random.below(nodes)].push_back(random.below(nodes));
    const DependencyGraph g = graph(next);
    const std::vector<std::uint32_t> cycle = shortest_cycle(g);
    REQUIRE(cycle.size() == girth(g));
    REQUIRE(std::set<std::uint32_t>(cycle.begin(), cycle.end()).size() == cycle.size());
    for (std::size_t n = 0; n < cycle.size(); ++n) REQUIRE(depends(g, cycle[n], cycle[(n + 1) % cycle.size()]));
    with_cycle += !cycle.empty();
  }
  REQUIRE(with_cycle > 100);
  REQUIRE(with_cycle < 380);
}
