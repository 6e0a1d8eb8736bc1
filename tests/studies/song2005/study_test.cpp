#include "testbench/studies/song2005/study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::song2005;
using reproduction::Claim;

namespace {

const reproduction::Page& analytic_page() {
  static const reproduction::Page page = song2005::page({});
  return page;
}

/// The claim of a table at a place: "8 ports, 500 ppm"; of a table without places the one of that name.
const Claim* find(const reproduction::Page& page, const std::string& table, const std::string& at) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claims->title.find(table) == 0 && (claim.at.empty() ? claim.name : claim.at) == at) return &claim;
  return nullptr;
}

/// The printed values of a table of claims, from top to bottom.
std::vector<std::string> published(const std::string& table) {
  std::vector<std::string> texts;
  for (const reproduction::ClaimTable* claims : claim_tables(analytic_page()))
    if (claims->title.find(table) == 0)
      for (const Claim& claim : claims->claims) texts.push_back(claim.published.text);
  return texts;
}

/// The claims that the model refutes, and where: "claim, at".
std::set<std::string> refuted(const reproduction::Page& page) {
  std::set<std::string> names;
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claim.simulated && !claim.simulated->holds())
        names.insert(claim.name + (claim.at.empty() ? "" : ", " + claim.at));
  return names;
}

Ending expected_ending(const Failure& f) {
  return {f.missing ? 10u : 0u,
          f.late ? 10u : 0u,
          0,
          f.rounds,
          f.hosts,
          f.kept ? 90.0 : 50'000.0,
          64,
          f.stuck ? "switch0_p3_vc0: x" : ""};
}

/// Every run of a full study, answered with the same skew; with trends as in the paper's figures where it is `trends`.
Measurements all_with_skew(double skew, bool trends = true) {
  Measurements measurements;
  for (const Run& run : runs(Effort::full)) {
    Measurement m;
    const double change = trends ? 0.01 * (run.p.bl - run.p.rd + run.p.cp + run.m) : 0;
    m.ended = {{0, skew + change}, {skew / 2, 0}};
    m.slots_taken = hss_slots(run.k, run.m) + 0.5;
    m.interval = 1000;
    m.overhead = run.protocol != Protocol::isotach ? m.slots_taken / 1000
                 : run.slot_flits == slot_flits    ? 0.144
                                                   : 0.1255;
    m.most_before = run.protocol == Protocol::none ? 4.5 : 0.5;
    m.longest = run.longest_interval ? 500'000 / run.drift_ppm : 0;
    m.blocked_packets = run.protocol == Protocol::none ? 3 : 0;
    measurements.of[run.experiment].push_back(m);
  }
  for (const Failure& f : failures()) measurements.of[f.experiment].front().ending = expected_ending(f);
  return measurements;
}

}  // namespace

TEST_CASE("without simulation what is printed of schedules and bounds is reproduced, except for a misprint of each",
          "[quick]") {
  const reproduction::Tally tally = reproduction::tally(analytic_page());
  CHECK(tally.reproduced == 16);  // facts about schedules, and printed bounds
  CHECK(tally.not_reproduced == 2);
  CHECK(tally.not_testable == 1);
  CHECK(tally.unsettled == 0);
  CHECK(tally.not_run > 50);
}

TEST_CASE("the published values of Tables 3 and 4 are those that the paper prints", "[quick]") {
  using Column = std::vector<std::string>;
  CHECK(published("Table 3: synchronization interval") == Column{"4810", "2405", "1603", "1202", "962"});
  CHECK(published("Table 3: time overhead") == Column{"0.08", "0.17", "0.25", "0.33", "0.42",   // 4 ports
                                                      "0.17", "0.33", "0.5", "0.67", "0.83",    // 8
                                                      "0.33", "0.67", "1.0", "1.33", "1.66"});  // 16
  CHECK(published("Table 4: synchronization interval") == Column{"1781", "890", "593", "445", "356"});
  CHECK(published("Table 4: time overhead") == Column{"0.89", "1.79", "2.69", "3.59", "4.49",     // 4 ports
                                                      "2.02", "4.04", "6.07", "8.08", "10.11"});  // 8
}

