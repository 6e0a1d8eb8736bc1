#include "testbench/studies/tam2000/study.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::tam2000;
using reproduction::Claim;
using reproduction::Verdict;

namespace {

double efficiency_of(const Setup& s) {
  const double k = s.packets;
  double efficiency = 0.97 * (1 - 0.05 / k);
  if (s.scheme == Scheme::pairwise) return efficiency * (1 - (s.shape.is_one_switch() ? 0.3 : 0.5) / k);
  const bool is_best = s.scheme == Scheme::sync_gwrs;
  if (s.shape == one_switch && s.scheme == Scheme::sync && k > 512) efficiency *= 0.8;
  if (s.shape == four_by_four && !is_best && k > (s.scheme == Scheme::sync_gw ? 128 : 64)) efficiency *= 0.7;
  if (s.shape == eight_by_two && !is_best) efficiency *= s.is_selective ? 0.7 : s.streams == Streams::any ? 0.9 : 0.5;
  return efficiency;
}

/// As the paper claims it.
Measurement as_claimed(const Run& run) {
  Measurement m;
  m.dropped_from.resize(four_by_four.switches);
  if (run.saturated) {
    m.accepted = (run.saturated->takes_no_time ? 0.732 : 0.5858) + 0.2 / run.saturated->ports;
  } else if (run.stall) {
    m.first_drop = 8;
    if (run.stall->steps > 7 + run.stall->outside / 2) {
      m.dropped = 2;
      m.kept = m.kept_of_0 = 0.9;
    }
  } else {
    const Setup& s = *run.exchange;
    m.efficiency = efficiency_of(s);
    m.time = 300 + (s.packets * (s.shape.hosts() - 1.0) - 1) * frame_us;
    if (s.buffers == Buffers::input || s.shape == six_by_two) {
      m.dropped = 100;
      m.kept = 0.9;
    }
  }
  return m;
}

template <class Change>
Measurements all(Effort effort, Change&& change) {
  Measurements measurements;
  for (const Run& run : runs(effort)) {
    Measurement m = as_claimed(run);
    change(run, m);
    measurements.of[run.experiment].push_back(m);
  }
  return measurements;
}

constexpr auto unchanged = [](const Run&, Measurement&) {};

const Claim& claim_of(const reproduction::Page& page, const std::string& name) {
  for (const reproduction::ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims)
      if (claim.name.find(name) == 0) return claim;
  FAIL("no claim " << name);
  throw;
}

}  // namespace

TEST_CASE("without simulation the page has windows and figure 4, and lists all claims as not run", "[quick]") {
  const reproduction::Page page = tam2000::page({});
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.reproduced == 4);  // three windows, and figure 4
  CHECK(tally.not_reproduced + tally.ours + tally.unsettled == 0);
  CHECK(tally.not_run > 20);
}

TEST_CASE("measurements as the paper has them reproduce every claim that can be tested") {
  const reproduction::Page page = tam2000::page(all(Effort::full, unchanged));
  const reproduction::Tally tally = reproduction::tally(page);
  for (const reproduction::ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims)
      if (verdict(claim) != Verdict::reproduced && !claim.is_ours)
        UNSCOPED_INFO(claim.name << ": " << verdict_text(claim));
  CHECK(tally.not_reproduced + tally.not_run == 0);
  CHECK(tally.ours == 1);
  CHECK(tally.not_testable == 2);  // the least efficiency, and the limit of streams
}

TEST_CASE("a claim about losses that holds in some readings alone is not testable", "[quick]") {
  const auto with = [](auto&& loses) {
    return tam2000::page(all(Effort::full, [&](const Run& run, Measurement& m) {
      if (run.exchange && run.exchange->shape == four_by_four && run.exchange->scheme == Scheme::sync &&
          run.exchange->packets > 64)
        m.efficiency = loses(run.exchange->reading) ? 0.5 : 0.97;
    }));
  };
  const char* name = "(8) sync degrades beyond k = 64";
  CHECK(verdict(claim_of(with([](const Reading&) { return true; }), name)) == Verdict::reproduced);
  const reproduction::Page some = with([](const Reading& reading) { return reading.held == 0; });
  CHECK(verdict(claim_of(some, name)) == Verdict::not_testable);
  CHECK(claim_of(some, name).untestable.why.find("it holds in 4 of 6 readings") != std::string::npos);
  CHECK(verdict(claim_of(with([](const Reading&) { return false; }), name)) == Verdict::not_reproduced);
}

TEST_CASE("bandwidth falls by more than the precision of the paper's percentages", "[quick]") {
  const auto with = [](double kept) {
    return verdict(claim_of(tam2000::page(all(Effort::full,
                                              [&](const Run& run, Measurement& m) {
                                                if (run.exchange && run.exchange->shape == one_switch &&
                                                    run.exchange->scheme == Scheme::sync_gw &&
                                                    run.exchange->packets == 1024)
                                                  m.efficiency = 0.97 * (1 - 0.05 / 512) * kept;
                                              })),
                            "(5) with the window it does not"));
  };
  CHECK(with(1 - precision + 1e-6) == Verdict::reproduced);
  CHECK(with(1 - precision - 1e-6) == Verdict::not_reproduced);
}

TEST_CASE("each claim of the study can come out otherwise") {
  const Measurements same = all(Effort::full, unchanged);
  test::check_that_errors_turn_claims(
      same, {"efficiency", "time", "kept", "accepted", "kept_of_0"},
      [](const Measurements& m) { return test::answers(claim_tables(tam2000::page(m))); }, test::any_experiment);
}

TEST_CASE("a quick study has the claims of a full one", "[quick]") {
  const auto names = [](Effort effort) {
    std::set<std::string> all;
    const reproduction::Page page = tam2000::page({}, effort);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims) all.insert(claim.name.substr(0, claim.name.find(": k = ")));
    return all;
  };
  CHECK(names(Effort::quick) == names(Effort::full));
}

TEST_CASE("every run of the study is an experiment without errors, and has a name of its own draws") {
  std::map<std::string, std::set<std::uint64_t>> seeds;
  for (const Run& run : runs(Effort::full)) {
    CHECK(seeds[run.experiment].insert(run.seed).second);
    if (run.seed == 1) CHECK_NOTHROW(experiment_of(run));
  }
  for (const auto& [experiment, of] : seeds) {
    const bool is_drawn =
        experiment.find("no pauses") == std::string::npos && experiment.find("stall") == std::string::npos;
    CHECK(of.size() == (is_drawn ? draws(Effort::full) : 1));
  }
}
