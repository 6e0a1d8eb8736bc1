// Paths, trees and multiple unicasts: claims (1) to (4), (14) to (18) and (22).
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::all_of;
using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Figure;
using reproduction::Simulated;

/// Of these algorithms the one with the shortest time to the last member; nothing: they were not simulated.
template <class Algorithms>
std::optional<Setup> best_of(const Measurements& measurements, const Point& point, const Algorithms& algorithms) {
  std::optional<Setup> best;
  double shortest = 0;
  for (const Algorithm algorithm : algorithms) {
    const Setup setup = point.with(algorithm);
    const auto found = mean_of(measurements, setup, &Measurement::to_last);
    if (!found) return std::nullopt;
    if (best && found->value >= shortest) continue;
    best = setup;
    shortest = found->value;
  }
  return best;
}

/// The best of some over the best of others, draw by draw.
template <class These, class Those>
std::optional<reproduction::Mean> over(const Measurements& measurements, const Point& point, const These& these,
                                       const Those& those) {
  const auto a = best_of(measurements, point, these), b = best_of(measurements, point, those);
  if (!a || !b) return std::nullopt;
  return ratio_of(measurements, *a, *b, &Measurement::to_last);
}

/// A tree without a branch is a path: there is nothing to compare.
bool is_path(const Measurements& measurements, const Point& point) {
  const auto best = best_of(measurements, point, tree_algorithms);
  const auto branches = best ? mean_of(measurements, *best, &Measurement::branching) : std::nullopt;
  return !branches || branches->value < 1.5;
}

using Change = Point (*)(Point);
Point as_it_is(Point point) { return point; }

std::optional<Simulated> simple_often_beat_trees(const Measurements& measurements, Network network, Effort effort,
                                                 Change change) {
  std::size_t all = 0, simple = 0, trees = 0;
  for (const Point& point : points(effort)) {
    if (point.network != network) continue;
    const auto ratio = over(measurements, change(point), simple_algorithms, tree_algorithms);
    if (!ratio) return std::nullopt;
    ++all;
    simple += ratio->high() < 1;
    trees += ratio->low() > 1;
  }
  const double share = static_cast<double>(simple) / static_cast<double>(all);
  return Simulated{
      share,
      {all},
      {{share, reproduction::at_least(0.5)}},
      fmt::format("share of {} points, of size, length, load and cut-through, at which the best of unicasts, "
                  "ring and bus is faster than both trees with the whole interval of their ratio; slower in {}; "
                  "required: at least half, a limit of ours for \"often\"",
                  all, trees)};
}

std::optional<Simulated> unicasts_suit_small_groups(const Measurements& measurements, Network network, Effort effort) {
  constexpr Algorithm unicasts[] = {Algorithm::unicasts};
  const auto all = sizes(network, effort);
  std::string note = "unicasts over the best tree at light load, by size:";
  std::optional<reproduction::Mean> smallest, largest;
  for (const unsigned members : all) {
    const auto ratio = over(measurements, light(network, members, 16), unicasts, tree_algorithms);
    if (!ratio) return std::nullopt;
    note += fmt::format(" {}: {:.2f}", members, ratio->value);
    if (members == all.front()) smallest = ratio;
    largest = ratio;
  }
  note += "; required: below 1 for the smallest group and above 1 for the largest";
  return all_of({decided(*smallest, reproduction::below(1), note), decided(*largest, reproduction::above(1), note)});
}

std::optional<Simulated> unicasts_serialize(const Measurements& measurements, Network network, Effort effort) {
  const auto all = sizes(network, effort);
  const auto time = [&](unsigned members) {
    return samples(measurements, one_source(network, members, Algorithm::unicasts), &Measurement::to_last);
  };
  const auto more = reproduction::mean_difference(time(all.back()), time(all.front()));
  if (!more) return std::nullopt;
  const double members = all.back() - all.front();
  const reproduction::Mean slope{more->value / members,
                                 more->half_width ? std::optional(*more->half_width / members) : std::nullopt,
                                 more->samples};
  return decided(slope, reproduction::at_least(16),
                 fmt::format("cycles to the last member more for each member, from {} to {}; required: at least the 16 "
                             "of a worm of 64 B",
                             all.front(), all.back()));
}