TEST_CASE("the values that differ are Table 2's slot 6, which has its cause, and the left end of Figure 4") {
  std::map<std::string, std::string> differing;
  std::set<std::string> untestable;
  const reproduction::Page page = song2005::page(all_with_skew(100));
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims) {
      if (verdict(claim) == reproduction::Verdict::not_testable) untestable.insert(claim.at);
      if (verdict(claim) == reproduction::Verdict::not_reproduced && claims->title.find("Slots lost") != 0) {
        REQUIRE(cause(claim) != nullptr);
        differing[claim.at] = cause(claim)->without;
      }
    }
  CHECK(differing ==
        std::map<std::string, std::string>{
            {"HSS of example 2", "the misprint in slot 6, 4 => 5 in the place of 4 => 4, which definition 2 gives"},
            {"SSS, rd = 50 to 140 ns", "the value that is printed at rd = 50 ns: from 100 to 140 ns"}});
  CHECK(untestable == std::set<std::string>{"SSS, rd = 50 ns", "500 ppm"});
}

TEST_CASE(
    "printed bounds are next to those for kg = 53, for kg = 17 and drain-corrected; skews next to those as simulated",
    "[quick]") {
  const Claim* sss = find(analytic_page(), "What the text prints as bounds", "SSS");
  REQUIRE(sss != nullptr);
  CHECK(sss->published.text == "237");
  REQUIRE(sss->analytic.size() == 3);
  CHECK(*sss->analytic[0] == Approx(237.48));  // equations_test.cpp
  CHECK(*sss->analytic[1] == Approx(165.48));
  CHECK(*sss->analytic[2] == Approx(348.77));
  CHECK_FALSE(sss->is_simulated);
  const Claim* skew = find(analytic_page(), "The greatest skew", "SSS, 8 ports");
  REQUIRE(skew != nullptr);
  CHECK(skew->is_simulated);
  REQUIRE(skew->analytic.size() == 2);
  CHECK(*skew->analytic[0] == 181.25);
  CHECK(*skew->analytic[1] == 353.125);
}

TEST_CASE("the page has Figures 4, 5 and 6, with a point of each curve for each value of the paper", "[quick]") {
  const auto xs = [](const reproduction::FigureSeries& series) {
    std::vector<double> values;
    for (const reproduction::FigurePoint& point : series.points) values.push_back(point.x);
    return values;
  };
  const std::vector<double> bandwidths{0.64, 1.28, 1.92, 2.56};  // Gbps, 8 bits in 12.5 to 3.13 ns
  const std::map<std::string, std::vector<double>> expected{{"figure4", {50, 60, 70, 80, 90, 100, 110, 120, 130, 140}},
                                                            {"figure5-bandwidth", bandwidths},
                                                            {"figure5-buffer", {64, 96, 128, 160, 192, 224, 256}},
                                                            {"figure6", bandwidths}};
  std::vector<std::string> names;
  for (const reproduction::Figure* figure : figures(analytic_page())) {
    INFO(figure->name);
    names.push_back(figure->name);
    CHECK(figure->series.size() == (figure->name == "figure6" ? 2 * 3 : 3));  // ways to evaluate it; of 3 and 4 levels
    for (const reproduction::FigureSeries& series : figure->series) {
      const std::vector<double> found = xs(series), &of_paper = expected.at(figure->name);
      REQUIRE(found.size() == of_paper.size());
      for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(of_paper[i]).epsilon(0.005));
    }
  }
  CHECK(names == std::vector<std::string>{"figure4", "figure5-bandwidth", "figure5-buffer", "figure6"});
}

