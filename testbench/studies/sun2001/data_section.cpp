// The cost of barriers to the data: throughput in the same window with and without them.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_model;
using reproduction::Simulated;

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

/// The limit of the words "not much", in percent of a saturated network's data: the paper has no number, and this one is ours.
constexpr double not_much = 5;

/// A loss that is not much, with its interval. Adds its check to `found`, which shows the largest.
void add_loss(const reproduction::Mean& percent, const std::string& at, std::optional<Simulated>& found) {
  if (!found) found.emplace();
  found->checks.push_back({percent.high(), at_most(not_much)});
  if (found->checks.size() > 1 && percent.value <= found->value) return;
  found->value = percent.value;
  found->sample = sample_of(percent);
  found->note = fmt::format("% less data than without barriers{}; at most {} with its interval", at, not_much);
}

/// The losses at all loads.
std::optional<Simulated> at_loads(const Measurements& measurements, const Loaded& loaded, Scheme scheme) {
  std::optional<Simulated> found;
  for (const double load : loaded.loads) {
    if (load == 0) continue;
    const auto percent =
        lost(measurements, experiment_of_data(loaded, Scheme::none, load), experiment_of_data(loaded, scheme, load));
    if (percent) add_loss(*percent, fmt::format(", the largest of all loads, at {}", load), found);
  }
  return found;
}

/// The loss where the network accepts less than it is offered.
std::optional<Simulated> of_saturated(const Measurements& measurements, const Loaded& loaded, Scheme scheme,
                                      unsigned channels) {
  const auto percent = lost(measurements, experiment_of_saturated(loaded, Scheme::none, channels),
                            experiment_of_saturated(loaded, scheme, channels));
  std::optional<Simulated> found;
  if (percent) add_loss(*percent, "", found);
  return found;
}

/// The paper's switch has several virtual channels, and it does not say how many.
void add_saturated(const Measurements& measurements, const Loaded& loaded, Effort effort,
                   reproduction::ClaimTable& table) {
  const std::string at = fmt::format("{}, load {}", loaded.name(), saturating_load(effort));
  for (const Scheme scheme : schemes_with_data) {
    const std::string name = fmt::format("(f) {} costs little data throughput beyond saturation", to_string(scheme));
    const auto of = [&](unsigned channels) { return of_saturated(measurements, loaded, scheme, channels); };
    const unsigned few = channels_of_saturated[1], many = channels_of_saturated[2];
    reproduction::Claim claim = claim_of_model(name, at, "section 3", "not much", of(many));
    if (const auto with_few = of(few); claim.simulated && with_few && claim.simulated->holds() != with_few->holds()) {
      claim.untestable = "the answer depends on the number of virtual channels, which the paper does not give";
      claim.simulated->note += fmt::format("; {:.2f} % with {} channels, {:.2f} with {}", claim.simulated->value, many,
                                           with_few->value, few);
    }
    if (scheme != Scheme::ordering) table.claims.push_back(std::move(claim));
    for (const unsigned channels : channels_of_saturated)
      table.claims.push_back(claim_of_model(
          name + (channels == 1 ? ", 1 channel" : fmt::format(", {} channels", channels)), at, "", "", of(channels)));
  }
}

}  // namespace

reproduction::Section data_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"What barriers cost the data", {}};
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "The same network, packets and seed without any barrier is what a scheme is held against, over the same window: "
      "{} cycles after a warm-up of {}, barriers one after the other from cycle {} to the end. A negative loss: more "
      "data "
      "came through than without barriers. The paper says \"not much\" and has no number; {} % of the data, with the "
      "interval of the loss, is ours. Beyond saturation each flit of a barrier, and of padding, takes the place of "
      "data, "
      "the more often the fewer virtual channels there are. Below saturation a network accepts what it is offered, so "
      "that only a much larger loss would show: those "
      "lines are a check of ours.",
      window_of_data, window_begins, barriers_with_load, not_much)});
  reproduction::ClaimTable claims{"Claims about data throughput", "%", {}, 2, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : schemes_with_data)
      claims.claims.push_back(claim_of_model(fmt::format("(f) {} costs little data throughput", to_string(scheme)),
                                             loaded.name(), "", "", at_loads(measurements, loaded, scheme)));
  add_saturated(measurements, loaded(effort).front(), effort, claims);
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(data_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
