#include "testbench/statistics/timed_sums.hpp"

#include <catch2/catch.hpp>

using namespace slackline::statistics;

TEST_CASE("values are summed over equal times, and only whole ones count", "[quick]") {
  TimedSums sums;
  for (std::uint64_t time = 0; time < 10; ++time)
    for (std::uint64_t cycle = 64 * time; cycle < 64 * (time + 1); ++cycle) sums.add(cycle, static_cast<double>(time));
  const std::vector<Batch> all = sums.between(0, 640), some = sums.between(65, 639);
  REQUIRE(all.size() == 10);
  CHECK(all[3].sum == 3 * 64);
  CHECK(all[3].weight == 64);
  REQUIRE(some.size() == 7);
  CHECK(some.front().sum == 2 * 64);
  CHECK(sums.between(0, 63).empty());
}

TEST_CASE("long runs are summed over longer times, and lose no value", "[quick]") {
  TimedSums sums;
  for (std::uint64_t cycle = 0; cycle < 1'000'000; cycle += 10) sums.add(cycle, 1);
  const std::vector<Batch> all = sums.between(0, 1'048'576);
  CHECK(all.size() <= 1024);
  CHECK(all.size() > 512);
  double values = 0;
  for (const Batch& sum : all) values += sum.weight;
  CHECK(values == 100'000);
  TimedSums odd;  // three times are merged, and the last has no neighbour
  odd.add(128, 1);
  odd.add(65'536, 2);
  const std::vector<Batch> both = odd.between(0, 131'072);
  CHECK(both.at(1).sum == 1);
  CHECK(both.at(512).sum == 2);
  TimedSums late;
  late.add(70'000'000, 5);
  const std::vector<Batch> one = late.between(0, 100'000'000);
  REQUIRE_FALSE(one.empty());
  CHECK(one.back().sum == 5);
}
