// Beyond the paper: each control with its best setting on other networks.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

using reproduction::cell;

/// Of the settings with at least 95 % of the most throughput that any of them gives, the one with the shortest round trip.
/// nullptr: none was simulated.
const Control* best_of(const Measurements& measurements, const OtherNetwork& network, const Settings& settings) {
  constexpr double enough = 0.95;
  const auto value = [&](const Control& control, Value v) {
    const auto found = mean_of(measurements, experiment_of(network, control), v);
    return found ? found->value : 0;
  };
  double most = 0;
  for (const Control& control : settings.tried) most = std::max(most, value(control, &Measurement::throughput));
  if (most == 0) return nullptr;
  const Control* best = nullptr;
  for (const Control& control : settings.tried) {
    if (value(control, &Measurement::throughput) < enough * most) continue;
    if (best == nullptr || value(control, &Measurement::round_trip) < value(*best, &Measurement::round_trip))
      best = &control;
  }
  return best;
}

std::string names_of(const std::vector<Control>& controls) {
  std::string names;
  for (const Control& control : controls) names += (names.empty() ? "" : "; ") + control.name;
  return names;
}

}  // namespace

reproduction::Section networks_section(const Measurements& measurements, Effort effort,
                                       const reproduction::Given& given) {
  reproduction::Section section{"Other networks", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Ours, without a verdict: each control with the best of some settings, past saturation. The best is the one with "
      "the shortest round trip of those with at least 95 % of the most throughput that a setting of this control "
      "gives."});
  if (!given.fabric && effort == Effort::full)
    section.blocks.emplace_back(reproduction::Paragraph{
        "No real fabric was given: `--fabric FILE` names the file of one, such as a dump of `ibnetdiscover`."});
  for (const OtherNetwork& network : other_networks(effort, given)) {
    reproduction::Table table{network.name,
                              {"control", "best setting", "throughput, flits a cycle", "round trip, us", "outstanding",
                               "Jain's index of sources", "settings tried"},
                              {}};
    for (const Settings& settings : settings_tried()) {
      const Control* best = best_of(measurements, network, settings);
      if (best == nullptr) continue;
      const std::string experiment = experiment_of(network, *best);
      const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, experiment, v), decimals); };
      table.rows.push_back({settings.control, best->name, value(&Measurement::throughput, 2),
                            value(&Measurement::round_trip, 2), value(&Measurement::outstanding, 2),
                            value(&Measurement::fairness, 3), names_of(settings.tried)});
    }
    section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace slackline::shurbanov2000
