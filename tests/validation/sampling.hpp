// sampling: runs a fabric in batches, and holds what comes of it against a value that is known exactly.
//
// A 95 % interval misses the true value once in twenty. With seeds that are fixed a test's outcome is fixed, too, but
// any change of a random stream draws new samples; so a miss is answered by a second sample, from another seed, which
// must contain the value. A right model fails then once in 400 such changes; a wrong one, off by more than the
// intervals are wide, always.
#pragma once

#include <cstdint>
#include <functional>

#include "rtl_models/network/fabric.hpp"
#include "testbench/statistics/batch_means.hpp"

namespace slackline::test {

/// Sums so far of what a ratio is taken of; its growth over a batch is the batch.
using Count = std::function<statistics::Batch(const network::Fabric&)>;

struct Sampling {
  std::uint64_t warmup;  ///< cycles before the first batch
  std::uint64_t batch;   ///< cycles of a batch
  unsigned batches;
};

statistics::Interval sample(network::Fabric& fabric, const Sampling& sampling, const Count& count);

/// Fails the test when `expected` lies in neither of two samples, or one is wider than `widest_half`. The second is
/// drawn only if the first misses. Says what was found.
void require_contains(double expected, double widest_half,
                      const std::function<statistics::Interval(std::uint64_t)>& of_seed);

/// Flits delivered a cycle and host.
statistics::Batch flits_per_cycle_and_host(const network::Fabric& fabric);

/// One switch with this many hosts: single-flit packets, deep buffers, shortest delays.
network::Netlist one_switch(std::uint8_t hosts, endpoint::Pattern pattern, double load, std::uint64_t seed);

}  // namespace slackline::test
