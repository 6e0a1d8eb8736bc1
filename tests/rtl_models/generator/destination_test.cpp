#include "rtl_models/generator/destination.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

using namespace slackline;
using generator::Grid;
using generator::Pattern;
using generator::pattern_violations;
using generator::patterned_destination;

namespace {

Grid grid_of(const std::vector<std::uint16_t>& size, std::uint8_t hosts_per_switch) {
  Grid grid;
  std::copy(size.begin(), size.end(), grid.size.begin());
  grid.hosts_per_switch = hosts_per_switch;
  return grid;
}

std::vector<std::uint32_t> destinations(Pattern pattern, std::uint32_t nodes, const Grid& grid = {}) {
  std::vector<std::uint32_t> to;
  for (std::uint32_t node = 0; node < nodes; ++node)
    to.push_back(patterned_destination(pattern, nodes, grid, NodeId(node)).value);
  return to;
}

bool permutes(const std::vector<std::uint32_t>& to) {
  const std::set<std::uint32_t> named(to.begin(), to.end());
  return named.size() == to.size() && *named.rbegin() == to.size() - 1;
}

using Nodes = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("bit patterns are those of Dally and Towles, written out") {
  CHECK(destinations(Pattern::bit_complement, 8) == Nodes{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(destinations(Pattern::bit_reverse, 8) == Nodes{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(destinations(Pattern::shuffle, 8) == Nodes{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(destinations(Pattern::transpose, 16) == Nodes{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
  CHECK(destinations(Pattern::shuffle, 2) == Nodes{0, 1});
  CHECK(destinations(Pattern::bit_complement, 2) == Nodes{1, 0});
}

TEST_CASE("bit patterns are permutations: three of them their own inverse, the shuffle after b times") {
  for (unsigned bits = 2; bits <= 24; bits += bits < 10 ? 2 : 7) {
    const std::uint32_t nodes = 1u << bits;
    for (const Pattern pattern : {Pattern::bit_complement, Pattern::bit_reverse, Pattern::transpose}) {
      if (pattern == Pattern::transpose && bits % 2 != 0) continue;
      std::uint32_t wrong = 0;
      for (std::uint32_t node = 0; node<nodes; node += nodes> 4096 ? 997 : 1)
        wrong += patterned_destination(pattern, nodes, {}, patterned_destination(pattern, nodes, {}, NodeId(node))) !=
                 NodeId(node);
      CHECK(wrong == 0);
    }
    std::uint32_t wrong = 0;
    for (std::uint32_t node = 0; node<nodes; node += nodes> 4096 ? 997 : 1) {
      NodeId at(node);
      for (unsigned i = 0; i < bits; ++i) at = patterned_destination(Pattern::shuffle, nodes, {}, at);
      wrong += at != NodeId(node);
    }
    CHECK(wrong == 0);
  }
  CHECK(permutes(destinations(Pattern::shuffle, 128)));
}

TEST_CASE("tornado goes ceil(k/2) - 1 and neighbour 1 further along every dimension, around the end") {
  const Grid grid = grid_of({8, 5, 2}, 3);
  REQUIRE(grid.nodes() == 240);
  for (const Pattern pattern : {Pattern::tornado, Pattern::neighbour}) {
    const Nodes to = destinations(pattern, 240, grid);
    CHECK(permutes(to));
    for (std::uint32_t node = 0; node < 240; ++node) {
      const std::uint32_t from = node / 3, at = to[node] / 3;
      CHECK(to[node] % 3 == node % 3);
      CHECK((at % 8 + 8 - from % 8) % 8 == (pattern == Pattern::tornado ? 3 : 1));
      CHECK((at / 8 % 5 + 5 - from / 8 % 5) % 5 == (pattern == Pattern::tornado ? 2 : 1));
      CHECK((at / 40 + 2 - from / 40) % 2 == (pattern == Pattern::tornado ? 0 : 1));
    }
  }
  CHECK(destinations(Pattern::tornado, 4, grid_of({4}, 1)) == Nodes{1, 2, 3, 0});
  CHECK(destinations(Pattern::tornado, 5, grid_of({5}, 1)) == Nodes{2, 3, 4, 0, 1});
}

TEST_CASE("a pattern accepts only the numbers of nodes that it is defined for", "[quick]") {
  for (const Pattern pattern : {Pattern::bit_complement, Pattern::bit_reverse, Pattern::shuffle}) {
    CHECK(pattern_violations(pattern, 8, {}).empty());
    CHECK(pattern_violations(pattern, 12, {}).size() == 1);
  }
  CHECK(pattern_violations(Pattern::transpose, 16, {}).empty());
  CHECK(pattern_violations(Pattern::transpose, 8, {}).size() == 1);
  CHECK(pattern_violations(Pattern::tornado, 3, grid_of({3}, 1)).empty());
  CHECK(pattern_violations(Pattern::tornado, 4, grid_of({2, 2}, 1)).size() == 1);
  CHECK(pattern_violations(Pattern::neighbour, 4, grid_of({2}, 2)).empty());
  CHECK(pattern_violations(Pattern::neighbour, 2, grid_of({1}, 2)).size() == 1);
  CHECK(pattern_violations(Pattern::neighbour, 5, grid_of({2}, 2)).size() == 1);
  CHECK(pattern_violations(Pattern::neighbour, 0, grid_of({0}, 1)).size() == 1);
}
