#include "testbench/multicast/algorithms.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Algorithm;
using multicast::BufferClass;
using multicast::Costs;
using multicast::Order;
using multicast::Tree;
using test::by_number;
using test::classes;
using test::equal_costs;
using test::first_hosts;
using test::five_hosts;
using test::Hops;
using test::hops;
using test::Hosts;
using test::lower;
using test::unicast;
using test::upper;

namespace {

using Classes = std::vector<BufferClass>;

/// Over the IDs 2, 5, 9, 12, 17, the originator 9, all distances equal.
Tree of_nine(Algorithm algorithm, std::uint32_t root = 9) {
  return multicast::build(algorithm, {17, 9, 2, 12, 5}, root, by_number(18), equal_costs(18, 4, 10));
}

Tree of_five(Algorithm algorithm, std::optional<std::uint32_t> most_children = std::nullopt) {
  return multicast::build(algorithm, first_hosts(5), 2, by_number(5), five_hosts(), most_children);
}

Tree of_equals(Algorithm algorithm, std::uint32_t root) {
  return multicast::build(algorithm, first_hosts(4), root, by_number(4), equal_costs(4, 10, 10));
}

}  // namespace

TEST_CASE("multiple unicasts come from the originator, in the order of the ring") {
  const Tree tree = of_nine(Algorithm::unicasts);
  CHECK(hops(tree) == Hops{{9, 12}, {9, 17}, {9, 2}, {9, 5}});
  CHECK(classes(tree) == Classes{unicast, unicast, unicast, unicast});
  CHECK(originator_worms(tree) == 4);
}

TEST_CASE("a ring goes to higher IDs in the lower class, and from the lowest ID on in the upper class") {
  const Tree tree = of_nine(Algorithm::ring);
  CHECK(hops(tree) == Hops{{9, 12}, {12, 17}, {17, 2}, {2, 5}});
  CHECK(classes(tree) == Classes{lower, lower, upper, upper});
  CHECK(tree.edges[3].hops == 4);
  const Tree returning = of_nine(Algorithm::returning_ring);
  CHECK(hops(returning) == Hops{{9, 12}, {12, 17}, {17, 2}, {2, 5}, {5, 9}});
  CHECK(classes(returning) == Classes{lower, lower, upper, upper, upper});
  CHECK(classes(of_nine(Algorithm::returning_ring, 2)) == Classes{lower, lower, lower, lower, upper});
  CHECK(classes(of_nine(Algorithm::ring, 17)) == Classes{upper, upper, upper, upper});
}

TEST_CASE("a ring that starts at 11 ends at 10") {
  const Tree tree = multicast::build(Algorithm::ring, {3, 6, 10, 11, 14}, 11, by_number(15), equal_costs(15, 1, 1));
  CHECK(hops(tree) == Hops{{11, 14}, {14, 3}, {3, 6}, {6, 10}});
}

TEST_CASE("IDs follow the order, not the numbers of hosts") {
  const Order order({12, 5, 17, 2, 9});
  const Tree tree = multicast::build(Algorithm::ring, {2, 5, 9, 12, 17}, 17, order, equal_costs(18, 4, 10));
  CHECK(tree.members == order.hosts_by_id());
  CHECK(hops(tree) == Hops{{17, 2}, {2, 9}, {9, 12}, {12, 5}});
  CHECK(classes(tree) == Classes{lower, lower, upper, upper});
}

TEST_CASE("a bus sends one worm to higher IDs and one to lower ones, the longer arm first") {
  const Tree equal = of_nine(Algorithm::bus);
  CHECK(hops(equal) == Hops{{9, 5}, {5, 2}, {9, 12}, {12, 17}});
  CHECK(classes(equal) == Classes{lower, lower, upper, upper});
  CHECK(equal.edges[2].copies_before == 1);
  // 2 > 1 > 0 takes 7 + 2 cycles, 2 > 3 > 4 takes 5 + 10.
  CHECK(hops(of_five(Algorithm::bus)) == Hops{{2, 3}, {3, 4}, {2, 1}, {1, 0}});
  CHECK(hops(of_nine(Algorithm::bus, 2)) == Hops{{2, 5}, {5, 9}, {9, 12}, {12, 17}});
}

