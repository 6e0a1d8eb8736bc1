// Properties of paths and trees on irregular networks.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/multicast/buffer_graph.hpp"
#include "testbench/multicast/legality.hpp"
#include "testbench/multicast/optimum.hpp"
#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::BufferClass;
using multicast::BufferGraph;
using multicast::Edge;
using multicast::Tree;
using test::Hosts;
using test::Trial;

namespace {

constexpr unsigned networks = 500;

using Algorithms = std::vector<Algorithm>;
const Algorithms rings = {Algorithm::ring,         Algorithm::returning_ring, Algorithm::wrap_around,
                          Algorithm::ordered_path, Algorithm::ordered_tree,   Algorithm::binomial};
const Algorithms buses = {Algorithm::bus, Algorithm::up_down, Algorithm::ordered_path, Algorithm::ordered_tree};

/// A random network, the group of all its hosts and some smaller ones.
struct Groups {
  explicit Groups(std::uint64_t seed)
      : random(seed, 0, RandomPurpose::test),
        trial(test::random_trial(random)),
        groups{test::first_hosts(trial.hosts())} {
    for (unsigned i = 0; i < 4; ++i) groups.push_back(test::random_group(random, trial.hosts(), trial.hosts()));
  }

  /// Calls visit(tree) for the trees of an algorithm from all members of all groups.
  template <class Visit>
  void for_each(Algorithm algorithm, std::optional<std::uint32_t> limit, Visit visit) const {
    for (const Hosts& group : groups)
      for (const std::uint32_t root : group)
        visit(multicast::build(algorithm, group, root, trial.order, trial.costs, limit));
  }
  void add_all(BufferGraph& graph, Algorithm algorithm, bool has_two_classes = true) const {
    for_each(algorithm, std::nullopt, [&](const Tree& tree) { graph.add(tree, has_two_classes); });
  }

  RandomStream random;
  Trial trial;
  std::vector<Hosts> groups;
};

void require_legal(const Tree& tree, const multicast::Order& order) {
  for (const std::string& fault : check_legal(tree, order)) FAIL(fault);
}

/// The class that a network interface derives from the IDs of the originator and of the receiver.
BufferClass class_by_ids(const Tree& tree, const Edge& edge, const multicast::Order& order) {
  const std::uint32_t receiver = order.id(edge.child), root = order.id(tree.root);
  bool is_upper = receiver <= root;
  if (tree.algorithm == Algorithm::bus || tree.algorithm == Algorithm::up_down) is_upper = receiver > root;
  if (tree.algorithm == Algorithm::ordered_path || tree.algorithm == Algorithm::ordered_tree)
    is_upper = edge.child != tree.members.front();
  return is_upper ? BufferClass::upper : BufferClass::lower;
}

/// The classes of a wrap-around tree as Figure 8 of the paper seems to print them: after its reversal a worm goes on in
/// the lower class if the member that made the reversal got it from the originator.
Tree as_printed(Tree tree, const multicast::Order& order) {
  for (Edge& edge : tree.edges) {
    const std::uint32_t z = edge.arrival == Edge::own ? tree.root : tree.edges[edge.arrival].parent;
    if (order.id(edge.parent) > order.id(edge.child))
      edge.buffer = BufferClass::upper;
    else
      edge.buffer = z == tree.root ? BufferClass::lower : tree.edges[edge.arrival].buffer;
  }
  return tree;
}

/// Some wrap-around tree has branches and a path of three hops. Stars make hardly any dependencies.
bool trees_are_deep(const Groups& all) {
  bool found = false;
  all.for_each(Algorithm::wrap_around, std::nullopt,
               [&](const Tree& tree) { found = found || (branching(tree) > 1 && depth(tree) > 2); });
  return found;
}

/// The share of networks with deep trees on which a graph has a cycle.
template <class Fill>
double cyclic_share(Fill fill) {
  unsigned cyclic = 0, deep = 0;
  for (std::uint64_t seed = 1; seed <= networks; ++seed) {
    const Groups all(seed);
    if (!trees_are_deep(all)) continue;
    BufferGraph graph;
    fill(graph, all);
    ++deep;
    if (!graph.cycle().empty()) ++cyclic;
  }
  REQUIRE(deep > networks / 4);
  return static_cast<double>(cyclic) / deep;
}

}  // namespace

