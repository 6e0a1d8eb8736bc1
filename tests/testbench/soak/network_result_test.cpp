#include "testbench/soak/network_result.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace slackline;
using soak::NetworkResult;

TEST_CASE("results travel whole: counts, differences, stale values, errors") {
  NetworkResult good, bad;
  good.seed = ~std::uint64_t{0};
  good.comparison = {1000, 10, 80, 3000, 123'456'789'012, {}, {}};
  bad.seed = 7;
  bad.comparison = {
      13, 4, 2, 5, 0, {{Cycle(12), "switch3.input[2].count", 5, ~std::uint64_t{0}}, {Cycle(12), "a b", 0, 1}}, {}};
  bad.comparison.stale = {"fabric: switch3.wanted is stale in cycle 12, stored 1, recomputed 0"};
  bad.barriers = {300, 299, 17, 1234567890123, 5};
  bad.errors = {"switch3: overflows = 2", "flits are not conserved"};
  const std::vector<NetworkResult> back = soak::decode(soak::encode({good, bad, good}));
  REQUIRE(back.size() == 3);
  CHECK(back[0].seed == good.seed);
  CHECK(back[0].good());
  CHECK(back[2].comparison.flits_delivered == 123'456'789'012);
  const monitors::Comparison& c = back[1].comparison;
  CHECK_FALSE(back[1].good());
  CHECK(back[1].seed == 7);
  CHECK(c.cycles == 13);
  CHECK(c.comparisons == 4);
  CHECK(c.channels == 2);
  CHECK(c.registers == 5);
  REQUIRE(c.differences.size() == 2);
  CHECK(c.differences[0].cycle == Cycle(12));
  CHECK(c.differences[0].what == "switch3.input[2].count");
  CHECK(c.differences[0].signal == 5);
  CHECK(c.differences[0].fabric == ~std::uint64_t{0});
  CHECK(c.differences[1].what == "a b");
  CHECK(c.stale == bad.comparison.stale);
  CHECK(back[1].errors == bad.errors);
  const soak::BarrierCounts& b = back[1].barriers;
  CHECK(std::vector<std::uint64_t>{b.asked, b.complete, b.worms_cut, b.padding, b.packets} ==
        std::vector<std::uint64_t>{300, 299, 17, 1234567890123, 5});
  CHECK(soak::decode("").empty());
}

TEST_CASE("a truncated result, and text that is no result, are refused", "[quick]") {
  const std::string bytes =
      soak::encode({{7, {13, 4, 2, 5, 0, {{Cycle(12), "switch3", 5, 6}}, {"stale"}}, {1, 2, 3, 4, 5}, {"error"}}});
  for (std::size_t length = 1; length < bytes.size(); ++length)
    CHECK_THROWS_AS(soak::decode(bytes.substr(0, length)), std::invalid_argument);
  CHECK_THROWS_AS(soak::decode("x\n"), std::invalid_argument);
}
