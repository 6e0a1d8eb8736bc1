// Figures 13 and 15: latency over the duration of a congestion of members' switches.
#include <fmt/format.h>

#include <utility>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::at_most;
using reproduction::claim_of_model;
using reproduction::ClaimTable;
using reproduction::Criterion;
using reproduction::Figure;
using reproduction::judged;
using reproduction::Ratio;
using reproduction::Simulated;
using reproduction::within;

/// The cause where a claim of no difference fails.
constexpr const char* worms_stand =
    "worms of the load block the way by themselves, congestion or not, and messages that cut none wait for them";

class Durations {
 public:
  Durations(const Measurements& measurements, const Congestion& congestion, unsigned overhead, Effort effort)
      : measurements_(measurements), of_(congestion), overhead_(overhead), durations_(durations(effort, overhead)) {}

  std::string name() const {
    return fmt::format("{}, {} members, {} congested, Ts = {}", of_.network.name(), of_.members, of_.congested,
                       overhead_);
  }

  std::optional<Figure> figure() const {
    const bool mesh = of_.network.mesh != 0;
    Figure figure{
        fmt::format("figure{}-{}-{}-{}-{}", mesh ? 15 : 13, of_.network.name(), of_.members, of_.congested, overhead_),
        fmt::format("Figure {} of the paper: {}; a later barrier.", mesh ? 15 : 13, name()),
        "duration of congestion (cycles)",
        "latency (cycles)",
        {}};
    figure.logarithmic = true;
    for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, of_.network.baseline()}) {
      reproduction::FigureSeries series{to_string(scheme), {}};
      for (const std::uint64_t duration : durations_)
        if (const auto latency = value(scheme, duration)) series.points.emplace_back(duration, *latency);
      if (!series.points.empty()) figure.series.push_back(std::move(series));
    }
    if (figure.series.empty()) return std::nullopt;
    return figure;
  }

  void add_claims(ClaimTable& table) const {
    for (const Scheme scheme : {Scheme::I, Scheme::II})
      table.claims.push_back(claim_of_model(fmt::format("{}: (b) {} hardly depends on it", name(), to_string(scheme)),
                                            "section 4.2", "nearly level", growth(scheme, at_most(1.5))));
    table.claims.push_back(
        claim_of_model(fmt::format("{}: (b) {} grows with it", name(), to_string(of_.network.baseline())),
                       "section 4.2", "grows", growth(of_.network.baseline(), above(1.5))));
    table.claims.push_back(claim_of_model(fmt::format("{}: (g) III lies between them at the longest", name()),
                                          "section 4.1", "between them", between()));
    const std::uint64_t shortest = durations_.front();
    add_shortest(table, fmt::format("at {} cycles", shortest),
                 [&](Scheme scheme) { return experiment(scheme, shortest); });
    add_shortest(table, fmt::format("at {} cycles and a load of {}", shortest, light_load),
                 [&](Scheme scheme) { return experiment_of_light_load(of_, scheme, overhead_); });
  }

 private:
  std::string experiment(Scheme scheme, std::uint64_t duration) const {
    return experiment_of_congestion(of_, scheme, overhead_, duration);
  }
  std::optional<double> value(Scheme scheme, std::uint64_t duration) const {
    return mean(measurements_, experiment(scheme, duration), later_of);
  }

  std::optional<Simulated> growth(Scheme scheme, Criterion criterion) const {
    const std::uint64_t shortest = durations_.front(), longest = durations_.back();
    const auto found = ratio(measurements_, experiment(scheme, longest), experiment(scheme, shortest));
    if (!found) return std::nullopt;
    return judged(found->value, found->half_width, criterion,
                  fmt::format("{:.0f} cycles at {}, {:.0f} at {}; the bar is 1.5", found->smaller, shortest,
                              found->larger, longest));
  }

  std::optional<Simulated> between() const {
    const std::uint64_t longest = durations_.back();
    const auto i = value(Scheme::I, longest);
    const auto found =
        ratio(measurements_, experiment(Scheme::III, longest), experiment(of_.network.baseline(), longest));
    if (!i || !found) return std::nullopt;
    return Simulated{found->value,
                     found->half_width,
                     {{*i, at_most(found->larger)}, {found->value, at_most(1.1)}},
                     fmt::format("III / baseline: {:.0f} / {:.0f} cycles; I takes {:.0f}; the baseline is held to be "
                                 "reached within 10 %",
                                 found->larger, found->smaller, *i)};
  }

  /// `experiment` gives that of a scheme.
  template <class Experiment>
  void add_shortest(ClaimTable& table, const std::string& when, Experiment&& experiment) const {
    // At the shortest congestion equation (3) is below (2).
    table.claims.push_back(
        claim_of_model(fmt::format("{}: (g) III is no slower than II {}", name(), when), "equations (2), (3)",
                       "at most 1", no_slower(ratio(measurements_, experiment(Scheme::III), experiment(Scheme::II)))));
    table.claims.push_back(claim_of_model(
        fmt::format("{}: (i) no difference to the baseline {}", name(), when), "section 4.2", "close to 1",
        no_difference(ratio(measurements_, experiment(of_.network.baseline()), experiment(Scheme::I)))));
  }

  static std::optional<Simulated> no_slower(const std::optional<Ratio>& found) {
    if (!found) return std::nullopt;
    return Simulated{found->value,
                     found->half_width,
                     {{found->value - found->half_width.value_or(0), at_most(1)}},
                     fmt::format("III / II: {:.0f} / {:.0f} cycles; refuted where its interval is above 1",
                                 found->larger, found->smaller),
                     worms_stand};
  }

  static std::optional<Simulated> no_difference(const std::optional<Ratio>& found) {
    if (!found) return std::nullopt;
    return judged(
        found->value, found->half_width, within(1, 0.2),
        fmt::format("baseline / I: {:.0f} / {:.0f} cycles; held to hold within 0.2", found->larger, found->smaller),
        worms_stand);
  }

  const Measurements& measurements_;
  const Congestion of_;
  const unsigned overhead_;
  const std::vector<std::uint64_t> durations_;
};

