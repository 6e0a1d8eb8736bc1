// The cost of barriers to the data: throughput in the same window with and without them.
#include <fmt/format.h>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_model;
using reproduction::judged;
using reproduction::Simulated;

constexpr Scheme costing[] = {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering};

/// The loss of data in percent of what the same networks, groups and packets accept without barriers.
std::optional<double> lost(const Measurements& measurements, const Loaded& loaded, Scheme scheme, double load) {
  const auto without = mean(measurements, experiment_of_data(loaded, Scheme::none, load), accepted_of),
             with = mean(measurements, experiment_of_data(loaded, scheme, load), accepted_of);
  if (!without || !with || *without == 0) return std::nullopt;
  return 100 * (1 - *with / *without);
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
                          alone ? "" : cell(lost(measurements, loaded, scheme, load), 2),
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
    if (!percent || (found && *percent <= found->value)) continue;
    found = judged(*percent, std::nullopt, at_most(10),
                   fmt::format("% of the data accepted without barriers, the largest of all loads, at {}; held to "
                               "hold up to 10 %",
                               load),
                   "barriers follow each other without a pause");
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
  reproduction::ClaimTable claims{"Claims about data throughput", "", {}, 3, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : costing)
      claims.claims.push_back(
          claim_of_model(fmt::format("{}: (f) {} costs little data throughput", loaded.name(), to_string(scheme)),
                         "section 1", "little", largest(measurements, loaded, scheme)));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(data_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
