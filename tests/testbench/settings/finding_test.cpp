#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "testbench/settings/input_error.hpp"

using namespace slackline::settings;

TEST_CASE("a message shows what was expected, and then what was found, with a remark in brackets", "[quick]") {
  CHECK(to_string(value_found("99"), "integer from 1 to 16") == "expected integer from 1 to 16, found 99");
  CHECK(to_string(value_found("2 ns", "1 cycle"), "2 to 9 cycles") == "expected 2 to 9 cycles, found 2 ns (1 cycle)");
  CHECK(to_string(value_found("", "not a decimal integer"), "integer") ==
        "expected integer, found nothing (not a decimal integer)");
  CHECK(to_string(value_found("rde"), "white or red", "red") == "expected white or red, found rde; did you mean red?");
}

TEST_CASE("a value that is too long to be shown is found by the remark on it, or not shown at all", "[quick]") {
  CHECK(to_string(remark("3 destinations"), "16") == "expected 16, found 3 destinations");
  CHECK(to_string(Finding(), "at least 4 B") == "expected at least 4 B");
}

TEST_CASE("a problem comes first, and then what was expected or what to do", "[quick]") {
  CHECK(to_string(problem("unknown key"), "kind or size", "size") ==
        "unknown key; expected kind or size; did you mean size?");
  CHECK(to_string(problem("has no effect with endpoint: generator"), advice("use it only with endpoint: nic")) ==
        "has no effect with endpoint: generator; use it only with endpoint: nic");
  CHECK(to_string(problem("not YAML"), "") == "not YAML");
}

TEST_CASE("what has the error follows what was found, in front of what to do about it", "[quick]") {
  const auto file = std::make_shared<const Source>("x.yaml", "");
  InputError error{file, {}, "switch.buffer.flits", value_found("6"), "at least 7", ""};
  error.of = " (for switch1)";
  CHECK(to_string(error) == "x.yaml: switch.buffer.flits: expected at least 7, found 6 (for switch1)");
  error.what = problem("has no effect with credits");
  error.expected = advice("use auto");
  CHECK(to_string(error) == "x.yaml: switch.buffer.flits: has no effect with credits (for switch1); use auto");
}

TEST_CASE("each part that a user wrote is escaped, and cut at 200 characters", "[quick]") {
  const std::string bell = "\a", long_one(201, 'x'), cut = std::string(200, 'x') + "...";
  CHECK(to_string(value_found(bell, bell), "text") == "expected text, found \\x07 (\\x07)");
  CHECK(to_string(value_found(long_one, long_one), "text") == "expected text, found " + cut + " (" + cut + ")");
  CHECK(to_string(problem(bell + long_one), "text") == "\\x07" + std::string(199, 'x') + "...; expected text");
}
