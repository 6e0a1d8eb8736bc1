#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

TEST_CASE("validate checks a group of cases with the model, and prints a table or JSON") {
  const Workplace w;
  const Output table = w.slackline("validate --quick --case unbuffered-crossbar");
  CHECK(table.status == 0);
  CHECK(table.err.empty());
  CHECK_THAT(table.out, Contains("expected  simulated") && Contains("unbuffered-crossbar-16    0.6439") &&
                            Contains("4 of 4 cases pass"));  // 1 - (1 - 1/16)^16
  const Output json = w.slackline("validate --quick --case head-of-line-4 --json --jobs 1");
  CHECK(json.status == 0);
  CHECK_THAT(json.out, Contains("\"name\": \"head-of-line-4\"") && Contains("\"verdict\": \"pass\"") &&
                           Contains("\"effort\": \"quick\"") && Contains("\"failed\": 0"));
}

TEST_CASE("validate gives the same for any number of processes") {
  const Workplace w;
  const Output one = w.slackline("validate --quick --case zero-load --jobs 1");
  CHECK(one.status == 0);
  CHECK(w.slackline("validate --quick --case zero-load --jobs 5").out == one.out);
}

TEST_CASE("wrong options of validate are refused with a suggestion", "[quick]") {
  const Workplace w;
  const Output output = w.slackline("validate --case head-of-lin --jobs x");
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  CHECK_THAT(output.err, Contains("--case: expected a case, or a group of them: head-of-line,") &&
                             Contains(", found head-of-lin") && Contains("did you mean head-of-line?") &&
                             Contains("found x (not a decimal integer)") && Contains("nothing was run"));
}

TEST_CASE("an interrupted validate prints what it has, and ends with 130", "[quick]") {
  const Workplace w;
  const Output output = w.interrupted("validate --jobs 1 > table");
  CHECK(output.status == 130);
  CHECK_THAT(w.read("table"), Contains("not run (partial)"));
  CHECK_THAT(output.err, Contains("slackline: interrupted"));
}
