// k x k mesh under dimension-order routing (Dally and Towles, "Principles and Practices of Interconnection Networks",
// chapters 3 and 5): mean hops (2/3)(k - 1/k) over all pairs of switches, of which 1 in k^2 has distance 0 and is left
// out; throughput at most 4/k, a channel of the bisection a row and direction for half of the traffic of k^2/2 hosts.
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/networks.hpp"
#include "testbench/studies/validation/square_cases.hpp"

namespace slackline::validation {

namespace {

config::Experiment mesh(std::uint64_t k, std::uint64_t virtual_channels, double load) {
  return square(config::TopologyKind::mesh, k, virtual_channels, load);
}

double mean_mesh_hops(double k) { return 2.0 / 3 * (k - 1 / k) * k * k / (k * k - 1); }

}  // namespace

std::vector<Case> mesh_cases() {
  return {
      hops_case(mesh(4, 1, 0.1), mean_mesh_hops(4)), hops_case(mesh(8, 1, 0.1), mean_mesh_hops(8)),
      hops_case(mesh(8, 2, 0.1), mean_mesh_hops(8)), accepted_case(mesh(8, 1, 0.1), 0.0005),
      bound_case(mesh(8, 1, 1), 4.0 / 8, 0.4),  // without virtual channels worms hold channels that they do not use
      bound_case(mesh(8, 2, 1), 4.0 / 8, 0.6),       bound_case(mesh(8, 4, 1), 4.0 / 8, 0.7),
  };
}

}  // namespace slackline::validation
