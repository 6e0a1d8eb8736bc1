// Tables 3 and 4: the interval at which clocks must be synchronized, and its cost.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;
using reproduction::claim_of_model;
using reproduction::ClaimTable;

/// A table of the paper, drift by drift.
struct PrintedTable {
  const char* name;
  int m;                               ///< levels
  std::vector<const char*> intervals;  ///< in slots
  std::vector<int> ports;
  std::vector<std::vector<const char*>> overheads;  ///< percent, of each number of ports
};

const std::vector<PrintedTable>& tables() {
  static const std::vector<PrintedTable> all{
      {"Table 3",
       2,
       {"4810", "2405", "1603", "1202", "962"},
       {4, 8, 16},
       {{"0.08", "0.17", "0.25", "0.33", "0.42"},
        {"0.17", "0.33", "0.5", "0.67", "0.83"},
        {"0.33", "0.67", "1.0", "1.33", "1.66"}}},
      {"Table 4",
       4,
       {"1781", "890", "593", "445", "356"},
       {4, 8},
       {{"0.89", "1.79", "2.69", "3.59", "4.49"}, {"2.02", "4.04", "6.07", "8.08", "10.11"}}}};
  return all;
}

/// The longest interval that the model allows, of all draws. What drifts apart in it is at most half a slot and the skew that the
/// synchronization before it has left.
std::optional<reproduction::Simulated> longest_interval(const Measurements& measurements, const PrintedTable& printed,
                                                        unsigned ppm, double of_equation) {
  const auto* found = measurements.find(experiment_of_longest(printed.m, ppm));
  if (found == nullptr) return std::nullopt;
  const double slot = static_cast<double>(slot_flits) * Parameters().cp;
  std::uint64_t least = found->front().longest, most = 0;
  double beyond = -1;  // of all draws, in slots
  for (const Measurement& m : *found) {
    least = std::min(least, m.longest);
    most = std::max(most, m.longest);
    double left = 0;
    for (const std::vector<double>& ended : m.ended) left = std::max(left, greatest_skew(ended));
    beyond = std::max(beyond, static_cast<double>(m.longest) * ppm * 1e-6 - 0.5 - left / slot);
  }
  constexpr double ticks = 2.0 / (slot_flits * simulated_cycles_per_character);  // one of either clock
  return reproduction::Simulated{
      static_cast<double>(least),
      {found->size()},
      {{static_cast<double>(least), reproduction::at_least(of_equation)}, {beyond, reproduction::at_most(ticks)}},
      fmt::format("the longest with no skew beyond half a slot, to 1 %, the least of the draws, {:.2f} times that "
                  "of the equation with kg = 53; the most is {}",
                  static_cast<double>(least) / of_equation, most)};
}

ClaimTable interval_table(const PrintedTable& printed, const Measurements& measurements) {
  ClaimTable table{std::string(printed.name) + ": synchronization interval, simulated with kg = 17",
                   "slots",
                   analytic_columns(),
                   0,
                   {}};
  for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
    const unsigned ppm = drifts_ppm()[i];
    const auto equation = [&](const Model& model) { return static_cast<double>(interval_of(model, printed.m, ppm)); };
    Claim& claim = table.claims.emplace_back();
    claim.name = fmt::format("{}: interval, and that it is safe with kg = 17", printed.name);
    claim.at = fmt::format("{} ppm", ppm);
    claim.where = printed.name;
    claim.published = {printed.intervals[i]};
    claim.analytic = evaluated({}, equation);
    claim.is_simulated = true;
    claim.simulated = longest_interval(measurements, printed, ppm, equation(models_of({}).front()));
  }
  return table;
}

