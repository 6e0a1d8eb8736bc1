// Beyond the paper: real worms of a load instead of congested members, the cost of preemption to the data, and the effect
// of the parameters.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Figure;
using reproduction::mean_difference;
using reproduction::Simulated;
using reproduction::within;

std::optional<Figure> figure(const Measurements& measurements, const Loaded& loaded) {
  Figure figure{fmt::format("load-{}-{}", loaded.network.name(), loaded.overhead),
                fmt::format("Latency of later barriers with data worms of a load: {}.", loaded.name()),
                "offered load (flits/cycle/host)",
                "latency (cycles)",
                {}};
  for (const Scheme scheme : schemes_with_data) {
    reproduction::FigureSeries series{to_string(scheme), {}};
    for (const double load : loaded.loads)
      series.add(load, mean_of(measurements, experiment_of_load(loaded, scheme, load), later_of));
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  if (figure.series.empty()) return std::nullopt;
  return figure;
}

reproduction::Table costs(const Measurements& measurements, const Loaded& loaded) {
  reproduction::Table table{fmt::format("Barriers, one after the other, with data: {}", loaded.name()),
                            {"load", "scheme", "barrier, cycles", "packet latency", "worms cut", "padding flits"},
                            {}};
  for (const double load : loaded.loads)
    for (const Scheme scheme : schemes_with_data) {
      const std::string experiment = experiment_of_load(loaded, scheme, load);
      table.rows.push_back({fmt::format("{}", load), to_string(scheme),
                            cell(mean_of(measurements, experiment, later_of), 1),
                            load == 0 ? "–" : cell(mean_of(measurements, experiment, packet_latency_of), 0),
                            cell(mean_of(measurements, experiment, cuts_of), 0),
                            cell(mean_of(measurements, experiment, padding_of), 0)});
    }
  return table;
}

reproduction::Table sensitivity(const Measurements& measurements, const Loaded& varied) {
  reproduction::Table table{
      fmt::format("Architecture I at a load of {}: what its parameters change", varied.loads.back()),
      {"changed", "barrier, cycles", "accepted load", "worms cut", "padding flits"},
      {}};
  const auto add = [&](const std::string& what, const std::string& experiment) {
    table.rows.push_back({what, cell(mean_of(measurements, experiment, later_of), 1),
                          cell(mean_of(measurements, experiment, accepted_of), 4),
                          cell(mean_of(measurements, experiment, cuts_of), 0),
                          cell(mean_of(measurements, experiment, padding_of), 0)});
  };
  add("nothing: T = 32, 4 virtual channels, packets of 40 flits",
      experiment_of_load(varied, Scheme::I, varied.loads.back()));
  for (const Variation& variation : variations()) add(variation.what, variation.experiment);
  return table;
}

/// The change of the latency, the data and the worms cut from one variation to another.
std::string changes(const Measurements& measurements, const std::string& from, const std::string& to) {
  const auto ratio = [&](auto of) {
    return cell(reproduction::ratio(measurements.samples(to, of), measurements.samples(from, of)), 2);
  };
  return fmt::format("the barrier's latency by {}, the data by {}, the worms cut by {}, padding by {}", ratio(later_of),
                     ratio(accepted_of), ratio(cuts_of), ratio(padding_of));
}

void add_sensitivity(const Measurements& measurements, const Loaded& varied, reproduction::Section& section) {
  section.blocks.emplace_back(sensitivity(measurements, varied));
  const auto add = [&](const char* what, const char* from, const char* to) {
    section.blocks.emplace_back(
        reproduction::Paragraph{fmt::format("{} multiplies {}.", what, changes(measurements, from, to))});
  };
  add("Hold time: T from 8 to 128 cycles", "hold-8", "hold-128");
  add("Virtual channels: 8 in the place of 1", "vcs-1", "vcs-8");
  add("Length of packets: 200 flits in the place of 8", "flits-8", "flits-200");
}

/// The most data that the network takes, flits per cycle and host: what it accepts of more, without barriers.
std::optional<reproduction::Mean> saturation(const Measurements& measurements, const Loaded& loaded) {
  return mean_of(measurements, experiment_of_saturated(loaded, Scheme::none, Run().virtual_channels), accepted_of);
}

/// The loads of the curves end at 0.8 of it.
reproduction::Claim below_saturation(const Measurements& measurements, const Loaded& loaded, Effort effort) {
  std::optional<Simulated> simulated;
  if (const auto most = saturation(measurements, loaded)) {
    const double load = loaded.loads.back(), share = load / most->value;
    // The interval is that of what is accepted.
    simulated = decided({share, most->half_width.value_or(0) * share / most->value, most->samples}, within(0.75, 0.055),
                        fmt::format("a load of {} over the {:.4f} flits per cycle and host that the network accepts "
                                    "of {}, without barriers; required: at most 0.8, rounded, and at least 0.7",
                                    load, most->value, saturating_load(effort)));
  }
  return claim_of_answer("the loads end near 0.8 of the saturation", loaded.network.name(), "", "",
                         std::move(simulated));
}

/// The cycles that the highest load adds to a barrier without data.
void add_claims(const Measurements& measurements, const Loaded& loaded, ClaimTable& table) {
  for (const Scheme scheme : schemes_with_data) {
    const auto later = [&](double load) {
      return measurements.samples(experiment_of_load(loaded, scheme, load), later_of);
    };
    const auto hops = mean_of(measurements, experiment_of_load(loaded, scheme, loaded.loads.front()), hops_of);
    const bool cuts_any = scheme == Scheme::I || scheme == Scheme::II;
    std::optional<Simulated> simulated;
    if (const auto found = mean_difference(later(loaded.loads.back()), later(loaded.loads.front())); found && hops) {
      const double most = Model().Tp * hops->value;
      simulated = decided(
          *found, cuts_any ? at_most(most) : above(0),
          fmt::format(
              "cycles more at a load of {} than without data; required: {}", loaded.loads.back(),
              cuts_any ? fmt::format("at most Tp = {} for each of {:.1f} hops, {:.0f}", Model().Tp, hops->value, most)
                       : std::string("more than 0")));
    }
    table.claims.push_back(
        claim_of_answer(fmt::format("{} {} the load", to_string(scheme), cuts_any ? "hardly depends on" : "grows with"),
                        loaded.name(), "", "", std::move(simulated)));
  }
}

}  // namespace

reproduction::Section load_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Next to data worms", {}};
  const std::vector<Loaded> all = loaded(effort);
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "Ours: the paper has no data next to its barriers. Uniform traffic of packets of 40 flits on an irregular "
      "network "
      "of {} hosts, up to a load of {}, a group of a fifth of the hosts, barriers without a pause, {} draws a point. "
      "`docs/waves.md` shows cycle by cycle how a message cuts a worm.",
      all.front().network.hosts(), all.front().loads.back(), draws_of_sizes(effort))});
  ClaimTable claims{"Barriers with real worms", "cycles", {}, 1, {}};
  ClaimTable saturated{"The loads next to the saturation", "", {}, 3, {}};
  saturated.claims.push_back(below_saturation(measurements, all.front(), effort));
  section.blocks.emplace_back(std::move(saturated));
  for (const Loaded& loaded : all) {
    if (auto drawn = figure(measurements, loaded)) section.blocks.emplace_back(std::move(*drawn));
    add_claims(measurements, loaded, claims);
  }
  section.blocks.emplace_back(std::move(claims));
  for (const Loaded& loaded : all) section.blocks.emplace_back(costs(measurements, loaded));
  add_sensitivity(measurements, all.front(), section);
  return section;
}

}  // namespace slackline::sun2001
