// Tables 3 and 4: how often clocks must be synchronized, and what that costs.
#include <fmt/format.h>

#include "testbench/studies/song2005/models.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;
using reproduction::ClaimTable;

constexpr int flits_of_slot = 2000;  ///< what the printed intervals follow from; a packet of 2 Kbytes has 2048

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
  const double skew = m == 2 ? sss_bound(model) : hss_bound(model, m);
  return synchronization::interval(skew, flits_of_slot * model.p.cp, drift_ppm * 1e-6);
}

ClaimTable interval_table(const Printed& printed) {
  ClaimTable table{std::string(printed.name) + ": synchronization interval", "slots", analytic_columns(), 0, {}};
  for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
    const unsigned ppm = drifts_ppm()[i];
    Claim claim{fmt::format("{} ppm", ppm), printed.name, {printed.intervals[i]}, {}, "", false, {}};
    claim.analytic =
        evaluated({}, [&](const Model& model) { return static_cast<double>(interval(model, printed.m, ppm)); });
    table.claims.push_back(std::move(claim));
  }
  return table;
}

/// The share of the time that synchronizations took, holds of clocks included: they are less than a slot a synchronization.
std::optional<reproduction::Simulated> measured_overhead(const std::vector<Measurement>* measurements, int slots) {
  if (measurements == nullptr || measurements->empty()) return std::nullopt;
  const Measurement& run = measurements->front();
  reproduction::Simulated simulated;
  simulated.value = 100 * run.overhead;
  simulated.holds = run.slots_taken >= 0.99 * slots && run.slots_taken <= slots + 1;
  simulated.note =
      fmt::format("{:.2f} slots of {}, with the time in which clocks are held", run.slots_taken, run.interval);
  return simulated;
}

ClaimTable overhead_table(const Printed& printed, const Measurements& measurements) {
  ClaimTable table{std::string(printed.name) + ": time overhead", "%", analytic_columns(), 4, {}};
  for (std::size_t port = 0; port < printed.ports.size(); ++port)
    for (std::size_t i = 0; i < drifts_ppm().size(); ++i) {
      const int k = printed.ports[port];
      const unsigned ppm = drifts_ppm()[i];
      Claim claim{
          fmt::format("{} ports, {} ppm", k, ppm), printed.name, {printed.overheads[port][i]}, {}, "", false, {}};
      claim.analytic = evaluated({}, [&](const Model& model) {
        return 100 * time_overhead(hss_slots(k, printed.m), interval(model, printed.m, ppm));
      });
      claim.is_simulated = true;
      const std::string experiment = k == 8 && printed.m == 2 ? experiment_of_long_run(ppm, Protocol::fbs)
                                                              : experiment_of_overhead(k, printed.m, ppm);
      claim.simulated = measured_overhead(measurements.find(experiment), hss_slots(k, printed.m));
      table.claims.push_back(std::move(claim));
    }
  return table;
}

/// Over the intervals of a long run: with FBS no skew passes half a slot and no packet of the application is held up; without it both
/// happen.
ClaimTable long_runs(const Measurements& measurements, Effort effort) {
  ClaimTable table{fmt::format("{} intervals with an application: its packets that others hold up",
                               effort == Effort::quick ? "Two" : "Ten"),
                   "packets",
                   {},
                   0,
                   {}};
  for (const unsigned ppm : drifts_ppm())
    for (const Protocol protocol : {Protocol::fbs, Protocol::none}) {
      Claim claim{fmt::format("{} ppm, {}", ppm, protocol == Protocol::fbs ? "with FBS" : "without"),
                  "section 4.4",
                  {},
                  {},
                  "",
                  true,
                  {}};
      const auto* found = measurements.find(experiment_of_long_run(ppm, protocol));
      if (found != nullptr && !found->empty()) {
        const Measurement& run = found->front();
        reproduction::Simulated simulated;
        simulated.value = static_cast<double>(run.blocked_packets);
        simulated.holds = (run.blocked_packets == 0) == (protocol == Protocol::fbs);
        simulated.note = fmt::format("of {}", run.application_packets);
        if (run.first_blocked_slot) simulated.note += fmt::format(", the first in slot {}", *run.first_blocked_slot);
        claim.simulated = simulated;
      }
      table.claims.push_back(std::move(claim));
    }
  return table;
}

/// The same runs: what an interval comes to before the next synchronization.
ClaimTable half_slots(const Measurements& measurements) {
  ClaimTable table{"The same: the greatest skew before a synchronization, or at the end", "slots", {}, 3, {}};
  for (const unsigned ppm : drifts_ppm())
    for (const Protocol protocol : {Protocol::fbs, Protocol::none}) {
      const bool synchronized = protocol == Protocol::fbs;
      Claim claim{fmt::format("{} ppm, {}", ppm, synchronized ? "with FBS: no more than 0.5" : "without: more"),
                  "section 4.4",
                  {},
                  {},
                  "",
                  true,
                  {}};
      if (const auto* found = measurements.find(experiment_of_long_run(ppm, protocol));
          found != nullptr && !found->empty()) {
        const double most = found->front().most_before;
        claim.simulated = reproduction::Simulated{most, std::nullopt, (most <= 0.5) == synchronized, ""};
      }
      table.claims.push_back(std::move(claim));
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
      "synchronization to the begin of the next, as each host has told of it, that until the first has "
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
