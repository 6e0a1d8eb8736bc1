#include "testbench/studies/sun2001/study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::sun2001;
using reproduction::Claim;

namespace {

constexpr std::uint64_t hops = 20;
/// The largest load that a network accepts, flits per cycle and host: the curves end at 0.75 of it.
constexpr double saturation = 0.0148 / 0.75;

const Claim* find(const reproduction::Page& page, const std::string& name, const std::string& at) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claim.name == name && claim.at == at) return &claim;
  return nullptr;
}

/// Measurements of every run: later barriers take latency(run) cycles, the first one first(run).
template <class Latency, class First>
Measurements all(Effort effort, Latency&& latency, First&& first) {
  Measurements measurements;
  for (const Run& run : runs(effort)) {
    Measurement m;
    const auto cycles = static_cast<std::uint64_t>(latency(run));
    m.first = static_cast<std::uint64_t>(first(run));
    m.later = {cycles, cycles};
    m.bound = static_cast<double>(cycles) + 10;
    m.hops = hops;
    m.reached = 100;
    m.accepted = std::min(run.load, saturation);
    m.packets = run.load > 0 ? 100 : 0;
    measurements.of[run.experiment].push_back(m);
  }
  return measurements;
}
template <class Latency>
Measurements all(Effort effort, Latency&& latency) {
  return all(effort, latency, [&](const Run& run) { return 1.5 * latency(run); });
}

bool holds(const reproduction::Page& page, const std::string& name, const std::string& at) {
  const Claim* claim = find(page, name, at);
  INFO(name << ", " << at);
  REQUIRE(claim != nullptr);
  REQUIRE(claim->simulated);
  return claim->simulated->holds();
}

const std::string congestion = "irregular-300, 60 members, 20 congested, Ts = 100";

/// The messages of two congested members find two channels held, each of which takes so many cycles to cut.
double cut_by_pair(const Run& run, double cycles) { return run.members == 2 && run.duration != 0 ? 2 * cycles : 0; }

/// As the paper claims.
double as_claimed(const Run& run) {
  const bool waits = run.scheme != Scheme::I && run.scheme != Scheme::II;
  const double share = run.scheme != Scheme::III ? 1 : run.duration > 10 ? 0.2 : 0;
  // With buffers of a single message, beyond 0.6 of the hosts.
  const bool saturates = run.buffer == 1 && run.members == run.nodes && run.scheme >= Scheme::ordering;
  return 100 + run.overhead + cut_by_pair(run, 6) + (waits ? share * static_cast<double>(run.duration) : 0) +
         (run.scheme == Scheme::star || run.scheme == Scheme::path ? run.overhead * run.members : 0) +
         (run.scheme == Scheme::switch_ordering ? 2000 : 0) + (saturates ? 400 : 0);
}

}  // namespace

TEST_CASE("without simulation the page has the analysis, and lists all claims as not run", "[quick]") {
  const reproduction::Page page = sun2001::page({});
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_run > 100);
  CHECK(tally.reproduced + tally.not_reproduced + tally.ours + tally.unsettled == 0);
  CHECK(figures(page).size() == 2);  // Fig. 11, of 10 and of 128 levels
  CHECK(to_markdown(page).find("| 6 | 10 | 679.0 | 762.4 | 288.0 | 496.0 | 828.7 |") != std::string::npos);
}

