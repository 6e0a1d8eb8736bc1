// Paths, trees and multiple unicasts: claims (1) to (4), (14) to (18) and (22).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

bool carries(const Measurements& measurements, const Setup& setup) {
  return mean_of(measurements, setup, &Measurement::delivered)->value >= carried;
}

/// Of these algorithms, of those that carry the load, the one with the shortest time to the last member; where none does, the
/// one that accepts most. Nothing: they were not simulated.
template <class Algorithms>
std::optional<Setup> best_of(const Measurements& measurements, const Point& point, const Algorithms& algorithms) {
  std::optional<Setup> best;
  bool best_carries = false;
  double least = 0;
  for (const Algorithm algorithm : algorithms) {
    const Setup setup = point.with(algorithm);
    const auto time = mean_of(measurements, setup, &Measurement::to_last),
               accepted = mean_of(measurements, setup, &Measurement::accepted);
    if (!time || !accepted) return std::nullopt;
    const bool does = carries(measurements, setup);
    const double value = does ? time->value : -accepted->value;
    if (best && (does == best_carries ? value >= least : best_carries)) continue;
    best = setup;
    best_carries = does;
    least = value;
  }
  return best;
}

/// The best of some next to the best of others, draw by draw; `ratio`: below 1 where they are better.
struct Comparison {
  Setup these, those;
  bool
      is_of_times;  ///< both carry the load: of times to the last member; otherwise of words accepted, those's over these's
  reproduction::Mean ratio;
};
template <class These, class Those>
std::optional<Comparison> compared(const Measurements& measurements, const Point& point, const These& these,
                                   const Those& those) {
  const auto a = best_of(measurements, point, these), b = best_of(measurements, point, those);
  if (!a || !b) return std::nullopt;
  const bool both_carry = carries(measurements, *a) && carries(measurements, *b);
  const auto ratio = both_carry ? ratio_of(measurements, *a, *b, &Measurement::to_last)
                                : ratio_of(measurements, *b, *a, &Measurement::accepted);
  if (!ratio) return std::nullopt;
  return Comparison{*a, *b, both_carry, *ratio};
}

/// A tree without a branch is a path: there is nothing to compare.
bool is_path(const Measurements& measurements, const Point& point) {
  const auto best = best_of(measurements, point, tree_algorithms);
  const auto branches = best ? mean_of(measurements, *best, &Measurement::branching) : std::nullopt;
  return !branches || branches->value < 1.5;
}

Point as_it_is(Point point) { return point; }

std::optional<Simulated> simple_often_beat_trees(const Measurements& measurements, Network network, Effort effort,
                                                 Change change) {
  std::size_t all = 0, simple = 0, trees = 0;
  for (const Point& point : points(effort)) {
    if (point.network != network) continue;
    const auto found = compared(measurements, change(point), simple_algorithms, tree_algorithms);
    if (!found) return std::nullopt;
    if (is_path(measurements, change(point))) continue;
    ++all;
    simple += found->ratio.high() < 1;
    trees += found->ratio.low() > 1;
  }
  if (all == 0) return reproduction::shows_nothing("all trees are paths");
  // Points at which 1 lies within the interval may be won by either.
  const double of = static_cast<double>(all), least = static_cast<double>(simple) / of,
               most = static_cast<double>(all - trees) / of;
  return decided(
      {(least + most) / 2, (most - least) / 2, all}, reproduction::at_least(0.5),
      fmt::format("share of {} points, of size, length, load and cut-through, whose trees are no paths, at which "
                  "the best of unicasts, ring and bus is faster than both trees, or carries more of a load that "
                  "one of them does not carry: from those at which the whole interval of their ratio says so to "
                  "those at which it does not say the contrary; required: at least half, a limit of ours for "
                  "\"often\"",
                  all));
}

/// For one of so many that are judged.
reproduction::Mean widened(reproduction::Mean mean, std::size_t judged) {
  if (mean.half_width) *mean.half_width *= reproduction::widening(mean.samples, judged);
  return mean;
}
std::string together(std::size_t points) {
  return fmt::format("; with an interval that holds for all {} points together", points);
}
/// The time of unicasts over that of the best tree, of each draw.
std::vector<double> over_best_tree(const Measurements& measurements, const Setup& by_unicasts, const Setup& up_down,
                                   const Setup& wrap_around) {
  const auto one = mean_of(measurements, up_down, &Measurement::to_last),
             other = mean_of(measurements, wrap_around, &Measurement::to_last);
  std::vector<double> ratios;
  if (!one || !other) return ratios;
  const auto times = samples(measurements, by_unicasts, &Measurement::to_last),
             of_tree = samples(measurements, one->value < other->value ? up_down : wrap_around, &Measurement::to_last);
  for (std::size_t i = 0; i < times.size() && i < of_tree.size(); ++i) ratios.push_back(times[i] / of_tree[i]);
  return ratios;
}

