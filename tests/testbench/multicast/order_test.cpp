#include "testbench/multicast/order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/topology/mesh.hpp"
#include "tests/testbench/multicast/trials.hpp"

using namespace slackline;
using multicast::Distances;
using multicast::Order;
using multicast::order_violations;
using multicast::shortest_order;
using test::first_hosts;
using test::Hosts;

namespace {

/// Hosts on a line at these places.
Distances on_a_line(const std::vector<int>& places) {
  Distances distances(static_cast<std::uint32_t>(places.size()));
  for (std::uint32_t a = 0; a < distances.hosts(); ++a)
    for (std::uint32_t b = 0; b < distances.hosts(); ++b)
      distances.at(a, b) = static_cast<std::uint32_t>(std::abs(places[a] - places[b]));
  return distances;
}

/// Hops between the hosts of a torus with k x k switches.
Distances torus(std::uint32_t k) {
  const auto around = [&](std::uint32_t a, std::uint32_t b) { return std::min((a + k - b) % k, (b + k - a) % k); };
  Distances distances(k * k);
  for (std::uint32_t a = 0; a < k * k; ++a)
    for (std::uint32_t b = 0; b < k * k; ++b) distances.at(a, b) = around(a % k, b % k) + around(a / k, b / k);
  return distances;
}

std::uint64_t shortest_of_all(const Distances& distances) {
  Hosts hosts = first_hosts(distances.hosts());
  std::uint64_t least = ~std::uint64_t{0};
  do least = std::min(least, length(Order(hosts), distances));
  while (std::next_permutation(hosts.begin(), hosts.end()));
  return least;
}

}  // namespace

TEST_CASE("the ID of a host is its position in the order") {
  const Order order({7, 3, 5});
  CHECK(order.id(7) == 0);
  CHECK(order.id(5) == 2);
  CHECK(order.find(4) == Order::none);
  CHECK(order.find(8) == Order::none);
  CHECK_THROWS_WITH(order.id(4), "host 4 has no ID in the order");
}

TEST_CASE("every fault of a given order is named") {
  CHECK(order_violations({2, 0, 1}, first_hosts(3)).empty());
  const Violations found = order_violations({2, 4, 2, 0}, first_hosts(4));
  REQUIRE(found.size() == 3);
  CHECK(found[0] == Violation{"order[1]", "4", "one of the 4 hosts to be ordered"});
  CHECK(found[1] == Violation{"order[2]", "2", "each host once: it has ID 0 already"});
  CHECK(found[2] == Violation{"order", "4 hosts", "each of 4 hosts once: 2 missing, the first is host 1"});
  CHECK_THROWS_AS(Order({1, 1}), std::invalid_argument);
}

TEST_CASE("the nearest neighbour alone goes back over a line, and 2-opt does not") {
  // From host 0 at place 3 the nearest neighbour goes to 4, 6, 9 and back to 0: 6 + 9 cycles. The line has 9.
  const Distances line = on_a_line({3, 4, 0, 6, 9});
  const Order order = shortest_order(line);
  CHECK(length(order, line) == 18);  // both ways
  CHECK(std::min(order.hosts_by_id(), Hosts(order.hosts_by_id().rbegin(), order.hosts_by_id().rend())) ==
        Hosts{2, 0, 1, 3, 4});
}

TEST_CASE("an order over some hosts has these alone") {
  const Order order = shortest_order(on_a_line({3, 4, 0, 6, 9}), {4, 0, 2});
  CHECK(order.hosts_by_id().size() == 3);
  CHECK(order.find(1) == Order::none);
  CHECK(shortest_order(on_a_line({3}), {0}).hosts_by_id() == Hosts{0});
}

TEST_CASE("neighbours in the order of a torus are neighbours on it") {
  CHECK(length(shortest_order(torus(8)), torus(8)) == 2 * 63);
}

TEST_CASE("no part of an order can be reversed to make it shorter", "[quick]") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::test);
    const test::Trial trial = test::random_trial(random);
    const std::uint64_t found = length(trial.order, trial.costs.distances);
    Hosts hosts = trial.order.hosts_by_id();
    for (auto first = hosts.begin(); first != hosts.end(); ++first)
      for (auto end = first; end != hosts.end();) {
        std::reverse(first, ++end);
        REQUIRE(length(Order(hosts), trial.costs.distances) >= found);
        std::reverse(first, end);
      }
  }
}

TEST_CASE("orders of small random networks are permutations, and near the shortest", "[quick]") {
  double excess = 0;
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomStream random(seed, 0, RandomPurpose::test);
    const test::Trial trial = test::random_trial(random);
    CHECK(order_violations(trial.order.hosts_by_id(), first_hosts(trial.hosts())).empty());
    CHECK(shortest_order(trial.costs.distances).hosts_by_id() == trial.order.hosts_by_id());
    if (trial.hosts() > 7) continue;
    const std::uint64_t least = shortest_of_all(trial.costs.distances),
                        found = length(trial.order, trial.costs.distances);
    CHECK(found >= least);
    excess += static_cast<double>(found) / static_cast<double>(least) - 1;
    ++compared;
  }
  INFO(compared << " orders, mean excess " << excess / compared);
  CHECK(compared >= 10);
  CHECK(excess / compared < 0.05);
}

TEST_CASE("a thousand hosts are ordered") {
  Distances distances(1000);
  RandomStream random(1, 0, RandomPurpose::test);
  for (std::uint32_t a = 0; a < 1000; ++a)
    for (std::uint32_t b = 0; b < 1000; ++b) distances.at(a, b) = 1 + random.below(100);
  CHECK(order_violations(shortest_order(distances).hosts_by_id(), first_hosts(1000)).empty());
}