TEST_CASE("measurements as the paper claims reproduce it, and every claim of the paper is among them") {
  const auto first = [](const Run& run) { return as_claimed(run) + 0.1 * run.members; };
  const reproduction::Page page = sun2001::page(all(Effort::full, as_claimed, first));
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (!is_settled(claim)) UNSCOPED_INFO(claim.name << ", " << claim.at << ": " << verdict_text(claim));
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_reproduced == 0);
  CHECK(tally.not_run == 0);
  CHECK(tally.reproduced > 50);
  CHECK(holds(page, "(a) the first barrier takes at most twice a later one", "irregular-300"));
  CHECK(holds(page, "(c) the star is slower", "irregular-1200"));
  CHECK(holds(page, "(d) the scheme in [4] saturates beyond 0.6 of the hosts", "irregular-1200"));
  CHECK(holds(page, "(b) switch ordering waits for its end", congestion));
  CHECK(holds(page, "(g) III lies between I and the schemes that wait", congestion));
  CHECK(holds(page, "(h) I does not depend on how many are congested", "irregular-300, 60 members, Ts = 100"));
  CHECK(holds(page, "(i) the shortest congestion changes switch ordering little", congestion));
  CHECK(holds(page, "(j) the first barrier is faster than the scheme in [4]", "irregular-300"));
  CHECK(holds(page, "(k) I takes as long as the mesh's tree", "mesh-10"));
  CHECK(holds(page, "the loads end near 0.8 of the saturation", "irregular-300"));
  CHECK(find(page, "(j) the first barrier is faster than ordering", "irregular-300")->is_ours);
  CHECK(find(page, "(d) the scheme in [4] saturates beyond 0.6 of the hosts", "irregular-300")->is_ours);
  CHECK_FALSE(find(page, "(d) the scheme in [4] saturates beyond 0.6 of the hosts", "irregular-1200")->is_ours);
  CHECK(find(page, "(c) the star is slower", "mesh-10")->is_ours);
  CHECK(find(page, "(b) switch ordering waits for its end", "irregular-300, 60 members, 20 congested, Ts = 1000")
            ->is_ours);
}

TEST_CASE("tolerances of congestions follow from the durations and the hops") {
  const auto with = [](Scheme scheme, std::uint64_t duration, double latency) {
    return sun2001::page(all(Effort::full, [=](const Run& run) {
      return run.scheme == scheme && run.duration == duration ? latency : as_claimed(run);
    }));
  };
  // I takes 200 cycles without a congestion: no more than Tp = 6 for each of 20 hops longer with any.
  const std::string level = "(b) I hardly depends on the congestion";
  for (const std::uint64_t duration : {10u, 1000u, 10000u}) {
    CHECK(holds(with(Scheme::I, duration, 320), level, congestion));
    CHECK_FALSE(holds(with(Scheme::I, duration, 321), level, congestion));
  }
  // It takes 2200 cycles without a congestion, 2100 of them for its messages, and 5200 in one of 3000: 7000 more, but for 2100.
  const std::string waits = "(b) switch ordering waits for its end";
  CHECK(holds(with(Scheme::switch_ordering, 10000, 10100), waits, congestion));
  CHECK_FALSE(holds(with(Scheme::switch_ordering, 10000, 10099), waits, congestion));
  CHECK(holds(with(Scheme::switch_ordering, 10000, 14300), waits, congestion));
  CHECK_FALSE(holds(with(Scheme::switch_ordering, 10000, 14301), waits, congestion));
  // III takes 0.2 of the congestion more than I, and `ordering` takes 10,200 cycles.
  const std::string between = "(g) III lies between I and the schemes that wait";
  CHECK(holds(with(Scheme::III, 10000, 10199), between, congestion));
  CHECK_FALSE(holds(with(Scheme::III, 10000, 10200), between, congestion));
  CHECK_FALSE(holds(with(Scheme::III, 10000, 199), between, congestion));
  CHECK_FALSE(
      holds(with(Scheme::III, 10, 201), "(g) III is hardly slower than II in the shortest congestion", congestion));
  // Without a congestion they take 2200 and 200 cycles.
  const std::string waits_little = "(i) the shortest congestion changes switch ordering little";
  CHECK(holds(with(Scheme::switch_ordering, 10, 2210), waits_little, congestion));
  CHECK_FALSE(holds(with(Scheme::switch_ordering, 10, 2211), waits_little, congestion));
  const std::string cuts_little = "(i) the shortest congestion changes I little";
  CHECK(holds(with(Scheme::I, 10, 216), cuts_little, congestion));
  CHECK_FALSE(holds(with(Scheme::I, 10, 217), cuts_little, congestion));
}

