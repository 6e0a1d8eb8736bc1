// Figures 13 and 15: latency over the duration of a congestion of members' switches.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::at_least;
using reproduction::at_most;
using reproduction::cell;
using reproduction::Claim;
using reproduction::claim_of_model;
using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::judged;
using reproduction::Mean;
using reproduction::mean_difference;
using reproduction::mean_of;
using reproduction::Sample;
using reproduction::Simulated;

Sample sample_of(const Mean& mean) { return {mean.samples, mean.half_width}; }

/// The equations for a tree with so many hops, of which the longest way has half up and half down.
Model model_of(double hops, unsigned overhead, unsigned k) {
  Model m;
  m.Ts = overhead;
  m.k = k;
  m.levels = static_cast<unsigned>(std::lround(hops / 2)) + 1;
  return m;
}

double equation_of(Scheme scheme, const Model& m, double duration) {
  switch (scheme) {
    case Scheme::I: return latency_1(m);
    case Scheme::II: return latency_2(m);
    case Scheme::III: return latency_3(m, duration);
    default: return latency_4(m, duration);
  }
}

/// One congestion at one Ts.
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
    for (const Scheme scheme : congested_schemes(of_.network)) {
      reproduction::FigureSeries series{to_string(scheme), {}};
      for (const std::uint64_t duration : durations_)
        if (const auto latency = mean_of(later(scheme, duration))) series.points.emplace_back(duration, latency->value);
      if (!series.points.empty()) figure.series.push_back(std::move(series));
    }
    if (figure.series.empty()) return std::nullopt;
    return figure;
  }

  void add_claims(ClaimTable& table) const {
    const auto add = [&](const std::string& claim, const char* where, const char* stated,
                         std::optional<Simulated> simulated) -> Claim& {
      table.claims.push_back(claim_of_model(claim, name(), where, stated, std::move(simulated)));
      return table.claims.back();
    };
    for (const Scheme scheme : {Scheme::I, Scheme::II})
      add(fmt::format("(b) {} hardly depends on the congestion", to_string(scheme)), "section 4.2", "nearly level",
          growth(scheme));
    add("(b) the baseline waits for its end", "section 4.2", "grows", waiting(of_.network.baseline()));
    if (of_.network.mesh == 0)
      add("(b) switch ordering waits for its end", "section 4.2", "grows", waiting(Scheme::switch_ordering));
    add("(g) III lies between I and the baseline", "section 4.1", "between them", between());
    add("(g) III is no slower than II in the shortest congestion", "equations (2), (3)", "no slower", no_slower());
    Claim& same = add("(i) the shortest congestion leaves no difference to the baseline", "section 4.2", "close",
                      no_difference(experiment(of_.network.baseline(), durations_.front())));
    if (of_.network.mesh == 0 && same.simulated)
      same.reruns.push_back({"the baseline's reliable handling and acknowledgements",
                             {},
                             no_difference(experiment_of_bare_baseline(of_, overhead_))});
  }

  /// Simulated latencies next to the equations at the hops of the simulated trees, at the longest congestion.
  void add_equations(reproduction::Table& table, unsigned channels) const {
    for (const Scheme scheme : congested_schemes(of_.network)) {
      if (scheme == Scheme::switch_ordering) continue;
      const std::uint64_t duration = durations_.back();
      const std::string experiment = experiment_of_congestion(of_, scheme, overhead_, duration, channels);
      const auto hops = mean_of(measurements_.samples(experiment, [](const Measurement& m) { return 1.0 * m.hops; }));
      const auto latency = mean_of(measurements_.samples(experiment, later_of));
      if (!hops || !latency) continue;
      const unsigned ports = of_.network.mesh != 0 ? 5 : 4;
      std::vector<std::string> row{name(), fmt::format("{}", channels), to_string(scheme), cell(hops->value, 1)};
      for (const unsigned k : {16u, ports})
        row.push_back(cell(equation_of(scheme, model_of(hops->value, overhead_, k), static_cast<double>(duration)), 0));
      row.push_back(cell(latency->value, 0) +
                    (latency->half_width ? fmt::format(" ± {:.0f}", *latency->half_width) : ""));
      table.rows.push_back(std::move(row));
    }
  }

 private:
  std::string experiment(Scheme scheme, std::uint64_t duration) const {
    return experiment_of_congestion(of_, scheme, overhead_, duration);
  }
  std::vector<double> later(const std::string& experiment) const { return measurements_.samples(experiment, later_of); }
  std::vector<double> later(Scheme scheme, std::uint64_t duration) const { return later(experiment(scheme, duration)); }
  /// The mean number of hops on the longest way of a scheme's tree.
  double hops(Scheme scheme) const {
    const auto found = mean_of(measurements_.samples(experiment(scheme, durations_.front()),
                                                     [](const Measurement& m) { return 1.0 * m.hops; }));
    return found ? found->value : 0;
  }

  /// By equation (1) each hop may have to cut one worm.
  std::optional<Simulated> growth(Scheme scheme) const {
    const std::uint64_t shortest = durations_.front(), longest = durations_.back();
    const auto found = mean_difference(later(scheme, longest), later(scheme, shortest));
    if (!found) return std::nullopt;
    const double most = Model().Tp * hops(scheme);
    return judged(found->value, sample_of(*found), at_most(most),
                  fmt::format("cycles more at {} than at {}, of the same draws; at most Tp = {} a hop, {:.0f}", longest,
                              shortest, Model().Tp, most));
  }

  /// Nothing leaves a congested switch before the end.
  std::optional<Simulated> waiting(Scheme scheme) const {
    const std::uint64_t longest = durations_.back();
    const auto found = mean_of(later(scheme, longest));
    if (!found) return std::nullopt;
    return judged(found->value, sample_of(*found), at_least(static_cast<double>(longest)),
                  fmt::format("cycles at a congestion of {}", longest));
  }

  std::optional<Simulated> between() const {
    const std::uint64_t longest = durations_.back();
    const auto above_1 = mean_difference(later(Scheme::III, longest), later(Scheme::I, longest)),
               below_4 = mean_difference(later(of_.network.baseline(), longest), later(Scheme::III, longest));
    const auto three = mean_of(later(Scheme::III, longest));
    if (!above_1 || !below_4) return std::nullopt;
    return Simulated{three->value,
                     sample_of(*three),
                     {{above_1->value + above_1->half_width.value_or(0), at_least(0)}, {below_4->value, at_least(0)}},
                     fmt::format("cycles of III at {}: {:.0f} more than I, {:.0f} less than the baseline; not below I "
                                 "by more than the interval of the difference",
                                 longest, above_1->value, below_4->value)};
  }

  std::optional<Simulated> no_slower() const {
    const std::uint64_t shortest = durations_.front();
    const auto found = mean_difference(later(Scheme::III, shortest), later(Scheme::II, shortest));
    if (!found) return std::nullopt;
    return Simulated{
        found->value,
        sample_of(*found),
        {{found->value - found->half_width.value_or(0), at_most(0)}},
        fmt::format("cycles more than II at {}, of the same draws; at most 0 within its interval", shortest)};
  }

  /// The baseline may wait for the whole of the congestion, and take another way.
  std::optional<Simulated> no_difference(const std::string& baseline) const {
    const std::uint64_t shortest = durations_.front();
    const auto found = mean_difference(later(baseline), later(Scheme::I, shortest));
    if (!found) return std::nullopt;
    const double more_hops = std::max(0.0, hops(of_.network.baseline()) - hops(Scheme::I));
    const double most = static_cast<double>(shortest) + Model().Tb * more_hops;
    return judged(
        found->value, sample_of(*found), at_most(most),
        fmt::format("cycles more than I, of the same draws; at most the congestion of {} and Tb = {} for each "
                    "of {:.1f} hops that its tree has more, {:.0f}",
                    shortest, Model().Tb, more_hops, most));
  }

  const Measurements& measurements_;
  const Congestion of_;
  const unsigned overhead_;
  const std::vector<std::uint64_t> durations_;
};

