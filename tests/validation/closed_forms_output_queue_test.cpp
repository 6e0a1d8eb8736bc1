// Output queueing, and a crossbar without any queue (Karol, Hluchyj, Morgan 1987).
#include <catch2/catch.hpp>

#include "tests/validation/case_check.hpp"

using slackline::test::check_case;

TEST_CASE("output queueing: the mean wait at loads of 0.2 and 0.5 is the closed form's") {
  check_case("output-queueing-0.2");
  check_case("output-queueing-0.5");
}

TEST_CASE("output queueing: the mean wait at a load of 0.8 is the closed form's") { check_case("output-queueing-0.8"); }

TEST_CASE("output queueing: the mean wait at a load of 0.9 is the closed form's") { check_case("output-queueing-0.9"); }

TEST_CASE("unbuffered crossbar: arbiters with fresh requests grant 1 - (1 - 1/N)^N", "[quick]") {
  slackline::test::check_group("unbuffered-crossbar");
}
