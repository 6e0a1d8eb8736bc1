// Tables 1 and 2, theorems 1 and 2, and the sizes of section 5.2.
#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/run/network.hpp"
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/networks.hpp"
#include "testbench/studies/song2005/printed_schedules.hpp"
#include "testbench/studies/song2005/study.hpp"
#include "testbench/workloads/synchronization/slot_tables/schedule_bound.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;
using schedule::Schedule;

double messages_alike(const Schedule& ours, const Schedule& printed) {
  double alike = 0;
  for (const schedule::Message& message : printed.messages)
    alike += std::find(ours.messages.begin(), ours.messages.end(), message) != ours.messages.end() ? 1 : 0;
  return alike;
}

/// Pairs that are not ordered, and packets of one slot that meet, along the network's own routes.
double breaches(const Schedule& schedule, const network::Netlist& netlist) {
  const auto conflicts = check_conflicts(schedule, schedule::Paths(netlist), netlist.channels.size());
  return static_cast<double>(check_dependency(schedule).missing + conflicts.conflicts + (conflicts.lost ? 1 : 0));
}

Claim claim(const std::string& name, const std::string& at, const std::string& where, const std::string& published,
            double made, std::optional<double> formula = std::nullopt) {
  Claim claim;
  claim.name = name;
  claim.at = at;
  claim.where = where;
  claim.published.text = published;
  claim.analytic = {made, formula};
  claim.has_formula = formula.has_value();
  claim.is_ours = published.empty();
  return claim;
}

void add_tables(std::vector<Claim>& claims) {
  const Schedule sss = schedule::simple(schedule::first_hosts(8));
  const Schedule hss = schedule::hierarchical(figure_2(), schedule::first_hosts(8));
  claims.push_back(claim("messages of the printed schedule that ours has", "SSS of 8 interfaces", "Table 1", "64",
                         messages_alike(sss, table_1())));
  Claim printed = claim("messages of the printed schedule that ours has", "HSS of example 2", "Table 2", "52",
                        messages_alike(hss, table_2_as_printed()));
  printed.reruns.push_back({"the misprint in slot 6, 4 => 5 in the place of 4 => 4, which definition 2 gives",
                            {messages_alike(hss, table_2()), std::nullopt},
                            {}});
  claims.push_back(std::move(printed));
  claims.push_back(claim("slots", "HSS of example 2", "Table 2", "10", hss.slots()));
}

void add_theorems(std::vector<Claim>& claims) {
  double of_sss = 0, of_hss = 0;
  for (int hosts = 2; hosts <= 64; ++hosts) {
    const network::Netlist netlist = features::network_of(full_tree(hosts, 2));
    of_sss += breaches(schedule::simple(schedule::first_hosts(static_cast<std::uint32_t>(hosts))), netlist);
  }
  claims.push_back(
      claim("breaches of both requirements", "SSS on one switch, 2 to 64 interfaces", "theorem 1", "0", of_sss));
  for (const auto& [k, m] : {std::pair(4, 3), std::pair(4, 4), std::pair(8, 3), std::pair(8, 4)}) {
    const network::Netlist netlist = features::network_of(full_tree(k, m));
    const Schedule hss = synchronizing_schedule(netlist);
    of_hss += breaches(hss, netlist);
    const bool printed = k == 8 && m == 4;
    const std::string tree = fmt::format("HSS, k = {}, m = {}", k, m);
    claims.push_back(claim("slots", tree, "section 5.2", printed ? "36" : "", hss.slots(), hss_slots(k, m)));
    claims.push_back(claim("hosts of a full tree", tree, "section 5.2", printed ? "392" : "",
                           static_cast<double>(netlist.endpoints.size()), full_tree_hosts(k, m)));
  }
  claims.push_back(claim("breaches of both requirements", "HSS on these four trees", "theorem 2", "0", of_hss));
}

