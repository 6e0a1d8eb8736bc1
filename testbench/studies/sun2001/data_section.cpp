// The cost of barriers to the data: throughput in the same window with and without them.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_model;
using reproduction::mean_of;
using reproduction::Simulated;

constexpr Scheme costing[] = {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering};

/// The loss of data in percent of what the same networks, groups and packets accept without barriers.
std::optional<reproduction::Mean> lost(const Measurements& measurements, const Loaded& loaded, Scheme scheme,
                                       double load) {
  const auto accepted = [&](Scheme of) {
    return measurements.samples(experiment_of_data(loaded, of, load), accepted_of);
  };
  const std::vector<double> without = accepted(Scheme::none), with = accepted(scheme);
  std::vector<double> percent;
  for (std::size_t i = 0; i < std::min(without.size(), with.size()); ++i)
    if (without[i] != 0) percent.push_back(100 * (1 - with[i] / without[i]));
  return mean_of(percent);
}

std::string lost_text(const Measurements& measurements, const Loaded& loaded, Scheme scheme, double load) {
  const auto found = lost(measurements, loaded, scheme, load);
  if (!found) return cell(std::nullopt, 2);
  return cell(found->value, 2) + (found->half_width ? fmt::format(" ± {:.2f}", *found->half_width) : "");
}

reproduction::Table data_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"Data with barriers and without, in the same 10000 cycles",
                            {"network", "load", "scheme", "accepted load", "lost, %", "worms cut", "padding flits"},
                            {}};
  const auto add = [&](const Loaded& loaded, double load, Scheme scheme) {
    const std::string experiment = experiment_of_data(loaded, scheme, load);
    const bool alone = scheme == Scheme::none;
    table.rows.push_back({loaded.name(), fmt::format("{}", load), to_string(scheme),
                          cell(mean(measurements, experiment, accepted_of), 4),
                          alone ? "" : lost_text(measurements, loaded, scheme, load),
                          alone ? "" : cell(mean(measurements, experiment, cuts_of), 0),
                          alone ? "" : cell(mean(measurements, experiment, padding_of), 0)});
  };
  for (const Loaded& loaded : loaded(effort))
    for (const double load : loaded.loads) {
      if (load == 0) continue;
      add(loaded, load, Scheme::none);
      for (const Scheme scheme : costing) add(loaded, load, scheme);
    }
  return table;
}

/// The largest loss of all loads.
std::optional<Simulated> largest(const Measurements& measurements, const Loaded& loaded, Scheme scheme) {
  std::optional<Simulated> found;
  for (const double load : loaded.loads) {
    if (load == 0) continue;
    const auto percent = lost(measurements, loaded, scheme, load);
    if (!percent || (found && percent->value <= found->value)) continue;
    found =
        Simulated{percent->value,
                  {percent->samples, percent->half_width},
                  {{percent->value - percent->half_width.value_or(0), at_most(0)}},
                  fmt::format("% less data than without barriers, the largest of all loads, at {}; no loss within its "
                              "interval",
                              load)};
  }
  return found;
}

}  // namespace

reproduction::Section data_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"What barriers cost the data", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "The same network, packets and seed without any barrier is what a scheme is held against, over the same window: "
      "10000 cycles after a warm-up of 5000, barriers one after the other from cycle 2000 to the end. A negative "
      "loss: more data came through than without barriers."});
  reproduction::ClaimTable claims{"Claims about data throughput", "%", {}, 2, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : costing)
      claims.claims.push_back(
          claim_of_model(fmt::format("(f) {} costs little data throughput", to_string(scheme)), loaded.name(),
                         scheme == Scheme::I || scheme == Scheme::II || scheme == Scheme::III ? "section 1" : "",
                         scheme == Scheme::ordering ? "" : "little", largest(measurements, loaded, scheme)));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(data_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
