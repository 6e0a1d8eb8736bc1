// Head-of-line blocking: a saturated N x N switch with one FIFO an input (Karol, Hluchyj, Morgan 1987).
#include <catch2/catch.hpp>

#include "testbench/studies/validation/head_of_line.hpp"
#include "tests/validation/case_check.hpp"

using slackline::test::check_case;
using slackline::validation::head_of_line_throughput;

TEST_CASE("the chain of the heads has the throughputs that Karol and others print", "[quick]") {
  CHECK(head_of_line_throughput(1) == Approx(1));
  CHECK(head_of_line_throughput(2) == Approx(0.75).margin(1e-9));
  CHECK(head_of_line_throughput(3) == Approx(0.6825).margin(5e-5));
  CHECK(head_of_line_throughput(4) == Approx(325.0 / 496).margin(1e-9));
  CHECK(head_of_line_throughput(5) == Approx(0.6399).margin(5e-5));
  CHECK(head_of_line_throughput(8) == Approx(0.6184).margin(5e-5));
}

TEST_CASE("head-of-line blocking: 2, 3, 4 and 5 ports saturate at the load of the closed form") {
  for (const char* name : {"head-of-line-2", "head-of-line-3", "head-of-line-4", "head-of-line-5"}) check_case(name);
}

TEST_CASE("head-of-line blocking: 16 ports saturate at the load of the Markov chain of the heads") {
  check_case("head-of-line-16");
}

TEST_CASE("head-of-line blocking does not depend on the arbiter") {
  for (const char* name : {"head-of-line-4-matrix", "head-of-line-4-fixed_priority", "head-of-line-4-oldest_first",
                           "head-of-line-4-random"})
    check_case(name);
}