std::optional<Simulated> source_sends_less(const Measurements& measurements, Network network, Algorithm algorithm,
                                           Effort effort) {
  const unsigned members = sizes(network, effort).back();
  return below_one(ratio_of(measurements, one_source(network, members, algorithm),
                            one_source(network, members, Algorithm::unicasts), &Measurement::source_copies),
                   fmt::format("copies that the originator of a group of {} sends, over those of unicasts", members));
}

/// The point at light load with cut-through at which the best path wins by most over the best tree, where trees are no paths and
/// intervals are apart: of no members where there is none. Nothing: they were not simulated.
std::optional<Point> best_for_paths(const Measurements& measurements, Network network, Effort effort, Change change) {
  Point best = light(network, 0, 0);
  double least = 0;
  for (const unsigned words : lengths(effort))
    for (const unsigned members : sizes(network, effort)) {
      const Point point = change(light(network, members, words));
      const auto ratio = over(measurements, point, path_algorithms, tree_algorithms);
      if (!ratio) return std::nullopt;
      if (is_path(measurements, point) || (ratio->low() <= 1 && ratio->high() >= 1)) continue;
      if (best.members != 0 && ratio->value >= least) continue;
      best = point;
      least = ratio->value;
    }
  return best;
}

std::optional<Simulated> path_beats_tree(const Measurements& measurements, Network network, Effort effort,
                                         Change change) {
  const auto point = best_for_paths(measurements, network, effort, change);
  if (!point) return std::nullopt;
  if (point->members == 0) return reproduction::shows_nothing("all trees are paths, or intervals overlap");
  const auto ratio = *over(measurements, *point, path_algorithms, tree_algorithms);
  return below_one(ratio,
                   fmt::format("the best path's time to the last member over the best tree's, for {} members and {} "
                               "words, where it is least",
                               point->members, point->words));
}

/// At the point of path_beats_tree().
std::optional<Simulated> limit_helps(const Measurements& measurements, Network network, Effort effort, Change change) {
  const auto point = best_for_paths(measurements, network, effort, change);
  if (!point) return std::nullopt;
  if (point->members == 0) return reproduction::shows_nothing("all trees are paths, or intervals overlap");
  const Setup tree = *best_of(measurements, *point, tree_algorithms);
  return below_one(ratio_of(measurements, of_two_copies(*point, tree.algorithm), tree, &Measurement::to_last),
                   fmt::format("time to the last member along a tree of at most two copies a host over that without a "
                               "limit, for {} members and {} words, where a path wins by most",
                               point->members, point->words));
}

/// The best tree next to the best path at one point. Nothing: it was not simulated.
std::optional<Simulated> tree_wins_at(const Measurements& measurements, const Point& point, const char* which) {
  const auto ratio = over(measurements, point, tree_algorithms, path_algorithms);
  if (!ratio) return std::nullopt;
  if (is_path(measurements, point))
    return reproduction::shows_nothing(fmt::format("the best tree of {} members is a path", point.members));
  Simulated found =
      *below_one(ratio, fmt::format("the best tree's time to the last member over the best path's, for {} members, {}",
                                    point.members, which));
  if (!shows_anything(found)) found.note = fmt::format("for {} members {}", point.members, found.note);
  return found;
}

/// What holds over the sizes of one length whose trees are no paths, and those at which it does not.
struct OverSizes {
  std::optional<Simulated> answer;
  std::vector<unsigned> refuted;
};

OverSizes tree_wins(const Measurements& measurements, const Point& like, const std::vector<unsigned>& all) {
  std::vector<Simulated> parts;
  std::vector<unsigned> refuted;
  for (const unsigned members : all) {
    Point point = like;
    point.members = members;
    const auto at = tree_wins_at(measurements, point, "where it is largest of all sizes whose trees are no paths");
    if (!at) return {};
    if (is_path(measurements, point)) continue;
    if (shows_anything(*at) && !at->holds()) refuted.push_back(members);
    parts.push_back(*at);
  }
  if (parts.empty()) return {reproduction::shows_nothing("all trees are paths"), {}};
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Simulated& a, const Simulated& b) { return a.value > b.value; });
  return {all_of(parts), refuted};
}