TEST_CASE("a wrap-around tree takes the cheapest parent among all that have the worm") {
  const Tree tree = of_five(Algorithm::wrap_around);
  // 3: from 2 alone, 5.
  // 4: from 3, 5 + 10 = 15; from 2, 10 + 20 = 30.
  // 0: from 4, 15 + 5 = 20; from 3, 5 + 10 + 10 = 25; from 2, 10 + 9 = 19.
  // 1: from 0, 19 + 2 = 21; from 4, 15 + 4 = 19; from 3, 5 + 10 + 10 = 25; from 2, 20 + 7 = 27.
  CHECK(hops(tree) == Hops{{2, 3}, {3, 4}, {2, 0}, {4, 1}});
  CHECK(classes(tree) == Classes{lower, lower, upper, upper});
  CHECK(arrival_cycles(tree, five_hosts()) == std::vector<std::uint64_t>{5, 15, 19, 19});
}

TEST_CASE("an up-down tree visits lower IDs first, then higher ones from all that are lower") {
  const Tree tree = of_five(Algorithm::up_down);
  // 1: from 2 alone, 7.
  // 0: from 1, 7 + 2 = 9; from 2, 10 + 9 = 19.
  // 3: from 2, 10 + 5 = 15; from 1, 7 + 10 + 10 = 27; from 0, 9 + 10 = 19.
  // 4: from 3, 15 + 10 = 25; from 2, 20 + 20 = 40; from 1, 7 + 10 + 4 = 21; from 0, 9 + 5 = 14.
  CHECK(hops(tree) == Hops{{2, 1}, {1, 0}, {2, 3}, {0, 4}});
  CHECK(classes(tree) == Classes{lower, lower, upper, upper});
  CHECK(arrival_cycles(tree, five_hosts()) == std::vector<std::uint64_t>{7, 9, 15, 14});
}

TEST_CASE("among equal parents the nearest ID is taken") {
  // Second visit: 10 + 10 from the first one, 10 + 10 from the originator. Third: 20 from the originator, 30 from others.
  CHECK(hops(of_equals(Algorithm::wrap_around, 0)) == Hops{{0, 1}, {1, 2}, {0, 3}});
  CHECK(hops(of_equals(Algorithm::wrap_around, 2)) == Hops{{2, 3}, {3, 0}, {2, 1}});
  CHECK(hops(of_equals(Algorithm::up_down, 3)) == Hops{{3, 2}, {2, 1}, {3, 0}});
  CHECK(hops(of_equals(Algorithm::up_down, 0)) == Hops{{0, 1}, {1, 2}, {0, 3}});
  CHECK(hops(of_equals(Algorithm::ordered_tree, 0)) == Hops{{0, 1}, {1, 2}, {0, 3}});
}

TEST_CASE("no member of a tree has more children than the limit, and with a limit of 1 it is a path") {
  CHECK(hops(of_five(Algorithm::wrap_around, 1)) == hops(of_five(Algorithm::ring)));
  CHECK(hops(of_five(Algorithm::up_down, 1)) == Hops{{2, 1}, {1, 0}, {0, 3}, {3, 4}});
  Costs costs = equal_costs(20, 100, 1);
  for (const Algorithm algorithm : {Algorithm::wrap_around, Algorithm::up_down, Algorithm::ordered_tree}) {
    const auto limited = [&](std::optional<std::uint32_t> limit) {
      return branching(multicast::build(algorithm, first_hosts(20), 10, by_number(20), costs, limit));
    };
    CHECK(limited(std::nullopt) > 3);
    for (const std::uint32_t limit : {1, 2, 3}) CHECK(limited(limit) == limit);
  }
}

