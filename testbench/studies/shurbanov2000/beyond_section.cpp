// Claim (10), and beyond the paper: windows, marks and steps, other traffic, other controls, fairness.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

using reproduction::cell;
using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::Simulated;

/// As table 2 has them: a throughput that the paper calls equivalent to the most, and a round trip next to one that it calls
/// shorter.
constexpr const Published& printed_asw = table_2[4];
constexpr double enough = printed_asw.throughput / printed_sw.throughput,
                 longer = printed_sw.round_trip / printed_asw.round_trip;

/// Windows that may suit connections, by the favourable ends of their intervals: enough of the most throughput that any window gives
/// them, and a round trip that is not longer in this sense than that of the smallest window with so much. Nothing where they were
/// not simulated.
std::optional<std::set<unsigned>> suitable(const Measurements& measurements, const Connections& of, Effort effort) {
  double most = 0, shortest = 0;
  const auto value = [&](unsigned window, Value v) { return mean_of(measurements, experiment_of(of, window), v); };
  for (const unsigned window : windows(effort)) {
    if (!value(window, &Measurement::throughput)) return std::nullopt;
    most = std::max(most, value(window, &Measurement::throughput)->value);
  }
  std::set<unsigned> found;
  for (const unsigned window : windows(effort)) {
    const reproduction::Mean round_trip = *value(window, &Measurement::round_trip);
    if (value(window, &Measurement::throughput)->high() < enough * most) continue;
    if (found.empty()) shortest = round_trip.high();
    if (round_trip.low() < longer * shortest) found.insert(window);
  }
  return found;
}

/// (10): each window suits some connections only.
reproduction::Claim no_window_suits_all(const Measurements& measurements, Effort effort) {
  std::map<unsigned, std::size_t> suits;
  std::string note = "connections that the best of all windows may suit, by the ends of intervals:";
  for (const Connections& of : connections()) {
    const auto found = suitable(measurements, of, effort);
    if (!found) return reproduction::claim_of_model("(10) no window suits all connections", "", "", "", {});
    note += fmt::format(" {}:", of.name);
    for (const unsigned window : *found) {
      ++suits[window];
      note += fmt::format(" {}", window);
    }
    note += ";";
  }
  std::size_t most = 0;
  for (const auto& [window, count] : suits) most = std::max(most, count);
  note += fmt::format(
      " fewer than all {}. A window suits that gives {:.4f} of the most throughput, ASW's over SW's of table 2, which "
      "the "
      "paper calls equivalent, with a round trip of less than {:.4f} times that of the smallest that does, SW's over "
      "ASW's of table 2, of which it calls the second shorter",
      connections().size(), enough, longer);
  const auto best = static_cast<double>(most);
  return reproduction::claim_of_model(
      "(10) no window suits all connections", "", "", "",
      Simulated{best, {draws(effort)}, {{best, reproduction::below(static_cast<double>(connections().size()))}}, note});
}

void add_windows(const Measurements& measurements, Effort effort, reproduction::Section& section) {
  Figure figure{"windows", "Throughput of SW(n) past saturation.", "window (requests)", "throughput (flits/tick)", {}};
  Figure round_trips{
      "windows-round-trip", "Round trip of SW(n) past saturation.", "window (requests)", "round trip (us)", {}};
  for (const Connections& of : connections())
    for (const auto& [into, value] :
         {std::pair(&figure, &Measurement::throughput), {&round_trips, &Measurement::round_trip}}) {
      reproduction::FigureSeries series{of.name, {}};
      for (const unsigned window : windows(effort))
        series.add(window, mean_of(measurements, experiment_of(of, window), value));
      if (!series.points.empty()) into->series.push_back(std::move(series));
    }
  if (figure.series.empty()) return;
  section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(std::move(round_trips));
}

reproduction::Table marks_and_steps(const Measurements& measurements) {
  reproduction::Table table{
      "ASW's low mark and SPP's step q, on the cube",
      {"control", "throughput, flits a tick", "round trip, us", "outstanding", "delay I, us", "Jain's index"},
      {}};
  const auto add = [&](const Control& control) {
    const std::string experiment = experiment_of(Topology::cube, control);
    const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, experiment, v), decimals); };
    table.rows.push_back({control.name, value(&Measurement::throughput, 2), value(&Measurement::round_trip, 2),
                          value(&Measurement::outstanding, 2), value(&Measurement::interval, 2),
                          value(&Measurement::fairness, 3)});
  };
  for (const unsigned low : low_marks()) add(asw(4, low));
  for (const double step : steps()) add(spp(1, {}, 4, step));
  return table;
}

reproduction::Table extensions_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"Other traffic and other controls, on the cube",
                            {"traffic", "control", "throughput, flits a tick", "round trip, us", "there", "service",
                             "back", "outstanding", "Jain's index of sources"},
                            {}};
  for (const Extension& extension : extensions(effort))
    for (const Control& control : controls_of(extension)) {
      const std::string experiment = experiment_of(extension, control);
      const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, experiment, v), decimals); };
      table.rows.push_back({extension.name, control.name, value(&Measurement::throughput, 2),
                            value(&Measurement::round_trip, 2), value(&Measurement::there, 2),
                            value(&Measurement::service, 2), value(&Measurement::back, 2),
                            value(&Measurement::outstanding, 2), value(&Measurement::fairness, 3)});
    }
  return table;
}

}  // namespace

reproduction::Section beyond_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Windows, other traffic and other controls", {}};
  ClaimTable claims{"Claim (10)", "", {}, 0, {}};
  claims.claims.push_back(no_window_suits_all(measurements, effort));
  section.blocks.emplace_back(std::move(claims));
  add_windows(measurements, effort, section);
  section.blocks.emplace_back(marks_and_steps(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "(10) is an argument of the paper, and the connections are ours; the limits are ratios of table 2. Without a "
      "verdict: the packet pair "
      "of "
      "Keshav, whose requests form pairs (messages of two packets); "
      "windows with additive increase and multiplicative decrease, at marks of congested switches or at round trips "
      "longer than 10 us; traffic that is not uniform; and how evenly sources are served, which the paper asks of a "
      "flow control and does not measure. PP alone is not run where a host is "
      "hot: with up to 64 requests of each source the buffers of that host fill, and requests and responses wait for "
      "one another for ever."});
  section.blocks.emplace_back(extensions_table(measurements, effort));
  return section;
}

}  // namespace slackline::shurbanov2000
