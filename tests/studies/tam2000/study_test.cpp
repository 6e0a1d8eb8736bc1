#include "testbench/studies/tam2000/study.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::tam2000;
using reproduction::Claim;
using reproduction::Verdict;

namespace {

bool loses(const Setup& s) {
  if (s.scheme == Scheme::pairwise || s.scheme == Scheme::sync_gwrs || s.is_lossless) return false;
  if (s.scheme != Scheme::sync && !(s.shape == eight_by_two)) return false;
  return s.packets > (s.shape == one_switch ? 512 : s.shape == four_by_four ? 64 : 1);
}

double efficiency_of(const Setup& s) {
  const double k = s.packets;
  double efficiency = 0.97 * (1 - 0.05 / k);
  if (s.is_lossless) return efficiency;
  if (s.scheme == Scheme::pairwise) return efficiency * (1 - (s.shape.is_one_switch() ? 0.3 : 0.5) / k);
  const bool is_best = s.scheme == Scheme::sync_gwrs;
  if (s.shape == one_switch && s.scheme == Scheme::sync && k > 512) efficiency *= 0.8;
  if (s.shape == four_by_four && !is_best && k > (s.scheme == Scheme::sync_gw ? 128 : 64)) efficiency *= 0.7;
  if (s.shape == eight_by_two && !is_best)
    efficiency *= s.is_selective ? 0.7 : s.assumptions.streams == Streams::any ? 0.9 : 0.5;
  return efficiency;
}

/// As the paper claims it.
Measurement as_claimed(const Run& run) {
  Measurement m;
  m.hosts_stopped = {0.1};
  m.dropped_from.resize(four_by_four.switches);
  if (run.saturated) {
    m.accepted = (run.saturated->takes_no_time ? 0.732 : 0.5858) + 0.2 / run.saturated->ports;
  } else if (run.streaming) {
    m.kept = run.streaming->hosts_of_switch > 5 ? 0.9 : 1;
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
    if (loses(s)) m.dropped = 100;
    if (s.stopped != 0 && s.buffers == Buffers::pause) m.hosts_stopped = {0.5};
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
  CHECK(tally.reproduced == 5);  // three windows, and figures 3 and 4
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
  CHECK(tally.ours == 5);
  CHECK(tally.not_testable == 3);  // the least efficiency, and the limit of streams, which is an input, in two claims
}

TEST_CASE("a claim about losses that holds in some assumption sets alone is not testable", "[quick]") {
  const auto with = [](auto&& loses) {
    return tam2000::page(all(Effort::full, [&](const Run& run, Measurement& m) {
      if (run.exchange && run.exchange->shape == four_by_four && run.exchange->scheme == Scheme::sync &&
          run.exchange->packets > 64 && !run.exchange->is_lossless)
        m.efficiency = loses(run.exchange->assumptions) ? 0.5 : 0.97;
    }));
  };
  const char* name = "(8) sync keeps its bandwidth up to k = 64, and degrades beyond";
  CHECK(verdict(claim_of(with([](const Assumptions&) { return true; }), name)) == Verdict::reproduced);
  const reproduction::Page some = with([](const Assumptions& set) { return set.held == 0; });
  CHECK(verdict(claim_of(some, name)) == Verdict::not_testable);
  CHECK(claim_of(some, name).untestable.why.find("it holds in 3 of 10 assumption sets") != std::string::npos);
  CHECK(verdict(claim_of(with([](const Assumptions&) { return false; }), name)) == Verdict::not_reproduced);
}

TEST_CASE("an assumption set in which sync loses nothing does not count where something keeps it from losses",
          "[quick]") {
  const auto with = [](double efficiency, bool it_loses) {
    return tam2000::page(all(Effort::full, [&](const Run& run, Measurement& m) {
      if (!run.exchange || !(run.exchange->shape == four_by_four) || run.exchange->assumptions.held != 2) return;
      if (run.exchange->is_lossless) return;
      if (run.exchange->scheme == Scheme::sync_gwrs && run.exchange->packets == 256) m.efficiency = efficiency;
      if (!it_loses) m.dropped = 0;
    }));
  };
  const char* name = "(6) with window and reordering bandwidth";
  CHECK(verdict(claim_of(with(0.97, true), name)) == Verdict::reproduced);
  CHECK(verdict(claim_of(with(0.5, true), name)) == Verdict::not_testable);
  const reproduction::Page silent = with(0.5, false);
  CHECK(verdict(claim_of(silent, name)) == Verdict::reproduced);
  CHECK(verdict_text(claim_of(silent, name)).find("not the paper's: 2, the first Q = 2") != std::string::npos);
}

TEST_CASE("bandwidth keeps its level if it has 95 % of that without losses", "[quick]") {
  const auto with = [](double kept) {
    return verdict(claim_of(tam2000::page(all(Effort::full,
                                              [&](const Run& run, Measurement& m) {
                                                if (run.exchange && run.exchange->shape == one_switch &&
                                                    run.exchange->scheme == Scheme::sync_gw &&
                                                    run.exchange->packets > 512 && !run.exchange->is_lossless)
                                                  m.efficiency *= kept;
                                              })),
                            "(5) with the window it does not"));
  };
  CHECK(with(level + 1e-6) == Verdict::reproduced);
  CHECK(with(level - 1e-6) == Verdict::not_reproduced);
}

TEST_CASE("what pauses alone cost is no fall of the bandwidth", "[quick]") {
  const reproduction::Page page = tam2000::page(all(Effort::full, [](const Run& run, Measurement& m) {
    if (run.exchange && run.exchange->shape == four_by_four && run.exchange->packets == 256) m.efficiency *= 0.8;
  }));
  CHECK(verdict(claim_of(page, "(6) with window and reordering bandwidth")) == Verdict::reproduced);
}

TEST_CASE("a claim of two halves holds in an assumption set only where both do", "[quick]") {
  // Up to k = 64 sync keeps its level in some sets, and beyond it degrades in the others.
  const reproduction::Page page = tam2000::page(all(Effort::full, [](const Run& run, Measurement& m) {
    if (!run.exchange || !(run.exchange->shape == four_by_four) || run.exchange->scheme != Scheme::sync) return;
    m.efficiency = run.exchange->assumptions.is_drawn() && !run.exchange->is_lossless ? 0.5 : 0.97;
  }));
  CHECK(verdict(claim_of(page, "(8) sync keeps its bandwidth")) == Verdict::not_reproduced);
}

TEST_CASE("with the window bandwidth falls later than without it, earlier, or, as far as is shown, at as many packets",
          "[quick]") {
  const auto with = [](unsigned falls_at) {
    return verdict(claim_of(tam2000::page(all(Effort::full,
                                              [&](const Run& run, Measurement& m) {
                                                if (run.exchange && run.exchange->shape == four_by_four &&
                                                    run.exchange->scheme == Scheme::sync_gw &&
                                                    !run.exchange->is_lossless)
                                                  m.efficiency = run.exchange->packets < falls_at ? 0.97 : 0.5;
                                              })),
                            "(9) with the window it falls at more packets"));
  };
  // Sync falls at 128.
  CHECK(with(256) == Verdict::reproduced);
  CHECK(with(10000) == Verdict::reproduced);
  CHECK(with(128) == Verdict::not_testable);  // both between 64 and 128
  CHECK(with(64) == Verdict::not_reproduced);
}

TEST_CASE("both mechanisms are needed only where together they keep the level, and neither does alone", "[quick]") {
  const auto with = [](double of_both, double of_one) {
    return verdict(claim_of(tam2000::page(all(Effort::full,
                                              [&](const Run& run, Measurement& m) {
                                                if (!run.exchange || !(run.exchange->shape == four_by_four)) return;
                                                if (run.exchange->is_lossless) return;
                                                if (run.exchange->scheme == Scheme::sync_gw) m.efficiency = of_one;
                                                if (run.exchange->scheme == Scheme::sync_gwrs) m.efficiency = of_both;
                                              })),
                            "(10) window and reordering are both needed"));
  };
  CHECK(with(0.96, 0.5) == Verdict::reproduced);
  CHECK(with(0.9, 0.5) == Verdict::not_reproduced);
  CHECK(with(0.96, 0.96) == Verdict::not_reproduced);
}

TEST_CASE("a time-out is longer than the wait of an acknowledgement", "[quick]") {
  Run run;
  run.exchange = exchange_of(one_switch, Scheme::sync, 1);
  run.exchange->choices.acknowledgement = 2;
  CHECK_NOTHROW(experiment_of(run));
  run.exchange->choices.timeout = 0.1;
  CHECK_THROWS_AS(experiment_of(run), std::logic_error);
}

TEST_CASE("each claim of the study can come out otherwise") {
  const auto part = [](const char* name, reproduction::Section (*section)(const Measurements&, Effort),
                       std::vector<std::string> experiments, std::vector<const char*> values) {
    return test::Part<Measurements>{name, [section](const Measurements& m) { return section(m, Effort::full); },
                                    std::move(experiments), std::move(values)};
  };
  const Measurements same = all(Effort::full, unchanged);
  test::check_that_errors_turn_parts(
      same, tam2000::page(same),
      {part("one switch", one_switch_section, {"16x1", "4x4, sync, k = 4, Q = 0, no pauses"},
            {"efficiency", "time", "kept"}),
       part("two levels", two_levels_section,
            {"4x4, pairwise", "4x4, sync, k = 64", "4x4, sync, k = 256", "4x4, sync+GW, k = 64",
             "4x4, sync+GW, k = 128", "4x4, sync+GW, k = 256", "4x4, sync+GWRS, k = 256", "8x2, sync, k = 64",
             "8x2, sync+GW, k = 64", "6x2, sync, k = 64", "4x2, sync, k = 64", "5 streams", "6 streams"},
            {"efficiency", "kept"}),
       part("switches", switches_section, {"4x4, sync, k = 128", "stall", "saturated"},
            {"kept", "accepted", "kept_of_0"}),
       part("beyond", beyond_section, {"16x8, sync", "4x4, sync, k = 64", "4x4, sync, k = 32"},
            {"time", "kept", "hosts_stopped"})});
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
  std::map<std::string, unsigned> expected;
  for (const Run& run : runs(Effort::full)) {
    CHECK(seeds[run.experiment].insert(run.seed).second);
    if (run.seed == 1) CHECK_NOTHROW(experiment_of(run));
    const bool is_drawn = run.saturated || (run.exchange && run.exchange->assumptions.is_drawn());
    expected[run.experiment] = is_drawn ? draws(Effort::full, run.exchange ? run.exchange->packets : 100) : 1;
  }
  for (const auto& [experiment, of] : seeds) CHECK(of.size() == expected.at(experiment));
}
