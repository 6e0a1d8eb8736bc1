// sampling: the networks of the cases as experiments, and samples taken from them: a fabric runs in batches, and a ratio is
// measured in each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/statistics/batch_means.hpp"
#include "testbench/studies/validation/case.hpp"

namespace slackline::validation {

/// One switch with this many hosts: single-flit packets, deep buffers, shortest delays.
features::Experiment one_switch(std::uint64_t hosts, generator::Pattern pattern, double load, std::uint64_t seed);

/// k x k switches with a host each: packets of 8 flits, shortest delays; STOP at 12 flits a virtual channel, GO at 8.
features::Experiment square(features::TopologyKind kind, std::uint64_t k, std::uint64_t virtual_channels, double load);

/// The network of an experiment, at another seed.
network::Netlist at_seed(features::Experiment experiment, std::uint64_t seed);

/// The two sums of a ratio so far; their growth over a batch is the batch.
using Count = std::function<statistics::Batch(const network::Fabric&)>;

struct Sampling {
  std::uint64_t warmup;  ///< cycles before the first batch
  std::uint64_t batch;   ///< cycles of a batch
  unsigned batches;

  /// With batches that are so many times as long: the interval becomes narrower by the square root.
  Sampling lengthened(unsigned times) const { return {warmup, batch * times, batches}; }
};

statistics::Interval sample(network::Fabric& fabric, const Sampling& sampling, const Count& count);

/// Flits delivered a cycle and host.
statistics::Batch flits_per_cycle_and_host(const network::Fabric& fabric);

/// Hops between switches per delivered flit.
statistics::Batch hops_per_flit(const network::Fabric& fabric);

/// The reason why a run is invalid: a check of the network failed, or flits are not conserved. Empty: it is valid.
std::string broken_check(const network::Fabric& fabric);

/// The ratio of a count on a network under load, as a 95 % interval.
Finding measured(const features::Experiment& experiment, const Sampling& sampling, const Count& count,
                 std::uint64_t seed, unsigned times);

/// Accepted load when every host has packets waiting at all times.
Finding saturated(features::Experiment experiment, std::uint64_t seed, unsigned times);

}  // namespace slackline::validation
