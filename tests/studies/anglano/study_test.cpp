#include "testbench/studies/anglano/trees.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "testbench/run/network.hpp"
#include "tests/studies/planted_errors.hpp"

using namespace slackline;
using namespace slackline::anglano;
using reproduction::Claim;
using reproduction::Verdict;

namespace {

/// Time to the last member at a point, with which claims (1), (2), (16) and (17) hold; in a quick study (1) by one point, and (16)
/// at one.
double time_of(const Setup& s) {
  if (s.algorithm == Algorithm::unicasts) return (s.neighbours ? 70. : 60.) * s.members;
  if (s.algorithm == Algorithm::up_down || s.algorithm == Algorithm::wrap_around) return 600;
  const bool is_light = s.rate < (s.words > 100 ? 0.06 : 0.2);
  return is_light && s.cut_through && s.members != 32 ? 500 : 700;
}

Measurement as_claimed(const Run& run) {
  const Setup& s = run.setup;
  Measurement m;
  m.to_last = s.first_source && s.algorithm != Algorithm::unicasts ? 560 + 10 * s.members : time_of(s);
  m.p99 = s.scheme == Scheme::fifo ? 100 : 120;
  m.branching = 3;
  m.delivered = 1;
  m.refused = s.early_ack ? 0.05 : s.scheme == Scheme::fifo && s.buffers > 1 ? 0.03 : 0.2;
  m.repeated = m.refused;
  m.whole = s.link_delay > 1 ? 0.6 : 0.2;
  m.buffers = s.early_ready ? 3 : 2;
  m.accepted = s.scheme == Scheme::fifo && s.buffers > 1 ? 0.02 : 0.01;
  m.source_time = s.algorithm == Algorithm::unicasts ? 20. * (s.members - 1) : 4. * s.members;
  const bool is_ordered = s.algorithm == Algorithm::ordered_path || s.algorithm == Algorithm::ordered_tree;
  m.agreeing = is_ordered ? 1 : 0.5;
  m.lowest_copies = m.lowest_buffers = is_ordered ? 3 : 0.9;
  m.root_links = s.up_down_routing ? 0.8 : 0.4;
  m.other_links = 0.4;
  m.background = s.up_down_routing && s.background > judged_background ? 0.6 : 1;
  m.flits_sent = s.link_delay > 1 ? 2 : 1.2;
  const bool has_own_orders = s.order == HostOrder::group;
  m.went_on = (s.one_class || (has_own_orders && s.rate > 1)) && s.buffers == 1 ? 0 : 1;
  if (is_ordered) m.to_last = 800;
  if (s.up_down_routing) m.to_last = 900;
  if (s.order == HostOrder::drawn) m.to_last = 800;
  if (has_own_orders) m.to_last = 450;
  if (s.by_hosts) m.to_last = 1500;
  if (s.branching != 0) m.to_last = 550;
  m.refused_at.assign(path_members, 0.05);
  for (unsigned member = 1; member < s.slow_member; ++member) m.refused_at[member] = 0.4;
  if (s.order == HostOrder::numbers)
    m.repeated = s.slow_member == 0 || s.slow_member == 7 ? 0.05 : s.slow_member / (s.slow_member + 7.);
  if (s.algorithm == Algorithm::returning_ring) m.accepted *= 0.9;
  if (s.algorithm == Algorithm::binomial) {
    const double steeper = s.scheme == Scheme::manager ? 3 : 1;
    m.to_last = 1000 + steeper * (s.rate * 1000 + s.members * 10);
  }
  if (s.network == Network::mesh) {
    const bool has_room = s.buffers > 2 || s.scheme == Scheme::plain || !s.has_unicasts;
    m.went_on = has_room || !s.holds_links || run.seed == 1 ? 1 : 0;
    m.delivered = has_room || s.holds_links ? 1 : 0.2;
  }
  if (s.rate == (s.words > 100 ? 0.4 : 1.2)) {  // Load::heavy: past saturation
    m.delivered = 0.9;
    m.accepted = s.algorithm == Algorithm::unicasts ? (s.members <= 8 ? 0.03 : 0.018)
                 : multicast::is_tree(s.algorithm)  ? 0.022
                                                    : 0.02;
  }
  if (s.scheme == Scheme::credits) {
    m.went_on = s.detection != 0 || s.members < 8 || run.seed == 1 ? 1 : 0;
    m.accepted = s.detection > 20 ? 0.005 : s.detection == 2 ? 0.015 : s.buffers < 16 ? 0.01 : 0.03;
    m.spilled = s.algorithm == Algorithm::ring && s.buffers < 16 ? 0.1 : s.detection != 0 ? 0.05 : 0;
  }
  return m;
}

Measurements all(Effort effort) {
  Measurements measurements;
  for (const Run& run : runs(effort)) measurements.of[run.experiment].push_back(as_claimed(run));
  return measurements;
}

const Claim* find(const reproduction::Page& page, const std::string& name) {
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (claim.name == name) return &claim;
  return nullptr;
}

}  // namespace

