#include "testbench/present/text_table.hpp"

#include <catch2/catch.hpp>

using namespace slackline::present;

TEST_CASE("cells are lined up to the left, to the right or at their decimal point") {
  CHECK(text_table({Align::left, Align::right, Align::point, Align::left},
                   {{"key", "n", "time", "from"}, {"a", "5", "6.25 ns", "x"}, {"longer", "1000", "+100 ns", ""}}) ==
        "  key        n  time        from\n"
        "  a          5     6.25 ns  x\n"
        "  longer  1000  +100 ns\n");
}

TEST_CASE("a column without text takes no room, whatever its heading") {
  CHECK(text_table({Align::left, Align::left}, {{"a", "b"}, {"x", ""}}) == "  a\n  x\n");
  CHECK(text_table({Align::left, Align::left}, {{"a", "b"}, {"x", ""}}, false) == "  a  b\n  x\n");
}

TEST_CASE("characters count, not bytes", "[quick]") {
  CHECK(text_table({Align::left, Align::left}, {{"ü", "a"}, {"xy", "b"}}, false) == "  ü   a\n  xy  b\n");
}
