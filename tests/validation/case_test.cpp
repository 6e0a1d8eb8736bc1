// The judgement of cases; every case is tested.
#include "testbench/studies/validation/case.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "testbench/studies/validation/validation.hpp"

using namespace slackline;
using namespace slackline::validation;

namespace {

/// A case whose samples are given.
Case sampled(Relation relation, const std::vector<Finding>& samples) {
  Case c;
  c.relation = relation;
  c.expected = 1;
  c.tolerance = 0.1;
  c.measure = [samples](std::uint64_t seed, unsigned times) {
    Finding found = samples.at(seed - 1);
    found.value.half_width /= times;
    return found;
  };
  return c;
}

}  // namespace

TEST_CASE("an interval that contains the value passes, one that is too wide does not") {
  const Verdict good = judge(sampled(Relation::equal, {{{1.05, 0.06}, ""}}), Effort::quick);
  CHECK(good.pass);
  CHECK(good.samples == 1);
  const Case wide = sampled(Relation::equal, {{{1.05, 0.11}, ""}, {{1.05, 0.11}, ""}});
  CHECK_FALSE(judge(wide, Effort::quick).pass);
  CHECK(judge(wide, Effort::quick).why == "the interval is wider than the tolerance");
}

TEST_CASE("a sample that misses is repeated once, and only once") {
  const Verdict second = judge(sampled(Relation::equal, {{{1.2, 0.1}, ""}, {{1.0, 0.1}, ""}}), Effort::quick);
  CHECK(second.pass);
  CHECK(second.samples == 2);
  const Verdict never =
      judge(sampled(Relation::equal, {{{1.2, 0.1}, ""}, {{0.8, 0.1}, ""}, {{1, 0.1}, ""}}), Effort::quick);
  CHECK_FALSE(never.pass);
  CHECK(never.samples == 2);
  CHECK(never.why == "the value lies outside of the interval");
}

TEST_CASE("a condition that does not hold fails the case, whatever the value") {
  for (const Relation relation : {Relation::equal, Relation::below, Relation::exact}) {
    const Verdict verdict =
        judge(sampled(relation, {{{relation == Relation::below ? 0.5 : 1.0, 0}, "dry"}}), Effort::quick);
    CHECK_FALSE(verdict.pass);
    CHECK(verdict.why == "dry");
  }
}

TEST_CASE("a bound holds for the whole interval, an exact value only for itself; neither has a second try", "[quick]") {
  CHECK(judge(sampled(Relation::below, {{{0.8, 0.1}, ""}}), Effort::quick).pass);
  CHECK_FALSE(judge(sampled(Relation::below, {{{0.95, 0.1}, ""}, {{0.5, 0.1}, ""}}), Effort::quick).pass);
  CHECK(judge(sampled(Relation::exact, {{{1, 0}, ""}}), Effort::quick).pass);
  CHECK_FALSE(judge(sampled(Relation::exact, {{{1.0001, 0}, ""}, {{1, 0}, ""}}), Effort::quick).pass);
}

TEST_CASE("a full run is four times as long and tolerates half", "[quick]") {
  const Verdict verdict = judge(sampled(Relation::equal, {{{1.05, 0.24}, ""}, {{1.05, 0.24}, ""}}), Effort::full);
  CHECK(verdict.tolerance == 0.05);
  CHECK(verdict.value.half_width == 0.06);
  CHECK_FALSE(verdict.pass);
}

TEST_CASE("case names are unique and begin with the name of their group, and these tests know every group", "[quick]") {
  const std::set<std::string> tested{"head-of-line", "output-queueing", "unbuffered-crossbar", "zero-load", "mesh",
                                     "torus",        "transpose",       "conservation",        "exchange"};
  std::set<std::string> names, groups;
  for (const Case& c : cases()) {
    INFO(c.name);
    CHECK(names.insert(c.name).second);
    CHECK(c.name.compare(0, c.group.size(), c.group) == 0);
    CHECK((c.relation == Relation::equal) == (c.tolerance > 0));
    groups.insert(c.group);
  }
  CHECK(groups == tested);
  CHECK(cases_named("").size() == names.size());
  CHECK(cases_named("head-of-line").size() == 9);
  CHECK(cases_named("head-of-line-4").size() == 1);
  CHECK(cases_named("head").empty());
  // The names that the other tests call.
  CHECK(cases_named("mesh").size() == 7);
  CHECK(cases_named("torus").size() == 7);
  CHECK(cases_named("transpose").size() == 2);
  CHECK(cases_named("output-queueing").size() == 4);
}

TEST_CASE("a verdict travels from process to process unchanged") {
  Verdict verdict;
  verdict.pass = true;
  verdict.value = {1.0 / 3, 1e-17};
  verdict.tolerance = 0.1;
  verdict.samples = 2;
  verdict.why = "\"x\"\n";
  const Verdict same = reproduction::decode<Verdict>(reproduction::encode(verdict));
  CHECK(same.pass);
  CHECK(same.value.mean == verdict.value.mean);
  CHECK(same.value.half_width == verdict.value.half_width);
  CHECK(same.tolerance == verdict.tolerance);
  CHECK(same.samples == 2);
  CHECK(same.why == verdict.why);
}

TEST_CASE("cases are judged in processes and reported in order; one that crashes stops no other") {
  std::vector<Case> list{sampled(Relation::equal, {{{1, 0.01}, ""}}), sampled(Relation::equal, {}),
                         sampled(Relation::exact, {{{2, 0}, ""}})};
  list[0].name = "right";
  list[1].name = "broken";  // its measure throws
  list[2].name = "wrong";
  const Validation found = run({&list[0], &list[1], &list[2]}, Effort::full, 2);
  CHECK(found.finished());
  CHECK(found.any_crashed());
  CHECK(found.failed() == 2);
  CHECK(found.runs[0].verdict.pass);
  CHECK(found.runs[1].crashed);
  CHECK_THAT(found.runs[1].verdict.why, Catch::StartsWith("crashed: "));
  const std::string table = validation_table(found);
  CHECK_THAT(table, Catch::Contains("right") && Catch::Contains("FAIL: it is another value") &&
                        Catch::Contains("1 of 3 cases pass"));
  CHECK_THAT(validation_json(found), Catch::Contains("\"verdict\": \"pass\"") &&
                                         Catch::Contains("\"verdict\": \"crashed\"") &&
                                         Catch::Contains("\"verdict\": \"fail\"") && Catch::Contains("\"failed\": 2"));

  pool::Watch stop;
  stop.go_on = [] { return false; };
  const Validation stopped = run({&list[0]}, Effort::quick, 1, stop);
  CHECK_FALSE(stopped.finished());
  CHECK_THAT(validation_table(stopped), Catch::Contains("0 of 1 cases pass, 1 not run (partial)"));
}
