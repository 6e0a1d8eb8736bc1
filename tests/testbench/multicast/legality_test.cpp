#include "testbench/multicast/legality.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::BufferClass;
using multicast::check_legal;
using multicast::Edge;
using multicast::Tree;
using test::by_number;
using test::equal_costs;
using test::Hosts;
using test::lower;
using test::unicast;
using test::upper;
using Faults = std::vector<std::string>;

namespace {

/// Of a path over IDs, each the number of a host.
Faults faults(Algorithm algorithm, const Hosts& ids, const std::vector<BufferClass>& classes) {
  return check_legal(test::path(algorithm, ids, classes), by_number(50));
}

Tree built(Algorithm algorithm) {
  return multicast::build(algorithm, {2, 5, 9, 12, 17}, 9, by_number(18), equal_costs(18, 4, 10));
}
Faults faults(const Tree& tree) { return check_legal(tree, by_number(18)); }

}  // namespace

TEST_CASE("an up-down path descends, then ascends: the examples of Figure 7") {
  CHECK(faults(Algorithm::up_down, {7, 12, 27}, {upper, upper}).empty());
  CHECK(faults(Algorithm::up_down, {7, 5, 15, 49}, {lower, upper, upper}).empty());
  CHECK(faults(Algorithm::up_down, {5, 15, 49, 41}, {upper, upper, lower}) ==
        Faults{"host 49 to host 41: IDs descend after they have ascended"});
}

TEST_CASE("the class of an up-down hop follows from its direction, below the originator too") {
  CHECK(faults(Algorithm::up_down, {7, 5, 6}, {lower, upper}).empty());
  CHECK(faults(Algorithm::up_down, {7, 5, 6}, {lower, lower}) == Faults{"host 5 to host 6: the class is not upper"});
  CHECK(faults(Algorithm::up_down, {7, 5}, {upper}) == Faults{"host 7 to host 5: the class is not lower"});
}

TEST_CASE("a wrap-around path descends once, and is in the upper class from there on") {
  CHECK(faults(Algorithm::wrap_around, {7, 9, 2, 5}, {lower, upper, upper}).empty());
  CHECK(faults(Algorithm::wrap_around, {7, 2, 9}, {upper, upper}).empty());
  CHECK(faults(Algorithm::wrap_around, {7, 2, 9}, {upper, lower}) ==
        Faults{"host 2 to host 9: the class is not upper"});
  CHECK(faults(Algorithm::wrap_around, {7, 2, 9, 3}, {upper, upper, upper}) ==
        Faults{"host 9 to host 3: IDs descend a second time"});
}

TEST_CASE("a ring skips no ID, and a bus goes to the nearest ones") {
  CHECK(faults(Algorithm::ring, {7, 9, 2}, {lower, upper}).empty());
  CHECK(faults(Algorithm::ring, {7, 2, 9}, {upper, upper}) ==
        Faults{"host 7 to host 2: not one worm to the next ID", "host 2 to host 9: not one worm to the next ID"});
  CHECK(faults(Algorithm::bus, {9, 7, 2}, {lower, lower}).empty());
  CHECK(faults(Algorithm::bus, {7, 2, 9}, {lower, upper}) == Faults{"host 2 to host 9: not to the nearest ID"});
}

TEST_CASE("the copies of a binomial tree go further by powers of two") {
  CHECK(faults(built(Algorithm::binomial)).empty());
  CHECK(faults(Algorithm::binomial, {7, 8, 9}, {lower, lower}) ==
        Faults{"host 8 to host 9: not the power of two that is next"});
  Tree same = built(Algorithm::binomial);
  same.algorithm = Algorithm::wrap_around;
  CHECK(faults(same).empty());
}

TEST_CASE("total order goes to the lowest ID first, and ascends from there") {
  CHECK(faults(built(Algorithm::ordered_path)).empty());
  CHECK(faults(built(Algorithm::ordered_tree)).empty());
  CHECK(faults(Algorithm::ordered_path, {2, 7, 9}, {upper, upper}).empty());
  CHECK(faults(Algorithm::ordered_path, {2, 7, 9}, {lower, upper}) ==
        Faults{"host 2 to host 7: the class is not upper"});
  CHECK(faults(Algorithm::ordered_tree, {2, 9, 7}, {upper, upper}) == Faults{"host 9 to host 7: IDs descend"});
  CHECK(faults(Algorithm::ordered_path, {2, 9, 7}, {upper, upper}).size() == 3);
}

TEST_CASE("each member gets one worm, and nobody else does") {
  Tree tree = built(Algorithm::returning_ring);
  CHECK(faults(tree).empty());
  tree.edges.pop_back();
  CHECK(faults(tree) == Faults{"host 9 gets 0 worms instead of 1"});
  tree = built(Algorithm::unicasts);
  CHECK(faults(tree).empty());
  tree.add(Edge::own, 12, unicast);
  tree.add(Edge::own, 3, unicast);
  CHECK(faults(tree) == Faults{"host 12 gets 2 worms instead of 1", "host 3 gets a worm and is no member"});
  tree = built(Algorithm::unicasts);
  tree.edges[1].buffer = lower;
  CHECK(faults(tree) == Faults{"host 9 to host 17: the class is not unicast"});
}

TEST_CASE("edges continue from earlier ones, and count hops and copies") {
  Tree tree = built(Algorithm::bus);
  CHECK(faults(tree).empty());
  tree.edges[1].hops = 1;
  tree.edges[2].copies_before = 0;
  CHECK(faults(tree) == Faults{"host 5 to host 2: wrong count of hops", "host 9 to host 12: wrong count of copies"});
  tree = built(Algorithm::bus);
  tree.edges[1].arrival = 3;
  CHECK(faults(tree).front() == "host 5 to host 2: the worm comes from a later edge");
  tree = built(Algorithm::bus);
  tree.edges[1].parent = 12;
  CHECK(faults(tree) == Faults{"host 12 to host 2: the worm came to host 5"});
}

TEST_CASE("members, their originator among them, have IDs") {
  Tree tree = built(Algorithm::ring);
  CHECK(check_legal(tree, by_number(17)) == Faults{"host 17 has no ID"});
  tree.root = 3;
  CHECK(faults(tree) == Faults{"the originator, host 3, is no member"});
}
