#include "testbench/studies/reproduction/claim.hpp"

#include <catch2/catch.hpp>

using namespace slackline::reproduction;

namespace {

Claim claim(const std::string& published, double analytic) {
  Claim claim;
  claim.published.text = published;
  claim.analytic = {analytic};
  return claim;
}

}  // namespace

TEST_CASE("a printed number agrees with values that round or truncate to it, and with no others") {
  const Printed printed{"8.08"};
  CHECK(printed.agrees(8.0899));  // truncated
  CHECK(printed.agrees(8.0751));  // rounded
  CHECK_FALSE(printed.agrees(8.0749));
  CHECK_FALSE(printed.agrees(8.0901));
  CHECK_FALSE(Printed{"8.08"}.agrees(8.09));
  CHECK(Printed{"237"}.agrees(237.48));
  CHECK(Printed{"237"}.agrees(236.5));
  CHECK_FALSE(Printed{"237"}.agrees(238));
  CHECK_FALSE(Printed{"237"}.agrees(236.4));
  CHECK(Printed{"0"}.agrees(0));
}

TEST_CASE("a printed number may have its own unit", "[quick]") {
  const Printed printed{"1.05", 1000, "us"};
  CHECK(printed.agrees(1053.48));
  CHECK_FALSE(printed.agrees(1.05));
  CHECK_FALSE(printed.agrees(1061));
}

TEST_CASE("a claim that differs is explained if the reason is known, otherwise it does not hold") {
  CHECK(verdict(claim("10", 10)) == Verdict::reproduced);
  Claim wrong = claim("10", 12);
  CHECK(verdict(wrong) == Verdict::differs);
  CHECK_FALSE(holds(wrong));
  CHECK(verdict_text(wrong) == "DIFFERS");
  wrong.why = "a slip of the print";
  CHECK(verdict(wrong) == Verdict::explained);
  CHECK(holds(wrong));
  CHECK(verdict_text(wrong) == "differs: a slip of the print");
  CHECK(verdict(claim("", 12)) == Verdict::no_print);
  CHECK(verdict(Claim()) == Verdict::no_print);
}

TEST_CASE("the model's result is part of the verdict, and can refute the claim") {
  Claim c = claim("10", 10);
  c.is_simulated = true;
  CHECK(verdict_text(c) == "reproduced; not simulated");
  CHECK(holds(c));
  c.simulated = judged(9, std::nullopt, at_most(9), "in 3 of 3");
  CHECK(verdict_text(c) == "reproduced; simulated: in 3 of 3");
  CHECK(holds(c));
  c.simulated = judged(9, std::nullopt, below(9), "in 3 of 3");
  CHECK(verdict_text(c) == "reproduced; NOT SO simulated: in 3 of 3");
  CHECK_FALSE(holds(c));
  c.simulated->because = "of a known cause";
  CHECK(verdict_text(c) == "reproduced; NOT SO simulated: in 3 of 3; because of a known cause");
  CHECK(holds(c));
}

TEST_CASE("a criterion is met at its limit or next to it", "[quick]") {
  CHECK(at_most(2).met_by(2));
  CHECK_FALSE(at_most(2).met_by(2.01));
  CHECK(below(2).met_by(1.99));
  CHECK_FALSE(below(2).met_by(2));
  CHECK(at_least(2).met_by(2));
  CHECK_FALSE(at_least(2).met_by(1.99));
  CHECK(above(2).met_by(2.01));
  CHECK_FALSE(above(2).met_by(2));
  CHECK(within(2, 0.5).met_by(1.5));
  CHECK(within(2, 0.5).met_by(2.5));
  CHECK_FALSE(within(2, 0.5).met_by(1.49));
  CHECK_FALSE(within(2, 0.5).met_by(2.51));
  CHECK(equal_to(2).met_by(2));
  CHECK_FALSE(equal_to(2).met_by(2.01));
}

TEST_CASE("a claim holds in simulation when all of its checks pass") {
  Simulated simulated{9, std::nullopt, {{3, at_most(3)}, {4, above(3)}}, ""};
  CHECK(simulated.holds());
  simulated.checks[1].measured = 3;
  CHECK_FALSE(simulated.holds());
}