TEST_CASE("more or fewer congested members may change a barrier by what their hops, or its messages, take") {
  const std::string place = "irregular-300, 60 members, Ts = 100";
  const auto with = [](Scheme scheme, double more) {
    return sun2001::page(all(Effort::full, [=](const Run& run) {
      return as_claimed(run) + (run.scheme == scheme && run.congested == 60 ? more : 0);
    }));
  };
  // Two thirds of 20 hops more are congested.
  CHECK(holds(with(Scheme::I, 80), "(h) I does not depend on how many are congested", place));
  CHECK_FALSE(holds(with(Scheme::I, 81), "(h) I does not depend on how many are congested", place));
  // 2200 cycles without a congestion, 100 of them of the software.
  const std::string waits = "(h) switch ordering does not depend on how many are congested";
  for (const int sign : {1, -1}) {
    CHECK(holds(with(Scheme::switch_ordering, sign * 2100), waits, place));
    CHECK_FALSE(holds(with(Scheme::switch_ordering, sign * 2101), waits, place));
  }
}

TEST_CASE("a claim about a scheme that waits is reproduced, or refuted where that scheme takes longer") {
  using reproduction::Verdict;
  const auto verdicts_with = [](std::uint64_t duration, unsigned congested, double more) {
    const reproduction::Page page = sun2001::page(all(Effort::full, [=](const Run& run) {
      const bool changes = run.duration == duration && run.congested == congested;
      return as_claimed(run) + (changes && run.scheme == Scheme::switch_ordering ? more : 0);
    }));
    const auto verdict_of = [&](const std::string& claim, const std::string& at) {
      const Claim* found = find(page, claim, at);
      REQUIRE(found != nullptr);
      return verdict(*found);
    };
    return std::pair(verdict_of("(i) the shortest congestion changes switch ordering little", congestion),
                     verdict_of("(h) switch ordering does not depend on how many are congested",
                                "irregular-300, 60 members, Ts = 100"));
  };
  CHECK(verdicts_with(10, 20, 0) == std::pair(Verdict::reproduced, Verdict::reproduced));
  CHECK(verdicts_with(10, 20, 1) == std::pair(Verdict::not_reproduced, Verdict::reproduced));
  CHECK(verdicts_with(10000, 60, 2101) == std::pair(Verdict::reproduced, Verdict::not_reproduced));
}

TEST_CASE("to cut a worm takes 6 cycles, of the two that the messages of two congested members cut in turn") {
  const auto holds_with = [](double cycles) {
    const auto latency = [=](const Run& run) { return as_claimed(run) + cut_by_pair(run, cycles - 6); };
    return holds(sun2001::page(all(Effort::full, latency)), "(m) to cut a worm takes I Tp = 6 cycles", "mesh-20");
  };
  CHECK_FALSE(holds_with(5));
  CHECK(holds_with(6));
  CHECK_FALSE(holds_with(7));
}

TEST_CASE(
    "without congestion I may take 6 cycles more than the planned tree for each hop more, and as few as it likes, and "
    "no "
    "more than messages between members") {
  const auto page_with = [](double cycles, std::uint64_t more_hops, double of_messages) {
    Measurements found = all(Effort::full, [=](const Run& run) {
      return 1000 + (run.members != 120 || run.nodes != 300  ? 0
                     : run.scheme == Scheme::I               ? cycles
                     : run.scheme == Scheme::switch_ordering ? of_messages
                                                             : 0);
    });
    for (Measurement& m : found.of.at(experiment_of_size({300, 0}, Scheme::I, 100, 120))) m.hops += more_hops;
    return sun2001::page(found);
  };
  const auto holds_with = [&](double cycles, std::uint64_t more_hops, double of_messages = 100) {
    return holds(page_with(cycles, more_hops, of_messages),
                 "(k) without congestion I is no slower than either reading of the scheme in [4]", "irregular-300");
  };
  CHECK_FALSE(holds_with(0, 0, -1));
  CHECK(holds_with(0, 0));
  CHECK_FALSE(holds_with(1, 0));
  CHECK(holds_with(12, 2));
  CHECK_FALSE(holds_with(13, 2));
  CHECK(holds_with(-500, 0));
}

