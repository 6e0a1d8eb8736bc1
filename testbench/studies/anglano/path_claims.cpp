#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "testbench/studies/anglano/trees.hpp"

namespace slackline::anglano {

namespace {

using reproduction::all_of;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Simulated;

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
  /// Both carry the load: the ratio is of times to the last member. Otherwise of words accepted, those's over these's.
  bool is_of_times;
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

/// The points whose trees are no paths. Their intervals are widened so that all of them hold together: one of so many points is not
/// to win by chance.
struct ForPaths {
  /// With the smallest time of the best path over that of the best tree, of those whose interval is apart from 1.
  std::optional<Point> best;
  std::optional<Comparison> at_best;
  std::size_t points = 0, undecided = 0;  ///< how many there are, and in whose interval 1 lies
};
std::optional<ForPaths> for_paths(const Measurements& measurements, const std::vector<Point>& points) {
  std::vector<std::pair<Point, Comparison>> found;
  for (const Point& point : points) {
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
/// That a path can beat a tree is refuted where none does at any of the points.
std::optional<Simulated> path_wins(const Measurements& measurements, const std::vector<Point>& points) {
  const auto all = for_paths(measurements, points);
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

/// One group with all hosts at one switch, where the copies of a tree share no link.
std::vector<Point> points_at_one_switch(Effort effort) {
  std::vector<Point> points;
  for (const unsigned words : lengths(effort))
    for (const unsigned members : sizes(Network::star, effort)) points.push_back(at_one_switch(members, words));
  return points;
}

/// At light load, with cut-through.
std::vector<Point> light_points(Network network, Effort effort, Change change) {
  std::vector<Point> points;
  for (const unsigned words : lengths(effort))
    for (const unsigned members : sizes(network, effort)) points.push_back(change(light(network, members, words)));
  return points;
}

double percent(const Measurements& measurements, const Setup& setup) {
  return 100 * mean_of(measurements, setup, &Measurement::delivered)->value;
}

/// The best tree next to the best path at one point: times where both carry the load, and otherwise the words accepted, if one of them
/// carries it. Nothing: it was not simulated.
/// `judged`: answers to one question that hold together.
std::optional<Simulated> tree_wins_at(const Measurements& measurements, const Point& point, const std::string& which,
                                      std::size_t judged = 1) {
  const auto found = compared(measurements, point, tree_algorithms, path_algorithms);
  if (!found) return std::nullopt;
  const std::string size = fmt::format("for {} members", point.members);
  if (is_path(measurements, point)) return reproduction::shows_nothing(size + " the best tree is a path");
  const std::string arrive = fmt::format("of which {:.0f} % arrive along the tree, and {:.0f} % along the path",
                                         percent(measurements, found->these), percent(measurements, found->those));
  if (!found->is_of_times && !carries(measurements, found->these) && !carries(measurements, found->those))
    return reproduction::shows_nothing(fmt::format("{} neither carries the load, {}", size, arrive));
  const char* const tree = multicast::to_string(found->these.algorithm);
  const char* const path = multicast::to_string(found->those.algorithm);
  Simulated answer = *below_one(
      widened(found->ratio, judged),
      found->is_of_times
          ? fmt::format("the best tree's ({}) time to the last member over the best path's ({}), {}{}", tree, path,
                        size, which)
          : fmt::format("words accepted along the best path ({}) over those along the best tree ({}), {}{}, {}", path,
                        tree, size, which, arrive));
  if (!shows_anything(answer)) answer.note = fmt::format("{} {}", size, answer.note);
  return answer;
}

/// The highest load above light that the best tree or the best path carries: past what is carried messages wait longer and longer.
std::optional<Point> at_most_carried(const Measurements& measurements, Point point) {
  for (const Load load : loads_above_light) {
    point.load = load;
    const auto found = compared(measurements, point, tree_algorithms, path_algorithms);
    if (found && (carries(measurements, found->these) || carries(measurements, found->those))) return point;
  }
  return std::nullopt;
}

}  // namespace

bool is_path(const Measurements& measurements, const Point& point) {
  const auto best = best_of(measurements, point, tree_algorithms);
  const auto branches = best ? mean_of(measurements, *best, &Measurement::branching) : std::nullopt;
  return !branches || branches->value < 1.5;
}

std::string together(std::size_t points) {
  return fmt::format("; with an interval that holds for all {} points together", points);
}

std::optional<Simulated> simple_often_beat_trees(const Measurements& measurements, Network network, Effort effort,
                                                 Change change) {
  std::size_t all = 0, simple = 0, trees = 0, unicasts = 0;
  for (const Point& point : points(effort)) {
    if (point.network != network) continue;
    const auto found = compared(measurements, change(point), simple_algorithms, tree_algorithms);
    if (!found) return std::nullopt;
    if (is_path(measurements, change(point))) continue;
    constexpr Algorithm addressed[] = {Algorithm::unicasts};
    const auto alone = compared(measurements, change(point), addressed, tree_algorithms);
    if (!alone) return std::nullopt;
    ++all;
    unicasts += alone->ratio.high() < 1;
    simple += found->ratio.high() < 1;
    trees += found->ratio.low() > 1;
  }
  if (all == 0) return reproduction::shows_nothing("all trees are paths");
  // Points at which 1 lies within the interval may be won by either.
  const double of = static_cast<double>(all), least = static_cast<double>(simple) / of,
               most = static_cast<double>(all - trees) / of;
  return decided(
      {(least + most) / 2, (most - least) / 2, all}, reproduction::at_least(0.5),
      fmt::format(
          "share of {} points, of size, length, load and cut-through, whose trees are no paths, at which "
          "the best of unicasts, ring and bus is faster than both trees, or carries more of a load that "
          "one of them does not carry. No interval of 95 %, but a range: from those at which the whole interval of "
          "their ratio says so to those at which it does not say the contrary; required: at least half, a limit "
          "of ours for "
          "\"often\". The paper's example is separate addressing: unicasts alone do at {} of the points",
          all, unicasts));
}

std::optional<Simulated> path_beats_tree(const Measurements& measurements, Network network, Effort effort,
                                         Change change) {
  return path_wins(measurements, light_points(network, effort, change));
}

std::optional<Simulated> path_beats_tree_at_one_switch(const Measurements& measurements, Effort effort) {
  return path_wins(measurements, points_at_one_switch(effort));
}

std::optional<Simulated> limit_helps(const Measurements& measurements, Network network, Effort effort, Change change) {
  constexpr double limit = 2;
  std::optional<Point> best;
  double least = 1;
  std::size_t judged = 0;
  for (const Point& point : light_points(network, effort, change)) {
    const auto found = compared(measurements, point, path_algorithms, tree_algorithms);
    if (!found) return std::nullopt;
    if (!found->is_of_times || mean_of(measurements, found->those, &Measurement::branching)->value <= limit) continue;
    ++judged;
    if (found->ratio.value >= least) continue;
    best = point;
    least = found->ratio.value;
  }
  if (!best)
    return reproduction::shows_nothing(fmt::format(
        "no path is faster, on average, than a tree with more than two copies of a host, at {} points", judged));
  const Setup tree = *best_of(measurements, *best, tree_algorithms), limited = of_two_copies(*best, tree.algorithm);
  const auto ratio = ratio_of(measurements, limited, tree, &Measurement::to_last);
  if (!ratio) return std::nullopt;
  return where_carried(
      measurements, {limited, tree},
      below_one(
          widened(*ratio, judged),
          fmt::format("time to the last member along a tree ({}) of at most two copies a host over that without a "
                      "limit, for {} members and {} words, where a path does best{}",
                      multicast::to_string(tree.algorithm), best->members, best->words, together(judged))));
}

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
    answer =
        reproduction::shows_nothing(fmt::format("for {} members neither carries a load above light", point.members));
  if (answer && is_path(measurements, point)) return;
  table.claims.push_back(
      claim_of_answer("(17) a tree wins at heavy load",
                      fmt::format("{}, {} words, {} members", to_string(point.network), point.words, point.members),
                      "section 4.3", "will help", answer));
  if (!answer || !shows_anything(*answer) || answer->holds()) return;
  const std::vector<WithoutCause> causes = causes_at_heavy_load(*carried_at);
  for (const WithoutCause& rerun : causes)
    if (auto again = tree_wins_at(measurements, rerun.point, which(rerun.point), causes.size()))
      table.claims.back().reruns.push_back({rerun.cause, {}, std::move(again)});
}

reproduction::Table by_load(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "The best tree and the best path by load, with cut-through: time to the last member, cycles",
      {"network", "words", "members", "load", "tree", "its time", "words that arrive, %", "path", "its time",
       "words that arrive, %"},
      {}};
  const auto add = [&](const Point& point) {
    std::vector<std::string> row{to_string(point.network), std::to_string(point.words), std::to_string(point.members),
                                 fmt::format("{:g}", share_of(point.load))};
    for (const auto& algorithms : {tree_algorithms, path_algorithms}) {
      const std::vector<Algorithm> all(algorithms, algorithms + std::size(tree_algorithms));
      const auto best = best_of(measurements, point, all);
      if (!best) return;
      row.insert(row.end(), {multicast::to_string(best->algorithm),
                             reproduction::cell(mean_of(measurements, *best, &Measurement::to_last), 0),
                             fmt::format("{:.0f}", percent(measurements, *best))});
    }
    table.rows.push_back(std::move(row));
  };
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const unsigned members : sizes(network, effort))
        for (const Load load : {Load::light, Load::eighth, Load::quarter, Load::heavy})
          add({network, members, words, load, true});
  return table;
}

}  // namespace slackline::anglano
