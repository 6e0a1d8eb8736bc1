// Beyond the paper: real worms of a load in the place of congested members, what preemption costs the data, and what the
// parameters change.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/samples.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::Simulated;

constexpr Scheme compared[] = {Scheme::I, Scheme::II, Scheme::III, Scheme::ordering};

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "not simulated";
}

double accepted_of(const Measurement& m) { return m.accepted; }
double cuts_of(const Measurement& m) { return static_cast<double>(m.cuts); }
double padding_of(const Measurement& m) { return static_cast<double>(m.padding_flits); }
double packet_latency_of(const Measurement& m) { return m.latency; }

std::optional<Figure> figure(const Measurements& measurements, Effort effort) {
  Figure figure{"load",
                "Latency of later barriers beside data worms of a load.",
                "offered load (flits/cycle/host)",
                "latency (cycles)",
                {}};
  for (const Scheme scheme : compared) {
    reproduction::FigureSeries series{to_string(scheme), {}};
    for (const double load : loads(effort))
      if (const auto latency = mean(measurements, experiment_of_load(scheme, load), later_of))
        series.points.emplace_back(load, *latency);
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  if (figure.series.empty()) return std::nullopt;
  return figure;
}

reproduction::Table costs(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "What barriers, one behind the other, cost the data",
      {"load", "scheme", "barrier, cycles", "accepted load", "packet latency", "worms cut", "padding flits"},
      {}};
  for (const double load : loads(effort))
    for (const Scheme scheme : compared) {
      const std::string experiment = experiment_of_load(scheme, load);
      table.rows.push_back(
          {fmt::format("{}", load), to_string(scheme), cell(mean(measurements, experiment, later_of), 1),
           cell(mean(measurements, experiment, accepted_of), 4),
           cell(mean(measurements, experiment, packet_latency_of), 0), cell(mean(measurements, experiment, cuts_of), 0),
           cell(mean(measurements, experiment, padding_of), 0)});
    }
  return table;
}

reproduction::Table sensitivity(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("Architecture I at a load of {}: what its parameters change", loads(effort).back()),
      {"changed", "barrier, cycles", "accepted load", "worms cut", "padding flits"},
      {}};
  const auto add = [&](const std::string& what, const std::string& experiment) {
    table.rows.push_back(
        {what, cell(mean(measurements, experiment, later_of), 1), cell(mean(measurements, experiment, accepted_of), 4),
         cell(mean(measurements, experiment, cuts_of), 0), cell(mean(measurements, experiment, padding_of), 0)});
  };
  add("nothing: T = 32, 4 virtual channels, packets of 40 flits", experiment_of_load(Scheme::I, loads(effort).back()));
  for (const Variation& variation : variations()) add(variation.what, variation.experiment);
  return table;
}

ClaimTable claims(const Measurements& measurements, Effort effort) {
  ClaimTable table{"Claims beside real worms", "", {}, 3, {}};
  const double low = loads(effort).front(), high = loads(effort).back();
  const auto ratio = [&](Scheme scheme, auto of, double other) -> std::optional<std::pair<double, double>> {
    const auto a = mean(measurements, experiment_of_load(scheme, other), of),
               b = mean(measurements, experiment_of_load(scheme, high), of);
    if (!a || !b) return std::nullopt;
    return std::pair(*a, *b);
  };
  for (const Scheme scheme : compared) {
    const bool cuts_any = scheme == Scheme::I || scheme == Scheme::II;
    std::optional<Simulated> simulated;
    if (const auto of = ratio(scheme, later_of, low)) {
      const double growth = of->second / of->first;
      simulated =
          Simulated{growth, std::nullopt, (growth <= 1.5) == cuts_any,
                    fmt::format("{:.0f} cycles at {}, {:.0f} at {}; the bar is 1.5", of->first, low, of->second, high)};
    }
    table.claims.push_back(claim(
        fmt::format("(b) {} {}", to_string(scheme), cuts_any ? "hardly depends on the load" : "grows with the load"),
        "section 4.2", simulated));
  }
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III}) {
    std::optional<Simulated> simulated;
    const auto without = mean(measurements, experiment_of_load(Scheme::ordering, high), accepted_of),
               with = mean(measurements, experiment_of_load(scheme, high), accepted_of);
    if (without && with) {
      const double lost = 100 * (1 - *with / *without);
      simulated = Simulated{
          lost, std::nullopt, lost <= 10,
          fmt::format(
              "% of the data that is accepted beside the baseline, {:.4f} against {:.4f}; held to hold up to 10 %",
              *with, *without)};
    }
    table.claims.push_back(
        claim(fmt::format("(f) {} costs little data throughput", to_string(scheme)), "section 1", simulated));
  }
  return table;
}

}  // namespace

reproduction::Section load_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Beside real worms", {}};
  section.blocks.emplace_back(
      reproduction::Paragraph{"Uniform data traffic of packets of 40 flits on an irregular network, a group of a fifth "
                              "of the hosts, 20 barriers "
                              "without a pause: the most that preemption can do to the data."});
  if (auto drawn = figure(measurements, effort)) section.blocks.emplace_back(std::move(*drawn));
  section.blocks.emplace_back(claims(measurements, effort));
  section.blocks.emplace_back(costs(measurements, effort));
  section.blocks.emplace_back(sensitivity(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