TEST_CASE("a member that the tree of one draw does not reach turns theorem 1") {
  Measurements found = all(Effort::full, as_claimed);
  const std::string name = "theorem 1: the messages of the first barrier build a tree of all members";
  CHECK(holds(sun2001::page(found), name, "irregular-300"));
  found.of.at(experiment_of_size({300, 0}, Scheme::I, 1000, 60)).back().reached = 98;
  const reproduction::Page page = sun2001::page(found);
  CHECK_FALSE(holds(page, name, "irregular-300"));
  CHECK(find(page, name, "irregular-300")->simulated->value == 98);
  CHECK(holds(page, name, "mesh-20"));
}

TEST_CASE("a quick study has the claims of a full one", "[quick]") {
  const auto names = [](Effort effort) {
    std::set<std::string> all;
    const reproduction::Page page = sun2001::page({}, effort);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims) all.insert(claim.name);
    return all;
  };
  CHECK(names(Effort::quick) == names(Effort::full));
}

TEST_CASE("III has a verdict against II only where II takes longer than I, which cuts the channels that II may not") {
  const auto claim_with = [](double of_two, double of_three) {
    const reproduction::Page page = sun2001::page(all(Effort::full, [=](const Run& run) {
      if (run.duration != 10) return as_claimed(run);
      return 1000 + (run.scheme == Scheme::II ? of_two : run.scheme == Scheme::III ? of_three : 0);
    }));
    return verdict(*find(page, "(g) III is ahead of II in the shortest congestion", congestion));
  };
  CHECK(claim_with(0, -5) == reproduction::Verdict::not_testable);
  CHECK(claim_with(20, 5) == reproduction::Verdict::reproduced);
  CHECK(claim_with(20, 25) == reproduction::Verdict::not_reproduced);
}

TEST_CASE(
    "where the first barrier is too long at any size, the smallest group shows the cause, in both ways of a hop") {
  using reproduction::Verdict;
  // A first barrier takes 200 cycles and so many a member, in both ways of making a hop longer.
  const auto claim_of = [](double on_link, double in_unit, const char* at = "irregular-1200") {
    const reproduction::Page page = sun2001::page(all(Effort::full, as_claimed, [=](const Run& run) {
      return 200 + (run.farther != 0 ? on_link : run.slower != 0 ? in_unit : 0) * run.members;
    }));
    const Claim* claim = find(page, "(a) the first barrier takes at most twice a later one", at);
    REQUIRE(claim != nullptr);
    return *claim;
  };
  CHECK(verdict(claim_of(0.1, 0.7, "mesh-20")) == Verdict::ours);
  CHECK(verdict(claim_of(0.1, 0.1)) == Verdict::reproduced);
  CHECK(claim_of(0.1, 0.1).reruns.empty());
  CHECK(verdict(claim_of(0.1, 0.7)) == Verdict::not_testable);
  CHECK(verdict(claim_of(0.7, 0.1)) == Verdict::not_testable);
  const Claim claim = claim_of(0.4, 0.4);
  CHECK(verdict(claim) == Verdict::not_reproduced);
  CHECK(claim.simulated->checks.size() == 2 * group_sizes({1200, 0}, Effort::full).size());
  REQUIRE(claim.reruns.size() == 1);
  CHECK(cause(claim) == &claim.reruns.back());  // 40 members take 216 cycles, and twice a later barrier 400
  CHECK(claim.reruns.back().simulated->checks.size() == 2 * 2);
  CHECK_FALSE(is_settled(claim_of(6, 0.4)));
  CHECK_FALSE(is_settled(claim_of(0.4, 6)));
}

