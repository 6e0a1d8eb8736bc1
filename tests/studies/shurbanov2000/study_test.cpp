#include "testbench/studies/shurbanov2000/study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::shurbanov2000;
using reproduction::Claim;
using reproduction::Verdict;

namespace {

const Claim* find(const reproduction::Page& page, const std::string& name, const std::string& at) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claim.name == name && claim.at == at) return &claim;
  return nullptr;
}

bool has(const Run& run, const std::string& text) { return run.experiment.find(text) != std::string::npos; }

/// As the paper prints it, where it does.
Measurement as_claimed(const Run& run) {
  Measurement m;
  const Published* row = nullptr;
  for (const Published& of : table_2)
    if (has(run, of.name)) row = &of;
  if (row != nullptr) {
    m.throughput = row->throughput;
    m.round_trip = row->round_trip;
    m.on_link = row->outstanding;
  }
  if (has(run, "SPP(1 us)")) m.on_link = 2.2;
  if (has(run, "SPP")) {
    m.interval = has(run, "SPP(0.1 us)") ? 18 : has(run, "SPP(1 us)") ? 8 : 3;
    m.variation = PublishedDelay().interval_deviation / PublishedDelay().interval;
    m.drift = (run.seed % 2 == 0 ? 0.1 : -0.1);
  }
  m.peak_time = 30;
  m.swing = has(run, "ASW") ? 0.1 : 0.2;
  m.first_busy = 4;
  m.first_stalled = 6;
  m.first_idle = 10;
  for (const Connections& of : connections())
    for (const unsigned window : windows(Effort::full))
      if (run.experiment == experiment_of(of, window)) {
        m.throughput = std::min(window, of.topology == Topology::tree ? 2u : 4u);
        m.round_trip = window;
      }
  return m;
}

template <class Of>
Measurements all(Effort effort, Of&& of) {
  Measurements measurements;
  for (const Run& run : runs(effort)) measurements.of[run.experiment].push_back(of(run));
  return measurements;
}

/// With some values of some runs changed.
template <class Change>
reproduction::Page page_with(Change&& change) {
  return shurbanov2000::page(all(Effort::full, [&](const Run& run) {
    Measurement m = as_claimed(run);
    change(run, m);
    return m;
  }));
}

Verdict verdict_of(const reproduction::Page& page, const std::string& name, const std::string& at = "cube") {
  const Claim* claim = find(page, name, at);
  INFO(name << ", " << at);
  REQUIRE(claim != nullptr);
  return verdict(*claim);
}

}  // namespace

TEST_CASE("without simulation the page has the arithmetic of the printed numbers, and lists all claims as not run",
          "[quick]") {
  const reproduction::Page page = shurbanov2000::page({});
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_run > 20);
  CHECK(tally.reproduced + tally.not_reproduced + tally.ours + tally.unsettled == 0);
  const std::string text = to_markdown(page);
  // Throughput x round trip / outstanding, over 24 hosts and 50 ticks a us.
  CHECK(text.find("| SPP(1 us) | 4.63 | 19.9 | 1.21 | 158.6 | 2.09 |") != std::string::npos);
  CHECK(text.find("| SW(4) | 5.93 | 26.4 | 3.5 | 93.2 | 3.55 |") != std::string::npos);
}

TEST_CASE("measurements as the paper prints them reproduce every claim of it") {
  const reproduction::Page page = page_with([](const Run&, Measurement&) {});
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (verdict(claim) != Verdict::reproduced && !claim.is_ours)
        UNSCOPED_INFO(claim.name << ", " << claim.at << ": " << verdict_text(claim));
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_reproduced + tally.not_run + tally.not_testable == 0);
  CHECK(tally.reproduced > 20);
}

TEST_CASE("a claim about SPP is refuted only where every reading refutes it") {
  const std::string name = "(7) SPP(0.1 us) halves the round trip of SW";
  const auto with = [&](auto&& is_long) {
    return page_with([&](const Run& run, Measurement& m) {
      if (has(run, "SPP(0.1 us)") && !has(run, "alone") && is_long(run)) m.round_trip = 14;
    });
  };
  CHECK(verdict_of(with([](const Run&) { return false; }), name) == Verdict::reproduced);
  const reproduction::Page some = with([](const Run& run) { return has(run, "absolute"); });
  CHECK(verdict_of(some, name) == Verdict::not_testable);
  CHECK(find(some, name, "cube")->untestable ==
        "it depends on the reading: it holds with signed, a source, overlapping, each (0.41), and not with absolute, a "
        "source, overlapping, each (0.53)");
  CHECK(find(some, name, "cube")->simulated->note.find("holds in 8 of 16 readings") != std::string::npos);
  const reproduction::Page none = with([](const Run&) { return true; });
  CHECK(verdict_of(none, name) == Verdict::not_reproduced);
  CHECK_FALSE(is_settled(*find(none, name, "cube")));
}

