// Paths, trees and multiple unicasts: claims (1) to (4), (14) to (18) and (22).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "testbench/studies/anglano/trees.hpp"

namespace slackline::anglano {

namespace {

using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::Simulated;

Point as_it_is(Point point) { return point; }

/// How trees count a copy.
struct CopyTime {
  const char* name;
  Change change;
};
constexpr CopyTime copy_times[] = {{"the paper's CT", with_paper_copies}, {"the processors' CT", as_it_is}};

/// With both times of a copy; where one does not hold, again with the other.
template <class Of>
void add_of_trees(const Measurements& measurements, Network network, Effort effort, const char* name,
                  const char* section, const char* stated, Of of, ClaimTable& table) {
  for (std::size_t i = 0; i < std::size(copy_times); ++i) {
    const CopyTime &these = copy_times[i], &other = copy_times[1 - i];
    reproduction::Claim claim = claim_of_answer(name, fmt::format("{}, {}", to_string(network), these.name), section,
                                                stated, of(measurements, network, effort, these.change));
    if (claim.is_testable() && claim.simulated && !holds(claim))
      if (auto again = of(measurements, network, effort, other.change))
        claim.reruns.push_back({fmt::format("{} in the trees: with {}", these.name, other.name), {}, std::move(again)});
    table.claims.push_back(std::move(claim));
  }
}

/// Of long worms, unicasts take the source's link for longer than its processor: again with short ones.
reproduction::Claim unicasts_suit_small(const Measurements& measurements, Network network, unsigned words,
                                        Effort effort) {
  reproduction::Claim claim =
      claim_of_answer("(2) multiple unicasts suit small groups, and not large ones",
                      fmt::format("{}, {} words", to_string(network), words), "section 4", "small, scattered",
                      unicasts_suit_small_groups(measurements, network, words, effort));
  const unsigned shorter = lengths(effort).front();
  if (words != shorter && claim.is_testable() && claim.simulated && !holds(claim))
    claim.reruns.push_back(
        {fmt::format("worms that take a link for longer than a processor takes for a copy: with {} words", shorter),
         {},
         unicasts_suit_small_groups(measurements, network, shorter, effort)});
  return claim;
}

void add_claims(const Measurements& measurements, Network network, Effort effort, ClaimTable& table) {
  const std::string at = to_string(network);
  const auto add = [&](const char* name, const std::string& where, const char* section, const char* stated,
                       std::optional<Simulated> answer) {
    table.claims.push_back(claim_of_answer(name, where, section, stated, std::move(answer)));
  };
  const auto add_with_both = [&](const char* name, const char* section, const char* stated, auto of) {
    add_of_trees(measurements, network, effort, name, section, stated, of, table);
  };
  add_with_both("(1) simple algorithms often beat trees", "section 1", "often", simple_often_beat_trees);
  for (const unsigned words : lengths(effort))
    table.claims.push_back(unicasts_suit_small(measurements, network, words, effort));
  add("(2) multiple unicasts suit scattered groups more than neighbours", at + ", 16 words", "section 4",
      "small, scattered", unicasts_suit_scattered_groups(measurements, network, effort));
  for (const unsigned words : lengths(effort))
    add("(3) multiple unicasts go one after the other", fmt::format("{}, {} words", at, words), "section 4",
        "serialization", unicasts_serialize(measurements, network, words, effort));
  add("(4) paths and trees take less of the originator's time to send", at + ", 16 words", "section 4", "less",
      takes_less_of_source(measurements, network, effort));
  add_with_both("(16) at light load with cut-through a path may beat a tree", "section 4.3", "can", path_beats_tree);
  if (network == Network::star && effort == Effort::full)
    add("(16) a path beats a tree also where copies share no link", at + ", all hosts at one switch", "", "",
        path_beats_tree_at_one_switch(measurements, effort));
  add_with_both("(18) a limit on the copies of a host limits the drawback", "section 4.3", "limits this drawback",
                limit_helps);
  for (const unsigned words : lengths(effort)) {
    const std::vector<unsigned> all = sizes(network, effort);
    add("(17) a tree wins without cut-through", fmt::format("{}, {} words", at, words), "section 4.3", "will help",
        tree_wins(measurements, {network, 0, words, Load::light, false}, all));
    for (const unsigned members : all)
      add_at_heavy_load(measurements, {network, members, words, Load::heavy, true}, table);
  }
}

/// Trees with and without a limit of two copies a host, next to the best path, at light load with cut-through.
reproduction::Table limits_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "Trees at light load with at most two copies of a host: time to the last member, cycles",
      {"network", "words", "members", "tree", "CT", "most copies of a host", "no limit", "two copies", "ring", "bus"},
      {}};
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const unsigned members : sizes(network, effort))
        for (const Algorithm algorithm : tree_algorithms)
          for (const auto& [name, change] : copy_times) {
            const Point point = change(light(network, members, words));
            const auto value = [&](const Setup& setup, Value v, int decimals) {
              return cell(mean_of(measurements, setup, v), decimals);
            };
            const Setup tree = point.with(algorithm);
            table.rows.push_back({to_string(network), std::to_string(words), std::to_string(members),
                                  multicast::to_string(algorithm), name, value(tree, &Measurement::branching, 1),
                                  value(tree, &Measurement::to_last, 0),
                                  value(of_two_copies(point, algorithm), &Measurement::to_last, 0),
                                  value(point.with(Algorithm::ring), &Measurement::to_last, 0),
                                  value(point.with(Algorithm::bus), &Measurement::to_last, 0)});
          }
  return table;
}