TEST_CASE("without simulation all claims of the multicast study are not run", "[quick]") {
  const reproduction::Tally tally = reproduction::tally(anglano::page({}));
  CHECK(tally.not_run > 30);
  CHECK(tally.reproduced + tally.not_reproduced + tally.ours == 0);
  CHECK(tally.not_testable == 1);  // what is so by construction
}

TEST_CASE("measurements as the paper claims reproduce every claim on multicasts") {
  const reproduction::Page page = anglano::page(all(Effort::full));
  for (const reproduction::ClaimTable* claims : claim_tables(page))
    for (const Claim& claim : claims->claims)
      if (verdict(claim) != Verdict::reproduced && !claim.is_ours)
        UNSCOPED_INFO(claim.name << ", " << claim.at << ": " << verdict_text(claim));
  const reproduction::Tally tally = reproduction::tally(page);
  CHECK(tally.not_reproduced + tally.not_run == 0);
  CHECK(tally.not_testable == 2);  // and recovery in groups of 4, which do not deadlock
}

TEST_CASE("the size at which unicasts are as fast as the best tree lies between two that were simulated", "[quick]") {
  // 60 cycles a member over 600: a power of the size, which reaches 1 between 8 and 16 members.
  const auto answer = unicasts_suit_small_groups(all(Effort::full), Network::torus, 16, Effort::full);
  CHECK(answer->note.find("as fast at 10.0") != std::string::npos);
}

TEST_CASE("an error of ten times, planted into one value of one experiment, turns every claim on multicasts") {
  test::check_that_errors_turn_claims(
      all(Effort::quick),
      {"to_last", "p99", "accepted", "refused", "repeated", "whole", "flits_sent", "buffers", "source_time",
       "lowest_copies", "lowest_buffers", "background", "agreeing", "root_links", "other_links", "went_on", "delivered",
       "refused_at"},
      [](const Measurements& m) { return test::answers(claim_tables(anglano::page(m, Effort::quick))); },
      test::any_experiment);
}