TEST_CASE("simulated values are next to the bounds, with the share that stays within each") {
  const reproduction::Page page = song2005::page(all_with_skew(100));
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_run == 0);
  CHECK(tally.unsettled == 0);
  // Two misprints, and Isotach's tokens.
  CHECK(tally.not_reproduced == 3);
  const reproduction::Page level = song2005::page(all_with_skew(200, false));
  const Claim* sss = find(level, "The greatest skew", "SSS, 8 ports");
  REQUIRE(sss != nullptr);
  REQUIRE(sss->simulated);
  CHECK(sss->simulated->value == 200);
  CHECK(sss->simulated->sample.draws == 2 * draws_of({8, 2}, Effort::full));
  CHECK(
      sss->simulated->note ==
      "the largest; required: at most 181.25, the estimate as simulated; of 2000 synchronizations 1000 are within it, "
      "so that up to 52.2 % of all may pass it (95 %); 1000 are within 165.48, the same with the delays as asked, 2000 "
      "within the drain-corrected estimate, 353.12");
  const Claim* overhead = find(page, "Table 3: time overhead", "8 ports, 500 ppm");
  REQUIRE(overhead != nullptr);
  CHECK(overhead->simulated->value == Approx(0.85));
  CHECK(overhead->simulated->note ==
        "8.50 slots of 1000, with the time in which clocks are held: 8 of the schedule, and less than one more");
  CHECK(figures(page).size() == 4 + networks().size());  // a histogram of each
}

TEST_CASE("a skew beyond the bound refutes it, and runs without leads, without drift and without both show the cause") {
  Measurements found = all_with_skew(182, false);  // the bound of one switch is 181.25 as simulated
  const auto claim_of = [&](const std::string& at) {
    const reproduction::Page page = song2005::page(found);
    const Claim* claim = find(page, "The greatest skew after a synchronization, over", at);
    REQUIRE(claim != nullptr);
    return *claim;
  };
  CHECK_FALSE(claim_of("SSS, 8 ports").simulated->holds());
  CHECK(claim_of("HSS, k = 8, m = 3: 56 hosts").simulated->holds());
  REQUIRE(claim_of("SSS, 8 ports").reruns.size() == 3);
  CHECK_FALSE(is_settled(claim_of("SSS, 8 ports")));
  for (Measurement& m : found.of.at("sss-8-apart")) m.ended = {{0, 150}};
  CHECK(is_settled(claim_of("SSS, 8 ports")));
  CHECK_FALSE(is_settled(claim_of("SSS, 16 ports")));
  for (Measurement& m : found.of.at("sss-4-one-speed")) m.ended = {{0, 150}};
  CHECK(cause(claim_of("SSS, 4 ports"))->without == without(Variant::one_speed));
  for (Measurement& m : found.of.at("sss-16-apart-one-speed")) m.ended = {{0, 150}};
  CHECK(cause(claim_of("SSS, 16 ports"))->without == without(Variant::apart_one_speed));
  // At the longest routing delay equation (8) has 140.62 ns with the delays as simulated, and 196.88 with kg = 53.
  const std::string at_140 = "SSS, 8 ports, rd = 140 ns";
  CHECK_FALSE(claim_of(at_140).simulated->holds());
  REQUIRE(claim_of(at_140).reruns.size() == 4);
  CHECK(is_settled(claim_of(at_140)));
  CHECK(cause(claim_of(at_140))->without.find("kg = 17") == 0);
  for (Measurement& m : found.of.at("rd-140-apart")) m.ended = {{0, 100}};
  CHECK(cause(claim_of(at_140))->without == without(Variant::apart));
}