TEST_CASE(
    "a scheme saturates where buffers of one message cost more than a level of its tree takes, beyond 0.6 of all") {
  using reproduction::Verdict;
  struct Costs {
    double of_messages, of_tree, by_number, at_some = 0, spread = 0, of_I = 0;
  };
  const auto claim_of = [](const Costs& costs, const std::string& at = "irregular-1200",
                           const std::string& name = "(d) the scheme in [4] saturates beyond 0.6 of the hosts") {
    const reproduction::Page page = sun2001::page(all(Effort::full, [=](const Run& run) {
      if (run.buffer != 1) return 1000.0;
      if (run.members != run.nodes) return 1000 + costs.at_some;
      const double spread = run.seed % 2 == 0 ? costs.spread : -costs.spread;
      return 1000 + spread +
             (run.scheme == Scheme::switch_ordering ? costs.of_messages
              : run.scheme == Scheme::ordering      ? costs.of_tree
              : run.scheme == Scheme::I             ? costs.of_I
                                                    : costs.by_number);
    }));
    const Claim* claim = find(page, name, at);
    REQUIRE(claim != nullptr);
    return *claim;
  };
  CHECK(verdict(claim_of({13, 13, 0})) == Verdict::reproduced);
  CHECK(verdict(claim_of({12, 12, 0})) == Verdict::not_reproduced);
  CHECK(verdict(claim_of({400, 400, 0, 390})) == Verdict::not_reproduced);  // as much with 0.6 of the hosts
  CHECK(verdict(claim_of({400, 0, 400})) == Verdict::reproduced);           // the tree over all switches cannot
  CHECK(verdict(claim_of({0, 400, 400})) == Verdict::not_testable);
  CHECK(verdict(claim_of({50, 50, 50, 0, 100})) == Verdict::not_testable);  // an interval that decides nothing
  const Claim without_order = claim_of({0, 0, 400});
  CHECK(verdict(without_order) == Verdict::not_reproduced);
  REQUIRE(cause(without_order) != nullptr);
  CHECK(cause(without_order)->without.find("the order of the members") == 0);
  CHECK_FALSE(is_settled(claim_of({0, 0, 0})));
  CHECK(verdict(claim_of({0, 0, 400}, "irregular-300")) == Verdict::ours);
  const char* of_I =
      "(d) the first barrier of I, while its tree is built, does not saturate";  // it takes 1.5 times as long here
  CHECK(holds(claim_of({0, 0, 0, 0, 0, 8}, "irregular-1200", of_I)));
  CHECK_FALSE(holds(claim_of({0, 0, 0, 0, 0, 9}, "irregular-1200", of_I)));
}

TEST_CASE("a claim against the scheme in [4] has a verdict only where both readings agree") {
  const auto claim_with = [](double of_messages, double of_tree, double of_software = 1000) {
    const reproduction::Page page = sun2001::page(all(
        Effort::full,
        [=](const Run& run) {
          return run.scheme == Scheme::switch_ordering     ? of_messages
                 : run.scheme == Scheme::ordering          ? of_tree
                 : run.scheme == Scheme::software_ordering ? of_software
                                                           : 1000;
        },
        [](const Run&) { return 1500; }));
    return *find(page, "(j) the first barrier is faster than the scheme in [4]", "irregular-1200");
  };
  const auto verdict_with = [&](double of_messages, double of_tree) {
    return verdict(claim_with(of_messages, of_tree));
  };
  CHECK(verdict_with(1600, 1600) == reproduction::Verdict::reproduced);
  CHECK(verdict_with(1600, 1400) == reproduction::Verdict::not_testable);
  CHECK(verdict_with(1400, 1600) == reproduction::Verdict::not_testable);
  CHECK(verdict_with(1400, 1400) == reproduction::Verdict::not_reproduced);
  CHECK_FALSE(is_settled(claim_with(1400, 1400)));
  CHECK(is_settled(claim_with(1400, 1400, 1600)));  // software that combines takes longer
}