TEST_CASE(
    "(17) is judged at the highest load that is carried, and where a tree loses again without what may be the cause") {
  /// `along_trees`: the time as it is, and that without each cause.
  const auto claim_with = [&](Network network, Load carried, const std::vector<double>& along_trees,
                              unsigned words = 512) {
    Measurements measurements = all(Effort::full);
    const auto set = [&](const Point& point, double along_tree) {
      for (const auto& [algorithms, time] : {std::pair(tree_algorithms, along_tree), {path_algorithms, 700.}})
        for (std::size_t i = 0; i < std::size(tree_algorithms); ++i)
          for (Measurement& m : measurements.of.at(point.with(algorithms[i]).name())) {
            m.to_last = time;
            m.delivered = share_of(point.load) > share_of(carried) ? 0.5 : 1;
          }
    };
    for (const Load load : loads_above_light) set({network, 16, words, load, true}, along_trees[0]);
    const std::vector<WithoutCause> causes = causes_at_heavy_load({network, 16, words, Load::heavy, true});
    for (std::size_t i = 0; i < causes.size(); ++i)
      if (carried == Load::heavy) set(causes[i].point, along_trees[i + 1]);
    const reproduction::Page page = anglano::page(measurements);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims)
        if (claim.name == "(17) a tree wins at heavy load" &&
            claim.at == std::string(to_string(network)) + ", " + std::to_string(words) + " words, 16 members")
          return claim;
    throw std::logic_error("no claim (17)");
  };
  for (const Network network : {Network::torus, Network::star}) {
    INFO(to_string(network));
    const Claim one = claim_with(network, Load::quarter, {2100});
    CHECK(verdict(one) == Verdict::not_reproduced);
    CHECK(one.simulated->value == Approx(3));
    CHECK(one.simulated->note.find("at 0.25 of what an interface forwards") != std::string::npos);
    CHECK(one.reruns.empty());  // they are at heavy load
    for (std::size_t cause_of_it = 0; cause_of_it < 5; ++cause_of_it) {
      std::vector<double> along_trees(6, 2100);
      along_trees[cause_of_it + 1] = 600;
      const Claim other = claim_with(network, Load::heavy, along_trees);
      CHECK(other.simulated->note.find("at 0.5 of what an interface forwards") != std::string::npos);
      REQUIRE(other.reruns.size() == 5);
      CHECK(cause(other) == &other.reruns[cause_of_it]);
      CHECK(other.reruns[cause_of_it].simulated->value == Approx(600. / 700));
    }
    CHECK_FALSE(is_settled(claim_with(network, Load::heavy, {2100, 2100, 2100, 2100, 2100, 2100})));
    CHECK(claim_with(network, Load::heavy, {600, 2100, 2100, 2100, 2100, 2100}).reruns.empty());
    CHECK(claim_with(network, Load::heavy, {2100, 600}, 16).reruns.size() == 1);
    CHECK(verdict(claim_with(network, Load::light, {2100})) == Verdict::not_testable);
  }
}

TEST_CASE("(17) is refuted where a path carries a load and a tree does not, whatever their times") {
  Measurements measurements = all(Effort::full);
  const auto claim = [&] {
    const reproduction::Page page = anglano::page(measurements);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims)
        if (claim.name == "(17) a tree wins at heavy load" && claim.at == "torus, 512 words, 16 members") return claim;
    throw std::logic_error("no claim (17)");
  };
  const Point heavy{Network::torus, 16, 512, Load::heavy, true};
  for (const Algorithm algorithm : path_algorithms)
    for (Measurement& m : measurements.of.at(heavy.with(algorithm).name())) m.delivered = 1;
  for (const Algorithm algorithm : tree_algorithms)
    for (Measurement& m : measurements.of.at(heavy.with(algorithm).name())) m.accepted = 0.016;
  CHECK(verdict(claim()) == Verdict::not_reproduced);
  CHECK(claim().simulated->value == Approx(0.02 / 0.016));
  CHECK(claim().simulated->note.find("of which 90 % arrive along the tree, and 100 % along the path") !=
        std::string::npos);
  const auto set = [&](const Point& point, double along_trees) {
    for (const auto& [algorithms, time] : {std::pair(tree_algorithms, along_trees), {path_algorithms, 700.}})
      for (std::size_t i = 0; i < std::size(tree_algorithms); ++i)
        for (Measurement& m : measurements.of.at(point.with(algorithms[i]).name())) {
          m.delivered = 1;
          m.to_last = time;
        }
  };
  const std::vector<WithoutCause> causes = causes_at_heavy_load(heavy);
  for (const WithoutCause& rerun : causes) set(rerun.point, 600);
  for (const WithoutCause& rerun : causes) {
    REQUIRE(cause(claim()) != nullptr);
    CHECK(cause(claim())->without == rerun.cause);
    set(rerun.point, 2100);
  }
  CHECK_FALSE(is_settled(claim()));
}