/// (h): the same members, of which more or fewer are congested.
void add_number_of_congested(const Measurements& measurements, unsigned overhead, Effort effort, ClaimTable& table) {
  for (const auto& [few, many] : few_and_many(effort))
    for (const Scheme scheme : {Scheme::I, few.network.baseline()}) {
      const auto later = [&, scheme](const Congestion& of) {
        return measurements.samples(experiment_of_congestion(of, scheme, overhead, duration_of_numbers), later_of);
      };
      std::optional<Simulated> simulated;
      const auto hops =
          mean_of(measurements.samples(experiment_of_congestion(few, scheme, overhead, duration_of_numbers),
                                       [](const Measurement& m) { return 1.0 * m.hops; }));
      if (const auto found = mean_difference(later(many), later(few)); found && hops) {
        const double most = (scheme == Scheme::I ? Model().Tp : Model().Tb) * hops->value;
        simulated = judged(found->value, sample_of(*found), reproduction::within(0, most),
                           fmt::format("cycles more with {} congested than with {}, at {}, of the same draws; no more "
                                       "than {} for each of {:.1f} hops, {:.0f}",
                                       many.congested, few.congested, duration_of_numbers,
                                       scheme == Scheme::I ? "Tp = 6" : "Tb = 16", hops->value, most));
      }
      table.claims.push_back(
          claim_of_model(fmt::format("(h) {} does not depend on how many are congested", to_string(scheme)),
                         fmt::format("{}, {} members, Ts = {}", few.network.name(), few.members, overhead),
                         "section 4.2", "the same", std::move(simulated)));
    }
}