/// Of groups at light load.
struct BySize {
  reproduction::Mean smallest, largest;
  std::string text;  ///< of each size, and at which they are as fast: "4: 0.82 8: 1.10"
};

/// The first size at which a ratio that begins below 1 reaches it. Both times grow about as powers of the size. Nothing: it does not.
std::optional<double> crossing(const std::vector<unsigned>& sizes, const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (ratios[i - 1] >= 1 || ratios[i] < 1) continue;
    const double before = sizes[i - 1], after = sizes[i];
    return before * std::pow(after / before, std::log(1 / ratios[i - 1]) / std::log(ratios[i] / ratios[i - 1]));
  }
  return std::nullopt;
}
/// In words, of all draws: `by_size` has the ratios of each.
std::string text_of_crossing(const std::vector<unsigned>& sizes, const std::vector<std::vector<double>>& by_size) {
  std::vector<double> found;
  std::size_t draws = 0;
  for (; std::all_of(by_size.begin(), by_size.end(), [&](const auto& of) { return draws < of.size(); }); ++draws) {
    std::vector<double> ratios;
    for (const std::vector<double>& of : by_size) ratios.push_back(of[draws]);
    if (const auto at = crossing(sizes, ratios)) found.push_back(*at);
  }
  if (found.empty()) return "";
  std::string text = fmt::format(", as fast at {} members", cell(reproduction::mean_of(found), 1));
  if (found.size() < draws) text += fmt::format(" in {} of {} draws", found.size(), draws);
  return text;
}
/// Nothing: they were not simulated. `with(members, algorithm)`.
template <class With>
std::optional<BySize> unicasts_by_size(const Measurements& measurements, Network network, Effort effort, With with) {
  const auto all = sizes(network, effort);
  BySize found;
  std::vector<std::vector<double>> by_size;
  for (const unsigned members : all) {
    by_size.push_back(over_best_tree(measurements, with(members, Algorithm::unicasts),
                                     with(members, Algorithm::up_down), with(members, Algorithm::wrap_around)));
    const auto at = reproduction::mean_of(by_size.back());
    if (!at) return std::nullopt;
    found.text += fmt::format("{}{}: {:.2f}", found.text.empty() ? "" : " ", members, at->value);
    if (members == all.front()) found.smallest = *at;
    found.largest = *at;
  }
  found.text += text_of_crossing(all, by_size);
  return found;
}

std::optional<Simulated> unicasts_suit_small_groups(const Measurements& measurements, Network network, Effort effort) {
  const auto found = unicasts_by_size(measurements, network, effort, [&](unsigned members, Algorithm algorithm) {
    return light(network, members, 16).with(algorithm);
  });
  if (!found) return std::nullopt;
  const std::string note = fmt::format(
      "unicasts over the best tree at light load, by size: {}; required: below 1 for the smallest group and above 1 "
      "for "
      "the largest",
      found->text);
  return all_of(
      {decided(found->smallest, reproduction::below(1), note), decided(found->largest, reproduction::above(1), note)});
}

/// With one source, so that no worm waits for another; at each size.
std::vector<reproduction::ReadingAnswer> unicasts_suit_scattered_groups(const Measurements& measurements,
                                                                        Network network, Effort effort) {
  const std::vector<unsigned> all = sizes(network, effort);
  const auto apart = [&](unsigned members, Algorithm algorithm) { return one_source(network, members, algorithm); };
  const auto near = [&](unsigned members, Algorithm algorithm) { return of_neighbours(apart(members, algorithm)); };
  const auto of_apart = unicasts_by_size(measurements, network, effort, apart),
             of_near = unicasts_by_size(measurements, network, effort, near);
  std::vector<reproduction::ReadingAnswer> answers;
  for (const unsigned members : all) {
    const auto ratios = [&](auto with) {
      return over_best_tree(measurements, with(members, Algorithm::unicasts), with(members, Algorithm::up_down),
                            with(members, Algorithm::wrap_around));
    };
    std::optional<reproduction::Mean> ratio = reproduction::ratio(ratios(apart), ratios(near));
    if (ratio) ratio = widened(*ratio, all.size());
    answers.push_back({fmt::format("{} members", members),
                       !of_apart || !of_near
                           ? std::nullopt
                           : below_one(ratio, fmt::format("with one source, the time of unicasts over that of the best "
                                                          "tree when members are far apart, over the same when they "
                                                          "are neighbours; by size, apart: {}; neighbours: {}",
                                                          of_apart->text, of_near->text) +
                                                  together(all.size()))});
  }
  return answers;
}

