// The cost of barriers to the data: throughput in the same window with and without them.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::claim_of_model;
using reproduction::decided;
using reproduction::Simulated;
using reproduction::Untestable;

/// The loss of data in percent of what the same networks, groups and packets accept without barriers.
std::optional<reproduction::Mean> lost(const Measurements& measurements, const std::string& alone,
                                       const std::string& beside) {
  const std::vector<double> without = measurements.samples(alone, accepted_of),
                            with = measurements.samples(beside, accepted_of);
  std::vector<double> percent;
  for (std::size_t i = 0; i < std::min(without.size(), with.size()); ++i)
    if (without[i] != 0) percent.push_back(100 * (1 - with[i] / without[i]));
  return mean_of(percent);
}

reproduction::Table data_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("Data with barriers and without, in the same {} cycles", window_of_data),
      {"network", "channels", "load", "scheme", "accepted load", "lost, %", "worms cut", "padding flits"},
      {}};
  /// A line for each scheme of one place; `experiment_of` names its experiment.
  const auto add = [&](const Loaded& loaded, unsigned channels, double load, auto&& experiment_of) {
    const std::string alone = experiment_of(Scheme::none);
    const auto add_line = [&](Scheme scheme) {
      const std::string beside = experiment_of(scheme);
      const bool is_alone = scheme == Scheme::none;
      table.rows.push_back({loaded.name(), fmt::format("{}", channels), fmt::format("{}", load), to_string(scheme),
                            cell(mean_of(measurements, beside, accepted_of), 4),
                            is_alone ? "" : cell(lost(measurements, alone, beside), 2),
                            is_alone ? "" : cell(mean_of(measurements, beside, cuts_of), 0),
                            is_alone ? "" : cell(mean_of(measurements, beside, padding_of), 0)});
    };
    add_line(Scheme::none);
    for (const Scheme scheme : schemes_with_data) add_line(scheme);
  };
  const std::vector<Loaded> all = loaded(effort);
  for (const Loaded& loaded : all)
    for (const double load : loaded.loads)
      if (load != 0)
        add(loaded, Run().virtual_channels, load,
            [&](Scheme scheme) { return experiment_of_data(loaded, scheme, load); });
  for (const unsigned channels : channels_of_saturated)
    add(all.front(), channels, saturating_load(effort),
        [&](Scheme scheme) { return experiment_of_saturated(all.front(), scheme, channels); });
  return table;
}

/// The loss where the network accepts less than it is offered.
std::optional<reproduction::Mean> lost_beyond_saturation(const Measurements& measurements, const Loaded& loaded,
                                                         Scheme scheme, unsigned channels) {
  return lost(measurements, experiment_of_saturated(loaded, Scheme::none, channels),
              experiment_of_saturated(loaded, scheme, channels));
}

/// The paper has no number for "not much", and does not say how many virtual channels its switch has: its claim has the losses,
/// and no verdict. Ours is whether there is a loss.
void add_claims(const Measurements& measurements, const Loaded& loaded, Effort effort,
                reproduction::ClaimTable& table) {
  const std::string at = fmt::format("{}, load {}", loaded.name(), saturating_load(effort));
  const unsigned preset = Run().virtual_channels;
  for (const Scheme scheme : schemes_with_data) {
    std::optional<Simulated> simulated;
    std::string of_channels;
    for (const unsigned channels : channels_of_saturated)
      if (const auto percent = lost_beyond_saturation(measurements, loaded, scheme, channels)) {
        of_channels += fmt::format("{}{} with {}", of_channels.empty() ? "" : ", ", cell(percent, 1), channels);
        if (channels == preset) simulated = Simulated{percent->value, sample_of(*percent), {}, ""};
      }
    if (scheme != Scheme::ordering) {
      reproduction::Claim claim = claim_of_model(fmt::format("(f) {} costs little data throughput", to_string(scheme)),
                                                 at, "section 3", "not much", std::move(simulated));
      claim.untestable = {Untestable::Reason::paper, "the paper has no number"};
      if (claim.simulated)
        claim.simulated->note =
            fmt::format("% less data than without barriers, with {} virtual channels; {}", preset, of_channels);
      table.claims.push_back(std::move(claim));
    }
    for (const unsigned channels : channels_of_saturated) {
      std::optional<Simulated> any;
      if (const auto percent = lost_beyond_saturation(measurements, loaded, scheme, channels))
        any = decided(*percent, above(0), "% less data than without barriers; required: more than 0");
      table.claims.push_back(
          claim_of_answer(fmt::format("(f) {} costs data throughput beyond saturation, {} virtual channel{}",
                                      to_string(scheme), channels, channels == 1 ? "" : "s"),
                          at, "", "", std::move(any)));
    }
  }
}

}  // namespace

reproduction::Section data_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"What barriers cost the data", {}};
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "The same network, packets and seed without any barrier is what a scheme is held against, over the same window: "
      "{} cycles after a warm-up of {}, barriers one after the other from cycle {} to the end. A negative loss: more "
      "data came through than without barriers. The paper says \"not much\" and has no number. Beyond saturation each "
      "flit of a barrier, and of padding, takes the place of data, the more often the fewer virtual channels there "
      "are. "
      "Below saturation a network accepts what it is offered, with barriers as without: the table has those losses.",
      window_of_data, window_begins, barriers_with_load)});
  reproduction::ClaimTable claims{"Claims about data throughput", "%", {}, 2, {}};
  add_claims(measurements, loaded(effort).front(), effort, claims);
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(data_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