TEST_CASE(
    "(19) of a path is judged by buffers in use next to those without a sequencer, in groups and loads of four kinds") {
  Measurements measurements = all(Effort::full);
  const auto set = [&](const Setup& setup, double lowest) {
    for (Measurement& m : measurements.of.at(setup.name())) m.lowest_buffers = lowest;
  };
  const auto claim_at = [&](const std::string& at) {
    const reproduction::Page page = anglano::page(measurements);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims)
        if (claim.name == "(19) the lowest ID is more loaded" && claim.at == "path, " + at) return claim;
    throw std::logic_error("no claim (19)");
  };
  // Less than the most loaded of several others, and still more than without a sequencer.
  set(ordered(Algorithm::ordered_path), 0.8);
  set(ordered(Algorithm::ring), 0.7);
  CHECK(verdict(claim_at("four groups, light load")) == Verdict::reproduced);
  CHECK(claim_at("four groups, light load").simulated->value == Approx(0.1));
  CHECK(claim_at("four groups, light load").reruns.empty());
  set(ordered(Algorithm::ring), 0.9);
  const Claim refuted = claim_at("four groups, light load");
  CHECK(verdict(refuted) == Verdict::not_reproduced);
  REQUIRE(refuted.reruns.size() == 3);
  CHECK(cause(refuted) == &refuted.reruns[0]);
  set(ordered_at_heavy_load(Algorithm::ordered_path), 0.5);
  set(one_ordered(Algorithm::ordered_path), 0.5);
  CHECK(cause(claim_at("four groups, light load"))->without == "four groups, light load: with one group, heavy load");
  set(one_ordered_at_heavy_load(Algorithm::ordered_path), 0.5);
  CHECK_FALSE(is_settled(claim_at("four groups, light load")));
}

TEST_CASE("that a path can win is open while a size is undecided, and a limit that changes no tree shows nothing") {
  Measurements measurements = all(Effort::full);
  const auto verdict_of = [&](const char* name) {
    const reproduction::Page page = anglano::page(measurements);
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const Claim& claim : claims->claims)
        if (claim.name == name && claim.at == "torus, the processors' CT") return verdict(claim);
    throw std::logic_error("no such claim");
  };
  const char* const wins = "(16) at light load with cut-through a path may beat a tree";
  const char* const limit = "(18) a limit on the copies of a host limits the drawback";
  CHECK(verdict_of(limit) == Verdict::reproduced);
  for (const unsigned words : lengths(Effort::full))
    for (const unsigned members : sizes(Network::torus, Effort::full))
      for (const Algorithm algorithm : path_algorithms)
        for (Measurement& m : measurements.of.at(light(Network::torus, members, words).with(algorithm).name()))
          m.to_last = 900;
  CHECK(verdict_of(wins) == Verdict::not_reproduced);
  for (const Algorithm algorithm : path_algorithms) {
    bool is_fast = false;
    for (Measurement& m : measurements.of.at(light(Network::torus, 8, 16).with(algorithm).name())) {
      m.to_last = is_fast ? 500 : 800;
      is_fast = !is_fast;
    }
  }
  CHECK(verdict_of(wins) == Verdict::not_testable);
  for (auto& [name, all_of_it] : measurements.of)
    for (Measurement& m : all_of_it) m.branching = 2;
  CHECK(verdict_of(limit) == Verdict::not_testable);
}