TEST_CASE("in total order the worm goes to the lowest ID and from there to all others, the originator included") {
  const Tree path = of_nine(Algorithm::ordered_path);
  CHECK(hops(path) == Hops{{9, 2}, {2, 5}, {5, 9}, {9, 12}, {12, 17}});
  CHECK(classes(path) == Classes{lower, upper, upper, upper, upper});
  CHECK(originator_worms(path) == 2);
  CHECK(path.edges[3].copies_before == 0);
  CHECK(classes(of_nine(Algorithm::ordered_path, 2)) == Classes{upper, upper, upper, upper});
}

TEST_CASE("in total order all members have the same tree, after the hop to the lowest ID") {
  const auto from_lowest = [](std::uint32_t root) {
    Hops found = hops(multicast::build(Algorithm::ordered_tree, first_hosts(5), root, by_number(5), five_hosts()));
    if (root != 0) {
      CHECK(found.front() == std::vector<std::uint32_t>{root, 0});
      found.erase(found.begin());
    }
    return found;
  };
  // 1: 2.  2: from 1, 2 + 7 = 9; from 0, 10 + 9 = 19.  3: from 2, 9 + 5 = 14; from 1, 2 + 10 + 10; from 0, 10 + 10 = 20.
  // 4: from 3, 14 + 10 = 24; from 2, 9 + 10 + 20; from 1, 2 + 10 + 4 = 16; from 0, 10 + 5 = 15.
  for (std::uint32_t root = 0; root < 5; ++root) CHECK(from_lowest(root) == Hops{{0, 1}, {1, 2}, {2, 3}, {0, 4}});
}

TEST_CASE("in a binomial tree each member that has the worm sends it to one more in each step") {
  CHECK(hops(of_nine(Algorithm::binomial)) == Hops{{9, 12}, {9, 17}, {12, 2}, {9, 5}});
  CHECK(classes(of_nine(Algorithm::binomial)) == Classes{lower, lower, upper, upper});
  const Tree eight = multicast::build(Algorithm::binomial, first_hosts(8), 0, by_number(8), equal_costs(8, 1, 1));
  CHECK(hops(eight) == Hops{{0, 1}, {0, 2}, {1, 3}, {0, 4}, {1, 5}, {2, 6}, {3, 7}});
  CHECK(depth(eight) == 3);
  CHECK(branching(eight) == 3);
}

TEST_CASE("two members have one worm between them, whatever the algorithm") {
  for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::ring, Algorithm::bus, Algorithm::up_down,
                                    Algorithm::wrap_around, Algorithm::binomial}) {
    INFO(to_string(algorithm));
    CHECK(hops(multicast::build(algorithm, {1, 0}, 1, by_number(2), equal_costs(2, 1, 1))) == Hops{{1, 0}});
    CHECK(hops(multicast::build(algorithm, {1, 0}, 0, by_number(2), equal_costs(2, 1, 1))) == Hops{{0, 1}});
  }
}

TEST_CASE("groups that cannot be are refused") {
  const auto refuse = [](const Hosts& members, std::uint32_t root, std::optional<std::uint32_t> limit,
                         const std::string& why) {
    CHECK_THROWS_AS(multicast::build(Algorithm::ring, members, root, by_number(5), five_hosts(), limit),
                    std::invalid_argument);
    CHECK_THROWS_WITH(multicast::build(Algorithm::ring, members, root, by_number(5), five_hosts(), limit), why);
  };
  refuse({3}, 3, {}, "a group of 1: expected 2 members or more");
  refuse({3, 1, 3}, 3, {}, "host 3 is in the group twice");
  refuse({3, 1}, 2, {}, "the originator, host 2, is no member of the group");
  refuse({3, 1}, 3, 0, "a branching limit of 0: expected 1 child or more");
  refuse({3, 7}, 3, {}, "host 7 has no distances to other hosts");
  CHECK_THROWS_WITH(multicast::build(Algorithm::ring, {0, 3}, 0, by_number(3), five_hosts()),
                    "host 3 has no ID in the order");
}