/// (h): the same members, of which more or fewer are congested.
void add_number_of_congested(const Measurements& measurements, unsigned overhead, Effort effort, ClaimTable& table) {
  for (const auto& [few, many] : few_and_many(effort)) {
    for (const Scheme scheme : {Scheme::I, few.network.baseline()}) {
      const auto experiment = [&, scheme](const Congestion& of) {
        return experiment_of_congestion(of, scheme, overhead, duration_of_numbers);
      };
      std::optional<Simulated> simulated;
      if (const auto found = ratio(measurements, experiment(many), experiment(few)))
        simulated = judged(
            found->value, found->half_width, within(1, 0.2),
            fmt::format("{:.0f} cycles with {} congested, {:.0f} with {}, at {} cycles; means of {} draws each; held "
                        "to hold within 0.2",
                        found->smaller, few.congested, found->larger, many.congested, duration_of_numbers,
                        draws_of_numbers));
      table.claims.push_back(claim_of_model(fmt::format("{}, Ts = {}: (h) {} does not depend on how many are congested",
                                                        few.network.name(), overhead, to_string(scheme)),
                                            "section 4.2", "close to 1", simulated));
    }
  }
}

}  // namespace

reproduction::Section congestion_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Duration of congestion", {}};
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "Members that are congested pass no data on until so many cycles after the begin of a barrier, and as many "
      "before, up to 2000: STOP is on for all data channels that leave their switches, and worms of a load of {} flits "
      "a cycle and host wait in them. The paper stalls the members themselves; what a message meets is the same, "
      "channels that are taken and do not move. The effect of the shortest congestion is measured at a load of {}, "
      "too, at "
      "which hardly a worm stands for want of a way.",
      load_of_congestion, light_load)});
  ClaimTable table{"Claims about congestion", "", {}, 3, {}};
  for (const Congestion& congestion : congestions(effort))
    for (const unsigned overhead : overheads()) {
      const Durations durations(measurements, congestion, overhead, effort);
      durations.add_claims(table);
      if (auto figure = durations.figure()) add_with_values(section, std::move(*figure), 1);
    }
  for (const unsigned overhead : overheads()) add_number_of_congested(measurements, overhead, effort, table);
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace slackline::sun2001
