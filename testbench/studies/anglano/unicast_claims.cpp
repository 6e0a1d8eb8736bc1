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

/// The first size at which a ratio that begins below 1 reaches it. Both times grow about as powers of the size. Nothing: it does not.
std::optional<double> crossing(const std::vector<unsigned>& sizes, const std::vector<double>& ratios) {
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (ratios[i - 1] >= 1 || ratios[i] < 1) continue;
    const double before = sizes[i - 1], after = sizes[i];
    return before * std::pow(after / before, std::log(1 / ratios[i - 1]) / std::log(ratios[i] / ratios[i - 1]));
  }
  return std::nullopt;
}

/// Unicasts over the best tree at light load, over the size of a group.
struct BySize {
  reproduction::Mean smallest, largest;
  std::vector<double> crossings;  ///< of the draws that have one: the size at which both are as fast
  std::size_t draws = 0;
  std::string text;  ///< of each size, and at which they are as fast: "4: 0.82 8: 1.10"
};
/// `with(members, algorithm)`. Nothing: they were not simulated.
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
  const auto has_draw = [&](const std::vector<double>& of) { return found.draws < of.size(); };
  for (; std::all_of(by_size.begin(), by_size.end(), has_draw); ++found.draws) {
    std::vector<double> ratios;
    for (const std::vector<double>& of : by_size) ratios.push_back(of[found.draws]);
    if (const auto at = crossing(all, ratios)) found.crossings.push_back(*at);
  }
  if (found.crossings.empty()) return found;
  found.text += fmt::format(", as fast at {} members", cell(reproduction::mean_of(found.crossings), 2));
  if (found.crossings.size() < found.draws)
    found.text += fmt::format(" in {} of {} draws", found.crossings.size(), found.draws);
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
  std::vector<Setup> setups;
  for (const unsigned members : {all.front(), all.back()})
    for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::up_down, Algorithm::wrap_around})
      setups.push_back(with(members, algorithm));
  const std::string note = fmt::format(
      "unicasts over the best tree at light load, by size: {}; required: below 1 for the smallest group and above 1 "
      "for the largest{}",
      found->text,
      is_path(measurements, light(network, all.front(), words))
          ? fmt::format("; the best tree of {} members is a path", all.front())
          : "");
  return where_carried(measurements, setups,
                       all_of({decided(found->smallest, reproduction::below(1), note),
                               decided(found->largest, reproduction::above(1), note)}));
}

std::optional<Simulated> unicasts_suit_scattered_groups(const Measurements& measurements, Network network,
                                                        Effort effort) {
  const std::vector<unsigned> all = sizes_apart(network, effort);
  const auto apart = [&](unsigned members, Algorithm algorithm) {
    return far_apart(one_source(network, members, algorithm));
  };
  const auto near = [&](unsigned members, Algorithm algorithm) {
    return of_neighbours(one_source(network, members, algorithm));
  };
  const auto of_apart = unicasts_by_size(measurements, all, apart), of_near = unicasts_by_size(measurements, all, near);
  if (!of_apart || !of_near) return std::nullopt;
  std::string hops;
  for (const unsigned members : all)
    hops += fmt::format("{} {:.2f} and {:.2f}", hops.empty() ? "" : ",", mean_hops(apart(members, Algorithm::unicasts)),
                        mean_hops(near(members, Algorithm::unicasts)));
  const std::string by_size = fmt::format(
      "the time of unicasts over that of the best tree with one source, apart: {}; "
      "neighbours: {}; links between two members, on average, apart and as neighbours:{}",
      of_apart->text, of_near->text, hops);
  if (of_apart->crossings.size() < of_apart->draws || of_near->crossings.size() < of_near->draws)
    return reproduction::shows_nothing("in some draws there is no size at which both are as fast; " + by_size);
  return decided(
      *reproduction::mean_difference(of_apart->crossings, of_near->crossings), reproduction::above(0),
      "members more up to which unicasts are as fast as the best tree, when members are far apart, than when "
      "they are neighbours; " +
          by_size + "; required: above 0");
}

std::optional<Simulated> unicasts_serialize(const Measurements& measurements, Network network, unsigned words,
                                            Effort effort) {
  const auto all = sizes_of_slope(network, words, effort);
  const auto of = [&](unsigned members, Algorithm algorithm) { return one_source(network, members, algorithm, words); };
  const auto slope_of = [&](Algorithm algorithm, Value value) {
    std::vector<double> slopes = reproduction::differences(samples(measurements, of(all.back(), algorithm), value),
                                                           samples(measurements, of(all.front(), algorithm), value));
    for (double& slope : slopes) slope /= all.back() - all.front();
    return slopes;
  };
  const std::vector<double> unicasts = slope_of(Algorithm::unicasts, &Measurement::to_last),
                            up_down = slope_of(Algorithm::up_down, &Measurement::to_last),
                            wrap_around = slope_of(Algorithm::wrap_around, &Measurement::to_last);
  const auto one = reproduction::mean(up_down), other = reproduction::mean(wrap_around);
  if (!one || !other) return std::nullopt;
  const auto ratio = with_bounds(reproduction::ratio(unicasts, *one < *other ? up_down : wrap_around));
  // Copies that leave one after the other take the link as long as all their worms. A worm's time is measured on the link.
  const std::vector<double> worm = slope_of(Algorithm::unicasts, &Measurement::source_time);
  const auto over_worm = reproduction::ratio(unicasts, worm);
  if (!ratio || !over_worm) return std::nullopt;
  const std::string note = fmt::format(
      "cycles to the last member more for each member, from {} to {}: {:.0f} with unicasts, over the {:.1f} for which "
      "the source's link carries each copy; the best tree takes {:.1f} more; required: at least 1, and more than the "
      "best tree",
      all.front(), all.back(), over_worm->larger, over_worm->smaller, ratio->smaller);
  return all_of({decided(*over_worm, reproduction::at_least(1), note), decided(*ratio, reproduction::above(1), note)});
}

std::optional<Simulated> takes_less_of_source(const Measurements& measurements, Network network, Effort effort) {
  const unsigned members = sizes(network, effort).back();
  const auto of = [&](Algorithm algorithm) { return one_source(network, members, algorithm); };
  const auto time = [&](Algorithm algorithm) {
    return mean_of(measurements, of(algorithm), &Measurement::source_time);
  };
  const Algorithm others[] = {Algorithm::ring, Algorithm::up_down, Algorithm::wrap_around};
  const auto of_unicasts = time(Algorithm::unicasts);
  if (!of_unicasts) return std::nullopt;
  std::string times = fmt::format("unicasts {:.0f}", of_unicasts->value);
  for (const Algorithm algorithm : others) {
    const auto found = time(algorithm);
    if (!found) return std::nullopt;
    times += fmt::format(", {} {:.0f}", multicast::to_string(algorithm), found->value);
  }
  std::vector<Simulated> parts;
  for (const Algorithm algorithm : others) {
    const auto ratio = ratio_of(measurements, of(algorithm), of(Algorithm::unicasts), &Measurement::source_time);
    if (!ratio) return std::nullopt;
    parts.push_back(
        decided(*ratio, reproduction::below(1),
                fmt::format("cycles for which the source's link carries a message to {} members, over those "
                            "of unicasts, along the {}: {}; it sends fewer copies; required: below 1 for "
                            "each",
                            members, multicast::to_string(algorithm), times)));
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Simulated& a, const Simulated& b) { return a.value > b.value; });
  return all_of(parts);
}

}  // namespace slackline::anglano
