// Whether changes from one interval to the next add up to growth without end.
#include "testbench/statistics/growth.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using statistics::Batch;

TEST_CASE("growth of less than 1 % of what came, or that is not significant, is none", "[quick]") {
  CHECK(statistics::grows({{15, 1000}, {16, 1000}, {17, 1000}}, 0.95));
  CHECK_FALSE(statistics::grows({{8, 1000}, {9, 1000}, {10, 1000}}, 0.95));
  CHECK_FALSE(statistics::grows({{-400, 1000}, {500, 1000}, {60, 1000}}, 0.95));
  CHECK_FALSE(statistics::grows({{50, 1000}}, 0.95));
  CHECK_FALSE(statistics::grows({{0, 0}, {0, 0}}, 0.95));
}

TEST_CASE("a burst in a few of many intervals is no growth, however much alike they are", "[quick]") {
  std::vector<Batch> changes(32);
  for (std::size_t burst = 28; burst < 32; ++burst) changes[burst] = {300, 1000};
  CHECK_FALSE(statistics::grows(changes, 0.99));
  for (Batch& change : changes) change = {300, 1000};
  CHECK(statistics::grows(changes, 0.99));
}

TEST_CASE("changes that follow one another count for fewer", "[quick]") {
  std::vector<Batch> changes(32);
  for (std::size_t i = 0; i < 32; ++i) changes[i] = {i % 4 < 2 ? 300.0 : -100.0, 1000};  // 90 +- 73 beyond 1 %
  CHECK(statistics::grows(changes, 0.95));
  CHECK(statistics::grows(changes, 0.95, -0.5));
  CHECK(statistics::grows(changes, 0.95, 0.1));
  CHECK_FALSE(statistics::grows(changes, 0.95, 0.3));
  CHECK_FALSE(statistics::grows(changes, 0.95, 1));
  CHECK(*statistics::growth_beyond(changes, 0.95) == Approx(0.017).margin(0.001));
}
