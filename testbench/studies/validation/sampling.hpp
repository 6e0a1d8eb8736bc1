// sampling: runs a fabric in batches and measures a ratio in each.
#pragma once

#include <cstdint>
#include <functional>

#include "rtl_models/network/fabric.hpp"
#include "testbench/statistics/batch_means.hpp"

namespace slackline::validation {

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

}  // namespace slackline::validation
