#include "testbench/studies/decimal.hpp"

#include <catch2/catch.hpp>

using namespace slackline::studies;

TEST_CASE("a decimal is written as it was read, without trailing zeros") {
  for (const char* text : {"0", "0.1", "0.45", "12.000000001", "999999999.999999999", "-0.125", "-7"})
    CHECK(to_string(parse_decimal(text).value()) == text);
  CHECK(to_string(parse_decimal("1.500").value()) == "1.5");
  CHECK(parse_decimal("0.3").value().value() == 0.3);
}

TEST_CASE("text that is no decimal of nine digits before and after the point is refused", "[quick]") {
  for (const char* text : {"", "-", ".5", "5.", "01", "+1", "1e3", "0x1", "1.2.3", "1 ", "0.0000000001", "1234567890"})
    CHECK_FALSE(parse_decimal(text));
}

TEST_CASE("the middle of an interval has as few decimals as lie in its middle fifth") {
  const auto middle = [](const char* low, const char* high) {
    return to_string(round_middle(*parse_decimal(low), *parse_decimal(high)));
  };
  CHECK(middle("0", "1") == "0.5");
  CHECK(middle("0.4", "0.5") == "0.45");
  CHECK(middle("0.45", "0.5") == "0.47");
  CHECK(middle("0.45", "0.47") == "0.46");
  CHECK(middle("0.45", "0.46") == "0.455");
  CHECK(middle("0", "0.000000003") == "0.000000001");
}
