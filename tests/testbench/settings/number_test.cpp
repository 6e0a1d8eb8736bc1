#include "testbench/settings/number.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace slackline::settings;

TEST_CASE("an integer is decimal digits without a leading zero") {
  CHECK(parse_integer("0").value == 0);
  CHECK(parse_integer("18446744073709551615").value == std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"", " 5", "5 ", "+5", "0x10", "1e3", "1.0", "5,000", "five", "1_000", "--5"})
    CHECK(parse_integer(text).why == "not a decimal integer");
  CHECK(parse_integer("017").why == "leading zero");
  CHECK(parse_integer("00").why == "leading zero");
  CHECK(parse_integer("-1").why == "negative");
  CHECK(parse_integer("18446744073709551616").why == "too large");
}

TEST_CASE("a number is what JSON calls one", "[quick]") {
  CHECK(parse_real("0.2").value == 0.2);
  CHECK(parse_real("1e-3").value == 1e-3);
  CHECK(parse_real("-1").value == -1);
  CHECK(parse_real("12.50E+1").value == 125);
  CHECK_FALSE(std::signbit(parse_real("-0").value));
  for (const char* text : {"", "nan", "inf", ".5", "5.", "0x1p3", "1e", "1e+", "0.2 ", "0,2", "-"})
    CHECK(parse_real(text).why == "not a decimal number");
  CHECK(parse_real("00.5").why == "leading zero");
  CHECK(parse_real("1e999").why == "too large or too small");
}

TEST_CASE("a time is kept exactly") {
  CHECK(parse_time("6.25 ns").value == Time{25, 4});
  CHECK(parse_time("6.25ns").value == Time{25, 4});
  CHECK(parse_time("1.5625 ns").value == Time{25, 16});
  CHECK(parse_time("1 us").value == Time{1000, 1});
  CHECK(parse_time("0.1 ps").value == Time{1, 10000});
  CHECK(to_string(Time{25, 16}) == "1.5625 ns");
  CHECK(to_string(Time{1000, 1}) == "1000 ns");
  CHECK(to_string(parse_time("0.000001 ps").value) == "0.000000001 ns");
}

TEST_CASE("parts per million are kept to the thousandth, on both sides of zero") {
  CHECK(parse_ppm("120 ppm").value == 120'000);
  CHECK(parse_ppm("120ppm").value == 120'000);
  CHECK(parse_ppm("-12.5").value == -12'500);
  CHECK(parse_ppm("0.001 ppm").value == 1);
  CHECK(parse_ppm("-0.0200 ppm").value == -20);
  CHECK(parse_ppm("-0").value == 0);
  CHECK(parse_ppm("999999999999").value == 999'999'999'999'000);
  CHECK(parse_ppm("1234567890123").why == "too large");
  CHECK(parse_ppm("0.0005 ppm").why == "finer than 0.001 ppm");
  CHECK(parse_ppm("5 ppb").why == "unknown unit; expected ppm");
  for (const char* text : {"", "-", "+5", "--5", "5.", ".5", "1e3", "- 5", "5  ppm"})
    CHECK(parse_ppm(text).why == "not a decimal number");
  CHECK(parse_ppm("-05").why == "leading zero");
  CHECK(ppm_text(-12'500) == "-12.5 ppm");
  CHECK(ppm_text(-1) == "-0.001 ppm");
  CHECK(ppm_text(120'000) == "120 ppm");
  CHECK(ppm_text(0) == "0 ppm");
}

TEST_CASE("an invalid time is refused with a reason") {
  CHECK(parse_time("17").why == "no unit; expected ps, ns or us");
  CHECK(parse_time("17 s").why == "unknown unit; expected ps, ns or us");
  CHECK(parse_time("17  ns").why == "not a decimal number");
  CHECK(parse_time("ns").why == "not a decimal number");
  CHECK(parse_time("-1 ns").why == "not a decimal number");
  CHECK(parse_time("1e3 ns").why == "not a decimal number");
  CHECK(parse_time("017 ns").why == "leading zero");
  CHECK(parse_time("0.0 ns").why == "not more than 0");
  CHECK(parse_time("1.000000000000000000 ns").why == "more than 18 digits");
  CHECK(parse_time("999999999999999999 us").why == "too large or too small");
}

TEST_CASE("a time is rounded to the nearest cycle, half a cycle up, and to one at least", "[quick]") {
  const Time period{25, 4};
  CHECK(nearest_cycles({17, 1}, period) == 3);
  CHECK(nearest_cycles({15625, 1000}, period) == 3);
  CHECK(nearest_cycles({15624, 1000}, period) == 2);
  CHECK(nearest_cycles({1, 1000}, period) == 1);
  CHECK(nearest_cycles({~std::uint64_t{0}, 1}, {1, ~std::uint64_t{0}}) == ~std::uint64_t{0});
}

TEST_CASE("times are compared exactly") {
  CHECK(Time{333333333, 1000000000} < Time{1, 3});
  CHECK_FALSE(Time{1, 3} < Time{1, 3});
}

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