TEST_CASE(
    "with kg = 53 the bound is the printed one, and clocks that begin apart show whether free leads are the cause") {
  Measurements found = all_with_skew(100, false);
  for (const char* experiment : {"sss-8-kg-53", "sss-8-stop-next-to-go"})
    for (Measurement& m : found.of.at(experiment)) m.ended = {{0, 240}};           // the bound is 237.5 as simulated
  for (Measurement& m : found.of.at("printed-rd-50-kg-53")) m.ended = {{0, 288}};  // and 287.5
  const auto find_in = [&](const char* table, const char* at) {
    const reproduction::Page page = song2005::page(found);
    const Claim* claim = find(page, table, at);
    REQUIRE(claim != nullptr);
    return *claim;
  };
  const char *sampled = "The greatest skew after a synchronization, over", *printed = "The greatest skew with kg = 53";
  const char* at_50 = "SSS, rd = 50 ns";
  for (const Claim& claim :
       {find_in(sampled, "SSS, 8 ports, kg = 53"), find_in(printed, "SSS"), find_in(printed, at_50)}) {
    CHECK_FALSE(claim.simulated->holds());
    REQUIRE(cause(claim) != nullptr);
    CHECK(cause(claim)->without == without(Variant::apart));
    CHECK(cause(claim)->analytic.size() == 2);  // the bounds of its own parameters
  }
  CHECK(find_in(sampled, "SSS, 8 ports, ks = 54").is_ours);
  CHECK_FALSE(holds(find_in(sampled, "SSS, 8 ports, ks = 54")));
  for (Measurement& m : found.of.at("printed-rd-50-kg-53-apart")) m.ended = {{0, 600}};
  REQUIRE(cause(find_in(printed, at_50)) != nullptr);
  CHECK(cause(find_in(printed, at_50))->without == without(Variant::one_speed));
  for (Measurement& m : found.of.at("printed-rd-50-kg-53-one-speed")) m.ended = {{0, 600}};
  CHECK(cause(find_in(printed, at_50))->without == without(Variant::apart_one_speed));
  for (Measurement& m : found.of.at("printed-rd-50-kg-53-apart-one-speed")) m.ended = {{0, 600}};
  CHECK_FALSE(is_settled(find_in(printed, at_50)));
}

TEST_CASE("where few draws pass the bound, a rerun in which none does is a cause only with many") {
  Measurements found = all_with_skew(100, false);
  const auto claim_with = [&](std::size_t beyond, std::size_t draws, std::size_t draws_again) {
    std::vector<Measurement>&claim = found.of.at("sss-16-kg-53"), &again = found.of.at("sss-16-kg-53-apart");
    claim.resize(draws);
    again.resize(draws_again);
    for (std::size_t i = 0; i < draws; ++i) claim[i].ended = {{0, i < beyond ? 240. : 100.}};
    for (Measurement& m : again) m.ended = {{0, 100}};
    for (const char* other : {"sss-16-kg-53-one-speed", "sss-16-kg-53-apart-one-speed"})
      for (Measurement& m : found.of.at(other)) m.ended = {{0, 600}};
    const reproduction::Page page = song2005::page(found);
    return *find(page, "The greatest skew after a synchronization, over", "SSS, 16 ports, kg = 53");
  };
  // Wilson: of 3 in 100 1.03 % or more, of 0 in 100 up to 3.70 %; of 12 in 600 1.15 %, of 0 in 600 0.64 %.
  const Claim few = claim_with(3, 100, 100), many = claim_with(12, 600, 600);
  CHECK_FALSE(decides(few.reruns.front()));
  CHECK_FALSE(is_settled(few));
  CHECK(
      few.reruns.front().simulated->note.find(
          "that none of 100 draws passes it may be chance: up to 3.7 % of all may, and of the claim's 1.0 % or more") ==
      0);
  CHECK(decides(many.reruns.front()));
  CHECK(cause(many)->without == without(Variant::apart));
  CHECK_FALSE(is_settled(claim_with(12, 600, 100)));
}