/// Schedules of so many slots, in each of which the hosts of one switch send to a permutation of themselves: all of them, or
/// so many that are drawn.
struct Schedules {
  std::uint32_t hosts, slots;
  std::uint64_t drawn = 0;  ///< 0: all
};

/// Those of them that order all pairs.
struct Ordering {
  std::uint64_t tried = 0, correct = 0, below = 0;  ///< below: those whose bound is less than that of SSS
  double least = 0;                                 ///< bound, as a multiple of that of SSS
};

Ordering bounds_of(const Schedules& of) {
  const network::Netlist netlist = features::network_of(full_tree(static_cast<int>(of.hosts), 2));
  const schedule::Paths paths(netlist);
  std::vector<std::vector<std::uint32_t>> permutations(1, schedule::first_hosts(of.hosts));
  while (std::next_permutation(permutations.front().begin(), permutations.front().end()))
    permutations.push_back(permutations.front());
  const std::uint64_t choices = permutations.size();
  Ordering found;
  found.tried = of.drawn;
  if (of.drawn == 0) {
    found.tried = 1;
    for (std::uint32_t slot = 0; slot < of.slots; ++slot) found.tried *= choices;
  }
  RandomStream random(of.hosts, of.slots, RandomPurpose::test);
  const Model model;
  for (std::uint64_t n = 0; n < found.tried; ++n) {
    Schedule schedule;
    schedule.hosts = schedule::first_hosts(of.hosts);
    std::uint64_t left = n;
    for (std::uint32_t slot = 0; slot < of.slots; ++slot, left /= choices) {
      const std::uint64_t choice = of.drawn == 0 ? left % choices : random.below(static_cast<std::uint32_t>(choices));
      for (std::uint32_t host = 0; host < of.hosts; ++host)
        schedule.messages.push_back({slot, host, permutations[choice][host]});
    }
    if (!check_dependency(schedule).holds()) continue;
    const double bound =
        slot_tables::schedule_bound(schedule, paths, model.delays(), model.drain).value() / sss_bound(model);
    constexpr double tiny = 1e-9;  // a sum of doubles
    found.least = found.correct == 0 ? bound : std::min(found.least, bound);
    ++found.correct;
    found.below += bound < 1 - tiny ? 1 : 0;
  }
  return found;
}

/// Theorem 3: no correct schedule on one switch has a smaller bound than SSS.
void add_least_bounds(std::vector<Claim>& claims) {
  for (const Schedules& of : {Schedules{3, 3}, Schedules{3, 4}, Schedules{4, 5, 2000}, Schedules{6, 10, 300}}) {
    const Ordering found = bounds_of(of);
    claims.push_back(
        claim("schedules with a smaller bound than SSS, of those that order all pairs",
              fmt::format("{} hosts, {} slots, {} {} schedules, of which {} do; the least bound is {:.2f} "
                          "times that of SSS",
                          of.hosts, of.slots, of.drawn == 0 ? "all" : "drawn", found.tried, found.correct, found.least),
              "theorem 3", "0", static_cast<double>(found.below)));
  }
}

}  // namespace

reproduction::Section schedule_section() {
  reproduction::Section section{"Schedules", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Generated and checked on the networks as the model routes them: `slackline schedule` does the same on any "
      "network. A breach is a pair of interfaces that nothing orders, or a link that two packets of one slot share. "
      "Theorem 3 "
      "follows from the equations: on one switch all relations have the bound of SSS, and those of a chain add up. The "
      "counts of schedules check that."});
  reproduction::ClaimTable table{"Synchronizing schedules", "", {"generated", "formula"}, 0, {}};
  add_tables(table.claims);
  add_theorems(table.claims);
  static const std::vector<Claim> least_bounds = [] {
    std::vector<Claim> claims;
    add_least_bounds(claims);
    return claims;
  }();
  table.claims.insert(table.claims.end(), least_bounds.begin(), least_bounds.end());
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace slackline::song2005
