#include "testbench/studies/validation/sampling.hpp"

#include <utility>
#include <vector>

#include "testbench/run/network.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::validation {

using statistics::Batch;
using statistics::Interval;

features::Experiment one_switch(std::uint64_t hosts, generator::Pattern pattern, double load, std::uint64_t seed) {
  features::Experiment e;
  e.topology.size = {1};
  e.topology.hosts_per_switch = hosts;
  e.switches.buffer_flits = 120;
  e.switches.stop_at = 100;
  e.switches.go_at = 90;  // a saturated input holds at least 87 flits
  e.traffic.pattern = pattern;
  e.packet.flits = 1;
  e.traffic.load = load;
  e.run.seed = seed;
  e.run.warmup = 0;
  return e;
}

features::Experiment square(features::TopologyKind kind, std::uint64_t k, std::uint64_t virtual_channels, double load) {
  features::Experiment e;
  e.topology.kind = kind;
  e.topology.size = {k, k};
  e.switches.virtual_channels = virtual_channels;
  e.switches.stop_at = 12;
  e.switches.go_at = 8;
  e.packet.flits = 8;
  e.traffic.load = load;
  e.run.warmup = 0;
  return e;
}

network::Netlist at_seed(features::Experiment experiment, std::uint64_t seed) {
  experiment.run.seed = seed;
  return features::network_of(experiment);
}

Interval sample(network::Fabric& fabric, const Sampling& sampling, const Count& count) {
  fabric.run_until(Cycle(sampling.warmup));
  std::vector<Batch> batches;
  Batch before = count(fabric);
  for (unsigned i = 0; i < sampling.batches; ++i) {
    fabric.run_until(fabric.now() + sampling.batch);
    const Batch now = count(fabric);
    batches.push_back({now.sum - before.sum, now.weight - before.weight});
    before = now;
  }
  return statistics::ratio_interval(batches);
}

Batch flits_per_cycle_and_host(const network::Fabric& fabric) {
  const std::size_t hosts = fabric.netlist().endpoints.size();
  Batch sums;
  for (std::size_t i = 0; i < hosts; ++i) sums.sum += static_cast<double>(fabric.port_state(i).flits_received);
  sums.weight = static_cast<double>(hosts) * static_cast<double>(fabric.now().value);
  return sums;
}

Batch hops_per_flit(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  Batch sums;
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::any_switch && channel.to.kind == network::InstanceKind::any_switch)
      sums.sum += static_cast<double>(fabric.switch_state(channel.from.instance).out[channel.from.port.value].flits);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    sums.weight += static_cast<double>(fabric.port_state(i).flits_received);
  return sums;
}

std::string broken_check(const network::Fabric& fabric) {
  const statistics::RunTotals totals = statistics::collect(fabric);
  if (!totals.conserved()) return "flits are not conserved";
  if (totals.errors.empty()) return "";
  const statistics::InstanceError& error = totals.errors.front();
  return statistics::text_of(error);
}

Finding measured(const features::Experiment& experiment, const Sampling& sampling, const Count& count,
                 std::uint64_t seed, unsigned times) {
  network::Fabric fabric(network::elaborate(at_seed(experiment, seed)));
  Finding found;
  found.value = sample(fabric, sampling.lengthened(times), count);
  found.unmet = broken_check(fabric);
  return found;
}

Finding saturated(features::Experiment experiment, std::uint64_t seed, unsigned times) {
  experiment.traffic.load = 1;
  return measured(experiment, {4'000, 1'000, 16}, flits_per_cycle_and_host, seed, times);
}

}  // namespace slackline::validation