TEST_CASE("trends of the figures are judged by the whole interval of the change, draw by draw") {
  CHECK(refuted(song2005::page(all_with_skew(100))) ==
        std::set<std::string>{"Isotach: the token manager's share, 8 ports",
                              "the same on a processor of 33 MHz: lanai4, 8 ports"});
  const std::set<std::string> level = refuted(song2005::page(all_with_skew(100, false)));
  CHECK(level.count("the skew falls as the routing delay rises, SSS, 50 to 140 ns") == 1);
  CHECK(level.count("the skew falls as the bandwidth rises, 3 levels, 0.64 to 2.56 Gb/s") == 1);
  CHECK(level.count("the skew rises with the length of buffers, SSS, 64 to 256 flits, ks = 53") == 1);
  CHECK(level.count("the skew rises with the levels of the tree, 8 ports, 2 to 4 levels") == 1);
}

TEST_CASE("a trend whose interval has 0 in it is not testable, and as a rerun it is no cause", "[quick]") {
  Measurements found = all_with_skew(100);
  const auto spread = [&](const std::string& experiment) {
    double sign = 1;
    for (Measurement& m : found.of.at(experiment)) m.ended = {{0, 95 + (sign = -sign) * 50}};
  };
  const auto trend = [&] {
    const reproduction::Page page = song2005::page(found);
    const Claim* claim = find(page, "The trends of figures", "SSS, 50 to 140 ns");
    REQUIRE(claim != nullptr);
    return *claim;
  };
  CHECK(verdict(trend()) == reproduction::Verdict::reproduced);
  for (Measurement& m : found.of.at("rd-140")) m.ended = {{0, 200}, {0, 200}};
  CHECK(verdict(trend()) == reproduction::Verdict::not_reproduced);
  CHECK(is_settled(trend()));
  spread("rd-140-kg-53");
  for (Measurement& m : found.of.at("rd-50-kg-53")) m.ended = {{0, 100}};
  CHECK_FALSE(is_settled(trend()));
  spread("rd-140");
  for (Measurement& m : found.of.at("rd-50")) m.ended = {{0, 100}};
  CHECK(verdict(trend()) == reproduction::Verdict::not_testable);
  CHECK(trend().untestable.why.find("too wide to decide") != std::string::npos);
}

TEST_CASE("a token manager's share that is not the printed one, or FBS that loses as much, refutes the comparison",
          "[quick]") {
  Measurements measurements = all_with_skew(100);
  const std::string tokens = "Isotach: the token manager's share, 8 ports";
  const auto is_refuted = [&](const std::string& name) {
    return refuted(song2005::page(measurements)).count(name) == 1;
  };
  for (const auto& [share, refutes] : {std::pair(0.1249, false), {0.1244, true}, {0.1259, false}, {0.1261, true}}) {
    measurements.of[experiment_of_isotach("free")].front().overhead = share;
    INFO(share);
    CHECK(is_refuted(tokens) == refutes);
  }
  // The share in which a token goes round is what is measured beyond 1/8.
  measurements.of[experiment_of_isotach("free")].front().overhead = 0.144;
  measurements.of[experiment_of_long_tokens()].front().overhead = 0.1262;
  const auto without_round = [&] {
    return find(song2005::page(measurements), "Slots lost", "8 ports")->reruns.at(0).without;
  };
  CHECK(without_round() ==
        "the time in which a token goes round: 0.12 % next to packets 30 times as long, in the place of 1.90 %");
  measurements.of[experiment_of_long_tokens()].front().overhead = 0.1255;
  // The same criterion with the costs of a processor: neither more nor less than the printed share.
  for (const auto& [share, refutes] : {std::pair(0.1255, false), {0.1244, true}, {0.379, true}}) {
    measurements.of[experiment_of_isotach("lanai4")].front().overhead = share;
    INFO(share);
    CHECK(is_refuted("the same on a processor of 33 MHz: lanai4, 8 ports") == refutes);
  }
  measurements.of[experiment_of_overhead(8, 2, 500)].front().overhead = 0.125;
  CHECK(is_refuted("FBS, clocks 500 ppm apart, takes less, 8 ports"));
  CHECK(is_refuted("the cost of a synchronization rises with the levels of the tree, kg = 17, 8 ports, 500 ppm"));
}