/// Whether the printed interval is safe with the kg from which it follows.
Claim printed_interval(const Measurements& measurements) {
  const std::vector<double> skews =
      measurements.samples(experiment_of(experiment_of_printed_interval, Variant::printed_kg),
                           [](const Measurement& m) { return m.most_before; });
  std::optional<reproduction::Simulated> simulated;
  if (!skews.empty()) {
    const auto beyond =
        static_cast<std::size_t>(std::count_if(skews.begin(), skews.end(), [](double skew) { return skew > 0.5; }));
    simulated =
        reproduction::judged(*std::max_element(skews.begin(), skews.end()), {skews.size()}, reproduction::at_most(0.5),
                             fmt::format("slots, the largest skew before a synchronization; required: at most 0.5 in "
                                         "{} draws, of which {} have more",
                                         skews.size(), beyond));
  }
  Claim claim = claim_of_model("Table 3: the interval is safe with kg = 53", fmt::format("{} ppm", drifts_ppm().back()),
                               "Table 3", "safe", std::move(simulated));
  if (claim.simulated && claim.simulated->holds())
    claim.untestable = {reproduction::Untestable::Reason::undecided,
                        fmt::format("no draw passes half a slot, but up to {:.1f} % of all may (95 %)",
                                    100 * reproduction::share_of(0, skews.size()).high)};
  return claim;
}

/// The share of the time that synchronizations took. Clocks are held for less than a slot of each, which is included.
std::optional<reproduction::Simulated> measured_overhead(const Measurement* run, int slots) {
  if (run == nullptr) return std::nullopt;
  return reproduction::Simulated{
      100 * run->overhead,
      {},
      checks_of_overhead(*run, slots),
      fmt::format(
          "{:.2f} slots of {}, with the time in which clocks are held: {} of the schedule, and less than one more",
          run->slots_taken, run->interval, slots)};
}

ClaimTable overhead_table(const PrintedTable& printed, const Measurements& measurements) {
  ClaimTable table{
      std::string(printed.name) + ": time overhead, simulated with kg = 17", "%", analytic_columns(), 4, {}};
  for (std::size_t port = 0; port < printed.ports.size(); ++port)
    for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
      const int k = printed.ports[port];
      const unsigned ppm = drifts_ppm()[i];
      const int slots = hss_slots(k, printed.m);
      const auto equation = [&](const Model& model) {
        return 100 * time_overhead(slots, interval_of(model, printed.m, ppm));
      };
      Claim& claim = table.claims.emplace_back();
      claim.name = fmt::format("{}: overhead, simulated with kg = 17", printed.name);
      claim.at = fmt::format("{} ports, {} ppm", k, ppm);
      claim.where = printed.name;
      claim.published = {printed.overheads[port][i]};
      claim.analytic = evaluated({}, equation);
      claim.is_simulated = true;
      claim.simulated = measured_overhead(measurements.first_of(experiment_of_overhead(k, printed.m, ppm)), slots);
    }
  return table;
}

/// Section 5.2 compares Table 4 with Table 3. All draws of an overhead are equal.
Claim overhead_of_levels(const Measurements& measurements) {
  const unsigned ppm = drifts_ppm().back();
  constexpr int k = 8, few = 2, many = 4;
  std::optional<reproduction::Simulated> simulated;
  const Measurement *of_few = measurements.first_of(experiment_of_overhead(k, few, ppm)),
                    *of_many = measurements.first_of(experiment_of_overhead(k, many, ppm));
  if (of_few != nullptr && of_many != nullptr)
    simulated = reproduction::judged(100 * (of_many->overhead - of_few->overhead), {1}, reproduction::above(0),
                                     fmt::format("% of the time more with {} levels than with {}: {:.4f} and {:.4f} %",
                                                 many, few, 100 * of_many->overhead, 100 * of_few->overhead));
  return claim_of_model("the cost of a synchronization rises with the levels of the tree, kg = 17",
                        fmt::format("{} ports, {} ppm", k, ppm), "section 5.2", "rises", std::move(simulated));
}

