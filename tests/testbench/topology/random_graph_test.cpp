#include "testbench/topology/random_graph.hpp"

#include <catch2/catch.hpp>

#include "testbench/topology/metrics.hpp"
#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using test::built;
using topology::RandomGraph;

TEST_CASE("a random network is connected, of one degree, without double links, whatever the seed") {
  for (const auto& [n, d] : {std::array<std::uint64_t, 2>{2, 1}, {3, 2}, {12, 2}, {5, 4}, {9, 3}, {10, 3}, {30, 5}})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      INFO(n << " switches of " << d << ", seed " << seed);
      const test::Built network = built(RandomGraph{n, d, 1, seed});
      REQUIRE(topology::metrics(network.netlist).connected());
      unsigned short_of_one = 0;
      const auto neighbours = network.neighbours();
      for (std::uint32_t s = 0; s < n; ++s) {
        const std::vector<std::uint32_t>& others = neighbours[s];
        REQUIRE(std::count(others.begin(), others.end(), s) == 0);
        REQUIRE(std::is_sorted(others.begin(), others.end()));
        REQUIRE(std::adjacent_find(others.begin(), others.end()) == others.end());
        REQUIRE(others.size() >= d - 1);
        REQUIRE(others.size() <= d);
        short_of_one += others.size() == d - 1;
      }
      REQUIRE(short_of_one == (n * d) % 2);
    }
}

TEST_CASE("the seed decides a random network, and any switch may become a neighbour of any other") {
  const auto neighbours = [](std::uint64_t seed) { return built(RandomGraph{10, 3, 2, seed}).neighbours(); };
  CHECK(neighbours(1) == neighbours(1));
  std::set<std::vector<std::vector<std::uint32_t>>> different;
  std::vector<unsigned> with_first(10, 0);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto all = neighbours(seed);
    different.insert(all);
    for (const std::uint32_t other : all[0]) ++with_first[other];
  }
  CHECK(different.size() == 300);
  for (std::size_t other = 1; other < 10; ++other) {  // 3 of 9 in 300 networks: 100, give or take 8.2 (binomial)
    CHECK(with_first[other] > 70);
    CHECK(with_first[other] < 130);
  }
}

TEST_CASE("ports of a random network lead to other switches in the order of their numbers, then to hosts", "[quick]") {
  const test::Built network = built(RandomGraph{8, 3, 2, 1});
  CHECK(network.channel_from("switch5", 3) == "link_switch5_p3_to_host10");
  CHECK(network.channel_from("switch5", 4) == "link_switch5_p4_to_host11");
  const std::uint32_t second = network.neighbours()[5].at(1);
  CHECK(network.channel_from("switch5", 1).find("link_switch5_p1_to_switch" + std::to_string(second) + "_p") == 0);
}

TEST_CASE("large random networks are drawn quickly", "[quick]") {
  const test::Built network = built(RandomGraph{20000, 8, 1, 1});
  CHECK(network.netlist.channels.size() == 2 * (20000 * 8 / 2 + 20000));
}