/// The sizes at which a claim is refuted, once more. Where a tree is then a path, that size shows nothing.
std::optional<Simulated> tree_wins_again(const Measurements& measurements, const Point& like,
                                         const std::vector<unsigned>& refuted, Change change) {
  std::vector<Simulated> parts;
  for (const unsigned members : refuted) {
    Point point = like;
    point.members = members;
    const auto at = tree_wins_at(measurements, change(point), "of the sizes at which the claim does not hold");
    if (!at) return std::nullopt;
    parts.push_back(*at);
  }
  return all_of(parts);
}

void add_claims(const Measurements& measurements, Network network, Effort effort, ClaimTable& table) {
  const std::string at = to_string(network);
  const auto add = [&](const char* name, const std::string& where, const char* section, const char* stated,
                       std::optional<Simulated> answer) {
    table.claims.push_back(claim_of_answer(name, where, section, stated, std::move(answer)));
  };
  /// Adds a claim about trees, and again with trees that are built as in the paper, whose processors take no time for a copy.
  const auto add_of_trees = [&](const char* name, const char* section, const char* stated, auto of) {
    add(name, at, section, stated, of(measurements, network, effort, as_it_is));
    if (holds(table.claims.back())) return;
    if (auto again = of(measurements, network, effort, with_paper_copies))
      table.claims.back().reruns.push_back(
          {"the time of processors in the trees' CT: with that of a worm on its link, as in the paper",
           {},
           std::move(again)});
  };
  add_of_trees("(1) simple algorithms often beat trees", "section 1", "often", simple_often_beat_trees);
  add("(2) multiple unicasts suit small groups, and not large ones", at, "section 4", "small, scattered",
      unicasts_suit_small_groups(measurements, network, effort));
  add("(3) multiple unicasts go one after the other", at, "section 4", "serialization",
      unicasts_serialize(measurements, network, effort));
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::up_down, Algorithm::wrap_around})
    add("(4) paths and trees take less of the originator's time to send",
        fmt::format("{}, {}", at, multicast::to_string(algorithm)), "section 4", "less",
        source_sends_less(measurements, network, algorithm, effort));
  add_of_trees("(16) at light load with cut-through a path may beat a tree", "section 4.3", "can", path_beats_tree);
  add_of_trees("(18) a limit on the copies of a host makes up for it", "section 4.3", "limits this drawback",
               limit_helps);
  for (const unsigned words : lengths(effort)) {
    const std::string place = fmt::format("{}, {} words", at, words);
    const std::vector<unsigned> all = sizes(network, effort);
    add("(17) a tree wins without cut-through", place, "section 4.3", "will help",
        tree_wins(measurements, {network, 0, words, Load::light, false}, all).answer);
    const Point heavy{network, 0, words, Load::heavy, true};
    const OverSizes found = tree_wins(measurements, heavy, all);
    add("(17) a tree wins at heavy load", place, "section 4.3", "will help", found.answer);
    if (found.refuted.empty()) continue;
    const auto rerun = [&](const char* without, Change change) {
      if (auto again = tree_wins_again(measurements, heavy, found.refuted, change))
        table.claims.back().reruns.push_back({without, {}, std::move(again)});
    };
    rerun("refused worms, for 8 buffers of a class", with_room);
    rerun("links between switches, which copies share: all hosts at one switch", at_one_switch);
    rerun("such links, refused worms, and hosts that send copies of several groups: one group alone", alone);
  }
}