TEST_CASE("theorem 2 is judged with the cycles of a hop, and again with groups of two where it is passed") {
  Measurements found =
      all(Effort::full, [](const Run& run) { return run.overhead + 132; });  // 6 for each of 20 + 2 hops
  const auto claim_of = [&] {
    const reproduction::Page page = sun2001::page(found);
    return *find(page, "(e) theorem 2's bound, where nothing is cut", "mesh-10");
  };
  CHECK(verdict(claim_of()) == reproduction::Verdict::reproduced);
  found.of.at(experiment_of_size({0, 10}, Scheme::I, 100, 50)).front().later = {233};
  CHECK(verdict(claim_of()) == reproduction::Verdict::not_reproduced);
  CHECK(is_settled(claim_of()));
  found.of.at(experiment_of_pair({0, 10}, 100)).front().later = {233};
  CHECK_FALSE(is_settled(claim_of()));
}

TEST_CASE(
    "the data that barriers cost beyond saturation are shown without a verdict, and whether there is a loss with one") {
  using reproduction::Verdict;
  const Measurements found = all(Effort::full, as_claimed);
  const Loaded loaded = sun2001::loaded(Effort::full).front();
  const std::string at = "irregular-300, Ts = 100, load 0.03";
  const auto page_with = [&](double share, double spread) {
    Measurements changed = found;
    double sign = 1;
    for (Measurement& m : changed.of.at(experiment_of_saturated(loaded, Scheme::I, 4)))
      m.accepted *= share + (sign = -sign) * spread;
    return sun2001::page(changed);
  };
  const Claim* of_paper = nullptr;
  const reproduction::Page page = page_with(0.96, 0);
  of_paper = find(page, "(f) I costs little data throughput", at);
  REQUIRE(of_paper != nullptr);
  CHECK(verdict(*of_paper) == Verdict::not_testable);
  CHECK(of_paper->untestable.reason == reproduction::Untestable::Reason::paper);
  CHECK(of_paper->simulated->value == Approx(4));
  const std::string any = "(f) I costs data throughput beyond saturation, 4 virtual channels";
  CHECK(holds(page, any, at));
  CHECK_FALSE(holds(page_with(1, 0), any, at));
  CHECK(holds(page_with(0.96, 0.03), any, at));
  CHECK(find(page_with(0.96, 0.1), any, at)->untestable.reason ==
        reproduction::Untestable::Reason::undecided);  // ten draws of 4 +- 7.5 %
}

TEST_CASE("the loads of the curves end between 0.7 and 0.8 of the saturation, rounded") {
  const auto holds_with = [](double saturation) {
    Measurements found = all(Effort::full, as_claimed);
    const Loaded loaded = sun2001::loaded(Effort::full).front();
    for (Measurement& m : found.of.at(experiment_of_saturated(loaded, Scheme::none, Run().virtual_channels)))
      m.accepted = saturation;
    return holds(sun2001::page(found), "the loads end near 0.8 of the saturation", "irregular-300");
  };
  CHECK(holds_with(0.0148 / 0.80));
  CHECK_FALSE(holds_with(0.0148 / 0.81));
  CHECK(holds_with(0.0148 / 0.70));
  CHECK_FALSE(holds_with(0.0148 / 0.69));
}

