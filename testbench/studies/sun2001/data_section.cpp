// The cost of barriers to the data: throughput in the same window with and without them.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::shows_anything;
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

/// The limit of the words "not much", in percent, which is ours: the half width of the 95 % interval of what the drawn networks
/// accept without barriers. A smaller loss is less than what these draws say about any such network.
double not_much(const Measurements& measurements, const std::string& alone) {
  const auto accepted = mean_of(measurements, alone, accepted_of);
  if (!accepted || accepted->value == 0) return 0;
  return 100 * accepted->half_width.value_or(0) / accepted->value;
}

/// A loss that is not much, with its whole interval.
std::optional<Simulated> loss(const Measurements& measurements, const std::string& alone, const std::string& beside,
                              const std::string& at) {
  const auto percent = lost(measurements, alone, beside);
  if (!percent) return std::nullopt;
  const double limit = not_much(measurements, alone);
  return reproduction::decided(
      *percent, at_most(limit),
      fmt::format("% less data than without barriers{}; at most {:.2f} with its interval, which is that of what the "
                  "networks accept without",
                  at, limit));
}

/// The losses at all loads, of which the largest is shown; or one that cannot be decided, unless another is too large.
std::optional<Simulated> at_loads(const Measurements& measurements, const Loaded& loaded, Scheme scheme) {
  std::optional<Simulated> found, undecided;
  for (const double load : loaded.loads) {
    if (load == 0) continue;
    auto one = loss(measurements, experiment_of_data(loaded, Scheme::none, load),
                    experiment_of_data(loaded, scheme, load), fmt::format(", the largest of all loads, at {}", load));
    if (!one) return one;
    if (!shows_anything(*one)) {
      undecided = std::move(one);
      continue;
    }
    if (found) one->checks.insert(one->checks.end(), found->checks.begin(), found->checks.end());
    if (found && one->value <= found->value)
      found->checks = std::move(one->checks);
    else
      found = std::move(one);
  }
  return undecided && (!found || found->holds()) ? undecided : found;
}

/// The loss where the network accepts less than it is offered.
std::optional<Simulated> of_saturated(const Measurements& measurements, const Loaded& loaded, Scheme scheme,
                                      unsigned channels) {
  return loss(measurements, experiment_of_saturated(loaded, Scheme::none, channels),
              experiment_of_saturated(loaded, scheme, channels), "");
}

/// The paper's switch has several virtual channels, and it does not say how many.
void add_saturated(const Measurements& measurements, const Loaded& loaded, Effort effort,
                   reproduction::ClaimTable& table) {
  const std::string at = fmt::format("{}, load {}", loaded.name(), saturating_load(effort));
  for (const Scheme scheme : schemes_with_data) {
    const std::string name = fmt::format("(f) {} costs little data throughput beyond saturation", to_string(scheme));
    const auto of = [&](unsigned channels) { return of_saturated(measurements, loaded, scheme, channels); };
    const unsigned few = channels_of_saturated[1], many = channels_of_saturated[2];
    reproduction::Claim claim = claim_of_answer(name, at, "section 3", "not much", of(many));
    if (const auto with_few = of(few); claim.simulated && shows_anything(*claim.simulated) && with_few &&
                                       (!shows_anything(*with_few) || claim.simulated->holds() != with_few->holds())) {
      claim.untestable = "the answer depends on the number of virtual channels, which the paper does not give";
      claim.simulated->note +=
          fmt::format("; with {} channels {}", few,
                      shows_anything(*with_few) ? fmt::format("{:.2f} %", with_few->value) : with_few->note);
    }
    if (scheme != Scheme::ordering) table.claims.push_back(std::move(claim));
    for (const unsigned channels : channels_of_saturated)
      table.claims.push_back(claim_of_answer(
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
      "came through than without barriers. The paper says \"not much\" and has no number. A loss is not much here "
      "while "
      "its whole interval stays below the half width of the 95 % interval of what the networks accept without "
      "barriers; this limit is ours, and more draws make it stricter. Beyond saturation each flit of a barrier, and of "
      "padding, takes "
      "the place of "
      "data, "
      "the more often the fewer virtual channels there are. Below saturation a network accepts what it is offered, so "
      "that only a much larger loss would show: those "
      "lines are a check of ours.",
      window_of_data, window_begins, barriers_with_load)});
  reproduction::ClaimTable claims{"Claims about data throughput", "%", {}, 2, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : schemes_with_data)
      claims.claims.push_back(claim_of_answer(fmt::format("(f) {} costs little data throughput", to_string(scheme)),
                                              loaded.name(), "", "", at_loads(measurements, loaded, scheme)));
  add_saturated(measurements, loaded(effort).front(), effort, claims);
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(data_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
