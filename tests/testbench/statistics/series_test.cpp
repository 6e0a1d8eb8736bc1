#include "testbench/statistics/series.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using statistics::Counts;
using statistics::Series;

TEST_CASE("neighbours are merged into intervals of twice the length, and sums stay", "[quick]") {
  Series series(50, 4);
  for (std::uint64_t i = 1; i <= 4; ++i) {
    CHECK_FALSE(series.full());
    series.add({i, 10 * i, 5 * i, 100 * i, 200 * i, i});
  }
  REQUIRE(series.full());
  series.merge();
  CHECK(series.size() == 2);
  CHECK(series.interval_cycles() == 100);
  CHECK(series.packets() == 10);
  CHECK(series.total_latency()[0].sum == 30);
  CHECK(series.total_latency()[0].weight == 3);
  CHECK(series.network_latency()[1].sum == 35);
  CHECK(series.accepted()[1].sum == 700);
  CHECK(series.accepted()[1].weight == 100);
  CHECK(series.growth()[1].sum == 7);
  CHECK(series.growth()[1].weight == 1400);
}

TEST_CASE("what waits may become less") {
  Counts before, after;
  before.flits_waiting = 30;
  after.flits_waiting = 10;
  after.flits_created = 5;
  Series series(1, 2);
  series.add(after - before);
  CHECK(series.growth()[0].sum == -20);
  CHECK(series.growth()[0].weight == 5);
}
