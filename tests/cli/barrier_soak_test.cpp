// The soak of docs/barriers.md, in both engines.
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("ten thousand barriers beside heavy traffic come about in both engines, and no packet is harmed") {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random 36 --barriers --seed 0");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("irregular networks with barriers, seeds 0 to 35: signal_network against fabric\n"
                                  "  36 networks of up to 1 000 000 cycles, ") &&
                             Contains("  10 800 of 10 800 barriers complete, ") &&
                             Contains(" packets delivered beside them\n") && Contains("\n  no difference\n"));
}