/// III at the longest congestion, next to equation (3), over the share of worms that move.
reproduction::Table shares_table(const Measurements& measurements, Effort effort) {
  const Congestion first = congestions(effort).front();
  const unsigned overhead = overheads().front();
  const std::uint64_t longest = durations(effort, overhead).back();
  reproduction::Table table{
      fmt::format("III at a congestion of {} cycles, over the share of worms that move: {}, {} members, {} congested",
                  longest, first.network.name(), first.members, first.congested),
      {"channels", "moving", "no worm of a link moves, %", "equation (3) / (4), k = 16", "the same, k = channels",
       "III / baseline, simulated"},
      {}};
  for (const unsigned channels : channels_of_congestion)
    for (const double moving : moving_shares(effort)) {
      const auto later = [&](Scheme scheme, double share) {
        return measurements.samples(experiment_of_congestion(first, scheme, overhead, longest, channels, share),
                                    later_of);
      };
      const auto found =
          reproduction::ratio(later(Scheme::III, moving), later(first.network.baseline(), moving_of_paper));
      const auto hops = mean_of(
          measurements.samples(experiment_of_congestion(first, Scheme::III, overhead, longest, channels, moving),
                               [](const Measurement& m) { return 1.0 * m.hops; }));
      if (!found || !hops) continue;
      std::vector<std::string> row{fmt::format("{}", channels), fmt::format("{}", moving),
                                   cell(100 * std::pow(1 - moving, channels), 4)};
      for (const unsigned k : {16u, channels}) {
        Model m = model_of(hops->value, overhead, k);
        m.pf = 1 - moving;
        row.push_back(cell(latency_3(m, static_cast<double>(longest)) / latency_4(m, static_cast<double>(longest)), 3));
      }
      row.push_back(cell(found->value, 3) + (found->half_width ? fmt::format(" ± {:.3f}", *found->half_width) : ""));
      table.rows.push_back(std::move(row));
    }
  return table;
}

}  // namespace

reproduction::Section congestion_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Duration of congestion", {}};
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "The congestion of section 4.2: from the begin of the second barrier the switches of some members forward "
      "nothing "
      "for so many cycles, neither data nor barrier messages, and take in what fits into their buffers. There is no "
      "other "
      "load. In the model a worm holds each virtual channel of each output of such a switch (`faults.kind: held`); it "
      "moves with the probability 1 - pf = {}, and architecture III cuts only those that move. All schemes of a draw "
      "have "
      "the same network, members and congested switches, {} draws a point.",
      moving_of_paper, draws_of_congestion(effort))});
  ClaimTable table{"Claims about congestion", "cycles", {}, 1, {}};
  reproduction::Table equations{
      "The longest congestion, next to equations (1) to (4) at the hops of the simulated trees, with p = 0.8",
      {"congestion", "channels", "scheme", "hops", "equation, k = 16", "equation, k = its ports", "simulated, cycles"},
      {}};
  for (const Congestion& congestion : congestions(effort))
    for (const unsigned overhead : overheads()) {
      const Durations durations(measurements, congestion, overhead, effort);
      durations.add_claims(table);
      for (const unsigned channels : channels_of_congestion)
        if (channels == channels_of_congestion[0] || overhead == overheads().front())
          durations.add_equations(equations, channels);
      if (auto figure = durations.figure()) add_with_values(section, std::move(*figure), 1);
    }
  for (const unsigned overhead : overheads()) add_number_of_congested(measurements, overhead, effort, table);
  section.blocks.insert(section.blocks.begin() + 1, std::move(table));
  if (!equations.rows.empty()) section.blocks.emplace_back(std::move(equations));
  if (reproduction::Table shares = shares_table(measurements, effort); !shares.rows.empty()) {
    section.blocks.emplace_back(std::move(shares));
    section.blocks.emplace_back(reproduction::Paragraph{
        "The equations spread a congestion of probability p over all hops of the way and let each channel be blocked "
        "by "
        "itself; in the simulation all channels of the congested switches are taken, and none elsewhere. With k "
        "channels "
        "III waits where none of a link's worms moves, (1 - moving) to the power of k, on any link of a congested "
        "switch "
        "that the barrier takes: the more links and the fewer channels, the more often one of them holds it up for the "
        "whole congestion."});
  }
  return section;
}

}  // namespace slackline::sun2001