TEST_CASE(
    "an error of ten times, planted into one value of one experiment, turns every claim of a full study on barriers") {
  // So near one another that an error of ten times is enough for each comparison.
  const auto later = [](const Run& run) {
    // A cycle for each member: the first barrier takes no less.
    return run.scheme == Scheme::star || run.scheme == Scheme::path ? 5. * (100 + run.overhead + run.members)
                                                                    : as_claimed(run) + run.members;
  };
  Measurements same = all(Effort::full, later, [&](const Run& run) { return later(run) - 30 + 0.01 * run.members; });
  for (const Run& run : runs(Effort::full)) {
    std::vector<Measurement>& measured = same.of.at(run.experiment);
    measured.resize(2);
    for (Measurement& m : measured) m.hops = 60 + run.members;  // theorem 2 holds as it is printed
  }
  using Part = test::Part<Measurements>;
  std::vector<Part> parts;
  const auto add = [&](const char* name, auto section, std::vector<std::string> experiments,
                       std::vector<const char*> values) {
    parts.push_back(Part{name, [section](const Measurements& m) { return section(m, Effort::full); },
                         std::move(experiments), std::move(values)});
  };
  add("sizes", size_section, {"size-", "pair-", "buffer-", "medoid-", "far-", "slow-"}, {"first", "later", "reached"});
  add("congestion", congestion_section, {"congestion-"}, {"later"});
  add("loads", load_section, {"load-", "saturated-"}, {"later", "accepted"});
  add("bounds", bound_section, {"congestion-", "load-"}, {"later"});
  add("data", data_section, {"data-", "saturated-"}, {"accepted"});
  test::check_that_errors_turn_parts(same, sun2001::page(same), parts);
}

TEST_CASE("a barrier beyond the bound counts, in the share of those that keep it", "[quick]") {
  Measurements some = all(Effort::quick, [](const Run&) { return 100; });
  const std::string name = "(e) I keeps the bound with what theorem 2 leaves out, with real worms";
  CHECK(holds(sun2001::page(some, Effort::quick), name, "irregular-60, Ts = 100"));
  Measurement& m = some.of.at(experiment_of_load(loaded(Effort::quick).front(), Scheme::I, 0.01)).front();
  m.later = {100, 120, 130};  // the bound is 110
  const reproduction::Page page = sun2001::page(some, Effort::quick);
  CHECK_FALSE(holds(page, name, "irregular-60, Ts = 100"));
  // Four draws of two barriers with a load and without, and one more of the first draw with it.
  CHECK(find(page, name, "irregular-60, Ts = 100")->simulated->value == Approx(100 * 15 / 17.));
  CHECK(holds(page, name, "irregular-60, Ts = 1000"));
  CHECK(find(page, name, "irregular-60, Ts = 100")->is_ours);
  CHECK(find(page, "(e) II keeps 2 (Tb + Tp) max D in a congestion", "irregular-60, Ts = 100")->is_ours);
  CHECK_FALSE(find(page, "(e) II keeps theorem 2's bound in a congestion", "irregular-60")->is_ours);
  CHECK(find(page, "(e) III keeps the bound with what theorem 2 leaves out, in a congestion", "irregular-60, Ts = 100")
            ->is_ours);
}

TEST_CASE("congestions have no load, and all schemes of a draw the same network") {
  std::map<std::string, unsigned> draws;
  for (const Run& run : runs(Effort::full)) {
    ++draws[run.experiment];
    if (run.congested == 0) continue;
    CHECK(run.load == 0);
    CHECK(run.rounds == 2);
  }
  const Congestion of = congestions(Effort::full).front();
  for (const Scheme scheme : congested_schemes(of.network))
    for (const std::uint64_t duration : durations(Effort::full, 100))
      CHECK(draws.at(experiment_of_congestion(of, scheme, 100, duration)) == draws_of_congestion(Effort::full));
  CHECK(draws.at(experiment_of_congestion(of, Scheme::III, 100, 10000, 15, 0.5)) == draws_of_congestion(Effort::full));
  CHECK(draws.at(experiment_of_load(loaded(Effort::full).front(), Scheme::I, 0.0148)) == 10);
}
