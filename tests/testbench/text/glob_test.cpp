#include "testbench/text/glob.hpp"

#include <catch2/catch.hpp>
#include <string>

using slackline::text::matches;

TEST_CASE("globs: * for any characters, ? for one", "[quick]") {
  CHECK(matches("switch3", "switch3"));
  CHECK_FALSE(matches("switch3", "switch31"));
  CHECK_FALSE(matches("switch3", "switch"));
  CHECK(matches("switch*", "switch31.port0.vc1"));
  CHECK(matches("*.vc1", "switch31.port0.vc1"));
  CHECK_FALSE(matches("*.vc1", "switch31.port0.vc11"));
  CHECK(matches("switch?.port*", "switch3.port12"));
  CHECK_FALSE(matches("switch?.port*", "switch31.port12"));
  CHECK(matches("a*b*c", "a1b2b3c"));
  CHECK_FALSE(matches("a*b*c", "a1b2b3"));
  CHECK(matches("*a*ab", "aaab"));
  CHECK(matches("**", ""));
  CHECK_FALSE(matches("?", ""));
  CHECK_FALSE(matches("", "a"));
  CHECK(matches("", ""));
  CHECK_FALSE(matches("*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));  // at once, not in exponential time
}
