#include "testbench/studies/sun2001/study.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

using namespace slackline;
using namespace slackline::sun2001;
using reproduction::Claim;

namespace {

const Claim* find(const reproduction::Page& page, const std::string& name) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claim.name == name) return &claim;
  return nullptr;
}

/// Measurements of every run: later barriers take latency(run) cycles, the first one `first` times as many.
template <class Latency>
Measurements all(Effort effort, Latency&& latency, double first = 1.5) {
  Measurements measurements;
  for (const Run& run : runs(effort)) {
    Measurement m;
    const auto cycles = static_cast<std::uint64_t>(latency(run));
    m.first = static_cast<std::uint64_t>(first * static_cast<double>(cycles));
    m.later = {cycles, cycles};
    m.bound = static_cast<double>(cycles) + 10;
    m.accepted = run.load;
    m.packets = run.load > 0 ? 100 : 0;
    measurements.of[run.experiment].push_back(m);
  }
  return measurements;
}

bool holds(const reproduction::Page& page, const std::string& name) {
  const Claim* claim = find(page, name);
  INFO(name);
  REQUIRE(claim != nullptr);
  REQUIRE(claim->simulated);
  return claim->simulated->holds();
}

}  // namespace

TEST_CASE("without simulation the page has the analysis, and lists all claims as not simulated", "[quick]") {
  const reproduction::Page page = sun2001::page({});
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.simulated == 0);
  CHECK(tally.refuted == 0);
  // On each of four networks eight claims about sizes. Of five congestions at two overheads eight each, and (h) of one
  // pair of them, two schemes, two overheads. Of three loads four schemes: (b), (f) and (e). And (e) of four schemes on
  // two congested networks at two overheads.
  CHECK(tally.to_simulate == 4 * 8 + 5 * 2 * 8 + 2 * 2 + 3 * 4 * 3 + 2 * 2 * 4);
  CHECK(figures(page).size() == 2);  // Fig. 11, of 10 and of 128 levels
  const Claim* crossing = find(page, "III equals II at a congestion of, Tp = 6, L = 10");
  REQUIRE(crossing != nullptr);
  CHECK(crossing->analytic.at(0).value() == Approx(829).margin(1));  // equations_test.cpp
}