TEST_CASE("criteria hold up to their limits") {
  const auto with = [](const char* control, Value value, double to) {
    return page_with([=](const Run& run, Measurement& m) {
      if (has(run, control) && (std::string(control) != "SW(4)" || !has(run, "ASW"))) m.*value = to;
    });
  };
  const std::string full = "(4) SW keeps its window full";
  CHECK(verdict_of(with("SW(4)", &Measurement::on_link, 3.48), full) == Verdict::reproduced);
  CHECK(verdict_of(with("SW(4)", &Measurement::on_link, 3.47), full) == Verdict::not_reproduced);
  const std::string equivalent = "(5) ASW's throughput is equivalent to SW's";
  CHECK(verdict_of(with("ASW(4, 0)", &Measurement::throughput, 0.9 * 5.93 + 1e-9), equivalent) == Verdict::reproduced);
  CHECK(verdict_of(with("ASW(4, 0)", &Measurement::throughput, 0.89 * 5.93), equivalent) == Verdict::not_reproduced);
  const std::string shorter = "(6) ASW's round trip is shorter than SW's";
  CHECK(verdict_of(with("ASW(4, 0)", &Measurement::round_trip, 26.3), shorter) == Verdict::reproduced);
  CHECK(verdict_of(with("ASW(4, 0)", &Measurement::round_trip, 26.4), shorter) == Verdict::not_reproduced);
  const std::string stable = "(1) SPP is stable: I has no trend";
  CHECK(verdict_of(with("SPP(1 us)", &Measurement::drift, 0), stable) == Verdict::reproduced);
  CHECK(verdict_of(with("SPP(1 us)", &Measurement::drift, 0.01), stable) == Verdict::not_reproduced);
  CHECK(verdict_of(with("SPP(8 us)", &Measurement::drift, 0.01), stable) ==
        Verdict::reproduced);  // I is no fifth of the sum
  const auto doubtful = page_with([](const Run& run, Measurement& m) {
    if (has(run, "SPP(0.1 us)")) m.drift *= 7;  // half of the interval of 5 draws is above 0.5
  });
  CHECK(verdict_of(doubtful, stable) == Verdict::not_reproduced);
  CHECK(verdict_of(with("SPP", &Measurement::interval, 0.1), stable) == Verdict::not_reproduced);  // nothing is shown
  const std::string order = "(8) links transmit, then stall, then are idle for full windows";
  CHECK(verdict_of(with("start", &Measurement::first_idle, 6), order) == Verdict::not_reproduced);
  CHECK(verdict_of(with("start", &Measurement::first_stalled, 3), order) == Verdict::not_reproduced);
  const std::string moves = "(2) SPP moves the delay from the network to the source, and does not shorten the whole";
  CHECK(verdict_of(with("SPP", &Measurement::interval, 80), moves) == Verdict::not_reproduced);
  const std::string suits = "(10) no window suits all connections";
  const reproduction::Page alike = page_with([](const Run& run, Measurement& m) {
    if (has(run, ", window ")) m.throughput = 1;
  });
  CHECK(verdict_of(alike, suits, "") == Verdict::not_reproduced);
}

TEST_CASE("an error of ten times, planted into one value of one experiment, turns every claim of a quick study") {
  const Measurements same = all(Effort::quick, as_claimed);
  test::check_that_errors_turn_claims(
      same,
      {"throughput", "round_trip", "outstanding", "on_link", "interval", "variation", "drift", "peak", "swing",
       "first_busy", "first_stalled", "first_idle"},
      [](const Measurements& m) { return test::answers(claim_tables(shurbanov2000::page(m, Effort::quick))); },
      test::any_experiment);
}

TEST_CASE("a quick study has the claims of a full one", "[quick]") {
  const auto names = [](Effort effort) {
    std::set<std::string> all;
    const reproduction::Page page = shurbanov2000::page({}, effort);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims) all.insert(claim.name);
    return all;
  };
  CHECK(names(Effort::quick) == names(Effort::full));
}

TEST_CASE("every run of a study is an experiment without errors, and has a name of its own draws") {
  std::map<std::string, std::set<std::uint64_t>> seeds;
  std::map<std::string, reproduction::Assignments> values;
  for (const Run& run : runs(Effort::full)) {
    CHECK(seeds[run.experiment].insert(run.seed).second);
    const auto [found, is_new] = values.emplace(run.experiment, run.values);
    if (is_new) CHECK_NOTHROW(experiment_of(run));
    CHECK(found->second == run.values);
  }
  for (const auto& [experiment, of] : seeds) CHECK(of.size() == draws(Effort::full));
}
