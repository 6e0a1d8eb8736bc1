// Figures 13 and 15: latency over the duration of a congestion of members' switches.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/studies/sun2001/samples.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::Simulated;

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
      table.claims.push_back(claim(fmt::format("{}: (b) {} hardly depends on it", name(), to_string(scheme)),
                                   "section 4.2", growth(scheme, [](double ratio) { return ratio <= 1.5; })));
    table.claims.push_back(claim(fmt::format("{}: (b) {} grows with it", name(), to_string(of_.network.baseline())),
                                 "section 4.2",
                                 growth(of_.network.baseline(), [](double ratio) { return ratio > 1.5; })));
    table.claims.push_back(
        claim(fmt::format("{}: (g) III lies between them at the longest", name()), "section 4.1", between()));
    table.claims.push_back(
        claim(fmt::format("{}: (i) no difference to the baseline at {} cycles", name(), durations_.front()),
              "section 4.2", no_difference()));
  }

  std::optional<double> value(Scheme scheme, std::uint64_t duration) const {
    return mean(measurements_, experiment_of_congestion(of_, scheme, overhead_, duration), later_of);
  }

 private:
  template <class Holds>
  std::optional<Simulated> growth(Scheme scheme, Holds&& holds) const {
    const auto low = value(scheme, durations_.front()), high = value(scheme, durations_.back());
    if (!low || !high) return std::nullopt;
    return Simulated{*high / *low, std::nullopt, holds(*high / *low),
                     fmt::format("{:.0f} cycles at {}, {:.0f} at {}; the bar is 1.5", *low, durations_.front(), *high,
                                 durations_.back())};
  }

  std::optional<Simulated> between() const {
    const auto i = value(Scheme::I, durations_.back()), iii = value(Scheme::III, durations_.back()),
               baseline = value(of_.network.baseline(), durations_.back());
    if (!i || !iii || !baseline) return std::nullopt;
    return Simulated{
        *iii, std::nullopt, *i <= *iii && *iii <= 1.1 * *baseline,
        fmt::format("cycles; I {:.0f}, the baseline {:.0f}, held to be reached within 10 %", *i, *baseline)};
  }

  std::optional<Simulated> no_difference() const {
    const auto i = value(Scheme::I, durations_.front()), baseline = value(of_.network.baseline(), durations_.front());
    if (!i || !baseline) return std::nullopt;
    return Simulated{*baseline / *i, std::nullopt, std::abs(*baseline / *i - 1) <= 0.2,
                     fmt::format("baseline / I: {:.0f} / {:.0f} cycles; held to hold within 0.2", *baseline, *i),
                     "the worms of the load hold the baseline's messages up by themselves, congestion or not"};
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
      const auto sample = [&](const Congestion& of) {
        return interval(measurements, experiment_of_congestion(of, scheme, overhead, duration_of_numbers), later_of);
      };
      const std::optional<statistics::Interval> a = sample(few), b = sample(many);
      std::optional<Simulated> simulated;
      if (a && b) {
        const double ratio = b->mean / a->mean;
        simulated = Simulated{
            ratio, ratio * std::hypot(a->half_width / a->mean, b->half_width / b->mean), std::abs(ratio - 1) <= 0.2,
            fmt::format("{:.0f} cycles with {} congested, {:.0f} with {}, at {} cycles; means of {} draws each; held "
                        "to hold within 0.2",
                        a->mean, few.congested, b->mean, many.congested, duration_of_numbers, draws_of_numbers)};
      }
      table.claims.push_back(claim(fmt::format("{}, Ts = {}: (h) {} does not depend on how many are congested",
                                               few.network.name(), overhead, to_string(scheme)),
                                   "section 4.2", simulated));
    }
  }
}

}  // namespace

reproduction::Section congestion_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Duration of congestion", {}};
  section.blocks.emplace_back(
      reproduction::Paragraph{"Members that are congested pass no data on until so many cycles behind the begin of a "
                              "barrier, and as many before, up "
                              "to 2000: STOP stands on all data channels that leave their switches, and worms of a "
                              "load of 0.02 flits a cycle and "
                              "host stand in them. The paper stalls the members themselves; what a message meets is "
                              "the same, channels that are "
                              "taken and do not move."});
  ClaimTable table{"Claims about congestion", "", {}, 3, {}};
  for (const Congestion& congestion : congestions(effort))
    for (const unsigned overhead : overheads()) {
      const Durations durations(measurements, congestion, overhead, effort);
      durations.add_claims(table);
      if (auto figure = durations.figure()) section.blocks.emplace_back(std::move(*figure));
    }
  for (const unsigned overhead : overheads()) add_number_of_congested(measurements, overhead, effort, table);
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace slackline::sun2001
