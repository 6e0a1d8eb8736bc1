#include "testbench/config/rounding.hpp"

#include <catch2/catch.hpp>

using namespace slackline::config;

TEST_CASE("a duration is exact, whatever the period") {
  CHECK(duration(3, {25, 4}) == "18.75 ns");
  CHECK(duration(0, {25, 4}) == "0 ns");
  CHECK(duration(1'000'000'000'000'000, {1000, 1}) == "1000000000000000000 ns");
  CHECK(duration(1000, parse_time("999.999999999999999 ns").value) == "999999.999999999999 ns");
}

TEST_CASE("a rounding error is the exact difference, with its sign, and its share of the time", "[quick]") {
  const RoundingError more = rounding_error(3, {25, 4}, {17, 1});
  CHECK(more.ns == "+1.75 ns");
  CHECK(more.percent == Approx(100 * 1.75 / 17));
  const RoundingError less = rounding_error(1, {1, 1}, {5, 4});
  CHECK(less.ns == "-0.25 ns");
  CHECK(less.percent == -20);
  const RoundingError none = rounding_error(16, {25, 4}, {100, 1});
  CHECK(none.ns == "0 ns");
  CHECK(none.percent == 0);
}

TEST_CASE("a rounding error of times with many digits is exact too") {
  const RoundingError error = rounding_error(1000, parse_time("999.999999999999999 ns").value, {1'000'000, 1});
  CHECK(error.ns == "-0.000000000001 ns");
}

TEST_CASE("cycles are rounded to no less than the given minimum") {
  CHECK(nearest_cycles({2, 1}, {25, 4}, 0) == 0);
  CHECK(nearest_cycles({2, 1}, {25, 4}, 1) == 1);
  CHECK(nearest_cycles({2, 1}, {25, 4}, 5) == 5);
}