/// How much longer unicasts take for each member more, over the same of the best tree.
std::optional<Simulated> unicasts_serialize(const Measurements& measurements, Network network, Effort effort) {
  const auto all = sizes(network, effort);
  const auto slope_of = [&](Algorithm algorithm) {
    const auto time = [&](unsigned members) {
      return samples(measurements, one_source(network, members, algorithm), &Measurement::to_last);
    };
    std::vector<double> slopes = reproduction::differences(time(all.back()), time(all.front()));
    for (double& slope : slopes) slope /= all.back() - all.front();
    return slopes;
  };
  const std::vector<double> unicasts = slope_of(Algorithm::unicasts), up_down = slope_of(Algorithm::up_down),
                            wrap_around = slope_of(Algorithm::wrap_around);
  const auto one = reproduction::mean(up_down), other = reproduction::mean(wrap_around);
  if (!one || !other) return std::nullopt;
  const auto ratio = with_bounds(reproduction::ratio(unicasts, *one < *other ? up_down : wrap_around));
  if (!ratio) return std::nullopt;
  return above_one(ratio, fmt::format("cycles to the last member more for each member, from {} to {}: {:.0f} with "
                                      "unicasts, over the {:.1f} of the best tree",
                                      all.front(), all.back(), ratio->larger, ratio->smaller));
}

/// Cycles of a message in which the link of the originator of the largest group carries its flits: "unicasts 1256, ring 23".
std::string times_of_source(const Measurements& measurements, Network network, Effort effort) {
  std::string text;
  for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::ring, Algorithm::up_down, Algorithm::wrap_around}) {
    const auto time =
        mean_of(measurements, one_source(network, sizes(network, effort).back(), algorithm), &Measurement::source_time);
    if (!time) return "";
    text += fmt::format("{}{} {:.0f}", text.empty() ? "" : ", ", multicast::to_string(algorithm), time->value);
  }
  return text;
}

/// The points at light load with cut-through whose trees are no paths. Their intervals are widened so that all of them hold together:
/// one of so many points is not to win by chance.
struct ForPaths {
  std::optional<Point>
      best;  ///< with the smallest time of the best path over that of the best tree, of those whose interval is
             ///< apart from 1
  std::optional<Comparison> at_best;
  std::size_t points = 0, undecided = 0;  ///< how many there are, and in whose interval 1 lies
};
/// Nothing: they were not simulated.
std::optional<ForPaths> for_paths(const Measurements& measurements, Network network, Effort effort, Change change) {
  std::vector<std::pair<Point, Comparison>> found;
  for (const unsigned words : lengths(effort))
    for (const unsigned members : sizes(network, effort)) {
      const Point point = change(light(network, members, words));
      const auto at = compared(measurements, point, path_algorithms, tree_algorithms);
      if (!at) return std::nullopt;
      if (!is_path(measurements, point)) found.emplace_back(point, *at);
    }
  ForPaths all;
  all.points = found.size();
  for (auto& [point, at] : found) {
    at.ratio = widened(at.ratio, all.points);
    if (at.ratio.low() <= 1 && at.ratio.high() >= 1) {
      ++all.undecided;
    } else if (!all.best || at.ratio.value < all.at_best->ratio.value) {
      all.best = point;
      all.at_best = at;
    }
  }
  return all;
}

