#include "testbench/soak/compare_batch.hpp"

#include <utility>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/workloads/barriers/answers.hpp"

namespace slackline::soak {

namespace {

std::vector<std::string> errors_of(const network::Fabric& fabric) {
  const statistics::RunTotals totals = statistics::collect(fabric);
  std::vector<std::string> errors;
  const network::Netlist& netlist = fabric.netlist();
  const bool has_faults = !netlist.faults.empty();  // then only what is not accounted for is worth a message
  // Most firmware fails where packets get lost; the ports of its hosts do not.
  const bool loses = netlist.has_packet_switches() && netlist.interfaces != nullptr;
  if (!has_faults && loses) {
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
      if (fabric.port_state(i).errors.any()) errors.push_back(netlist.endpoints[i].name + ": its port has errors");
  } else if (!has_faults)
    for (const statistics::InstanceError& error : totals.errors) errors.push_back(statistics::text_of(error));
  if (!totals.conserved()) errors.emplace_back("flits are not conserved");
  return errors;
}

/// Checks the barriers of a network without errors of its own: they should be over.
void inspect_barriers(const network::Fabric& fabric, NetworkResult& result) {
  const barriers::Answers answers = barriers::answers_of(barriers::view_of(fabric));
  for (std::size_t g = 0; g < answers.groups.size(); ++g) {
    const barriers::Group& group = answers.groups[g];
    const std::string name = "group " + std::to_string(g);
    if (group.early()) result.errors.push_back(name + ": a member has left a barrier that not all had entered");
    if (group.complete != answers.asked_rounds)
      result.errors.push_back(name + ": barriers complete = " + std::to_string(group.complete) + " of " +
                              std::to_string(answers.asked_rounds));
    result.barriers.asked += answers.asked_rounds;
    result.barriers.complete += group.complete;
  }
  result.barriers.worms_cut = answers.hardware.cuts;
  result.barriers.padding = answers.hardware.padding_flits;
  result.barriers.packets = statistics::collect(fabric).packets_delivered;
}

}  // namespace

std::vector<NetworkResult> compare_batch(Seeds seeds, const Plan& plan) {
  std::vector<network::Netlist> netlists;
  for (std::uint64_t i = 0; i < seeds.count; ++i) netlists.push_back(network_of(plan.kind, seeds.first + i));
  std::vector<NetworkResult> results(netlists.size());
  const auto inspect = [&](std::size_t i, const network::Fabric& fabric) {
    results[i].errors = errors_of(fabric);
    if (plan.kind == Networks::barriers) inspect_barriers(fabric, results[i]);
  };
  monitors::IsOver is_over;
  if (plan.kind == Networks::barriers)
    is_over = [](const network::Fabric& fabric) { return barriers::progress_of(barriers::view_of(fabric)).is_over(); };
  auto found = monitors::compare_engines(netlists, Cycle(plan.cycles), network::Check::all, inspect, is_over,
                                         plan.cycles_between);
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].seed = seeds.first + i;
    results[i].comparison = std::move(found[i]);
    if (!results[i].comparison.equal()) results[i].errors.clear();  // those of one engine gone astray
  }
  return results;
}

}  // namespace slackline::soak
