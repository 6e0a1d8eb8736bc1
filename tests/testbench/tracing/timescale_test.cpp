#include "testbench/tracing/timescale.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using tracing::Timescale;

namespace {

Timescale scale(const std::string& period, std::uint64_t end = 1'000'000) {
  return tracing::timescale_of(settings::parse_time(period).value, end);
}

}  // namespace

TEST_CASE("a cycle is an integer of the coarsest unit that a dump may have") {
  const auto check = [](const std::string& period, const std::string& unit, std::uint64_t units) {
    INFO(period);
    const Timescale found = scale(period);
    CHECK(found.unit == unit);
    CHECK(found.units_a_cycle == units);
    CHECK(found.exact);
  };
  check("6.25 ns", "10 ps", 625);
  check("1 ns", "1 ns", 1);
  check("10 ns", "10 ns", 1);
  check("12.5 ns", "100 ps", 125);
  check("1 us", "1 us", 1);
  check("1.5625 ns", "100 fs", 15625);  // cut off to ps it would be 320 ppm short
  check("0.000001 ns", "1 fs", 1);
  check("3.333333 ns", "1 fs", 3333333);
}

TEST_CASE("a period that no unit fits is shown as one unit a cycle, with a note") {
  const Timescale found = scale("3.3333333 ns");
  CHECK_FALSE(found.exact);
  CHECK(found.units_a_cycle == 1);
}

TEST_CASE("times stay below 2^63", "[quick]") {
  const std::uint64_t most = (~std::uint64_t{0} >> 1) / 3333333 - 1;
  CHECK(scale("3.333333 ns", most).exact);
  CHECK_FALSE(scale("3.333333 ns", most + 1).exact);
}
