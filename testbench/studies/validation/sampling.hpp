// sampling: runs a fabric in batches and counts what happens in each.
#pragma once

#include <cstdint>
#include <functional>

#include "rtl_models/network/fabric.hpp"
#include "testbench/statistics/batch_means.hpp"

namespace slackline::validation {

/// Sums so far of what a ratio is taken of; its growth over a batch is the batch.
using Count = std::function<statistics::Batch(const network::Fabric&)>;

struct Sampling {
  std::uint64_t warmup;  ///< cycles before the first batch
  std::uint64_t batch;   ///< cycles of a batch
  unsigned batches;

  /// Batches so many times as long: the interval becomes narrower by the root of it.
  Sampling lengthened(unsigned times) const { return {warmup, batch * times, batches}; }
};

statistics::Interval sample(network::Fabric& fabric, const Sampling& sampling, const Count& count);

/// Flits delivered a cycle and host.
statistics::Batch flits_per_cycle_and_host(const network::Fabric& fabric);

/// Channels between switches that flits have crossed, a flit delivered.
statistics::Batch hops_per_flit(const network::Fabric& fabric);

/// Why the run is not to be believed: a check of the network failed, or flits are not conserved. Empty: it is.
std::string broken_check(const network::Fabric& fabric);

}  // namespace slackline::validation