TEST_CASE(
    "a packet that is held up in one draw with FBS, or a draw without one where there is no FBS, refutes the long "
    "run") {
  Measurements measurements = all_with_skew(100);
  measurements.of.at("long-sss-8-500-ppm-fbs-stream").back().blocked_packets = 1;
  measurements.of.at("long-hss-4-3-500-ppm-free-stream").front().blocked_packets = 0;
  const std::set<std::string> names = refuted(song2005::page(measurements));
  CHECK(names.count("with FBS no packet of the application is held up, 8 ports, 500 ppm, with a stream") == 1);
  CHECK(names.count("without FBS some are, 4 ports, 3 levels, 500 ppm, with a stream") == 1);
  CHECK(names.size() == 2 + 2);
}

TEST_CASE("a skew of more than half a slot in one draw with FBS, or a draw below it without, refutes the claim") {
  Measurements measurements = all_with_skew(100);
  measurements.of.at("long-sss-8-300-ppm-fbs-idle").back().most_before = 0.501;
  measurements.of.at("long-hss-4-3-400-ppm-free-idle").front().most_before = 0.5;
  const std::set<std::string> names = refuted(song2005::page(measurements));
  CHECK(names.count("with FBS skews stay within half a slot, 8 ports, 300 ppm") == 1);
  CHECK(names.count("without FBS they do not, 4 ports, 3 levels, 400 ppm") == 1);
  CHECK(names.size() == 2 + 2);
}

TEST_CASE("the longest interval of the worst draw is not shorter than the printed one, and that of no draw too long") {
  const auto refuted_with = [](const char* experiment, std::uint64_t longest) {
    Measurements measurements = all_with_skew(100);
    measurements.of.at(experiment).back().longest = longest;
    return refuted(song2005::page(measurements)).size() - 2;  // Isotach, with both costs
  };
  CHECK(refuted_with("longest-2-100-ppm", 4810) == 0);
  CHECK(refuted_with("longest-2-100-ppm", 4809) == 1);
  // (0.5 + 99.7 / 12500 + 2 / 8000) / 100 ppm: 99.7 ns were left.
  CHECK(refuted_with("longest-2-100-ppm", 5082) == 0);
  CHECK(refuted_with("longest-2-100-ppm", 5083) == 1);
  CHECK(refuted_with("longest-4-500-ppm", 355) == 1);
}

TEST_CASE("a synchronization that takes a slot more or less than planned refutes its overhead") {
  for (const double slots : {15.5, 17.1}) {
    Measurements measurements = all_with_skew(100);
    measurements.of[experiment_of_overhead(4, 4, 200)].front().overhead = slots / 1000;
    const reproduction::Page page = song2005::page(measurements);
    CHECK_FALSE(find(page, "Table 4: time overhead", "4 ports, 200 ppm")->simulated->holds());
    CHECK(refuted(page).size() == 1 + 2);
  }
}

TEST_CASE("long runs give the number of their intervals, by the form of the study and whether they have a stream") {
  const auto note = [](Effort effort, const char* at) {
    const reproduction::Page page = song2005::page(all_with_skew(100), effort);
    const Claim* claim = find(page, "The greatest skew before a synchronization", at);
    REQUIRE(claim != nullptr);
    return claim->simulated->note;
  };
  CHECK(note(Effort::full, "8 ports, 500 ppm") == "the largest of all draws, in 10 intervals each");
  CHECK(note(Effort::full, "8 ports, 500 ppm, with a stream") == "the largest of all draws, in 3 intervals each");
  CHECK(note(Effort::quick, "8 ports, 500 ppm") == "the largest of all draws, in 2 intervals each");
}

