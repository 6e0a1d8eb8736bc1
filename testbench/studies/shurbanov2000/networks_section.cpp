// Beyond the paper: the settings of each control on other networks, and the best of them.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

using reproduction::cell;

double value_of(const Measurements& measurements, const OtherNetwork& network, const Control& control, Value value) {
  const auto found = mean_of(measurements, experiment_of(network, control), value);
  return found ? found->value : 0;
}

std::string names_of(const std::vector<Control>& controls) {
  std::string names;
  for (const Control& control : controls) names += (names.empty() ? "" : ", ") + control.name;
  return names;
}

reproduction::Table table_of(const Measurements& measurements, const OtherNetwork& network) {
  reproduction::Table table{network.name,
                            {"control", "setting", "", "throughput, flits a cycle", "round trip, us", "outstanding",
                             "Jain's index of sources"},
                            {}};
  const double least = throughput_to_reach(measurements, network);
  for (const Settings& settings : settings_tried(network)) {
    const Control* best = best_of(measurements, network, settings, least);
    for (const Control* control : frontier_of(measurements, network, settings)) {
      const std::string experiment = experiment_of(network, *control);
      const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, experiment, v), decimals); };
      table.rows.push_back({settings.control, control->name, control == best ? "best" : "",
                            value(&Measurement::throughput, 2), value(&Measurement::round_trip, 2),
                            value(&Measurement::outstanding, 2), value(&Measurement::fairness, 3)});
    }
  }
  return table;
}

}  // namespace

double throughput_to_reach(const Measurements& measurements, const OtherNetwork& network) {
  constexpr double enough = 0.95;
  double most = 0;
  for (const Settings& settings : settings_tried(network))
    for (const Control& control : settings.tried)
      most = std::max(most, value_of(measurements, network, control, &Measurement::throughput));
  return enough * most;
}

std::vector<const Control*> frontier_of(const Measurements& measurements, const OtherNetwork& network,
                                        const Settings& settings) {
  struct Tried {
    const Control* control;
    double throughput, round_trip;
  };
  std::vector<Tried> tried;
  for (const Control& control : settings.tried)
    if (const double throughput = value_of(measurements, network, control, &Measurement::throughput); throughput > 0)
      tried.push_back({&control, throughput, value_of(measurements, network, control, &Measurement::round_trip)});
  std::stable_sort(tried.begin(), tried.end(), [](const Tried& a, const Tried& b) {
    return a.throughput != b.throughput ? a.throughput > b.throughput : a.round_trip < b.round_trip;
  });
  std::vector<const Control*> frontier;
  double shortest = 0;
  for (const Tried& of : tried) {
    if (!frontier.empty() && of.round_trip >= shortest) continue;
    shortest = of.round_trip;
    frontier.push_back(of.control);
  }
  return frontier;
}

const Control* best_of(const Measurements& measurements, const OtherNetwork& network, const Settings& settings,
                       double least) {
  const Control* best = nullptr;
  for (const Control* control : frontier_of(measurements, network, settings))
    if (value_of(measurements, network, *control, &Measurement::throughput) >= least) best = control;
  return best;
}

reproduction::Section networks_section(const Measurements& measurements, Effort effort,
                                       const reproduction::Given& given) {
  reproduction::Section section{"Other networks", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Ours, without a verdict: some settings of each control, past saturation. The tables have those that no other "
      "setting of the same control beats in throughput or in round trip. The best one of a control is that with the "
      "shortest round trip of those with at least 95 % of the most throughput that any setting of any control gives; "
      "a control without a best one gives less."});
  if (!given.fabric && effort == Effort::full)
    section.blocks.emplace_back(reproduction::Paragraph{
        "No real fabric was given: `--fabric FILE` names the file of one, such as a dump of `ibnetdiscover`."});
  for (const OtherNetwork& network : other_networks(effort, given)) {
    reproduction::Table table = table_of(measurements, network);
    if (table.rows.empty()) continue;
    section.blocks.emplace_back(std::move(table));
    std::string all;
    for (const Settings& settings : settings_tried(network))
      all += (all.empty() ? "" : "; ") + names_of(settings.tried);
    section.blocks.emplace_back(reproduction::Paragraph{fmt::format("Tried on {}: {}.", network.name, all)});
  }
  return section;
}

}  // namespace slackline::shurbanov2000
