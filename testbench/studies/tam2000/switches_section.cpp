// What switches do to the exchange: figure 3, claims (16), (18) and (19), and the occupancy of uplinks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "testbench/studies/tam2000/study.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Figure;
using reproduction::ReadingAnswer;
using reproduction::Simulated;

/// The shortest stall that drops packets; nullptr: none does, or it was not simulated.
const Measurement* shortest_dropping(const Measurements& measurements, unsigned outside, unsigned* steps = nullptr) {
  for (const unsigned length : lengths_of_stall) {
    const Measurement* found = measurements.first_of(stall_of_figure_3(outside, length).name());
    if (found == nullptr || found->dropped == 0) continue;
    if (steps != nullptr) *steps = length;
    return found;
  }
  return nullptr;
}

std::optional<Simulated> window_overflows(const Measurements& measurements) {
  const Measurement* found = measurements.first_of(stall_of_figure_3(0, lengths_of_stall[1]).name());
  if (found == nullptr) return std::nullopt;
  return reproduction::judged(
      lost_of_1000(found->kept), {1}, reproduction::above(0),
      fmt::format("packets of 1000 that switches drop, with a stall of {} steps and W_g = 9: {:.0f} in all; required: "
                  "above 0",
                  lengths_of_stall[1], found->dropped));
}

/// The print lets switch 0 overflow the buffer.
std::vector<ReadingAnswer> switch_0_overflows(const Measurements& measurements) {
  std::vector<ReadingAnswer> answers;
  for (const unsigned outside : outside_of_buffer) {
    std::optional<Simulated> answer;
    if (const Measurement* found = shortest_dropping(measurements, outside))
      answer = reproduction::judged(1000 * (found->kept_of_1 - found->kept_of_0), {1}, reproduction::above(0),
                                    "packets of 1000 of switch 0 that the backbone drops with the shortest dropping "
                                    "stall, less those of switch 1; required: above 0");
    answers.push_back({fmt::format("{} frames held besides B_L", outside), std::move(answer)});
  }
  return answers;
}

reproduction::Table stall_table(const Measurements& measurements) {
  reproduction::Table table{
      "Figure 3: the link from the backbone to switch 3 stops for 20 steps from a step of the round on; steps from "
      "there to the end of that in which the first packet is dropped, which is the shortest stall that drops one, B_L "
      "= 30",
      {"step", "sync", "sync+GW", "sync+RS", "sync+GWRS"},
      {}};
  for (unsigned step = 1; step <= steps_of_round; ++step) {
    std::vector<std::string> row{std::to_string(step)};
    for (const bool is_reordered : {false, true})
      for (const bool has_window : {false, true}) {
        const Measurement* found = measurements.first_of(stall_at(step, is_reordered, has_window).name());
        row.push_back(found == nullptr         ? "not simulated"
                      : found->first_drop == 0 ? "none of 20"
                                               : fmt::format("{:.0f}", found->first_drop));
      }
    table.rows.push_back(std::move(row));
  }
  return table;
}

