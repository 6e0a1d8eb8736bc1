#include "testbench/soak/compare_batch.hpp"

#include <utility>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::soak {

namespace {

std::vector<std::string> faults_of(const network::Fabric& fabric) {
  const statistics::RunTotals totals = statistics::collect(fabric);
  std::vector<std::string> faults;
  const bool asked_for = !fabric.netlist().faults.empty();  // then only what is not accounted for is worth a message
  if (!asked_for)
    for (const statistics::InstanceFault& fault : totals.faults) faults.push_back(statistics::text_of(fault));
  if (!totals.conserved()) faults.emplace_back("flits are not conserved");
  return faults;
}

}  // namespace

std::vector<NetworkResult> compare_batch(Seeds seeds, std::uint64_t cycles) {
  std::vector<network::Netlist> netlists;
  for (std::uint64_t i = 0; i < seeds.count; ++i) netlists.push_back(soak_network(seeds.first + i));
  std::vector<NetworkResult> results(netlists.size());
  auto found = monitors::compare_engines(
      netlists, Cycle(cycles), network::Check::all,
      [&](std::size_t i, const network::Fabric& fabric) { results[i].faults = faults_of(fabric); });
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].seed = seeds.first + i;
    results[i].comparison = std::move(found[i]);
    if (!results[i].comparison.equal()) results[i].faults.clear();  // those of one engine gone astray
  }
  return results;
}

}  // namespace slackline::soak
