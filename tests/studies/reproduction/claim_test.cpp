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

TEST_CASE("words of a paper are not compared with a formula", "[quick]") {
  CHECK(Printed{"8.08"}.is_number());
  CHECK_FALSE(Printed{"never exceeded"}.is_number());
  CHECK_FALSE(Printed{""}.is_number());
  CHECK(verdict(claim("never exceeded", 12)) == Verdict::reproduced);
}

TEST_CASE("a printed number may have its own unit", "[quick]") {
  const Printed printed{"1.05", 1000, "us"};
  CHECK(printed.agrees(1053.48));
  CHECK_FALSE(printed.agrees(1.05));
  CHECK_FALSE(printed.agrees(1061));
}

TEST_CASE("a formula that does not give the printed value contradicts the claim, and a rerun can show why") {
  CHECK(verdict(claim("10", 10)) == Verdict::reproduced);
  CHECK(verdict_text(claim("10", 10)) == "reproduced");
  Claim wrong = claim("10", 12);
  CHECK(verdict(wrong) == Verdict::not_reproduced);
  CHECK_FALSE(is_settled(wrong));
  CHECK(verdict_text(wrong) == "NOT REPRODUCED, no cause is shown");
  wrong.reruns.push_back({"the wrong thing", {11.0}, {}});
  CHECK(cause(wrong) == nullptr);
  CHECK_FALSE(is_settled(wrong));
  wrong.reruns.push_back({"the misprint", {10.0}, {}});
  REQUIRE(cause(wrong) != nullptr);
  CHECK(cause(wrong)->without == "the misprint");
  CHECK(is_settled(wrong));
  CHECK(verdict(wrong) == Verdict::not_reproduced);
  CHECK(verdict_text(wrong) == "not reproduced, holds without the misprint");
}

TEST_CASE("what the model measures is part of the verdict") {
  Claim c = claim("10", 10);
  c.is_simulated = true;
  CHECK(verdict(c) == Verdict::not_run);
  CHECK(is_settled(c));
  c.simulated = judged(9, {3}, at_most(9), "in 3 of 3");
  CHECK(verdict_text(c) == "reproduced: in 3 of 3");
  c.simulated = judged(9, {3}, below(9), "in 3 of 3");
  CHECK(verdict_text(c) == "NOT REPRODUCED, no cause is shown: in 3 of 3");
  CHECK_FALSE(is_settled(c));
  c.reruns.push_back({"waiting", {}, judged(8, {3}, below(9), "")});  // the formula as before
  CHECK(verdict_text(c) == "not reproduced, holds without waiting: in 3 of 3");
  c.analytic = {11.0};
  CHECK_FALSE(is_settled(c));
}

TEST_CASE("a rerun whose interval decides nothing is no cause", "[quick]") {
  Claim c = claim("10", 10);
  c.is_simulated = true;
  c.simulated = judged(9, {3}, below(9), "");
  c.reruns.push_back({"waiting", {}, shows_nothing("the interval is too wide to decide")});
  CHECK_FALSE(decides(c.reruns.front()));
  CHECK_FALSE(holds(c, c.reruns.front()));
  CHECK(cause(c) == nullptr);
  CHECK_FALSE(is_settled(c));
  CHECK(verdict_text(c) == "NOT REPRODUCED, no cause is shown");
}

TEST_CASE("a claim of several parts fails with any of them, and holds with all; otherwise one shows nothing",
          "[quick]") {
  const Simulated good = judged(1, {3}, at_most(2), "good"), bad = judged(3, {4}, at_most(2), "bad"),
                  silent = shows_nothing("too wide");
  CHECK(all_of({good}).holds());
  CHECK(all_of({good, good}).checks.size() == 2);
  CHECK(all_of({good, judged(0, {2}, at_most(2), "other")}).note == "good");
  for (const std::vector<Simulated>& parts :
       {std::vector{good, bad}, {bad, good}, {silent, bad}, {bad, silent}, {silent, good, bad}}) {
    CHECK(shows_anything(all_of(parts)));
    CHECK_FALSE(all_of(parts).holds());
    CHECK(all_of(parts).note == "bad");
    CHECK(all_of(parts).value == 3);
  }
  for (const std::vector<Simulated>& parts : {std::vector{silent}, {good, silent}, {silent, good}}) {
    CHECK_FALSE(shows_anything(all_of(parts)));
    CHECK(all_of(parts).note == "too wide");
  }
}

TEST_CASE("a claim whose answer shows nothing is undecided", "[quick]") {
  using Reason = Untestable::Reason;
  CHECK(claim_of_answer("ours", "", "", "", shows_nothing("too wide")).untestable.reason == Reason::undecided);
  CHECK(claim_of_answer("ours", "", "", "", judged(3, {}, at_most(2), "")).is_testable());
  CHECK(claim_of_answer("ours", "", "", "", std::nullopt).is_testable());
}

TEST_CASE("a claim of ours is judged, and contradicts no paper", "[quick]") {
  Claim c = claim_of_model("ours", "", "", "", judged(3, {}, at_most(2), ""));
  CHECK(c.is_ours);
  CHECK(verdict(c) == Verdict::ours);
  CHECK(is_settled(c));
  CHECK(verdict_text(c) == "ours, does not hold");
  c.reruns.push_back({"load", {}, judged(2, {}, at_most(2), "")});
  CHECK(verdict_text(c) == "ours, does not hold, holds without load");
  c.simulated->value = c.simulated->checks[0].measured = 2;
  CHECK(verdict_text(c) == "ours, holds");
  const Claim stated = claim_of_model("of the paper", "here", "section 1", "grows", std::nullopt);
  CHECK_FALSE(stated.is_ours);
  CHECK(stated.at == "here");
  CHECK(verdict(stated) == Verdict::not_run);
}

TEST_CASE("what cannot be tested here says why", "[quick]") {
  Claim c = claim("10", 12);
  c.untestable = {Untestable::Reason::paper, "the paper does not say with which buffers"};
  CHECK(verdict(c) == Verdict::not_testable);
  CHECK(is_settled(c));
  CHECK(verdict_text(c) == "not testable here: the paper does not say with which buffers");
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
  Simulated simulated{9, {}, {{3, at_most(3)}, {4, above(3)}}, ""};
  CHECK(simulated.holds());
  simulated.checks[1].measured = 3;
  CHECK_FALSE(simulated.holds());
}

TEST_CASE("a mean decides where its whole interval meets a criterion or misses it", "[quick]") {
  const auto decided = [](double value, double half_width, const Criterion& criterion) {
    return slackline::reproduction::decided({value, half_width, 10}, criterion, "");
  };
  CHECK(decided(5, 1, above(3.9)).holds());
  CHECK(shows_anything(decided(5, 1, above(3.9))));
  CHECK_FALSE(shows_anything(decided(5, 1, above(4.1))));
  CHECK_FALSE(decided(5, 1, above(6.1)).holds());
  CHECK(decided(0.5, 0.4, within(0, 1)).holds());
  CHECK_FALSE(shows_anything(decided(0.7, 0.4, within(0, 1))));
  CHECK_FALSE(shows_anything(decided(0, 5, within(0, 1))));  // both limits are within
  CHECK_FALSE(decided(-1.5, 0.4, within(0, 1)).holds());
  CHECK_FALSE(shows_anything(slackline::reproduction::decided({5, std::nullopt, 1}, above(1), "")));
  CHECK(decided(0, 5, within(0, 1)).note == "0 ± 5: the interval is too wide to decide, for -1 or 1 lies within it");
}