reproduction::Table first_drops_table(const Measurements& measurements) {
  reproduction::Table table{"Figure 3: the stall at step 4 with the window, and frames that are held besides B_L = 30",
                            {"besides B_L", "shortest dropping stall, steps", "first drop in step",
                             "dropped from switch 0", "from switch 1", "from switch 2"},
                            {}};
  for (const unsigned outside : outside_of_buffer) {
    unsigned steps = 0;
    const Measurement* found = shortest_dropping(measurements, outside, &steps);
    if (found == nullptr) {
      table.rows.push_back({std::to_string(outside), "not simulated", "", "", "", ""});
      continue;
    }
    std::vector<std::string> row{std::to_string(outside), std::to_string(steps),
                                 fmt::format("i + {:.0f}", found->first_drop - 1)};
    for (unsigned from = 0; from < 3; ++from) row.push_back(fmt::format("{:.0f}", found->dropped_from.at(from)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

const double blocked = 100 * (2 - std::sqrt(2)), blocked_in_no_time = 100 * (std::sqrt(3) - 1);

std::optional<reproduction::Mean> accepted_percent(const Measurements& measurements, unsigned ports,
                                                   bool takes_no_time) {
  std::vector<double> shares = samples(measurements, saturated(ports, takes_no_time).name(), &Measurement::accepted);
  for (double& share : shares) share *= 100;
  return reproduction::mean_of(shares);
}

/// Karol, Hluchyj, Morgan 1987: with an input that waits for its packet to be sent 2 - sqrt(2) are left for many ports: a packet at each
/// output on average, in an M/D/1 queue, the one that is sent included. Where an input goes on at once, one that waits: sqrt(3) - 1.
/// A finite switch has more.
std::optional<Simulated> head_of_line(const Measurements& measurements, bool takes_no_time,
                                      const reproduction::Criterion& criterion, const char* required) {
  const unsigned ports = *std::rbegin(saturated_ports);
  const auto share = accepted_percent(measurements, ports, takes_no_time);
  if (!share) return std::nullopt;
  return decided(*share, criterion, fmt::format("%, of {} ports; required: {}", ports, required));
}

reproduction::Table head_of_line_table(const Measurements& measurements) {
  reproduction::Table table{"Head-of-line blocking: uniform traffic that a saturated switch carries, in %",
                            {"ports", "transfers at the speed of links", "transfers in no time"},
                            {}};
  for (const unsigned ports : saturated_ports)
    table.rows.push_back({std::to_string(ports), cell(accepted_percent(measurements, ports, false), 2),
                          cell(accepted_percent(measurements, ports, true), 2)});
  table.rows.push_back({"many, theory", fmt::format("{:.2f}", blocked), fmt::format("{:.2f}", blocked_in_no_time)});
  return table;
}

std::optional<Simulated> tolerate_more(const Measurements& measurements, Effort effort, Buffers buffers,
                                       const Assumptions& set) {
  const Setup plain = exchange_of(four_by_four, Scheme::sync, packets_of_buffers(effort), set);
  const auto lost = [&](Buffers of) {
    std::vector<double> all = samples(measurements, with(plain, of), &Measurement::kept);
    for (double& value : all) value = lost_of_1000(value);
    return all;
  };
  const auto more = reproduction::mean_difference(lost(Buffers::input), lost(buffers));
  if (!more) return std::nullopt;
  return of_losses(
      judged_by(*more, set.is_drawn(), reproduction::above(0),
                fmt::format("packets of 1000 that switches drop with buffers at inputs, less those with {}, k = {}; "
                            "required: above 0",
                            buffers == Buffers::output ? "buffers at outputs" : "shared buffers", plain.packets)),
      effort);
}
void add_tolerance(const Measurements& measurements, Effort effort, Buffers buffers, TriedClaims& tried) {
  std::vector<ReadingAnswer> answers;
  for (const Assumptions& set : sets_of_buffers(effort))
    answers.push_back(where_it_loses(
        measurements, with(exchange_of(four_by_four, Scheme::sync, packets_of_buffers(effort), set), Buffers::input),
        {set.name(), tolerate_more(measurements, effort, buffers, set)}));
  tried.add(buffers == Buffers::output ? "(19) switches with buffers at outputs lose fewer packets"
                                       : "(19) switches with shared buffers lose fewer packets",
            four_by_four.name(), "section 2", "higher congestion tolerance", answers);
}

/// Of the first run of a scheme.
Figure occupancy_figure(const Measurement& m, Scheme scheme, Effort effort) {
  const Setup setup = over_time(scheme, effort);
  Figure figure{fmt::format("uplinks-{}", to_string(scheme)),
                fmt::format("{} on 4x4, k = {}, {}, seed 1: packets that a switch holds of one link between an edge "
                            "switch and the backbone, the most of any, at the ends of windows of 1/{} of the time on "
                            "schedule; up: on their way to the backbone, down: from it.",
                            to_string(scheme), setup.packets, setup.assumptions.name(), setup.windows_of_run),
                "time (ms)",
                "packets",
                {}};
  figure.is_over_time = true;
  for (const auto& [values, label] :
       {std::pair(&m.up_at_edge, "up, at edge switches"), std::pair(&m.up_at_backbone, "up, at the backbone"),
        std::pair(&m.down_at_backbone, "down, at the backbone"), std::pair(&m.down_at_edge, "down, at edge switches"),
        std::pair(&m.drops, "dropped in the window, by all switches")}) {
    figure.series.push_back({label, {}});
    for (std::size_t i = 0; i < values->size(); ++i)
      figure.series.back().add(static_cast<double>(i + 1) * m.window_us / 1000, values->at(i));
  }
  return figure;
}

}  // namespace

reproduction::Section switches_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Switches", {}};
  ClaimTable claims{"Claims (16), (18) and (19)", "", {"analytic"}, 3, {}};
  TriedClaims tried(claims);
  claims.claims.push_back(claim_of_answer("(16) a stall overflows the buffer although hosts keep to the window",
                                          four_by_four.name(), "section 4.2, figure 3",
                                          "contention loss could still happen", window_overflows(measurements)));
  claims.claims.push_back(reproduction::claim_in_readings("(16) packets of switch 0 overflow it", four_by_four.name(),
                                                          "section 4.2, figure 3", "processes in switch 0",
                                                          switch_0_overflows(measurements), "case"));
  claims.claims.push_back(claim_of_answer(
      "(18) head-of-line blocking leaves 58 % of uniform traffic", "", "section 2", "58 %",
      head_of_line(measurements, false, reproduction::within(58.5, 0.5), "58 to 59, what is cut or rounded to 58")));
  claims.claims.back().analytic = {blocked};
  claims.claims.push_back(claim_of_answer("(18) transfers that take no time leave 73 %", "", "", "",
                                          head_of_line(measurements, true, reproduction::within(blocked_in_no_time, 1),
                                                       "within 1 of sqrt(3) - 1, which the derivation gives then")));
  claims.claims.back().analytic = {blocked_in_no_time};
  for (const Buffers buffers : {Buffers::output, Buffers::shared}) add_tolerance(measurements, effort, buffers, tried);
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(
      reproduction::Paragraph{"The network of figure 3 is an ideal one: the edge switches have buffers of 1000 packets "
                              "at outputs, and the backbone, where the drops are, one of 30 packets at each output. So "
                              "nothing else of these switches has a part in it. A step brings four packets: 30 of them "
                              "are there after seven and a half steps, and the 31st and the 32nd come in step i + 7, "
                              "from switch 1. The windows of switch 3 are full after step i + 8, as the print says, "
                              "and close in step i + 9: after the first drop. That switch 0 overflows the buffer, "
                              "whose packets come from step i + 8 on, takes two frames or more that are held besides "
                              "B_L."});
  section.blocks.emplace_back(reproduction::Paragraph{
      "For (18) theory gives 100 (2 - sqrt(2)) = 58.58 % for many ports (Karol, Hluchyj, Morgan 1987), with packets "
      "that begin in common steps. In the model packets of different inputs begin at any cycle; whether that is the "
      "reason of the difference is not shown. These switches are not those of the exchanges: there a transfer takes no "
      "time, and with Q = 0 an output with many inputs carries 73 % of saturated uniform traffic. (18) has transfers "
      "at "
      "the speed of links, straight from an input to its link (`switch.packet.direct`)."});
  section.blocks.emplace_back(head_of_line_table(measurements));
  section.blocks.emplace_back(first_drops_table(measurements));
  section.blocks.emplace_back(stall_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "The pictures below: after a first event a network does not return to its schedule. With the window, bursts of "
      "fill, drop and silence repeat about every 28 ms, twice the time-out of Go-Back-N. A buffer of 45 packets shows "
      "as "
      "up to 50 packets of a link, since those that outputs hold are counted, too."});
  for (const Scheme scheme : shuffles)
    if (const Measurement* found = measurements.first_of(over_time(scheme, effort).name());
        found != nullptr && !found->drops.empty())
      section.blocks.emplace_back(occupancy_figure(*found, scheme, effort));
  return section;
}

}  // namespace slackline::tam2000
