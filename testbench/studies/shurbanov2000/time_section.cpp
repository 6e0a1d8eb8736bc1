// Figures 1-b and 3: the network over time, from a cold start; claims (8) and (9).
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

using reproduction::above;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Figure;
using reproduction::Simulated;

/// The mean over draws of each window, from the start on, in us.
reproduction::FigureSeries over_time(const Measurements& measurements, const std::string& experiment, std::string label,
                                     std::vector<double> Measurement::*values, double until_us) {
  reproduction::FigureSeries series{std::move(label), {}};
  const auto* draws = measurements.find(experiment);
  if (draws == nullptr || draws->empty()) return series;
  constexpr double us_of_window = static_cast<double>(window_of_start) * us_of_servernet_tick;
  for (std::size_t i = 0; i < (draws->front().*values).size(); ++i) {
    const double us = static_cast<double>(i) * us_of_window;
    if (us >= until_us) break;
    std::vector<double> at;
    for (const Measurement& m : *draws) at.push_back((m.*values).at(i));
    series.add(us, reproduction::mean_of(at));
  }
  return series;
}

/// Links from hosts first transmit, then stall, then are idle because the window is full.
std::optional<Simulated> sequence(const Measurements& measurements, const std::string& experiment) {
  const auto of = [&](Value value) { return samples(measurements, experiment, value); };
  const auto stall = reproduction::mean_difference(of(&Measurement::first_stalled), of(&Measurement::first_busy));
  const auto idle = reproduction::mean_difference(of(&Measurement::first_idle), of(&Measurement::first_stalled));
  const auto busy = mean_of(measurements, experiment, &Measurement::first_busy);
  if (!stall || !idle || !busy) return std::nullopt;
  const std::vector<double> seen = of(&Measurement::states_seen);
  const double fewest = *std::min_element(seen.begin(), seen.end());
  return reproduction::all_of(
      {decided(
           *idle, above(0),
           fmt::format("us from the first stall to the first idle time of a full window; they transmit from {:.1f} us "
                       "on and first stall {:.1f} us later; required: each after the one before",
                       busy->value, stall->value)),
       decided(*stall, above(0), "us from the first transmission to the first stall"),
       reproduction::judged(fewest, {seen.size()}, reproduction::equal_to(3),
                            "of the three states, in the draw with the fewest; required: all")});
}

void add_claims(const Measurements& measurements, Topology topology, ClaimTable& table) {
  const std::string at = to_string(topology);
  table.claims.push_back(claim_of_answer("(8) links transmit, then stall, then are idle for full windows", at,
                                         "section 2, figure 3", "at 4, 6 and 10 us",
                                         sequence(measurements, experiment_of_start(topology, sw(4)))));
  const auto of = [&](const Control& control, Value value) {
    return samples(measurements, experiment_of(topology, control), value);
  };
  const auto period = reproduction::ratio(of(sw(4), &Measurement::peak_time), of(sw(4), &Measurement::round_trip));
  std::optional<Simulated> cycles;
  if (period)
    cycles = decided(
        *period, reproduction::at_least(1),
        fmt::format("{:.1f} us, the period of the largest peak of the autocorrelation of the throughput, "
                    "over the round trip, {:.1f} us; required: at least 1, for a cycle of windows takes a round trip",
                    period->larger, period->smaller));
  table.claims.push_back(claim_of_answer("(9) SW's throughput goes in cycles", at, "", "", std::move(cycles)));
  const auto less = reproduction::ratio(of(asw(4, 0), &Measurement::swing), of(sw(4), &Measurement::swing));
  std::optional<Simulated> calmer;
  if (less)
    calmer = decided(*less, reproduction::below(1),
                     "coefficient of variation of ASW's throughput in windows of 1 us over SW's; required: below 1");
  table.claims.push_back(claim_of_answer("(9) ASW's throughput varies less", at, "", "", std::move(calmer)));
}

}  // namespace

reproduction::Section time_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Over time", {}};
  ClaimTable claims{"Claims (8) and (9)", "", {}, 2, {}};
  for (const Topology topology : topologies(effort)) add_claims(measurements, topology, claims);
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(
      reproduction::Paragraph{"Both figures begin cold: no warm-up is left out. The paper's figure 3 is of one link, "
                              "number 4, whose place is unknown; here it is all links from hosts. (9) is ours: that "
                              "SW's throughput goes in cycles, and ASW's less so, is an argument of the paper, not a "
                              "result. A link class "
                              "transmits, stalls or is idle from the first window on in which it does so for more than "
                              "1 % of the time: of the 1,200 ticks of 24 links in a window of 50 these are 12, as many "
                              "as the shortest packet, a response, takes. The times of (8) as such are not comparable: "
                              "they are those of a topology that "
                              "is missing."});
  constexpr double figure_1b = 100, figure_3 = 40;
  for (const Topology topology : topologies(effort)) {
    Figure throughput{
        fmt::format("figure1b-{}", to_string(topology)),
        fmt::format("Figure 1-b of the paper: throughput from a cold start; the {}.", to_string(topology)),
        "time (us)",
        "throughput (words of requests/tick)",
        {}};
    for (const Control& control : {sw(4), asw(4, 0)})
      throughput.series.push_back(over_time(measurements, experiment_of_start(topology, control), control.name,
                                            &Measurement::accepted, figure_1b));
    Figure links{fmt::format("figure3-{}", to_string(topology)),
                 fmt::format("Figure 3 of the paper: links from hosts with SW(4), from a cold start; the {}.",
                             to_string(topology)),
                 "time (us)",
                 "share of time",
                 {}};
    const std::string start = experiment_of_start(topology, sw(4));
    links.series = {over_time(measurements, start, "transmit", &Measurement::busy, figure_3),
                    over_time(measurements, start, "stalled", &Measurement::stalled, figure_3),
                    over_time(measurements, start, "start-up of a request", &Measurement::start_ups, figure_3),
                    over_time(measurements, start, "idle, window full", &Measurement::idle, figure_3)};
    for (Figure* figure : {&throughput, &links})
      if (!figure->series.front().points.empty()) section.blocks.emplace_back(std::move(*figure));
  }
  return section;
}

}  // namespace slackline::shurbanov2000
