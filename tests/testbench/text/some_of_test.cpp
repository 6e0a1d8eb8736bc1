#include "testbench/text/some_of.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using Names = std::vector<std::string>;

TEST_CASE("three or more names with consecutive numbers are listed as runs", "[quick]") {
  CHECK(text::in_runs({"host0", "host1", "host2", "host4", "host5", "a"}) ==
        Names{"host0 to host2", "host4", "host5", "a"});
  CHECK(text::in_runs({"s8", "s9", "s10", "s12"}) == Names{"s8 to s10", "s12"});
  CHECK(text::in_runs({"x_01", "x_02", "x_03"}) == Names{"x_01", "x_02", "x_03"});
  CHECK(text::in_runs({"node", "node1", "7", "8", "9"}) == Names{"node", "node1", "7", "8", "9"});
  CHECK(text::in_runs({"a1234567890", "a1234567891", "a1234567892"}).size() == 3);
  CHECK(text::in_runs({}).empty());
}

TEST_CASE("of many names the first ten are listed") {
  CHECK(text::some_of({"a", "b"}) == "a, b");
  CHECK(text::some_of(Names(12, "a")) == "a, a, a, a, a, a, a, a, a, a and 2 more");
}
