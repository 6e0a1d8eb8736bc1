// Soaks of barriers in both engines; the long one is that of docs/barriers.md.
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// In each network three groups of a hundred barriers: testbench/soak/barrier_network.hpp.
void soak(unsigned networks, const std::string& of_barriers) {
  const Workplace w;
  const Output output = w.slackline("compare-engines --random " + std::to_string(networks) + " --barriers --seed 0");
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("irregular networks with barriers, seeds 0 to " + std::to_string(networks - 1) +
                                  ": signal_network against fabric\n  " + std::to_string(networks) +
                                  " networks of up to 1 000 000 cycles, ") &&
                             Contains("  " + of_barriers + " barriers complete, ") &&
                             Contains(" packets delivered beside them\n") && !Contains(" 0 packets delivered beside") &&
                             Contains("\n  no difference\n"));
}

}  // namespace

TEST_CASE("barriers complete in both engines next to heavy traffic in each architecture, and no packet is harmed") {
  soak(3, "900 of 900");
}

TEST_CASE("ten thousand barriers complete in both engines next to heavy traffic, and no packet is harmed", "[long]") {
  soak(36, "10 800 of 10 800");
}
