#include "testbench/studies/song2005/study.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "testbench/studies/song2005/runs.hpp"

using namespace slackline;
using namespace slackline::song2005;
using reproduction::Claim;

namespace {

const reproduction::Page& analytic_page() {
  static const reproduction::Page page = song2005::page({});
  return page;
}

const Claim* find(const reproduction::Page& page, const std::string& table, const std::string& name) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claims->title.find(table) == 0 && claim.name == name) return &claim;
  return nullptr;
}

/// Every run of a full study, answered with the same skew.
Measurements all_with_skew(double skew) {
  Measurements measurements;
  for (const Run& run : runs(Effort::full)) {
    Measurement m;
    m.ended = {{0, skew}, {skew / 2, 0}};
    m.slots = 1000;
    m.slots_for_protocol = 8;
    m.application_packets = 500;
    m.blocked_packets = run.protocol == Protocol::none ? 3 : 0;
    if (run.protocol == Protocol::none) m.first_blocked_slot = 400;
    measurements.of[run.experiment].push_back(m);
  }
  return measurements;
}

}  // namespace

TEST_CASE("without simulation every printed value is reproduced, but for two errors of the print", "[quick]") {
  const reproduction::Tally tally = reproduction::tally(analytic_page());
  CHECK(tally.differing == 0);
  CHECK(tally.explained == 2);
  CHECK(tally.reproduced == 49);
  CHECK(tally.simulated == 0);
  CHECK(tally.refuted == 0);
  CHECK(tally.to_simulate == 32);
}

TEST_CASE("the two that differ are Table 2's slot 6 and the left end of Figure 4", "[quick]") {
  std::set<std::string> differing;
  for (const reproduction::ClaimTable* claims : claim_tables(analytic_page()))
    for (const Claim& claim : claims->claims)
      if (verdict(claim) == reproduction::Verdict::explained) differing.insert(claim.name);
  CHECK(differing == std::set<std::string>{"HSS of example 2: messages of Table 2", "SSS, rd = 50 ns"});
}

TEST_CASE("bounds stand for kg = 53, kg = 17 and drain-corrected beside what is printed", "[quick]") {
  const Claim* sss = find(analytic_page(), "Bounds", "SSS");
  REQUIRE(sss != nullptr);
  CHECK(sss->published.text == "237");
  REQUIRE(sss->analytic.size() == 3);
  CHECK(*sss->analytic[0] == Approx(237.48));
  CHECK(*sss->analytic[1] == Approx(165.48));
  CHECK(*sss->analytic[2] == Approx(348.77));
  CHECK(sss->is_simulated);
}

TEST_CASE("the page has Figures 4, 5 and 6", "[quick]") {
  std::vector<std::string> names;
  for (const reproduction::Figure* figure : figures(analytic_page())) {
    names.push_back(figure->name);
    for (const reproduction::FigureSeries& series : figure->series) CHECK_FALSE(series.points.empty());
  }
  CHECK(names == std::vector<std::string>{"figure4", "figure5-bandwidth", "figure5-buffer", "figure6"});
}

TEST_CASE("what was simulated stands beside the bounds, with the share that keeps within each", "[quick]") {
  const reproduction::Page page = song2005::page(all_with_skew(200));
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.to_simulate == 0);
  CHECK(tally.refuted == 0);
  CHECK(tally.simulated == 32);
  const Claim* sss = find(page, "The greatest skew", "SSS, 8 ports");
  REQUIRE(sss != nullptr);
  REQUIRE(sss->simulated);
  CHECK(sss->simulated->value == 200);
  CHECK(sss->simulated->note == "within 165.48 in 30 of 60 synchronizations, within the drain-corrected 348.77 in 60");
  const Claim* overhead = find(page, "Table 3: time overhead", "8 ports, 500 ppm");
  REQUIRE(overhead != nullptr);
  CHECK(overhead->simulated->value == Approx(0.8));
  CHECK(find(page, "The greatest skew behind shifts", "shift, 8 ports: 7 times equation (8)")->simulated->value == 200);
  CHECK(find(page, "Ten intervals", "500 ppm, without")->simulated->note == "of 500, the first in slot 400");
  CHECK(figures(page).size() == 4 + networks().size());  // a histogram of each
  CHECK(figures(page).back()->series.back().label == "4 levels, simulated, greatest");
}

TEST_CASE("a skew beyond the drain-corrected bound refutes the claim", "[quick]") {
  const reproduction::Page page = song2005::page(all_with_skew(349));
  CHECK_FALSE(find(page, "The greatest skew", "SSS, 8 ports")->simulated->holds);
  CHECK(find(page, "The greatest skew", "HSS, k = 4, m = 3: 12 hosts")->simulated->holds);
  CHECK(reproduction::tally(page).refuted > 0);
}

TEST_CASE("a blocked packet with FBS, or none without, refutes the long run", "[quick]") {
  Measurements measurements = all_with_skew(100);
  measurements.of[experiment_of_long_run(300, Protocol::fbs)].front().blocked_packets = 1;
  measurements.of[experiment_of_long_run(400, Protocol::none)].front().blocked_packets = 0;
  const reproduction::Page page = song2005::page(measurements);
  CHECK_FALSE(find(page, "Ten intervals", "300 ppm, with FBS")->simulated->holds);
  CHECK_FALSE(find(page, "Ten intervals", "400 ppm, without")->simulated->holds);
  CHECK(reproduction::tally(page).refuted == 2);
}
