#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/studies/anglano/trees.hpp"

namespace slackline::anglano {

namespace {

using reproduction::all_of;
using reproduction::cell;
using reproduction::decided;
using reproduction::Simulated;

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
/// `with(members, algorithm)`.
template <class With>
std::optional<BySize> unicasts_by_size(const Measurements& measurements, const std::vector<unsigned>& all, With with) {
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

}  // namespace

std::optional<Simulated> unicasts_suit_small_groups(const Measurements& measurements, Network network, unsigned words,
                                                    Effort effort) {
  const std::vector<unsigned> all = sizes(network, effort);
  const auto with = [&](unsigned members, Algorithm algorithm) {
    return light(network, members, words).with(algorithm);
  };
  const auto found = unicasts_by_size(measurements, all, with);
  if (!found) return std::nullopt;
  if (is_path(measurements, light(network, all.front(), words)))
    return reproduction::shows_nothing(fmt::format(
        "the best tree of {} members is a path; unicasts over the best tree, by size: {}", all.front(), found->text));
  std::vector<Setup> setups;
  for (const unsigned members : {all.front(), all.back()})
    for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::up_down, Algorithm::wrap_around})
      setups.push_back(with(members, algorithm));
  const std::string note = fmt::format(
      "unicasts over the best tree at light load, by size: {}; required: below 1 for the smallest group and above 1 "
      "for "
      "the largest",
      found->text);
  return where_carried(measurements, setups,
                       all_of({decided(found->smallest, reproduction::below(1), note),
                               decided(found->largest, reproduction::above(1), note)}));
}

std::optional<Simulated> unicasts_suit_scattered_groups(const Measurements& measurements, Network network,
                                                        Effort effort) {
  const std::vector<unsigned> all = sizes_apart(network, effort);
  const auto apart = [&](unsigned members, Algorithm algorithm) { return one_source(network, members, algorithm); };
  const auto near = [&](unsigned members, Algorithm algorithm) { return of_neighbours(apart(members, algorithm)); };
  const auto of_apart = unicasts_by_size(measurements, all, apart), of_near = unicasts_by_size(measurements, all, near);
  if (!of_apart || !of_near) return std::nullopt;
  const auto of_small = [&](auto with) {
    return over_best_tree(measurements, with(all.front(), Algorithm::unicasts), with(all.front(), Algorithm::up_down),
                          with(all.front(), Algorithm::wrap_around));
  };
  return below_one(reproduction::ratio(of_small(apart), of_small(near)),
                   fmt::format("with one source and {} members, the time of unicasts over that of the best tree when "
                               "members are far apart, over the same when they are neighbours; by size, apart: {}; "
                               "neighbours: {}",
                               all.front(), of_apart->text, of_near->text));
}

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
  const auto slope = reproduction::mean_of(unicasts);
  if (!ratio || !slope) return std::nullopt;
  // Copies that leave one after the other take the link as long as all their worms.
  const unsigned worm = one_source(network, all.front(), Algorithm::unicasts).worm_flits();
  const std::string note = fmt::format(
      "cycles to the last member more for each member, from {} to {}: {:.0f} with unicasts, of which a worm takes {} "
      "on "
      "its link, over the {:.1f} of the best tree; required: {} or more, and above 1",
      all.front(), all.back(), ratio->larger, worm, ratio->smaller, worm);
  return all_of({decided(*ratio, reproduction::above(1), note), decided(*slope, reproduction::at_least(worm), note)});
}

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

}  // namespace slackline::anglano