TEST_CASE("a failure with an unexpected outcome refutes the claim") {
  const auto refuted_with = [](const std::string& experiment, const auto& change) {
    Measurements measurements = all_with_skew(100);
    change(*measurements.of[experiment].front().ending);
    return refuted(song2005::page(measurements)).size() - 2;  // Isotach, with both costs
  };
  CHECK(refuted_with("fails-host-between", [](Ending& e) { e.missing = 0; }) == 1);
  CHECK(refuted_with("fails-host-between", [](Ending& e) { e.last_hosts = 8; }) == 1);
  CHECK(refuted_with("fails-link-between", [](Ending& e) { e.rounds = 1; }) == 1);
  CHECK(refuted_with("stops-within", [](Ending& e) { e.stuck.clear(); }) == 1);
  CHECK(refuted_with("stops-for-two", [](Ending& e) { e.late = 0; }) == 1);
  CHECK(refuted_with("fails-link-between", [](Ending& e) { e.late = 1; }) == 1);
  CHECK(refuted_with("times-out", [](Ending& e) { e.last_hosts = 8; }) == 1);
  CHECK(refuted_with("stops-for-a-quarter", [](Ending& e) { e.last_skew = 354; }) == 1);
}

TEST_CASE("where the paper's bound was exceeded, the page names the run, the command and the reason") {
  const auto tables_with = [](double skew) {
    std::vector<reproduction::Table> found;
    for (const reproduction::Section& section : song2005::page(all_with_skew(skew, false)).sections)
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

TEST_CASE("a given fabric is listed in addition to the irregular network") {
  const std::string table = "The greatest skew after a synchronization along";
  CHECK(find(analytic_page(), table, "irregular, 16 switches: 5 levels") != nullptr);
  features::TopologySettings mesh;
  mesh.size = {3, 3};
  CHECK(find(song2005::page({}, Effort::quick, {mesh, "mesh"}), table, "mesh: 4 levels") != nullptr);
}

TEST_CASE("the page names the form of the study and the command") {
  const auto text = [](Effort effort) { return to_markdown(song2005::page({}, effort)); };
  CHECK(text(Effort::full).find("`slackline study song2005 --out DIR` makes it") != std::string::npos);
  CHECK(text(Effort::quick).find("`slackline study song2005 --quick --out DIR` makes it") != std::string::npos);
}

TEST_CASE("quantiles and shares of draws are those of the measurements, and an interval of a share is Wilson's") {
  Measurements found;
  for (unsigned draw = 1; draw <= 100; ++draw)
    found.of["sss-8"].emplace_back().ended = {{0, draw <= 90 ? 1.0 * draw : 200.0 + draw}};
  const reproduction::Section section = skew_section(found);
  const reproduction::Table* quantiles = nullptr;
  for (const reproduction::Block& block : section.blocks)
    if (const auto* table = std::get_if<reproduction::Table>(&block);
        table != nullptr && table->title.find("quantiles") != std::string::npos)
      quantiles = table;
  REQUIRE(quantiles != nullptr);
  CHECK(quantiles->rows ==
        std::vector<std::vector<std::string>>{{"SSS, 8 ports", "100", "50.00", "90.00", "299.00", "300.00",
                                               "10.0 % (5.5 to 17.4)", "0.0 % (0.0 to 3.7)"}});
}

TEST_CASE("the pause by firmware is compared with that by hardware, seed by seed") {
  Measurements found = all_with_skew(100, false);
  for (Measurement& m : found.of.at("pause-sss-8-lanai4")) m.ended = {{0, 5000}};
  const reproduction::Page page = song2005::page(found);
  const Claim* claim = find(page, "The greatest skew where firmware", "SSS, 8 ports, lanai4");
  REQUIRE(claim != nullptr);
  CHECK_FALSE(claim->simulated->holds());
  REQUIRE(claim->reruns.size() == 6);
  CHECK(cause(*claim)->without == "the time of the firmware: pause by hardware");
  for (Measurement& m : found.of.at("sss-8")) m.ended = {{0, 300}};
  const auto cause_found = [&] {
    const reproduction::Page leads = song2005::page(found);
    return cause(*find(leads, "The greatest skew where firmware", "SSS, 8 ports, lanai4"))->without;
  };
  CHECK(cause_found() == without(Variant::apart));  // the firmware is in that run
  for (const Variant variant : without_leads_or_drift)
    for (Measurement& m : found.of.at(experiment_of("pause-sss-8-lanai4", variant))) m.ended = {{0, 5000}};
  CHECK(cause_found() == "the time of the firmware, " + without(Variant::apart));
  for (Measurement& m : found.of.at("sss-8-apart")) m.ended = {{0, 300}};
  CHECK(cause_found() == "the time of the firmware, " + without(Variant::apart_one_speed));
}

namespace {

/// A measurement with which all claims hold but one: outside figures, skews of half the bound of their own parameters.
Measurement as_claimed(const Run& run) {
  Measurement m;
  const int levels = run.topology ? 5 : run.m;
  const double whole = bound({run.p, Drain::at_switch}, levels);
  m.ended = {{0, 0.5 * (run.protocol == Protocol::shift ? (run.k - 1) * whole : whole) +
                     0.01 * static_cast<double>(run.seed)}};
  // Points of a figure are near one another, so that an error of one turns the trend.
  if (run.experiment.find("levels-") == 0)
    m.ended = {{0, 100 + run.p.cp + run.m + 0.01 * static_cast<double>(run.seed)}};
  m.slots_taken = hss_slots(run.k, run.m) + 0.5;
  m.interval = 1000;
  m.overhead = run.protocol == Protocol::isotach ? 0.1255 : m.slots_taken / 1000;
  m.most_before = run.protocol == Protocol::none ? 1 : 0.4;
  m.longest = run.longest_interval ? 500'000 / run.drift_ppm : 0;
  m.blocked_packets = 1;  // with FBS that refutes, and a tenth of it, none, does not
  for (const Failure& f : failures())
    if (f.experiment == run.experiment) m.ending = expected_ending(f);
  return m;
}

}  // namespace

TEST_CASE("an error of ten times in a value of one experiment gives every claim and rerun the opposite answer") {
  Measurements same;
  for (const Run& run : runs(Effort::full))
    if (run.seed <= 3) same.of[run.experiment].push_back(as_claimed(run));
  const std::vector<test::Part<Measurements>> parts{
      {"skews", skew_section, {"sss-", "hss-", "pause-", "printed-", "rd-140", "bl-256"}, {"ended"}},
      {"intervals",
       [](const Measurements& m) { return interval_section(m, Effort::full); },
       {"long-", "longest-", "overhead-", "printed-interval"},
       {"overhead", "most_before", "longest", "blocked_packets"}},
      {"figures", figure_section, {"rd-", "levels-", "bl-"}, {"ended"}},
      {"other schedules", comparison_section, {"isotach-", "shift-", "overhead-8-2-500"}, {"ended", "overhead"}},
      {"topologies", [](const Measurements& m) { return topology_section(m, {}); }, {"irregular"}, {"ended"}},
      {"failures", failure_section, {"fails-", "stops-", "times-"}, {"rounds"}}};
  test::check_that_errors_turn_parts(same, song2005::page(same), parts);
}

TEST_CASE("an error of ten times in what is made or evaluated here turns every claim that nothing simulates",
          "[quick]") {
  std::size_t turned = 0;
  for (const reproduction::ClaimTable* claims : claim_tables(analytic_page()))
    for (const Claim& claim : claims->claims) {
      if (claim.is_simulated || !holds(claim)) continue;
      Claim planted = claim;
      planted.analytic.at(0) = *claim.analytic.at(0) == 0 ? 10 : 10 * *claim.analytic.at(0);
      INFO(claim.name << ", " << claim.at);
      CHECK_FALSE(holds(planted));
      ++turned;
    }
  CHECK(turned > 20);
}
