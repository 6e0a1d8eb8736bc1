// Beyond the paper: more hosts, faster links, and switches that pause instead of dropping.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/studies/tam2000/study.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::cell;
using reproduction::ClaimTable;
using reproduction::Figure;
using reproduction::Simulated;

std::optional<Simulated> loses_nothing(const Measurements& measurements, Effort effort) {
  std::vector<Simulated> parts;
  for (const Shape& shape : shapes_of_pause)
    for (const Scheme scheme : shuffles) {
      const auto kept = mean_of(measurements, over_pause(shape, scheme, Buffers::pause, effort), &Measurement::kept);
      if (!kept) return std::nullopt;
      parts.push_back(reproduction::judged(lost_of_1000(kept->value), {kept->samples}, reproduction::equal_to(0),
                                           "packets of 1000 that switches drop; required: none"));
    }
  return reproduction::all_of(parts);
}

/// The most links of hosts that are stopped in a window.
std::optional<Simulated> spreads(const Measurements& measurements, Effort effort) {
  const auto most = [&](Buffers buffers) -> std::optional<double> {
    const Measurement* found = measurements.first_of(stopped_host(buffers, effort).name());
    if (found == nullptr || found->hosts_stopped.empty()) return std::nullopt;
    return *std::max_element(found->hosts_stopped.begin(), found->hosts_stopped.end());
  };
  const auto pause = most(Buffers::pause), drop = most(Buffers::input_everywhere);
  if (!pause || !drop) return std::nullopt;
  return reproduction::judged(*pause - *drop, {1}, reproduction::above(0),
                              "share of links of hosts that are stopped in a window, the most, less the same where "
                              "switches drop; required: above 0");
}

/// Equation (2) in %, with L from the time of k = 1.
std::string on_equation_cell(const Measurements& measurements, const Speeds& speeds, unsigned packets) {
  const auto one = mean_of(measurements, large(speeds, Scheme::sync, 1), &Measurement::time);
  if (!one) return "not simulated";
  // Without losses the time of k = 1 has L; with them it has repeats, too.
  if (mean_of(measurements, large(speeds, Scheme::sync, 1), &Measurement::dropped)->value != 0) return "–";
  const unsigned partners = sixteen_by_eight.hosts() - 1;
  const double time = one->value + (packets - 1.0) * partners * frame_us;
  return fmt::format("{:.1f}", 100 * packets * partners * payload_bytes / time / available);
}

reproduction::Table large_table(const Measurements& measurements) {
  reproduction::Table table{
      "16 hosts at each of 8 switches, without pauses: bandwidth as a share of that of a host's link, in %, packets "
      "dropped, and packets that hosts sent again",
      {"hosts x switches", "k", "equation (2), L measured with sync at k = 1"},
      {}};
  for (const char* what : {"", "dropped, ", "sent again, "})
    for (const Scheme scheme : shuffles) table.columns.push_back(std::string(what) + to_string(scheme));
  for (const Speeds& speeds : speeds_of_large)
    for (const unsigned k : packets_of_large) {
      std::vector<std::string> row{sixteen_by_eight.name() + speeds.name(), std::to_string(k),
                                   on_equation_cell(measurements, speeds, k)};
      for (const Scheme scheme : shuffles) row.push_back(percent_cell(measurements, large(speeds, scheme, k), 1));
      for (const Value value : {&Measurement::dropped, &Measurement::repeated})
        for (const Scheme scheme : shuffles)
          row.push_back(cell(mean_of(measurements, large(speeds, scheme, k), value), 0));
      table.rows.push_back(std::move(row));
    }
  return table;
}

reproduction::Table fast_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "16x1 and 4x4 with links of 10 Gb/s, sync without pauses: us for a packet of each host, and bandwidth as a share "
      "of that of a host's link, in %",
      {"hosts", "O_s, O_r and U_r, us each", "us for a packet", "bandwidth"},
      {}};
  for (const Shape& shape : {one_switch, four_by_four})
    for (const double overhead_us : fast_overheads_us) {
      const Setup setup = fast(shape, overhead_us, effort);
      std::vector<double> of_packet = samples(measurements, setup, &Measurement::time);
      for (double& us : of_packet) us /= setup.packets * (shape.hosts() - 1.0);
      table.rows.push_back({shape.name(), fmt::format("{}", overhead_us), cell(reproduction::mean_of(of_packet), 3),
                            percent_cell(measurements, setup, 1)});
    }
  return table;
}

