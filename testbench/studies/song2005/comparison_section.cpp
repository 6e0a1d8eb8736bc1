// Theorem 3 and section 6: a schedule that is not minimal, and tokens.
#include <fmt/format.h>

#include "testbench/config/experiment_network.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/studies/song2005/models.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/schedule_bound.hpp"
#include "testbench/studies/song2005/simulated_skew.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;

/// Equation (7) of SSS and of the shift schedule, on one switch of n ports.
reproduction::Table theorem_3() {
  reproduction::Table table{
      "Theorem 3: bounds of whole schedules on one switch, equations (5) to (7) along their chains, ns",
      {"ports", "SSS, kg = 53", "shift, kg = 53", "SSS, kg = 17", "shift, kg = 17", "shift / SSS"},
      {}};
  for (const int ports : {4, 8, 16, 32}) {
    const network::Netlist netlist = config::network_of(full_tree(ports, 2));
    const schedule::Paths paths(netlist);
    const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(ports));
    std::vector<std::string> row{std::to_string(ports)};
    double ratio = 0;
    for (const int kg : {kg_of_print, kg_of_text}) {
      Model model;
      model.p.kg = kg;
      const double sss = schedule_bound(schedule::simple(hosts), paths, model).value();
      const double shift = schedule_bound(schedule::shift(hosts), paths, model).value();
      row.push_back(fmt::format("{:.2f}", sss));
      row.push_back(fmt::format("{:.2f}", shift));
      ratio = shift / sss;
    }
    row.push_back(fmt::format("{:.2f}", ratio));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The same as the model shows it.
reproduction::ClaimTable shift_skew(const Measurements& measurements) {
  reproduction::ClaimTable table{"The greatest skew behind shifts on 8 ports", "ns", analytic_columns(), 2, {}};
  Claim claim{"shift, 8 ports: 7 times equation (8)", "theorem 3", {}, {}, "", true, {}};
  claim.analytic = evaluated({}, [](const Model& model) { return 7 * sss_bound(model); });
  claim.simulated = simulated_skew(measurements.find("shift-8"), claim.analytic);
  table.claims.push_back(std::move(claim));
  return table;
}

/// Equation (10) beside (7), which knows how far apart the leaders really are.
reproduction::Table trees() {
  reproduction::Table table{"HSS on full trees: equation (10), and equation (7) with the routers on each way, ns",
                            {"k, m", "(10), kg = 53", "(7), kg = 53", "(10), kg = 17", "(7), kg = 17",
                             "(10), drain-corrected, kg = 17", "(7), drain-corrected, kg = 17"},
                            {}};
  for (const Network& network : networks()) {
    if (network.m == 2) continue;
    const network::Netlist netlist = config::network_of(full_tree(network.k, network.m));
    const schedule::Schedule hss = synchronizing_schedule(netlist);
    const schedule::Paths paths(netlist);
    std::vector<std::string> row{fmt::format("{}, {}", network.k, network.m)};
    for (const Model& model : models_of({})) {
      row.push_back(fmt::format("{:.2f}", hss_bound(model, network.m)));
      row.push_back(fmt::format("{:.2f}", schedule_bound(hss, paths, model).value()));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Slots that a token manager cannot use, of all interfaces'.
reproduction::ClaimTable isotach(const Measurements& measurements) {
  reproduction::ClaimTable table{"Slots lost to synchronization on 8 ports", "%", {"analytic"}, 2, {}};
  Claim tokens{
      "Isotach: the token manager does nothing else", "section 6", {"12.5"}, {100 * isotach_overhead(8)}, "", true, {}};
  if (const auto* found = measurements.find("isotach-8");
      found != nullptr && !found->empty() && found->front().slots != 0)
    tokens.simulated = reproduction::Simulated{
        100.0 * static_cast<double>(found->front().slots_for_protocol) / static_cast<double>(found->front().slots),
        std::nullopt, true, ""};
  table.claims.push_back(std::move(tokens));
  return table;
}

}  // namespace

reproduction::Section comparison_section(const Measurements& measurements) {
  reproduction::Section section{"Other schedules, and tokens", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "The shift schedule, in which interface i sends to i + t in slot t, orders all pairs as well, but only "
      "neighbours "
      "directly: its bound is n - 1 times that of SSS, which theorem 3 proves to be the least."});
  section.blocks.emplace_back(theorem_3());
  section.blocks.emplace_back(shift_skew(measurements));
  section.blocks.emplace_back(trees());
  section.blocks.emplace_back(isotach(measurements));
  return section;
}

}  // namespace slackline::song2005