/// That one can is refuted where none does.
std::optional<Simulated> path_beats_tree(const Measurements& measurements, Network network, Effort effort,
                                         Change change) {
  const auto all = for_paths(measurements, network, effort, change);
  if (!all) return std::nullopt;
  if (all->points == 0) return reproduction::shows_nothing("all trees are paths");
  const auto& best = all->at_best;
  if (all->undecided != 0 && (!best || best->ratio.low() > 1))
    return reproduction::shows_nothing(fmt::format(
        "no path wins with its whole interval, and at {} of {} points 1 lies within it", all->undecided, all->points));
  return below_one(best->ratio,
                   fmt::format("{}, for {} members and {} words, where it is least{}",
                               best->is_of_times ? "the best path's time to the last member over the best tree's"
                                                 : "words accepted along the best tree over those along the best path",
                               all->best->members, all->best->words, together(all->points)));
}

/// One group with all hosts at one switch, at light load. On the star the copies of a tree share the one link of each switch.
std::optional<Simulated> path_beats_tree_at_one_switch(const Measurements& measurements, unsigned words,
                                                       Effort effort) {
  std::optional<Simulated> best;
  for (const unsigned members : sizes(Network::star, effort)) {
    const Point point = at_one_switch(members, words);
    const auto at = compared(measurements, point, path_algorithms, tree_algorithms);
    if (!at) return std::nullopt;
    if (is_path(measurements, point)) continue;
    const auto answer = below_one(
        at->ratio, fmt::format("the best path's time to the last member over the best tree's, for {} members, where it "
                               "is least of all sizes whose trees are no paths",
                               members));
    if (!best || answer->value < best->value) best = answer;
  }
  return best ? best : reproduction::shows_nothing("all trees are paths");
}

/// At the point at which a path does best of those where a tree has more copies of a host than the limit, and takes longer.
std::optional<Simulated> limit_helps(const Measurements& measurements, Network network, Effort effort, Change change) {
  constexpr double limit = 2;
  std::optional<Point> best;
  double least = 1;
  std::size_t judged = 0;
  for (const unsigned words : lengths(effort))
    for (const unsigned members : sizes(network, effort)) {
      const Point point = change(light(network, members, words));
      const auto found = compared(measurements, point, path_algorithms, tree_algorithms);
      if (!found) return std::nullopt;
      if (mean_of(measurements, found->those, &Measurement::branching)->value <= limit) continue;
      ++judged;
      if (found->ratio.value >= least) continue;
      best = point;
      least = found->ratio.value;
    }
  if (!best)
    return reproduction::shows_nothing(fmt::format(
        "no path is faster, on average, than a tree with more than two copies of a host, at {} points", judged));
  const Setup tree = *best_of(measurements, *best, tree_algorithms);
  const auto ratio = ratio_of(measurements, of_two_copies(*best, tree.algorithm), tree, &Measurement::to_last);
  if (!ratio) return std::nullopt;
  return below_one(
      widened(*ratio, judged),
      fmt::format("time to the last member along a tree ({}) of at most two copies a host over that without a "
                  "limit, for {} members and {} words, where a path does best{}",
                  multicast::to_string(tree.algorithm), best->members, best->words, together(judged)));
}

double percent(const Measurements& measurements, const Setup& setup) {
  return 100 * mean_of(measurements, setup, &Measurement::delivered)->value;
}

/// The best tree next to the best path at one point: times where both carry the load. Nothing: it was not simulated.
std::optional<Simulated> tree_wins_at(const Measurements& measurements, const Point& point, const std::string& which) {
  const auto found = compared(measurements, point, tree_algorithms, path_algorithms);
  if (!found) return std::nullopt;
  const std::string size = fmt::format("for {} members", point.members);
  if (is_path(measurements, point)) return reproduction::shows_nothing(size + " the best tree is a path");
  if (!found->is_of_times)
    return reproduction::shows_nothing(
        fmt::format("{} {:.0f} % of the load arrive along the tree, and {:.0f} % along the path", size,
                    percent(measurements, found->these), percent(measurements, found->those)));
  Simulated answer = *below_one(
      found->ratio, fmt::format("the best tree's ({}) time to the last member over the best path's ({}), {}{}",
                                multicast::to_string(found->these.algorithm),
                                multicast::to_string(found->those.algorithm), size, which));
  if (!shows_anything(answer)) answer.note = fmt::format("{} {}", size, answer.note);
  return answer;
}

/// Over the sizes of one length whose trees are no paths.
std::optional<Simulated> tree_wins(const Measurements& measurements, const Point& like,
                                   const std::vector<unsigned>& all) {
  std::vector<Simulated> parts;
  for (const unsigned members : all) {
    Point point = like;
    point.members = members;
    const auto at = tree_wins_at(measurements, point, ", where it is largest of all sizes whose trees are no paths");
    if (!at) return std::nullopt;
    if (!is_path(measurements, point)) parts.push_back(*at);
  }
  if (parts.empty()) return reproduction::shows_nothing("all trees are paths");
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Simulated& a, const Simulated& b) { return a.value > b.value; });
  return all_of(parts);
}

