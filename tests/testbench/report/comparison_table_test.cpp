#include "testbench/report/comparison_table.hpp"

#include <catch2/catch.hpp>

#include "testbench/commands/exit_status.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

namespace {

monitors::Comparison compared() {
  monitors::Comparison comparison;
  comparison.cycles = 1234;
  comparison.channels = 80;
  comparison.registers = 4672;
  comparison.flits_delivered = 1'000'000;
  return comparison;
}

}  // namespace

TEST_CASE("equal engines: how much was compared, and no difference; exit status 0") {
  const monitors::Comparison comparison = compared();
  CHECK(report::comparison_table("x", comparison) ==
        "x: signal_network against fabric\n  1 234 cycles, 80 channels and 4 672 registers compared in each, "
        "1 000 000 flits delivered\n  no difference\n");
  CHECK(commands::status_of(comparison) == 0);
}

TEST_CASE("of one of something the table speaks in the singular", "[quick]") {
  monitors::Comparison comparison;
  comparison.cycles = comparison.channels = comparison.registers = comparison.flits_delivered = 1;
  comparison.differences.push_back({Cycle(0), "host1.sent", 0, 1});
  CHECK_THAT(report::comparison_table("x", comparison),
             Contains("  1 cycle, 1 channel and 1 register compared in each, 1 flit delivered\n") &&
                 Contains("DIFFERENT: 1 value, the first in cycle 0\n"));
}

TEST_CASE("engines that differ: cycle, register and both values of the first differences; exit status 3") {
  monitors::Comparison comparison = compared();
  comparison.differences.push_back({Cycle(1233), "switch3.input[2].count", 5, 0x1f});
  for (int i = 0; i < 24; ++i) comparison.differences.push_back({Cycle(1233), "host1.sent", 0, 1});
  const std::string text = report::comparison_table("x", comparison);
  CHECK_THAT(text, Contains("DIFFERENT: 25 values, the first in cycle 1233"));
  CHECK_THAT(text, Contains("  cycle       register                signal              fabric\n"));
  CHECK_THAT(text, Contains("  1233        switch3.input[2].count  5                   1f\n"));
  CHECK_THAT(text, Contains("  1233        host1.sent              0                   1\n"));
  CHECK_THAT(text, Contains("  and 5 more\n"));
  CHECK(text.find("no difference") == std::string::npos);
  CHECK(commands::status_of(comparison) == 3);
}

TEST_CASE("engines that agree in a stale value: which it is, and no table of differences; exit status 3") {
  monitors::Comparison comparison = compared();
  comparison.stale = {"fabric: switch3.vc[0].level is stale in cycle 7, stored 5, recomputed 4"};
  CHECK_THAT(report::comparison_table("x", comparison),
             Catch::Matchers::EndsWith("flits delivered\n  STALE: 1 value does not follow from its registers\n"
                                       "  fabric: switch3.vc[0].level is stale in cycle 7, stored 5, recomputed 4\n"));
  CHECK(commands::status_of(comparison) == 3);
}

TEST_CASE(
    "a run ends with 0 when all is well, 3 for an error or a lost flit, 4 when not converged, 130 when interrupted",
    "[quick]") {
  statistics::RunTotals totals;
  statistics::Verdict verdict;
  CHECK(commands::status_of(totals, verdict, true) == 0);
  CHECK(commands::status_of(totals, verdict, false) == 130);
  verdict.converged = true;
  CHECK(commands::status_of(totals, verdict, true) == 0);
  verdict.converged = false;
  CHECK(commands::status_of(totals, verdict, true) == 4);
  CHECK(commands::status_of(totals, verdict, false) == 130);
  totals.errors.push_back({"switch3", "overflows", 1});
  CHECK(commands::status_of(totals, verdict, true) == 3);
  CHECK(commands::status_of(totals, verdict, false) == 130);
  totals.errors.clear();
  totals.at_end.flits_injected = 1;  // and neither delivered nor on its way
  CHECK(commands::status_of(totals, verdict, true) == 3);
}
