// Tables 3 and 4: the interval at which clocks must be synchronized, and its cost.
#include <fmt/format.h>

#include <utility>

#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;
using reproduction::claim_of_model;
using reproduction::ClaimTable;

/// A table of the paper, drift by drift.
struct Printed {
  const char* name;
  int m;                               ///< levels
  std::vector<const char*> intervals;  ///< in slots
  std::vector<int> ports;
  std::vector<std::vector<const char*>> overheads;  ///< percent, of each number of ports
};

const std::vector<Printed>& tables() {
  static const std::vector<Printed> all{
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

std::uint64_t interval(const Model& model, int m, unsigned drift_ppm) {
  return synchronization::interval(bound(model, m), static_cast<double>(slot_flits) * model.p.cp, drift_ppm * 1e-6);
}

ClaimTable interval_table(const Printed& printed) {
  ClaimTable table{std::string(printed.name) + ": synchronization interval", "slots", analytic_columns(), 0, {}};
  for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
    const unsigned ppm = drifts_ppm()[i];
    const auto equation = [&](const Model& model) { return static_cast<double>(interval(model, printed.m, ppm)); };
    Claim& claim = table.claims.emplace_back();
    claim.name = fmt::format("{}: interval", printed.name);
    claim.at = fmt::format("{} ppm", ppm);
    claim.where = printed.name;
    claim.published = {printed.intervals[i]};
    claim.analytic = evaluated({}, equation);
  }
  return table;
}

/// The share of the time that synchronizations took. Clocks are held for less than a slot of each, which is included.
std::optional<reproduction::Simulated> measured_overhead(const Measurement* run, int slots) {
  if (run == nullptr) return std::nullopt;
  return reproduction::Simulated{
      100 * run->overhead,
      {},
      {{run->slots_taken, reproduction::at_least(0.99 * slots)}, {run->slots_taken, reproduction::at_most(slots + 1)}},
      fmt::format("{:.2f} slots of {}, with the time in which clocks are held", run->slots_taken, run->interval)};
}

ClaimTable overhead_table(const Printed& printed, const Measurements& measurements) {
  ClaimTable table{std::string(printed.name) + ": time overhead", "%", analytic_columns(), 4, {}};
  for (std::size_t port = 0; port < printed.ports.size(); ++port)
    for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
      const int k = printed.ports[port];
      const unsigned ppm = drifts_ppm()[i];
      const int slots = hss_slots(k, printed.m);
      const auto equation = [&](const Model& model) {
        return 100 * time_overhead(slots, interval(model, printed.m, ppm));
      };
      const std::string experiment = k == 8 && printed.m == 2 ? experiment_of_long_run(ppm, Protocol::fbs)
                                                              : experiment_of_overhead(k, printed.m, ppm);
      Claim& claim = table.claims.emplace_back();
      claim.name = fmt::format("{}: overhead", printed.name);
      claim.at = fmt::format("{} ports, {} ppm", k, ppm);
      claim.where = printed.name;
      claim.published = {printed.overheads[port][i]};
      claim.analytic = evaluated({}, equation);
      claim.is_simulated = true;
      claim.simulated = measured_overhead(measurements.first_of(experiment), slots);
    }
  return table;
}

/// The intervals of a long run: with FBS no skew exceeds half a slot and no packet of the application is held up;
/// without it both happen.
ClaimTable long_runs(const Measurements& measurements, Effort effort) {
  ClaimTable table{fmt::format("{} intervals with an application: its packets that others hold up",
                               effort == Effort::quick ? "Two" : "Ten"),
                   "packets",
                   {},
                   0,
                   {}};
  for (const unsigned ppm : drifts_ppm())
    for (const Protocol protocol : {Protocol::fbs, Protocol::none}) {
      std::optional<reproduction::Simulated> simulated;
      if (const Measurement* run = measurements.first_of(experiment_of_long_run(ppm, protocol))) {
        std::string note = fmt::format("of {}", run->application_packets);
        if (run->first_blocked_slot) note += fmt::format(", the first in slot {}", *run->first_blocked_slot);
        simulated = reproduction::judged(static_cast<double>(run->blocked_packets), {run->application_packets},
                                         protocol == Protocol::fbs ? reproduction::equal_to(0) : reproduction::above(0),
                                         std::move(note));
      }
      table.claims.push_back(claim_of_model(
          protocol == Protocol::fbs ? "with FBS no packet of the application is held up" : "without FBS some are",
          fmt::format("{} ppm", ppm), "", "", std::move(simulated)));
    }
  return table;
}

/// The same runs: the skew at the end of an interval.
ClaimTable half_slots(const Measurements& measurements) {
  ClaimTable table{"The same: the greatest skew before a synchronization, or at the end", "slots", {}, 3, {}};
  for (const unsigned ppm : drifts_ppm())
    for (const Protocol protocol : {Protocol::fbs, Protocol::none}) {
      const bool synchronized = protocol == Protocol::fbs;
      std::optional<reproduction::Simulated> simulated;
      if (const Measurement* run = measurements.first_of(experiment_of_long_run(ppm, protocol)))
        simulated = reproduction::judged(run->most_before, {},
                                         synchronized ? reproduction::at_most(0.5) : reproduction::above(0.5), "");
      table.claims.push_back(
          claim_of_model(synchronized ? "with FBS skews stay within half a slot" : "without FBS they do not",
                         fmt::format("{} ppm", ppm), "", "", std::move(simulated)));
    }
  return table;
}

}  // namespace

reproduction::Section interval_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Synchronization interval and overhead", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Equations (11) and (12). The printed intervals follow from a slot of 2000 flits, 12.5 "
      "us, not from one of 2048; the "
      "overheads of Table 3 are rounded, those of Table 4 cut off. The simulated ones are of the time from the begin "
      "of a "
      "synchronization to the begin of the next, as each host has reported it, that until the first has "
      "ended, at the drain-corrected interval as simulated."});
  for (const Printed& printed : tables()) {
    section.blocks.emplace_back(interval_table(printed));
    section.blocks.emplace_back(overhead_table(printed, measurements));
  }
  section.blocks.emplace_back(reproduction::Paragraph{
      "Between synchronizations each host sends one packet a slot, to another host in each, so that no two meet as "
      "long as "
      "no skew is more than half a slot: a packet of the stream takes half a slot. One is held up when its header has "
      "waited for the output of a switch, whether or not its source was stopped. Without FBS nothing is sent in the "
      "slots "
      "of a synchronization."});
  section.blocks.emplace_back(long_runs(measurements, effort));
  section.blocks.emplace_back(half_slots(measurements));
  return section;
}

}  // namespace slackline::song2005