TEST_CASE("that a path wins where copies share no links is decided by the size at which one wins, or open") {
  Measurements measurements = all(Effort::full);
  const auto answer = [&] { return *path_beats_tree_at_one_switch(measurements, Effort::full); };
  const auto set = [&](unsigned members, unsigned words, double in_some_draws, double in_others) {
    for (const Algorithm algorithm : path_algorithms) {
      bool is_some = false;
      for (Measurement& m : measurements.of.at(at_one_switch(members, words).with(algorithm).name()))
        m.to_last = (is_some = !is_some) ? in_some_draws : in_others;
    }
  };
  for (const unsigned words : lengths(Effort::full))
    for (const unsigned members : sizes(Network::star, Effort::full)) set(members, words, 900, 900);
  CHECK(answer().value == Approx(1.5));
  CHECK_FALSE(answer().holds());
  set(8, 16, 200, 900);  // undecided, and no other path wins
  CHECK_FALSE(shows_anything(answer()));
  set(16, 16, 300, 300);
  CHECK(answer().value == Approx(0.5));
  CHECK(answer().holds());
}

TEST_CASE("times past the load that an experiment carries show nothing", "[quick]") {
  Measurements measurements = all(Effort::quick);
  const auto verdict_of = [&](const char* name) {
    const reproduction::Page page = anglano::page(measurements, Effort::quick);
    return verdict(*find(page, name));
  };
  const char* const hosts = "(22) interfaces that forward are faster than hosts";
  const char* const manager = "(23) a manager is slower with more multicasts of a group at once";
  const char* const penalty = "(6) FIFO has no penalty under congestion";
  for (const char* name : {hosts, manager, penalty}) CHECK(verdict_of(name) == Verdict::reproduced);
  for (Measurement& m : measurements.of.at(forwarding(16, true).name())) m.delivered = 0.9;
  for (Measurement& m : measurements.of.at(concurrent(Scheme::manager, 16, many_multicasts).name())) m.delivered = 0.9;
  for (Measurement& m : measurements.of.at(contended(Scheme::fifo, 4).name())) m.delivered = 0.9;
  for (const char* name : {hosts, manager, penalty}) CHECK(verdict_of(name) == Verdict::not_testable);
}

TEST_CASE("credits whose worms are never moved to host memory show no cost of recovery", "[quick]") {
  Measurements measurements = all(Effort::quick);
  const auto verdict_of = [&] {
    const reproduction::Page page = anglano::page(measurements, Effort::quick);
    return verdict(*find(page, "(24) recovery costs throughput"));
  };
  CHECK(verdict_of() == Verdict::reproduced);
  for (Measurement& m : measurements.of.at(rings_of_all(Scheme::credits, 1).name())) m.spilled = 0;
  CHECK(verdict_of() == Verdict::not_testable);
}

TEST_CASE("where 1 lies in the interval of a ratio nothing is shown", "[quick]") {
  Measurements measurements = all(Effort::quick);
  std::vector<Measurement>& fifo = measurements.of.at(saturated(contended(Scheme::fifo, 4)).name());
  const double plain = measurements.of.at(saturated(contended(Scheme::plain, 1)).name()).front().accepted;
  for (std::size_t i = 0; i < fifo.size(); ++i) fifo[i].accepted = plain * (i % 2 == 0 ? 1.2 : 0.9);
  const reproduction::Page page = anglano::page(measurements, Effort::quick);
  const Claim* claim = find(page, "(5) FIFO carries more");
  REQUIRE(claim != nullptr);
  CHECK(verdict(*claim) == Verdict::not_testable);
  CHECK(claim->untestable.why.find("the interval is too wide to decide") != std::string::npos);
}

TEST_CASE("members that are far apart have more links between them than neighbours", "[quick]") {
  for (const Network network : networks(Effort::full))
    for (const unsigned members : sizes_apart(network, Effort::full)) {
      const Setup setup = one_source(network, members, Algorithm::unicasts);
      CHECK(mean_hops(far_apart(setup)) > 1.2 * mean_hops(of_neighbours(setup)));
    }
  // Opposite corners of the torus, and the two nodes between them.
  const std::vector<std::uint32_t> four = first_members(far_apart(one_source(Network::torus, 4, Algorithm::ring)), 64);
  CHECK(four == std::vector<std::uint32_t>{0, 36, 4, 32});
}

