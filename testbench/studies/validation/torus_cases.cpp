// k x k torus, k even, under dimension-order routing with dateline classes (Dally and Towles, chapters 3 and 5): k/4 a
// dimension on average over all pairs of switches; throughput at most 8/k.
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/networks.hpp"
#include "testbench/studies/validation/square_cases.hpp"

namespace slackline::validation {

namespace {

config::Experiment torus(std::uint64_t k, std::uint64_t virtual_channels, double load) {
  return square(config::TopologyKind::torus, k, virtual_channels, load);
}

double mean_torus_hops(double k) { return k / 2 * k * k / (k * k - 1); }

}  // namespace

std::vector<Case> torus_cases() {
  return {
      hops_case(torus(4, 2, 0.1), mean_torus_hops(4)),
      hops_case(torus(8, 2, 0.1), mean_torus_hops(8)),
      hops_case(torus(8, 4, 0.1), mean_torus_hops(8)),
      accepted_case(torus(8, 2, 0.2), 0.001),
      accepted_case(torus(8, 4, 0.2), 0.001),
      bound_case(torus(8, 2, 1), 8.0 / 8, 0.3),  // a packet has the one channel of its dateline class
      bound_case(torus(8, 4, 1), 8.0 / 8, 0.4),
  };
}

}  // namespace slackline::validation
