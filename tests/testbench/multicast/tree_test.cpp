#include "testbench/multicast/tree.hpp"

#include <catch2/catch.hpp>

#include "testbench/multicast/path_settings.hpp"
#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::BufferClass;
using multicast::build;
using multicast::Costs;
using multicast::Edge;
using multicast::Tree;
using test::by_number;
using test::equal_costs;
using test::first_hosts;

namespace {

/// 0 sends to 1 and 2; 1 sends to 3 and 4.
Tree small_tree() {
  Tree tree{Algorithm::up_down, 0, first_hosts(5), {}};
  const std::uint32_t to_1 = tree.add(Edge::own, 1, BufferClass::upper);
  tree.add(Edge::own, 2, BufferClass::upper);
  tree.add(to_1, 3, BufferClass::upper);
  tree.add(to_1, 4, BufferClass::upper);
  return tree;
}

}  // namespace

TEST_CASE("the first copy is free with cut-through, and each further one waits for those before") {
  Costs costs = equal_costs(5, 3, 10);
  const Tree tree = small_tree();
  // 0 > 1: 3.  0 > 2: 10 + 3.  1 > 3: 3 + 3.  1 > 4: 3 + 10 + 3.
  CHECK(arrival_cycles(tree, costs) == std::vector<std::uint64_t>{3, 13, 6, 16});
  CHECK(cost(tree, costs) == 16);
  // Each hop takes a worm time more.
  costs.cut_through = false;
  CHECK(arrival_cycles(tree, costs) == std::vector<std::uint64_t>{13, 23, 26, 36});
  CHECK(cost(tree, costs) == 36);
}

TEST_CASE("depth, branching and the worms of the originator are counted") {
  const Tree tree = small_tree();
  CHECK(depth(tree) == 2);
  CHECK(branching(tree) == 2);
  CHECK(originator_worms(tree) == 2);
}

TEST_CASE("equation (1) has n - 1 terms: a path of n hosts costs n - 1 hops") {
  Costs costs = equal_costs(6, 7, 1000);
  const auto cost_of = [&](Algorithm algorithm, std::uint32_t root) {
    return cost(build(algorithm, first_hosts(6), root, by_number(6), costs), costs);
  };
  CHECK(cost_of(Algorithm::ring, 2) == 35);
  CHECK(cost_of(Algorithm::returning_ring, 2) == 35);  // the return is no delivery
  CHECK(cost_of(Algorithm::bus, 0) == 35);
  CHECK(cost_of(Algorithm::bus, 2) == 1014);       // three hops up at once; after a copy two hops down
  CHECK(cost_of(Algorithm::unicasts, 2) == 4007);  // four copies before the last one
  CHECK(cost_of(Algorithm::ordered_path, 0) == 35);
  CHECK(cost_of(Algorithm::ordered_path, 2) == 42);  // a hop more, to the lowest ID
  costs.cut_through = false;
  CHECK(cost_of(Algorithm::ring, 2) == 5035);
  CHECK(cost_of(Algorithm::unicasts, 2) == 5007);
}

TEST_CASE("without cut-through a tree of equal hosts is shorter than a ring, and with it a ring can be shorter") {
  Costs costs = equal_costs(8, 10, 50);
  const auto cost_of = [&](Algorithm algorithm) {
    return cost(build(algorithm, first_hosts(8), 0, by_number(8), costs), costs);
  };
  CHECK(cost_of(Algorithm::ring) == 70);
  CHECK(cost_of(Algorithm::unicasts) == 310);
  costs.cut_through = false;
  CHECK(cost_of(Algorithm::ring) == 420);
  CHECK(cost_of(Algorithm::wrap_around) == 180);
}

TEST_CASE("algorithms and classes have words, and the key has those of the algorithms in their order") {
  const auto words = multicast::algorithm_words();
  CHECK(words.size() == static_cast<std::size_t>(Algorithm::binomial) + 1);
  for (std::size_t i = 0; i < words.size(); ++i)
    CHECK(std::string(words[i].word) == to_string(static_cast<Algorithm>(i)));
  CHECK(std::string(to_string(BufferClass::upper)) == "upper");
}
