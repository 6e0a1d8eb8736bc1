#include "testbench/studies/curve.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <string>

using namespace slackline::studies;

namespace {

Decimal d(const char* text) { return parse_decimal(text).value(); }

CurvePlan curve_plan(const std::vector<const char*>& loads, const char* resolution) {
  CurvePlan plan;
  for (const char* load : loads) plan.loads.push_back(d(load));
  plan.resolution = d(resolution);
  return plan;
}

/// Runs the needed loads, one at a time, on a network that saturates from `at` on.
CurveState run(const CurvePlan& plan, const char* at, std::size_t* runs = nullptr) {
  std::map<Decimal, LoadVerdict> known;
  CurveState state = follow(plan, known);
  while (!state.wanted.empty()) {
    const Decimal load = state.wanted.front();
    REQUIRE(known.count(load) == 0);
    REQUIRE(most_to_come(plan, state) >= 1);
    known[load] = load < d(at) ? LoadVerdict::below : LoadVerdict::saturated;
    state = follow(plan, known);
  }
  if (runs != nullptr) *runs = known.size();
  return state;
}

std::string names(const std::vector<Decimal>& loads) {
  std::string text;
  for (const Decimal load : loads) text += (text.empty() ? "" : " ") + to_string(load);
  return text;
}

}  // namespace

TEST_CASE("a curve is run in increasing order up to the first load that saturates, which is then bracketed") {
  std::size_t runs = 0;
  const CurveState state = run(curve_plan({"0.1", "0.2", "0.3", "0.4", "0.5"}, "0.02"), "0.26", &runs);
  CHECK(names(state.path) == "0.1 0.2 0.3 0.25 0.27");
  CHECK(runs == 5);
  REQUIRE(state.bracket);
  CHECK(to_string(state.bracket->low) == "0.25");
  CHECK(to_string(state.bracket->high) == "0.27");
  CHECK_FALSE(state.failed);
}

TEST_CASE("a bracket as narrow as the resolution is not halved", "[quick]") {
  const CurveState state = run(curve_plan({"0.1", "0.2"}, "0.1"), "0.15");
  CHECK(names(state.path) == "0.1 0.2");
  CHECK(to_string(state.bracket->high) == "0.2");
}

TEST_CASE("a curve whose first load saturates is bracketed from 0") {
  const CurveState state = run(curve_plan({"0.8", "0.9"}, "0.1"), "0.35");
  CHECK(names(state.path) == "0.8 0.4 0.2 0.3");
  CHECK(to_string(state.bracket->low) == "0.3");
  CHECK(to_string(state.bracket->high) == "0.4");
}

TEST_CASE("a curve that never saturates has no bracket") {
  const CurveState state = run(curve_plan({"0.1", "0.2"}, "0.01"), "1");
  CHECK(names(state.path) == "0.1 0.2");
  CHECK_FALSE(state.bracket);
}

TEST_CASE("the next load is needed, later ones may be; both halves of a bracket may be") {
  const CurvePlan p = curve_plan({"0.1", "0.2", "0.3"}, "0.01");
  CHECK(names(follow(p, {}).wanted) == "0.1 0.2 0.3");
  CHECK(names(follow(p, {{d("0.2"), LoadVerdict::below}}).wanted) == "0.1 0.3");
  const CurveState halving = follow(p, {{d("0.1"), LoadVerdict::below}, {d("0.2"), LoadVerdict::saturated}});
  CHECK(names(halving.wanted) == "0.15 0.17 0.12");
  CHECK(names(halving.path) == "0.1 0.2");
}

TEST_CASE("results of loads that are not on the path change nothing") {
  const CurvePlan p = curve_plan({"0.1", "0.2", "0.3"}, "0.1");
  const CurveState state = follow(p, {{d("0.1"), LoadVerdict::below},
                                      {d("0.2"), LoadVerdict::saturated},
                                      {d("0.3"), LoadVerdict::below},
                                      {d("0.15"), LoadVerdict::failed}});
  CHECK(names(state.path) == "0.1 0.2");
  CHECK(state.wanted.empty());
}

TEST_CASE("a load that fails ends its curve", "[quick]") {
  const CurvePlan p = curve_plan({"0.1", "0.2", "0.3"}, "0.01");
  const CurveState scan = follow(p, {{d("0.1"), LoadVerdict::below}, {d("0.2"), LoadVerdict::failed}});
  CHECK(scan.failed);
  CHECK(scan.wanted.empty());
  const CurveState halving =
      follow(p, {{d("0.1"), LoadVerdict::below}, {d("0.2"), LoadVerdict::saturated}, {d("0.15"), LoadVerdict::failed}});
  CHECK(halving.failed);
  CHECK(halving.wanted.empty());
  CHECK(to_string(halving.bracket->low) == "0.1");
}
