#include "tests/validation/sampling.hpp"

#include <catch2/catch.hpp>

#include "tests/support/line_network.hpp"

namespace slackline::test {

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

void require_contains(double expected, double widest_half, const std::function<Interval(std::uint64_t)>& of_seed) {
  Interval interval;
  for (const std::uint64_t seed : {1, 2}) {
    interval = of_seed(seed);
    UNSCOPED_INFO("seed " << seed << ": " << interval.mean << " +- " << interval.half_width << ", expected "
                          << expected);
    REQUIRE(interval.half_width <= widest_half);
    if (interval.contains(expected)) break;
  }
  REQUIRE(interval.contains(expected));
}

Batch flits_per_cycle_and_host(const network::Fabric& fabric) {
  const std::size_t hosts = fabric.netlist().endpoints.size();
  Batch sums;
  for (std::size_t i = 0; i < hosts; ++i) sums.sum += static_cast<double>(fabric.endpoint_state(i).flits_received);
  sums.weight = static_cast<double>(hosts) * static_cast<double>(fabric.now().value);
  return sums;
}

network::Netlist one_switch(std::uint8_t hosts, endpoint::Pattern pattern, double load, std::uint64_t seed) {
  Settings settings;
  settings.size = {1};
  settings.hosts_per_switch = hosts;
  settings.packet_flits = 1;
  settings.packets_per_cycle = load;
  settings.stop_at = 100;
  settings.go_at = 90;  // a saturated input holds at least 87 flits
  network::Netlist netlist = mesh_network(settings);
  netlist.endpoint_params.traffic.pattern = pattern;
  netlist.endpoint_params.traffic.seed = seed;
  return netlist;
}

}  // namespace slackline::test
