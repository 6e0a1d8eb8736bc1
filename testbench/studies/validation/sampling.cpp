#include "testbench/studies/validation/sampling.hpp"

#include "testbench/statistics/run_totals.hpp"

namespace slackline::validation {

using statistics::Batch;
using statistics::Interval;

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
  for (std::size_t i = 0; i < hosts; ++i) sums.sum += static_cast<double>(fabric.endpoint_state(i).flits_received);
  sums.weight = static_cast<double>(hosts) * static_cast<double>(fabric.now().value);
  return sums;
}

Batch hops_per_flit(const network::Fabric& fabric) {
  const network::Netlist& netlist = fabric.netlist();
  Batch sums;
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::wormhole_switch &&
        channel.to.kind == network::InstanceKind::wormhole_switch)
      sums.sum += static_cast<double>(fabric.switch_state(channel.from.instance).out[channel.from.port.value].flits);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    sums.weight += static_cast<double>(fabric.endpoint_state(i).flits_received);
  return sums;
}

std::string broken_check(const network::Fabric& fabric) {
  const statistics::RunTotals totals = statistics::collect(fabric);
  if (!totals.conserved()) return "flits are not conserved";
  if (totals.faults.empty()) return "";
  const statistics::InstanceFault& fault = totals.faults.front();
  return statistics::text_of(fault);
}

}  // namespace slackline::validation
