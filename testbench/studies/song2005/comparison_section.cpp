// Theorem 3 and section 6: a schedule that is not minimal, and tokens.
#include <fmt/format.h>

#include "testbench/run/network.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"
#include "testbench/workloads/synchronization/slot_tables/schedule_bound.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;

double bound_of(const schedule::Schedule& schedule, const schedule::Paths& paths, const Model& model) {
  return slot_tables::schedule_bound(schedule, paths, model.delays(), model.drain).value();
}

/// Equation (7) of SSS and of the shift schedule, on one switch of n ports.
reproduction::Table theorem_3() {
  reproduction::Table table{
      "Theorem 3: bounds of whole schedules on one switch, equations (5) to (7) along their chains, ns",
      {"ports", "SSS, kg = 53", "shift, kg = 53", "SSS, kg = 17", "shift, kg = 17", "shift / SSS"},
      {}};
  for (const int ports : {4, 8, 16, 32}) {
    const network::Netlist netlist = features::network_of(full_tree(ports, 2));
    const schedule::Paths paths(netlist);
    const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(ports));
    std::vector<std::string> row{std::to_string(ports)};
    double ratio = 0;
    for (const int kg : {kg_of_print, kg_of_text}) {
      Model model;
      model.p.kg = kg;
      const double sss = bound_of(schedule::simple(hosts), paths, model);
      const double shift = bound_of(schedule::shift(hosts), paths, model);
      row.push_back(fmt::format("{:.2f}", sss));
      row.push_back(fmt::format("{:.2f}", shift));
      ratio = shift / sss;
    }
    row.push_back(fmt::format("{:.2f}", ratio));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The skews of shift schedules in the model.
reproduction::ClaimTable shift_skew(const Measurements& measurements) {
  reproduction::ClaimTable table{"The greatest skew after shifts on one switch, kg = 17", "ns", skew_columns(), 2, {}};
  for (const int ports : shift_ports)
    table.claims.push_back(skew_claim(
        "no skew of shifts exceeds their estimate",
        fmt::format("shift, {} ports: {} times equation (8)", ports, ports - 1), "", "",
        [ports](const Model& model) { return (ports - 1) * sss_bound(model); }, measurements,
        experiment_of_shift(ports)));
  return table;
}

/// Equation (10) next to (7), which uses the real distances between leaders.
reproduction::Table trees() {
  reproduction::Table table{"HSS on full trees: equation (10), and equation (7) with the routers on each way, ns",
                            {"k, m", "(10), kg = 53", "(7), kg = 53", "(10), kg = 17", "(7), kg = 17",
                             "(10), drain-corrected, kg = 17", "(7), drain-corrected, kg = 17"},
                            {}};
  for (const Network& network : networks()) {
    if (network.m == 2) continue;
    const network::Netlist netlist = features::network_of(full_tree(network.k, network.m));
    const schedule::Schedule hss = synchronizing_schedule(netlist);
    const schedule::Paths paths(netlist);
    std::vector<std::string> row{fmt::format("{}, {}", network.k, network.m)};
    for (const Model& model : models_of({})) {
      row.push_back(fmt::format("{:.2f}", hss_bound(model, network.m)));
      row.push_back(fmt::format("{:.2f}", bound_of(hss, paths, model)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The share of all slots that a token manager cannot use.
reproduction::ClaimTable isotach(const Measurements& measurements) {
  reproduction::ClaimTable table{"Slots lost to synchronization on 8 ports", "%", {"analytic"}, 2, {}};
  const double managers = 100 * isotach_overhead(8);
  const auto measured = [&](const std::string& experiment) {
    std::optional<reproduction::Simulated> simulated;
    if (const Measurement* run = measurements.first_of(experiment)) {
      const double percent = 100 * run->overhead;
      simulated = reproduction::Simulated{percent,
                                          {tokens},
                                          reproduction::checks_as_printed({"12.5"}, percent),
                                          "rounded or cut off at the printed digit"};
    }
    return simulated;
  };
  Claim isotach = reproduction::claim_of_model("Isotach: the token manager's share", "8 ports", "section 6", "12.5",
                                               measured(experiment_of_isotach("free")));
  isotach.analytic = {managers};
  if (auto again = measured(experiment_of_long_tokens())) {
    std::string round = fmt::format("the time in which a token goes round: {:.2f} % next to packets {} times as long",
                                    again->value - managers, long_slots);
    if (isotach.simulated) round += fmt::format(", in the place of {:.2f} %", isotach.simulated->value - managers);
    isotach.reruns.push_back({std::move(round), {}, again});
  }
  table.claims.push_back(std::move(isotach));
  Claim slow = reproduction::claim_of_model("the same on a processor of 33 MHz: lanai4", "8 ports", "", "",
                                            measured(experiment_of_isotach("lanai4")));
  slow.analytic = {managers};
  for (const auto& [without, experiment] :
       {std::pair("the time of the processor: free", experiment_of_isotach("free")),
        {"both, that and the time in which a token goes round: free, next to long packets",
         experiment_of_long_tokens()}})
    if (auto again = measured(experiment)) slow.reruns.push_back({without, {}, again});
  table.claims.push_back(std::move(slow));
  Claim fbs = reproduction::claim_of_model("FBS, clocks 500 ppm apart, takes less", "8 ports", "Table 3", "0.83", {});
  fbs.analytic = {100 * time_overhead(8, interval_of(models_of({}).front(), 2, 500))};
  if (const Measurement* run = measurements.first_of(experiment_of_overhead(8, 2, 500))) {
    fbs.simulated = reproduction::judged(100 * run->overhead, {}, reproduction::below(managers),
                                         "at the printed interval, kg = 17; less than the token manager's share");
    for (const reproduction::Check& check : checks_of_overhead(*run, 8)) fbs.simulated->checks.push_back(check);
  }
  table.claims.push_back(std::move(fbs));
  return table;
}

}  // namespace

reproduction::Section comparison_section(const Measurements& measurements) {
  reproduction::Section section{"Other schedules, and tokens", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "The shift schedule, in which interface i sends to i + t in slot t, orders all pairs as well, but only "
      "neighbours "
      "directly: its bound is n - 1 times that of SSS, which theorem 3 proves to be the least. FM-QoS is assumed to "
      "schedule one switch like that. The theorem is about bounds: over random drifts and offsets the chains of a "
      "shift "
      "come nowhere near the sum of their links' worst cases, which is why that they keep it is no claim of the "
      "paper's."});
  section.blocks.emplace_back(theorem_3());
  section.blocks.emplace_back(shift_skew(measurements));
  section.blocks.emplace_back(trees());
  section.blocks.emplace_back(isotach(measurements));
  return section;
}

}  // namespace slackline::song2005
