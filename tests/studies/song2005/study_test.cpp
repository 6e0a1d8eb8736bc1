#include "testbench/studies/song2005/study.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "testbench/studies/song2005/equations.hpp"
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
    m.overhead = run.protocol == Protocol::isotach ? 0.14 : 0.008;
    m.slots_taken = hss_slots(run.k, run.m) + 0.5;
    m.interval = 1000;
    m.most_before = run.protocol == Protocol::none ? 4.5 : 0.5;
    m.application_packets = 500;
    m.blocked_packets = run.protocol == Protocol::none ? 3 : 0;
    if (run.protocol == Protocol::none) m.first_blocked_slot = 400;
    measurements.of[run.experiment].push_back(m);
  }
  for (const Failure& f : failures())
    measurements.of[f.experiment].front().ending = Ending{f.missing ? 10u : 0u,
                                                          f.late ? 10u : 0u,
                                                          0,
                                                          f.rounds,
                                                          f.hosts,
                                                          f.kept ? 90.0 : 50'000.0,
                                                          64,
                                                          f.stuck ? "switch0_p3_vc0: x" : ""};
  return measurements;
}

}  // namespace

TEST_CASE("without simulation every printed value is reproduced, but for two errors of the print", "[quick]") {
  const reproduction::Tally tally = reproduction::tally(analytic_page());
  CHECK(tally.differing == 0);
  CHECK(tally.explained == 2);
  CHECK(tally.reproduced == 50);
  CHECK(tally.simulated == 0);
  CHECK(tally.refuted == 0);
  CHECK(tally.to_simulate == 74);
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
  CHECK(tally.simulated == 74);
  const Claim* sss = find(page, "The greatest skew", "SSS, 8 ports");
  REQUIRE(sss != nullptr);
  REQUIRE(sss->simulated);
  CHECK(sss->simulated->value == 200);
  CHECK(sss->simulated->note ==
        "within 165.48 in 30 of 60 synchronizations, within the same as simulated, 181.25, in 30, within the "
        "drain-corrected as simulated, 353.12, in 60");
  const Claim* overhead = find(page, "Table 3: time overhead", "8 ports, 500 ppm");
  REQUIRE(overhead != nullptr);
  CHECK(overhead->simulated->value == Approx(0.8));
  CHECK(overhead->simulated->note == "8.50 slots of 1000, with the time in which clocks are held");
  CHECK(find(page, "The greatest skew behind shifts", "shift, 8 ports: 7 times equation (8)")->simulated->value == 200);
  CHECK(find(page, "Ten intervals", "500 ppm, without")->simulated->note == "of 500, the first in slot 400");
  CHECK(figures(page).size() == 4 + networks().size());  // a histogram of each
  CHECK(figures(page).back()->series.back().label == "4 levels, simulated, greatest");
}

TEST_CASE("a skew beyond the drain-corrected bound of the delays as simulated refutes the claim", "[quick]") {
  const reproduction::Page page = song2005::page(all_with_skew(354));
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

TEST_CASE("a skew of more than half a slot with FBS, or none without, refutes the claim", "[quick]") {
  Measurements measurements = all_with_skew(100);
  measurements.of[experiment_of_long_run(300, Protocol::fbs)].front().most_before = 0.501;
  measurements.of[experiment_of_long_run(400, Protocol::none)].front().most_before = 0.5;
  const reproduction::Page page = song2005::page(measurements);
  CHECK_FALSE(find(page, "The same", "300 ppm, with FBS: no more than 0.5")->simulated->holds);
  CHECK_FALSE(find(page, "The same", "400 ppm, without: more")->simulated->holds);
  CHECK(reproduction::tally(page).refuted == 2);
}

TEST_CASE("a synchronization that takes a slot more than it has, or less, refutes its overhead", "[quick]") {
  for (const double slots : {15.5, 17.1}) {
    Measurements measurements = all_with_skew(100);
    measurements.of[experiment_of_overhead(4, 4, 200)].front().slots_taken = slots;
    const reproduction::Page page = song2005::page(measurements);
    CHECK_FALSE(find(page, "Table 4: time overhead", "4 ports, 200 ppm")->simulated->holds);
    CHECK(reproduction::tally(page).refuted == 1);
  }
}

TEST_CASE("the title of the long runs says how many intervals there are", "[quick]") {
  CHECK(find(song2005::page({}, Effort::quick), "Two intervals", "500 ppm, with FBS") != nullptr);
  CHECK(find(song2005::page({}, Effort::full), "Ten intervals", "500 ppm, with FBS") != nullptr);
}

TEST_CASE("a failure that ends otherwise than it should refutes the claim", "[quick]") {
  const auto refuted_with = [](const std::string& experiment, const auto& change) {
    Measurements measurements = all_with_skew(100);
    change(*measurements.of[experiment].front().ending);
    return reproduction::tally(song2005::page(measurements)).refuted;
  };
  CHECK(refuted_with("fails-host-between", [](Ending& e) { e.missing = 0; }) == 1);
  CHECK(refuted_with("fails-host-between", [](Ending& e) { e.last_hosts = 8; }) == 1);
  CHECK(refuted_with("fails-link-between", [](Ending& e) { e.rounds = 1; }) == 1);
  CHECK(refuted_with("stops-within", [](Ending& e) { e.stuck.clear(); }) == 1);
  CHECK(refuted_with("stops-for-two", [](Ending& e) { e.late = 0; }) == 1);
  CHECK(refuted_with("fails-link-between", [](Ending& e) { e.late = 1; }) == 1);
  CHECK(refuted_with("stops-for-a-quarter", [](Ending& e) { e.last_skew = 354; }) == 1);
}

TEST_CASE("where the paper's bound was passed, the page says by whom, how to see it, and why", "[quick]") {
  const auto tables_with = [](double skew) {
    std::vector<reproduction::Table> found;
    for (const reproduction::Section& section : song2005::page(all_with_skew(skew)).sections)
      for (const reproduction::Block& block : section.blocks)
        if (const auto* table = std::get_if<reproduction::Table>(&block);
            table != nullptr && table->title.find("The worst") == 0)
          found.push_back(*table);
    return found;
  };
  CHECK(tables_with(181.25).empty());
  const std::vector<reproduction::Table> worst = tables_with(200);
  REQUIRE(worst.size() == 1);
  REQUIRE(worst[0].rows.size() == 4);
  CHECK(worst[0].rows[1][0] == "sss-8");
  CHECK(worst[0].rows[1][2] == "host0");
  CHECK(worst[0].rows[1][3] == "host1");
  CHECK(worst[0].rows[1][5] == "165.48");
  CHECK(worst[0].rows[1][6] == "181.25");
  CHECK(worst[0].rows[1].back().find("--set nic.clock_seed=1 ") != std::string::npos);
}

TEST_CASE("a fabric that is given stands beside the irregular network", "[quick]") {
  const std::string table = "The greatest skew behind a synchronization along";
  CHECK(find(analytic_page(), table, "irregular, 16 switches: 5 levels") != nullptr);
  config::TopologySettings mesh;
  mesh.size = {3, 3};
  CHECK(find(song2005::page({}, Effort::quick, {mesh, "mesh"}), table, "mesh: 4 levels") != nullptr);
}

TEST_CASE("the page says which form of the study it is, and the command", "[quick]") {
  const auto text = [](Effort effort) { return to_markdown(song2005::page({}, effort)); };
  CHECK(text(Effort::full).find("`slackline study song2005 --out DIR` makes it") != std::string::npos);
  CHECK(text(Effort::quick).find("`slackline study song2005 --quick --out DIR` makes it") != std::string::npos);
}