reproduction::Table pause_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("k = {}, {}: switches that have the paper's buffers, buffers of 45 packets at each input, and these "
                  "with PAUSE; bandwidth as a share of 12.5 MB/s, in %, packets dropped, and packets sent again",
                  packets_over_pause(effort), base(four_by_four).name()),
      {"hosts", "switches"},
      {}};
  for (const char* what : {"", "dropped, ", "sent again, "})
    for (const Scheme scheme : shuffles) table.columns.push_back(std::string(what) + to_string(scheme));
  for (const Shape& shape : shapes_of_pause)
    for (const auto& [buffers, name] :
         {std::pair(Buffers::of_paper, "of the paper"), std::pair(Buffers::input_everywhere, "input buffers"),
          std::pair(Buffers::pause, "input buffers, PAUSE")}) {
      std::vector<std::string> row{shape.name(), name};
      for (const Scheme scheme : shuffles)
        row.push_back(percent_cell(measurements, over_pause(shape, scheme, buffers, effort), 1));
      for (const Value value : {&Measurement::dropped, &Measurement::repeated})
        for (const Scheme scheme : shuffles)
          row.push_back(cell(mean_of(measurements, over_pause(shape, scheme, buffers, effort), value), 0));
      table.rows.push_back(std::move(row));
    }
  return table;
}

/// A stop at one host's link as it spreads: from its switch to the backbone, to other switches, to their hosts.
std::optional<Figure> spreading_figure(const Measurements& measurements, Buffers buffers, Effort effort) {
  const Setup setup = stopped_host(buffers, effort);
  const Measurement* found = measurements.first_of(setup.name());
  if (found == nullptr || found->drops.empty()) return std::nullopt;
  const bool has_pause = buffers == Buffers::pause;
  const double begin = stop_begins_us(setup) / 1000, end = begin + setup.stopped * frame_us / 1000;
  Figure figure{has_pause ? "spreading-pause" : "spreading-drops",
                fmt::format("Sync on 4x4 over switches {}, k = {}, without pauses of hosts: the link from a switch to "
                            "one host stops from {:.1f} to {:.1f} ms, with a time-out four times as long as usual. "
                            "Packets at the input of a switch, the most of any, at the ends of windows of {:.2f} ms, "
                            "and the share of links of hosts that may not send in a window, until all hosts have all. "
                            "{:.0f} packets are sent again.",
                            has_pause ? "with PAUSE" : "that drop packets", setup.packets, begin, end,
                            found->window_us / 1000, found->repeated),
                "time (ms)",
                "packets; links of hosts (%)",
                {}};
  figure.is_over_time = true;
  const auto add = [&](const char* label, const std::vector<double>& values, double factor) {
    figure.series.push_back({label, {}});
    for (std::size_t i = 0; i < values.size(); ++i)
      figure.series.back().add(static_cast<double>(i + 1) * found->window_us / 1000, factor * values[i]);
  };
  add("packets at edge switches, from the backbone", found->down_at_edge, 1);
  add("packets at the backbone", found->up_at_backbone, 1);
  add("links of hosts that are stopped", found->hosts_stopped, 100);
  return figure;
}

}  // namespace

reproduction::Section beyond_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Beyond the paper", {}};
  ClaimTable claims{"Claims beyond the paper's networks", "", {"analytic"}, 3, {}};
  if (effort == Effort::full) {
    const Speeds& fast_uplinks = speeds_of_large[1];
    const std::string at = sixteen_by_eight.name() + fast_uplinks.name();
    const std::vector<unsigned> all(std::begin(packets_of_large), std::end(packets_of_large));
    const auto of = [&](unsigned k) { return large(fast_uplinks, Scheme::sync, k); };
    claims.claims.push_back(on_equation(measurements, at, of, all));
    claims.claims.push_back(without_loss(measurements, at, of, all));
    for (reproduction::Claim& claim : claims.claims) claim.is_ours = true;  // the paper has not run 16x8
  }
  claims.claims.push_back(reproduction::claim_of_answer("with PAUSE nothing is lost", "4x4, 8x2", "", "",
                                                        loses_nothing(measurements, effort)));
  claims.claims.push_back(reproduction::claim_of_answer("with PAUSE a host that stops stops others", "4x4", "", "",
                                                        spreads(measurements, effort)));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(pause_table(measurements, effort));
  for (const Buffers buffers : {Buffers::pause, Buffers::input_everywhere})
    if (auto figure = spreading_figure(measurements, buffers, effort)) section.blocks.emplace_back(*std::move(figure));
  if (effort == Effort::full) section.blocks.emplace_back(large_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "Equation (2) asks that an uplink carries what the hosts of its switch send. 16 of 100 Mb/s are more than 1 "
      "Gb/s, so the first rows have a bottleneck on schedule; with 10 Gb/s they have none. On a link of 10 Gb/s a "
      "frame takes 1.23 us, and a host spends O_s + O_r + U_r on each packet that it sends and each that it takes: the "
      "larger of the two is g."});
  section.blocks.emplace_back(fast_table(measurements, effort));
  return section;
}

}  // namespace slackline::tam2000