/// The most load that the best tree and the best path both carry: past it messages wait longer and longer, and have no latency.
std::optional<Point> at_most_carried(const Measurements& measurements, Point point) {
  for (const Load load : loads_above_light) {
    point.load = load;
    const auto found = compared(measurements, point, tree_algorithms, path_algorithms);
    if (found && found->is_of_times) return point;
  }
  return std::nullopt;
}

/// Each size by itself, at the highest load that is carried. Where a tree loses, again without what may be the cause:
/// - Each host stores a worm before it sends it on: that heavy load requires it "at almost every host" is what the paper concludes this
///   claim from.
/// - On the star all hosts are at one switch. IDs take a path through the hosts of one switch after the other, so a worm comes by the link
///   of each switch once; the copies of a tree go to and fro between switches.
/// - On the torus, where each host has a switch of its own, hosts that store have memory for more worms. With two buffers of a class many
///   worms of a tree are refused, and sent again, because several hosts send to one; along a path a single one does.
void add_at_heavy_load(const Measurements& measurements, Point point, ClaimTable& table) {
  point.load = Load::heavy;
  std::optional<Simulated> answer;
  const std::optional<Point> carried_at = at_most_carried(measurements, point);
  const auto which = [](const Point& at) {
    return fmt::format(", at {:g} of what an interface forwards", share_of(at.load));
  };
  if (carried_at)
    answer = tree_wins_at(measurements, *carried_at, which(*carried_at));
  else if (compared(measurements, point, tree_algorithms, path_algorithms))
    answer = reproduction::shows_nothing(
        fmt::format("for {} members no load above light is carried by both", point.members));
  if (answer && is_path(measurements, point)) return;
  table.claims.push_back(
      claim_of_answer("(17) a tree wins at heavy load",
                      fmt::format("{}, {} words, {} members", to_string(point.network), point.words, point.members),
                      "section 4.3", "will help", answer));
  if (!answer || !shows_anything(*answer) || answer->holds()) return;
  const auto add_rerun = [&](std::string without, const Point& changed) {
    if (auto again = tree_wins_at(measurements, changed, which(changed)))
      table.claims.back().reruns.push_back({std::move(without), {}, std::move(again)});
  };
  add_rerun("cut-through: each host stores a worm before it sends it on, as heavy load requires in the paper",
            stored(*carried_at));
  if (point.network == Network::star)
    add_rerun("links between switches, which the copies of a tree share: all hosts are at one switch",
              without_links_between_switches(*carried_at));
  else
    add_rerun(
        fmt::format("cut-through and with more memory: each host stores a worm, as above, and has {} buffers of a "
                    "class instead of {}",
                    large_memory, carried_at->buffers),
        stored_in_large_memory(*carried_at));
}

