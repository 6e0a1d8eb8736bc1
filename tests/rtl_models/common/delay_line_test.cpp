#include <catch2/catch.hpp>

#include "rtl_models/common/delay_line.hpp"

using namespace slackline;

TEST_CASE("a word comes out of a delay line after as many edges as it has stages") {
  for (const std::uint32_t stages : {0u, 1u, 2u, 3u, 4u, 7u, 999u}) {
    INFO("stages " << stages);
    DelayLine<std::uint32_t> line(stages);
    for (std::uint64_t edge = 0; edge < 3000; ++edge) {
      const std::uint32_t expected = edge < stages ? 0 : static_cast<std::uint32_t>(edge - stages + 1);
      REQUIRE(line.step(static_cast<std::uint32_t>(edge + 1), Cycle(edge)) == expected);
    }
  }
}

TEST_CASE("peek shows the word of each stage", "[quick]") {
  DelayLine<std::uint32_t> line(3);
  for (std::uint32_t edge = 0; edge < 10; ++edge) line.step(100 + edge, Cycle(edge));
  REQUIRE(line.peek(0, Cycle(9)) == 109);
  REQUIRE(line.peek(2, Cycle(9)) == 107);
  line.reset();
  REQUIRE(line.peek(0, Cycle(9)) == 0);
}