/// The time to the last member over the size of a group.
Figure over_size(const Measurements& measurements, Network network, unsigned words, Load load, Effort effort) {
  Figure figure{fmt::format("{}-{}-words-{}", to_string(network), words, load == Load::light ? "light" : "heavy"),
                fmt::format("Time to the last member of a group, worms of {} words, {} load; the {}.{}", words,
                            load == Load::light ? "light" : "heavy", to_string(network),
                            load == Load::light ? "" : grows_past_what_is_carried),
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

/// The most of a ratio of equation (1) and the simulation, over all points at light load; with cut-through those of long worms.
template <class Algorithms, class Ratio>
std::optional<double> most_of_equation(const Measurements& measurements, Effort effort, bool cut_through,
                                       const Algorithms& algorithms, Ratio ratio) {
  std::optional<double> most;
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const unsigned members : sizes(network, effort))
        for (const Algorithm algorithm : algorithms) {
          if (cut_through && !is_long(words)) continue;
          const Setup setup = Point{network, members, words, Load::light, cut_through}.with(algorithm);
          const auto by_equation = mean_of(measurements, setup, &Measurement::cost),
                     simulated = mean_of(measurements, setup, &Measurement::to_last);
          if (by_equation && simulated && by_equation->value > 0 && simulated->value > 0)
            most = std::max(most.value_or(0), ratio(by_equation->value, simulated->value));
        }
  return most;
}

}  // namespace

reproduction::Section trees_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Paths, trees and multiple unicasts", {}};
  ClaimTable claims{"Claims (1) to (4), (14) to (18) and (22)", "", {}, 3, {}};
  for (const Network network : networks(effort)) add_claims(measurements, network, effort, claims);
  const auto time_ratio = [&](const Setup& of, const Setup& to) {
    return ratio_of(measurements, of, to, &Measurement::to_last);
  };
  const Setup drawn = ring(HostOrder::drawn), shortest = ring(HostOrder::shortest);
  claims.claims.push_back(claim_of_answer(
      "(14) the order of hosts matters", "torus, ring", "section 3.2.2", "critical",
      where_carried(
          measurements, {drawn, shortest},
          above_one(time_ratio(drawn, shortest),
                    "time to the last of 16 members with IDs at random over that with IDs along a short way"))));
  const Setup of_group = one_ring(HostOrder::group), of_all = one_ring(HostOrder::shortest);
  claims.claims.push_back(claim_of_answer(
      "(15) IDs of each group make its way shorter", "torus, ring", "section 3.2.2", "easier",
      where_carried(measurements, {of_group, of_all},
                    below_one(time_ratio(of_group, of_all),
                              "time to the last of 16 members with IDs along a short way over them alone, over that "
                              "with IDs along one over all hosts"))));
  claims.claims.push_back(claim_of_answer("(15) IDs of each group need buffers of each group", "torus, rings of 16",
                                          "section 3.2.2", "two buffers for each",
                                          deadlocks(measurements, own_orders, true,
                                                    "runs that deadlock, of groups that "
                                                    "share the buffers of two classes")));
  for (const unsigned words : lengths(effort))
    claims.claims.push_back(claim_of_answer(
        "(22) interfaces that forward are faster than hosts", fmt::format("torus, {} words", words), "section 1",
        "significant reductions",
        where_carried(measurements, {forwarding(words, false), forwarding(words, true)},
                      below_one(time_ratio(forwarding(words, false), forwarding(words, true)),
                                "time to the last of 16 members along wrap-around trees over that when hosts forward, "
                                "whose software takes no time"))));
  section.blocks.emplace_back(std::move(claims));
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const Load load : {Load::light, Load::heavy})
        if (Figure figure = over_size(measurements, network, words, load, effort); !figure.series.empty())
          section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(by_load(measurements, effort));
  section.blocks.emplace_back(trees_table(measurements, effort));
  section.blocks.emplace_back(limits_table(measurements, effort));
  const auto times = [](std::optional<double> most) { return most ? fmt::format("{:.1f} times", *most) : "-"; };
  const auto by_equation = [](double equation, double simulation) { return equation / simulation; };
  const auto simulated = [](double equation, double simulation) { return simulation / equation; };
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "Equation (1) is the time from the first copy to the header at the last member, without the wait for host memory "
      "at both ends and without the worm itself. Without cut-through it counts a copy's time for the first copy of a "
      "host, too, which is more than a worm takes to come in: there the times that it gives for paths are up to {} as "
      "long as those simulated. For worms of 512 words with cut-through the simulated times are up to {} as long along "
      "trees, and up to {} along paths: with 4 members nearly all of that is the worm and its moves from and to host "
      "memory, about 1,800 cycles. A further hop of a path adds about what is counted, but with one virtual channel "
      "and "
      "ACK (docs/multicast.md). Trees of many members take longer still, on the star by up to three quarters of the "
      "difference: equation (1) has no copies that wait for one another. A tree "
      "branches where a further copy of "
      "one host comes before a hop further on would: with short worms the processors decide that, which take about as "
      "long for either; with long worms the trees of few members are paths, and (17) has no verdict where they are. "
      "The reruns of (17) have the load of the point. With all hosts at one switch that is a smaller part of what the "
      "network carries: they show what limits the tree at this load, and not that a tree wins near the limit of such a "
      "network. Intervals of the reruns of a place hold together. The claim holds without all that a rerun takes away; "
      "the reruns do not show that each part of it is needed. The reruns were chosen after some twenty had been tried; "
      "intervals are "
      "not widened for those.",
      times(most_of_equation(measurements, effort, false, path_algorithms, by_equation)),
      times(most_of_equation(measurements, effort, true, tree_algorithms, simulated)),
      times(most_of_equation(measurements, effort, true, path_algorithms, simulated)))});
  return section;
}

}  // namespace slackline::anglano