/// Past what one of them carries, over all sizes of a length: words accepted. The paper speaks of latency alone.
std::optional<Simulated> trees_carry_more(const Measurements& measurements, Network network, unsigned words,
                                          Effort effort) {
  std::vector<Simulated> parts;
  for (const unsigned members : sizes(network, effort)) {
    const Point point{network, members, words, Load::heavy, true};
    const auto found = compared(measurements, point, tree_algorithms, path_algorithms);
    if (!found) return std::nullopt;
    if (found->is_of_times || is_path(measurements, point)) continue;
    parts.push_back(*below_one(
        found->ratio,
        fmt::format("words accepted along the best path ({}) over those along the best tree ({}), of a load of which "
                    "{:.0f} % arrive along the tree, and {:.0f} % along the path, for {} members",
                    multicast::to_string(found->those.algorithm), multicast::to_string(found->these.algorithm),
                    percent(measurements, found->these), percent(measurements, found->those), members)));
  }
  if (parts.empty()) return reproduction::shows_nothing("all loads are carried");
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Simulated& a, const Simulated& b) { return a.value > b.value; });
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
    const reproduction::Claim& claim = table.claims.back();
    if (!claim.simulated || !shows_anything(*claim.simulated) || holds(claim)) return;
    if (auto again = of(measurements, network, effort, with_paper_copies))
      table.claims.back().reruns.push_back(
          {"the time of processors in the trees' CT: with that of a worm on its link, as in the paper",
           {},
           std::move(again)});
  };
  add_of_trees("(1) simple algorithms often beat trees", "section 1", "often", simple_often_beat_trees);
  add("(2) multiple unicasts suit small groups, and not large ones", at, "section 4", "small, scattered",
      unicasts_suit_small_groups(measurements, network, effort));
  table.claims.push_back(reproduction::claim_in_readings(
      "(2) multiple unicasts suit scattered groups more than neighbours", at, "section 4", "small, scattered",
      unicasts_suit_scattered_groups(measurements, network, effort), "size"));
  add("(3) multiple unicasts go one after the other", at, "section 4", "serialization",
      unicasts_serialize(measurements, network, effort));
  add("(4) paths and trees take less of the originator's time to send", at, "section 4", "less", std::nullopt);
  table.claims.back().untestable = {
      reproduction::Untestable::Reason::model,
      fmt::format("it sends fewer copies by construction; in a group of {} its link carries a message for so many "
                  "cycles: {}",
                  sizes(network, effort).back(), times_of_source(measurements, network, effort))};
  add_of_trees("(16) at light load with cut-through a path may beat a tree", "section 4.3", "can", path_beats_tree);
  add_of_trees("(18) a limit on the copies of a host makes up for it", "section 4.3", "limits this drawback",
               limit_helps);
  for (const unsigned words : lengths(effort)) {
    const std::string place = fmt::format("{}, {} words", at, words);
    const std::vector<unsigned> all = sizes(network, effort);
    add("(17) a tree wins without cut-through", place, "section 4.3", "will help",
        tree_wins(measurements, {network, 0, words, Load::light, false}, all));
    for (const unsigned members : all)
      add_at_heavy_load(measurements, {network, members, words, Load::heavy, true}, table);
    add("(17) trees carry more past saturation", place, "", "", trees_carry_more(measurements, network, words, effort));
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

/// Depth and branching of paths and trees, and equation (1) next to the simulation.
reproduction::Table trees_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"Trees at light load: equation (1), and the time to the last member",
                            {"network", "cut-through", "words", "members", "tree", "most hops", "most copies of a host",
                             "equation (1), cycles", "simulated, cycles"},
                            {}};
  const auto add = [&](Point point, Algorithm algorithm) {
    const Setup setup = point.with(algorithm);
    const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, setup, v), decimals); };
    table.rows.push_back({to_string(point.network), point.cut_through ? "on" : "off", std::to_string(point.words),
                          std::to_string(point.members), multicast::to_string(algorithm), value(&Measurement::depth, 1),
                          value(&Measurement::branching, 1), value(&Measurement::cost, 0),
                          value(&Measurement::to_last, 0)});
  };
  for (const Network network : networks(effort))
    for (const bool cut_through : {true, false})
      for (const unsigned words : lengths(effort))
        for (const unsigned members : sizes(network, effort)) {
          Point point = light(network, members, words);
          point.cut_through = cut_through;
          for (const Algorithm algorithm :
               {Algorithm::ring, Algorithm::bus, Algorithm::up_down, Algorithm::wrap_around})
            add(point, algorithm);
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
  if (effort == Effort::full)
    for (const unsigned words : lengths(effort))
      claims.claims.push_back(claim_of_answer("(16) a path beats a tree where copies share no links",
                                              fmt::format("one switch of 32, {} words", words), "", "",
                                              path_beats_tree_at_one_switch(measurements, words, effort)));
  section.blocks.emplace_back(std::move(claims));
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const Load load : {Load::light, Load::heavy})
        if (Figure figure = over_size(measurements, network, words, load, effort); !figure.series.empty())
          section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(trees_table(measurements, effort));
  section.blocks.emplace_back(reproduction::Paragraph{
      "Equation (1) is the time from the first copy to the header at the last member, without "
      "the wait for host memory at "
      "both ends and without the worm itself. Without cut-through it counts a copy's time for the first copy of a "
      "host, too, which is "
      "more than a worm takes to come in: there the times that it gives are too long, by up to a third. A tree "
      "branches where a further copy of one "
      "host comes before a hop further on would: with short worms the processors decide "
      "that, which take about as long for either; with long worms the trees of few members are paths, and no "
      "verdict is given where they are."});
  return section;
}

}  // namespace slackline::anglano
