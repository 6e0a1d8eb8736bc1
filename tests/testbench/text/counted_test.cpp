#include "testbench/text/counted.hpp"

#include <catch2/catch.hpp>

using namespace slackline;

TEST_CASE("of one of something the noun is in the singular", "[quick]") {
  CHECK(text::counted(1, "cycle") == "1 cycle");
  CHECK(text::counted(0, "cycle") == "0 cycles");
  CHECK(text::counted(1, "copy") == "1 copy");
  CHECK(text::counted(2, "copy") == "2 copies");
  CHECK(text::counted(3, "switch") == "3 switches");
  CHECK(text::noun_for(2, "control packet") == "control packets");
}