TEST_CASE("every run of the multicast study has a network without errors, and a name of its own draws") {
  std::map<std::string, std::set<std::uint64_t>> seeds;
  std::map<reproduction::Assignments, std::string> experiments;  // no claim compares a simulation with itself
  for (const Run& run : runs(Effort::full)) {
    INFO(run.experiment);
    CHECK(experiments.insert({assignments_of(run), run.experiment}).first->second == run.experiment);
    if (seeds[run.experiment].empty()) CHECK_NOTHROW(features::network_of(experiment_of(run)));
    CHECK(seeds[run.experiment].insert(run.seed).second);
  }
  std::set<std::string> of_schemes, of_many;
  const auto add = [&](const Setup& setup) { of_schemes.insert({setup.name(), saturated(setup).name()}); };
  for (const Scheme scheme : paper_schemes)
    for (const unsigned k : buffers(Effort::full)) add(contended(scheme, k));
  add(early_ack());
  add(early_ready());
  for (const unsigned credits : {1u, many_credits}) {
    of_schemes.insert(rings_of_all(Scheme::fifo, credits).name());
    for (const unsigned us : detection_times) of_schemes.insert(rings_of_all(Scheme::credits, credits, us).name());
  }
  const Algorithm of_points[] = {Algorithm::unicasts, Algorithm::ring, Algorithm::bus, Algorithm::up_down,
                                 Algorithm::wrap_around};
  const auto add_point = [&](const Point& point) {
    for (const Algorithm algorithm : of_points) {
      of_schemes.insert(point.with(algorithm).name());
      if (point.load == Load::light) of_schemes.insert(of_two_copies(point, algorithm).name());
    }
  };
  for (const Point& point : points(Effort::full))
    if (point.cut_through)
      for (const Load load : {point.load, Load::quarter}) {
        Point one = point;
        one.load = load;
        add_point(one);
        add_point(with_paper_copies(one));
        for (const WithoutCause& rerun : causes_at_heavy_load(one)) {
          if (!rerun.needs_draws) add_point(rerun.point);
          for (const Algorithm algorithm : of_points)
            if (rerun.needs_draws) of_many.insert(rerun.point.with(algorithm).name());
        }
      }
  for (const unsigned members : sizes(Network::star, Effort::full))
    for (const unsigned words : lengths(Effort::full)) add_point(at_one_switch(members, words));
  for (const Scheme scheme : {Scheme::fifo, Scheme::manager, Scheme::credits})
    of_schemes.insert(compared(scheme).name());
  for (const Network network : networks(Effort::full))
    for (const unsigned members : sizes(network, Effort::full))
      for (const Algorithm algorithm : of_points) {
        const Setup setup = one_source(network, members, algorithm);
        of_schemes.insert({setup.name(), of_neighbours(setup).name(), far_apart(setup).name()});
      }
  for (const Network network : networks(Effort::full))
    for (const unsigned words : lengths(Effort::full))
      for (const unsigned members : sizes_of_slope(network, words, Effort::full))
        for (const Algorithm algorithm : of_points)
          of_schemes.insert(one_source(network, members, algorithm, words).name());
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::returning_ring})
    of_schemes.insert(returning(algorithm).name());
  for (const Algorithm algorithm :
       {Algorithm::ring, Algorithm::wrap_around, Algorithm::ordered_path, Algorithm::ordered_tree})
    of_schemes.insert(ordered(algorithm).name());
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::ordered_path})
    of_schemes.insert({ordered_at_heavy_load(algorithm).name(), one_ordered(algorithm).name(),
                       one_ordered_at_heavy_load(algorithm).name()});
  for (const bool up_down : {false, true})
    for (const double background : {judged_background, most_background})
      of_schemes.insert(over(up_down, background).name());
  for (const auto& [experiment, of] : seeds) {
    INFO(experiment);
    if (of_many.count(experiment) != 0)
      CHECK(of.size() == 2 * many_draws(Effort::full));
    else
      CHECK(of.size() == (of_schemes.count(experiment) != 0 ? many_draws(Effort::full) : draws(Effort::full)));
  }
}
