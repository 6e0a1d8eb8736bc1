#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("compare-engines finds no difference in an experiment that stops senders all the time") {
  const Workplace w;
  const Output output = w.slackline("compare-engines '" + in_repository("testbench/experiments/mesh4_compare.yaml'"));
  INFO(output.err);
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_THAT(output.out, Contains("mesh4-compare: signal_network against fabric\n  5 000 cycles, 80 channels and"));
  CHECK_THAT(output.out, Contains("no difference\n"));
}

TEST_CASE("compare-engines takes cycles and seed from the command line, and judges them") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { warmup: 0 }\n");
  const Output output = w.slackline("compare-engines x.yaml --cycles 50 --seed 3");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("50 cycles"));
  const Output wrong = w.slackline("compare-engines x.yaml --cycles 0 --seed -3");
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err,
             Contains("--cycles: run.max_cycles: 0; allowed") && Contains("--seed: run.seed: -3 (negative)"));
}

TEST_CASE("compare-engines: --cycles may be less than the warm-up of the file") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nrun: { warmup: 2000 }\n");
  const Output output = w.slackline("compare-engines x.yaml --cycles 100");
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("  100 cycles"));
}