TEST_CASE("claims are compared with the measurements") {
  const auto as_claimed = [](const Run& run) {
    const double waits =
        run.scheme == Scheme::I || run.scheme == Scheme::II
            ? 0
            : static_cast<double>(run.duration) * (run.scheme == Scheme::III ? 0.2 : 0.9) + 1000 * run.load;
    const double beyond = run.members - 0.6 * run.nodes;
    const bool saturates = run.scheme == Scheme::ordering && beyond > 0;
    return 100 + run.overhead + waits + (run.scheme == Scheme::star ? run.overhead * run.members : 0) +
           (run.scheme == Scheme::ordering && run.congested == 0 && run.load == 0 ? 200 : 0) +
           (saturates ? 10 * beyond : 0) + run.members * 0.1;
  };
  const reproduction::Page page = sun2001::page(all(Effort::full, as_claimed));
  CHECK(holds(page, "irregular-300: (a) the first barrier takes at most twice a later one"));
  CHECK(holds(page, "irregular-1200: (c) the star is worse"));
  CHECK(holds(page, "irregular-1200: (d) the baseline saturates beyond 0.6 of the hosts"));
  CHECK(holds(page, "irregular-1200: (d) the BSR tree does not saturate"));
  CHECK(holds(page, "irregular-300: (e) theorem 2's bound, with what it leaves out, where nothing is cut"));
  CHECK(holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (b) I hardly depends on it"));
  CHECK(holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (b) ordering grows with it"));
  CHECK(holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (g) III lies between them at the longest"));
  CHECK(holds(page, "irregular-300, Ts = 100: (h) I does not depend on how many are congested"));
  CHECK(holds(page, "mesh-10: (k) equal to the mesh tree"));
  CHECK(holds(page, "irregular-300, Ts = 100: (f) I costs little data throughput"));
  CHECK_FALSE(
      holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (g) III is no slower than II at 10 cycles"));
  CHECK(holds(page,
              "irregular-300, 60 members, 20 congested, Ts = 100: (i) no difference to the baseline at 10 cycles and a "
              "load of 0.005"));
  CHECK(find(page, "mesh-10: (d) the baseline saturates beyond 0.6 of the hosts") == nullptr);
}

TEST_CASE("a measurement that contradicts a claim refutes it") {
  const reproduction::Page page = sun2001::page(all(Effort::full, [](const Run& run) {
    return 100 + static_cast<double>(run.duration) * (run.scheme == Scheme::I ? 1 : 0) + 1000 * run.load +
           (run.congested == 60 ? 500 : 0);
  }));
  CHECK_FALSE(holds(page, "irregular-300, Ts = 100: (h) ordering does not depend on how many are congested"));
  CHECK_FALSE(holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (b) I hardly depends on it"));
  CHECK_FALSE(holds(page, "irregular-300, 60 members, 20 congested, Ts = 100: (b) ordering grows with it"));
  CHECK_FALSE(holds(page, "irregular-1200: (d) the baseline saturates beyond 0.6 of the hosts"));
  Measurements late = all(Effort::full, [](const Run&) { return 100; });
  for (auto& [experiment, runs] : late.of)
    for (Measurement& m : runs) m.bound = 50;
  CHECK_FALSE(holds(sun2001::page(late),
                    "irregular-300: (e) theorem 2's bound, with what it leaves out, where nothing is cut"));
}

TEST_CASE("each claim about sizes and congestions can be refuted") {
  // Without congestion a star, a path and the mesh's tree are faster than I, which grows beyond 0.6 of the hosts; with
  // congested members I is slower than the baseline, slower still with more of them, and III takes longest.
  const auto against = [](const Run& run) {
    const unsigned hosts = run.mesh != 0 ? run.mesh * run.mesh : run.nodes;
    if (run.congested != 0)
      return run.scheme == Scheme::III ? 300. : run.scheme == Scheme::I ? 150. + run.congested : 100.;
    if (run.scheme == Scheme::star || run.scheme == Scheme::path || run.scheme == Scheme::x_y) return 80.;
    if (run.scheme == Scheme::I && run.load == 0) return 100 + 10 * std::max(0., run.members - 0.6 * hosts);
    return 100.;
  };
  const reproduction::Page page = sun2001::page(all(Effort::full, against, 2.02));
  for (const char* claim :
       {"(a) the first barrier takes at most twice a later one", "(c) the star is worse", "path-based worms are slower",
        "(j) the first barrier is faster than the baseline", "(j) few members: building the tree costs little",
        "(d) the baseline saturates beyond 0.6 of the hosts", "(d) the BSR tree does not saturate"})
    CHECK_FALSE(holds(page, std::string("irregular-1200: ") + claim));
  CHECK_FALSE(holds(page, "mesh-10: (k) equal to the mesh tree"));
  const std::string congested = "irregular-300, 60 members, 20 congested, Ts = 100: ";
  for (const char* claim : {"(g) III lies between them at the longest", "(g) III is no slower than II at 10 cycles",
                            "(g) III is no slower than II at 10 cycles and a load of 0.005",
                            "(i) no difference to the baseline at 10 cycles",
                            "(i) no difference to the baseline at 10 cycles and a load of 0.005"})
    CHECK_FALSE(holds(page, congested + claim));
  CHECK_FALSE(holds(page, "irregular-300, Ts = 100: (h) I does not depend on how many are congested"));
}

TEST_CASE("an error of ten times, planted into one value of one experiment, turns every claim of a quick study") {
  const Measurements same = all(
      Effort::quick, [](const Run&) { return 100; }, 0.9);
  const auto answers = [](const Measurements& measurements) {
    const reproduction::Page page = sun2001::page(measurements, Effort::quick);
    std::map<std::string, bool> holds_by_name;
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims)
        if (claim.simulated) holds_by_name[claim.name] = claim.simulated->holds();
    return holds_by_name;
  };
  std::map<std::string, bool> unturned = answers(same);
  REQUIRE_FALSE(unturned.empty());
  for (const auto& [experiment, measured] : same.of)
    for (const char* value : {"first", "later", "accepted"})
      for (const double factor : {10., 0.1}) {
        Measurements planted = same;
        for (Measurement& m : planted.of.at(experiment)) m = reproduction::planted(m, value, factor);
        for (const auto& [name, holds] : answers(planted))
          if (const auto found = unturned.find(name); found != unturned.end() && found->second != holds)
            unturned.erase(found);
      }
  for (const auto& [name, holds] : unturned) UNSCOPED_INFO(name << (holds ? " holds" : " does not hold"));
  CHECK(unturned.empty());
}

TEST_CASE("measurements confirm or refute a claim about the load") {
  for (const bool grows : {false, true}) {
    INFO("grows " << grows);
    const reproduction::Page page = sun2001::page(
        all(Effort::quick, [&](const Run& run) { return run.load > 0 && grows ? 160 : 100; }), Effort::quick);
    const std::string table = "irregular-60, Ts = 100: (b) ";
    for (const char* scheme : {"I", "II"}) CHECK(holds(page, table + scheme + " hardly depends on the load") == !grows);
    for (const char* scheme : {"III", "ordering"}) CHECK(holds(page, table + scheme + " grows with the load") == grows);
  }
}

TEST_CASE("with worms a claim about the bound holds when every barrier kept it, and gives the share that did",
          "[quick]") {
  Measurements some = all(Effort::quick, [](const Run&) { return 100; });
  CHECK(holds(sun2001::page(some, Effort::quick), "irregular-60, Ts = 100: (e) I keeps the bound"));
  Measurement& m = some.of.at(experiment_of_load(loaded(Effort::quick).front(), Scheme::I, 0.1)).front();
  m.later = {100, 120, 130};  // the bound is 110
  const reproduction::Page page = sun2001::page(some, Effort::quick);
  const std::string name = "irregular-60, Ts = 100: (e) I keeps the bound";
  CHECK_FALSE(holds(page, name));
  CHECK(find(page, name)->simulated->value == Approx(100 * 3 / 5.));
  CHECK(holds(page, "irregular-60, Ts = 1000: (e) I keeps the bound"));
}

TEST_CASE("every barrier after a congestion is compared with the bound, those of one network together", "[quick]") {
  Measurements some = all(Effort::quick, [](const Run&) { return 100; });
  const std::string name = "irregular-60 congested, Ts = 100: (e) II keeps the bound";
  CHECK(holds(sun2001::page(some, Effort::quick), name));
  Measurement& m =
      some.of.at(experiment_of_congestion(congestions(Effort::quick).front(), Scheme::II, 100, 1000)).front();
  m.later = {100, 111};  // the bound is 110
  CHECK_FALSE(holds(sun2001::page(some, Effort::quick), name));
  CHECK(find(sun2001::page(some, Effort::quick), name)->simulated->value == Approx(75));
}

TEST_CASE("the cost of barriers to the data is the largest loss compared with the same data without barriers") {
  Measurements some = all(Effort::full, [](const Run&) { return 100; });
  const Loaded loaded = sun2001::loaded(Effort::full).front();
  some.of.at(experiment_of_data(loaded, Scheme::II, 0.02)).front().accepted = 0.014;  // one of three
  const reproduction::Page page = sun2001::page(some);
  CHECK(find(page, loaded.name() + ": (f) I costs little data throughput")->simulated->value == Approx(0).margin(1e-9));
  CHECK(find(page, loaded.name() + ": (f) II costs little data throughput")->simulated->value == Approx(10));
  for (Measurement& m : some.of.at(experiment_of_data(loaded, Scheme::none, 0.3))) m.accepted = 0.5;
  CHECK_FALSE(holds(sun2001::page(some), loaded.name() + ": (f) I costs little data throughput"));
}

TEST_CASE("claims about the shortest and the longest congestion have an interval, from more draws than other points") {
  const Congestion of = congestions(Effort::full).front();
  const std::string longest = experiment_of_congestion(of, Scheme::II, 100, 10000),
                    shortest = experiment_of_congestion(of, Scheme::II, 100, 10);
  Measurements some = all(Effort::full, [](const Run& run) { return run.scheme == Scheme::III ? 102 : 100; });
  REQUIRE(some.of.at(longest).size() == draws_of_ends);
  REQUIRE(some.of.at(shortest).size() == draws_of_ends);
  REQUIRE(some.of.at(experiment_of_light_load(of, Scheme::II, 100)).size() == draws_of_ends);
  CHECK(some.of.at(experiment_of_congestion(of, Scheme::II, 100, 300)).size() == 3);
  CHECK(some.of.at(experiment_of_congestion(of, Scheme::II, 100, 1000)).size() == draws_of_numbers);
  for (const Run& run : runs(Effort::full)) {
    if (run.experiment == shortest) CHECK(run.load == load_of_congestion);
    if (run.experiment != experiment_of_light_load(of, Scheme::II, 100)) continue;
    CHECK(run.load == light_load);
    CHECK(run.duration == 10);
  }
  const std::string grows = "irregular-300, 60 members, 20 congested, Ts = 100: (b) II hardly depends on it",
                    slower =
                        "irregular-300, 60 members, 20 congested, Ts = 100: (g) III is no slower than II at 10 cycles";
  CHECK_FALSE(holds(sun2001::page(some), slower));
  CHECK(find(sun2001::page(some), grows)->simulated->half_width == Approx(0).margin(1e-9));
  for (std::size_t i = 0; i < draws_of_ends; ++i) {
    some.of.at(shortest)[i].later = {i % 2 == 0 ? 80u : 120u};
    some.of.at(longest)[i].later = {i % 2 == 0 ? 100u : 140u};
  }
  // A standard deviation of 20 sqrt(24 / 23), over sqrt(24), times Student's t of 23 degrees.
  const double half_width = 20 / std::sqrt(23.) * 2.0687;
  const reproduction::Page page = sun2001::page(some);
  CHECK(find(page, grows)->simulated->value == Approx(1.2));
  CHECK(*find(page, grows)->simulated->half_width ==
        Approx(1.2 * std::hypot(half_width / 100, half_width / 120)).epsilon(1e-3));
  CHECK(find(page, grows)->published.text == "nearly level");
  CHECK(holds(page, slower));  // by 2 of 100 cycles: chance
}

TEST_CASE("a table of the values follows each figure of latencies over sizes and congestions") {
  const reproduction::Page page = sun2001::page(
      all(Effort::quick, [](const Run& run) { return run.scheme == Scheme::II ? 123 : 100; }), Effort::quick);
  std::set<std::string> names;
  for (const reproduction::Section& section : page.sections)
    for (std::size_t i = 0; i + 1 < section.blocks.size(); ++i) {
      const auto* figure = std::get_if<reproduction::Figure>(&section.blocks[i]);
      const auto* table = std::get_if<reproduction::Table>(&section.blocks[i + 1]);
      if (figure == nullptr || table == nullptr) continue;
      names.insert(figure->name);
      if (figure->name != "figure13-irregular-60-12-4-100") continue;
      CHECK(table->columns ==
            std::vector<std::string>{"duration of congestion (cycles)", "I", "II", "III", "ordering"});
      CHECK(table->rows == std::vector<std::vector<std::string>>{{"10", "100.0", "123.0", "100.0", "100.0"},
                                                                 {"1000", "100.0", "123.0", "100.0", "100.0"}});
    }
  CHECK(names == std::set<std::string>{"figure12-irregular-60-100", "figure12-irregular-60-1000", "figure14-mesh-5-100",
                                       "figure14-mesh-5-1000", "figure13-irregular-60-12-4-100",
                                       "figure13-irregular-60-12-4-1000"});
}

TEST_CASE("a measurement passes from process to process unchanged", "[quick]") {
  Measurement m;
  m.first = 300;
  m.later = {200, 210};
  m.bound = 250.5;
  m.hops = 12;
  m.cuts = 3;
  m.padding_flits = 40;
  m.barrier_flits = 50;
  m.accepted = 0.07;
  m.latency = 123.25;
  m.packets = 99;
  const auto same = reproduction::decode<Measurement>(reproduction::encode(m));
  CHECK(reproduction::encode(same) == reproduction::encode(m));
  CHECK(same.later == m.later);
  CHECK(same.mean_later() == 205);
}

TEST_CASE("no two runs of an experiment have the same seed") {
  for (const Effort effort : {Effort::quick, Effort::full}) {
    std::set<std::string> names;
    for (const Run& run : runs(effort)) CHECK(names.insert(name_of(run)).second);
  }
}

TEST_CASE("a claim, a figure or a table uses each experiment of a quick study") {
  const Measurements same = all(Effort::quick, [](const Run&) { return 100; });
  const std::string text = to_markdown(sun2001::page(same, Effort::quick));
  // Two networks, two overheads, three sizes and four schemes; a congestion at two durations, and in a light load; two
  // loads, at none and at 0.1, and a window of the latter with and without barriers; and the variations.
  CHECK(same.of.size() == 2 * 2 * 3 * 4 + 2 * (2 + 1) * 4 + 2 * (2 * 4 + 5) + variations().size());
  for (const auto& [experiment, measured] : same.of) {
    INFO(experiment);
    bool shows = false;  // where a claim names the worst of several, only longer ones, or shorter
    for (const std::uint64_t latency : {7u, 1234u}) {
      Measurements other = same;
      for (Measurement& m : other.of.at(experiment)) {
        m.later = {latency};
        m.accepted = 0.777;
      }
      shows = shows || to_markdown(sun2001::page(other, Effort::quick)) != text;
    }
    CHECK(shows);
  }
}