/// The time to the last member over the size of a group.
Figure over_size(const Measurements& measurements, Network network, unsigned words, Load load, Effort effort) {
  Figure figure{fmt::format("{}-{}-words-{}", to_string(network), words, load == Load::light ? "light" : "heavy"),
                fmt::format("Time to the last member of a group, worms of {} words, {} load; the {}.", words,
                            load == Load::light ? "light" : "heavy", to_string(network)),
                "members",
                "time to the last member (cycles)",
                {}};
  figure.logarithmic = figure.logarithmic_y = true;
  const auto add = [&](Algorithm algorithm) {
    reproduction::FigureSeries series{multicast::to_string(algorithm), {}};
    for (const unsigned members : sizes(network, effort)) {
      const Point point{network, members, words, load, true};
      series.add(members, mean_of(measurements, point.with(algorithm), &Measurement::to_last));
    }
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  };
  for (const Algorithm algorithm : simple_algorithms) add(algorithm);
  for (const Algorithm algorithm : tree_algorithms) add(algorithm);
  return figure;
}

/// Depth and branching of the trees, and equation (1) next to the simulation.
reproduction::Table trees_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"Trees at light load with cut-through: equation (1), and the time to the last member",
                            {"network", "words", "members", "tree", "most hops", "most copies of a host",
                             "equation (1), cycles", "simulated, cycles"},
                            {}};
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const unsigned members : sizes(network, effort))
        for (const Algorithm algorithm :
             {Algorithm::ring, Algorithm::bus, Algorithm::up_down, Algorithm::wrap_around}) {
          const Setup setup = light(network, members, words).with(algorithm);
          const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, setup, v), decimals); };
          table.rows.push_back({to_string(network), std::to_string(words), std::to_string(members),
                                multicast::to_string(algorithm), value(&Measurement::depth, 1),
                                value(&Measurement::branching, 1), value(&Measurement::cost, 0),
                                value(&Measurement::to_last, 0)});
        }
  return table;
}

}  // namespace

reproduction::Section trees_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Paths, trees and multiple unicasts", {}};
  ClaimTable claims{"Claims (1) to (4), (14) to (18) and (22)", "", {}, 3, {}};
  for (const Network network : networks(effort)) add_claims(measurements, network, effort, claims);
  claims.claims.push_back(claim_of_answer(
      "(14) the order of hosts matters", "torus, ring", "section 3.2.2", "critical",
      above_one(ratio_of(measurements, ring(HostOrder::drawn), ring(HostOrder::shortest), &Measurement::to_last),
                "time to the last of 16 members with IDs at random over that with IDs along a short way")));
  claims.claims.push_back(claim_of_answer(
      "(15) IDs of each group make its way shorter", "torus, ring", "section 3.2.2", "easier",
      below_one(
          ratio_of(measurements, one_ring(HostOrder::group), one_ring(HostOrder::shortest), &Measurement::to_last),
          "time to the last of 16 members with IDs along a short way over them alone, over that "
          "with IDs along one over all hosts")));
  claims.claims.push_back(claim_of_answer("(15) IDs of each group need buffers of each group", "torus, rings of 16",
                                          "section 3.2.2", "two buffers for each",
                                          deadlocks(measurements, own_orders, true,
                                                    "runs that deadlock, of groups that "
                                                    "share the buffers of two classes")));
  for (const unsigned words : lengths(effort))
    claims.claims.push_back(claim_of_answer(
        "(22) interfaces that forward are faster than hosts", fmt::format("torus, {} words", words), "section 1",
        "significant reductions",
        below_one(ratio_of(measurements, forwarding(words, false), forwarding(words, true), &Measurement::to_last),
                  "time to the last of 16 members along wrap-around trees over that when hosts forward, whose software "
                  "takes no time")));
  section.blocks.emplace_back(std::move(claims));
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const Load load : {Load::light, Load::heavy})
        if (Figure figure = over_size(measurements, network, words, load, effort); !figure.series.empty())
          section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(trees_table(measurements, effort));
  section.blocks.emplace_back(
      reproduction::Paragraph{"Equation (1) is the time from the first copy to the header at the last member, without "
                              "the wait for host memory at "
                              "both ends and without the worm itself. A tree branches where a further copy of one "
                              "host comes before a hop further on would: with short worms the processors decide "
                              "that, which take about as long for either; with long worms trees are paths, and no "
                              "verdict is given where they are."});
  return section;
}

}  // namespace slackline::anglano