/// A value of each draw of a long run, judged by the one that is worst for the claim: the largest with FBS, the smallest
/// without.
std::optional<reproduction::Simulated> worst_draw(const Measurements& measurements, const LongRun& run,
                                                  double (*of)(const Measurement&), reproduction::Criterion criterion,
                                                  const std::string& note) {
  const std::vector<double> values = measurements.samples(run.experiment(), of);
  if (values.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return reproduction::judged(run.protocol == Protocol::fbs ? *most : *least, {values.size()}, criterion, note);
}

/// The packets of an application: with FBS none is held up by another, without it some are.
ClaimTable held_up(const Measurements& measurements, Effort effort) {
  ClaimTable table{"Intervals with an application, kg = 17: its packets that others hold up", "packets", {}, 0, {}};
  for (const LongRun& run : long_runs(effort)) {
    if (!run.streams) continue;
    const bool synchronized = run.protocol == Protocol::fbs;
    table.claims.push_back(claim_of_model(
        synchronized ? "with FBS no packet of the application is held up" : "without FBS some are", run.place(), "", "",
        worst_draw(
            measurements, run, [](const Measurement& m) { return static_cast<double>(m.blocked_packets); },
            synchronized ? reproduction::equal_to(0) : reproduction::above(0),
            fmt::format("{} of all draws, in {} intervals each", synchronized ? "the most" : "the fewest",
                        intervals_of(run, effort)))));
  }
  return table;
}

/// The skew at the end of an interval, with an application and without.
ClaimTable half_slots(const Measurements& measurements, Effort effort) {
  ClaimTable table{"The greatest skew before a synchronization, or at the end, kg = 17", "slots", {}, 3, {}};
  for (const LongRun& run : long_runs(effort)) {
    const bool synchronized = run.protocol == Protocol::fbs;
    table.claims.push_back(claim_of_model(
        synchronized ? "with FBS skews stay within half a slot" : "without FBS they do not", run.place(), "", "",
        worst_draw(
            measurements, run, [](const Measurement& m) { return m.most_before; },
            synchronized ? reproduction::at_most(0.5) : reproduction::above(0.5),
            fmt::format("the {} of all draws, in {} intervals each", synchronized ? "largest" : "smallest",
                        intervals_of(run, effort)))));
  }
  return table;
}

}  // namespace

reproduction::Section interval_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Synchronization interval and overhead", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Equations (11) and (12). The printed intervals follow from a slot of 2000 flits, 12.5 "
      "us, not from one of 2048; the "
      "overheads of Table 3 are rounded, those of Table 4 cut off. A simulated interval is the longest at whose end no "
      "skew was more than half a slot: intervals are tried until one holds and one that is 1 % longer does not, from "
      "clocks that begin apart, 8 ports for Table 3 and 36 hosts on 4-port switches for Table 4. A simulated overhead "
      "is "
      "the part of the time from one synchronization to the next until the first has ended, as each host has reported "
      "it, at the interval of equation (11) for kg = 53, which is the printed one. The simulations next to printed "
      "values have kg = 17 here; kg plays no part in the slots of a synchronization, and the table after that of the "
      "intervals has kg = 53."});
  for (const PrintedTable& printed : tables()) {
    section.blocks.emplace_back(interval_table(printed, measurements));
    if (printed.m == 2)
      section.blocks.emplace_back(
          ClaimTable{"Table 3: its interval with its kg", "slots", {}, 3, {printed_interval(measurements)}});
    section.blocks.emplace_back(overhead_table(printed, measurements));
  }
  section.blocks.emplace_back(ClaimTable{"Table 4 next to Table 3", "%", {}, 4, {overhead_of_levels(measurements)}});
  section.blocks.emplace_back(reproduction::Paragraph{
      "Between synchronizations each host sends one packet a slot, to another host in each, so that no two meet as "
      "long as "
      "no skew is more than half a slot: a packet of the stream takes half a slot. One is held up when its header has "
      "waited for the output of a switch, whether or not its source was stopped. All hosts drift, two of them, drawn, "
      "by "
      "half of the largest difference either way. With FBS clocks begin below half a slot apart; without it they begin "
      "equal, so that drift alone parts them, and nothing is sent in the slots of a synchronization."});
  section.blocks.emplace_back(held_up(measurements, effort));
  section.blocks.emplace_back(half_slots(measurements, effort));
  return section;
}

}  // namespace slackline::song2005