TEST_CASE("paths and trees are legal, and their buffers wait in no cycle, over all members of all groups") {
  for (std::uint64_t seed = 1; seed <= networks; ++seed) {
    const Groups all(seed);
    const std::uint32_t limit = 1 + static_cast<std::uint32_t>(seed % 4);
    for (const Algorithms* family : {&rings, &buses}) {
      BufferGraph graph;
      for (const Algorithm algorithm : *family)
        for (const std::optional<std::uint32_t> most : {std::optional<std::uint32_t>(), std::optional(limit)})
          all.for_each(algorithm, most, [&](const Tree& tree) {
            INFO("seed " << seed << ", " << to_string(algorithm) << " from host " << tree.root);
            require_legal(tree, all.trial.order);
            const bool is_limited = algorithm != Algorithm::bus && algorithm != Algorithm::binomial;
            REQUIRE((!most || !is_limited || branching(tree) <= *most));
            graph.add(tree);
          });
      INFO("seed " << seed << ", " << to_string(graph.cycle()));
      REQUIRE(graph.cycle().empty());
    }
    all.for_each(Algorithm::unicasts, std::nullopt, [&](const Tree& tree) { require_legal(tree, all.trial.order); });
  }
}

TEST_CASE("the class of a worm follows from the IDs of the originator and of the receiver") {
  for (std::uint64_t seed = 1; seed <= networks; seed += 10) {
    const Groups all(seed);
    for (const Algorithm algorithm : {Algorithm::ring, Algorithm::returning_ring, Algorithm::wrap_around,
                                      Algorithm::bus, Algorithm::up_down, Algorithm::binomial})
      all.for_each(algorithm, std::nullopt, [&](const Tree& tree) {
        for (const Edge& edge : tree.edges) REQUIRE(edge.buffer == class_by_ids(tree, edge, all.trial.order));
      });
  }
}

TEST_CASE("no tree costs less than the optimum, which is legal and waits in no cycle either") {
  double excess = 0, worst = 0;
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= networks; ++seed) {
    Groups all(seed);
    const Hosts group = test::random_group(all.random, all.trial.hosts(), 6);
    for (const Algorithm algorithm : {Algorithm::up_down, Algorithm::wrap_around}) {
      BufferGraph graph;
      all.add_all(graph, algorithm);
      for (const std::uint32_t root : group) {
        INFO("seed " << seed << ", " << to_string(algorithm) << " from host " << root);
        const Tree best = optimum(algorithm, group, root, all.trial.order, all.trial.costs);
        const auto cost_of = [&](Algorithm other) {
          return cost(multicast::build(other, group, root, all.trial.order, all.trial.costs), all.trial.costs);
        };
        const std::uint64_t least = cost(best, all.trial.costs), found = cost_of(algorithm);
        require_legal(best, all.trial.order);
        REQUIRE(found >= least);
        REQUIRE(cost_of(algorithm == Algorithm::up_down ? Algorithm::bus : Algorithm::ring) >= least);
        graph.add(best);
        const double over = static_cast<double>(found) / static_cast<double>(least) - 1;
        excess += over;
        worst = std::max(worst, over);
        ++compared;
      }
      REQUIRE(graph.cycle().empty());
    }
  }
  INFO(compared << " trees, excess " << excess / compared << " on average, " << worst << " of the worst");
  CHECK(excess / compared > 0);
  CHECK(excess / compared < 0.1);
}

TEST_CASE("the classes of wrap-around trees as the paper prints them make cycles on nearly all networks") {
  CHECK(cyclic_share([](BufferGraph& graph, const Groups& all) {
          all.for_each(Algorithm::wrap_around, std::nullopt,
                       [&](const Tree& tree) { graph.add(as_printed(tree, all.trial.order)); });
        }) > 0.95);
}

TEST_CASE("up-down and wrap-around trees on the same buffers make cycles on nearly all networks") {
  CHECK(cyclic_share([](BufferGraph& graph, const Groups& all) {
          all.add_all(graph, Algorithm::up_down);
          all.add_all(graph, Algorithm::wrap_around);
        }) > 0.95);
}

TEST_CASE("with one class of buffers paths and trees make cycles on nearly all networks") {
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::bus, Algorithm::up_down, Algorithm::wrap_around}) {
    INFO(to_string(algorithm));
    CHECK(cyclic_share([&](BufferGraph& graph, const Groups& all) { all.add_all(graph, algorithm, false); }) > 0.95);
  }
}
