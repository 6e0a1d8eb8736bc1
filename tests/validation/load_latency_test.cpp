// The shape of load-latency curves (Dally and Towles, chapter 23; BookSim's curves of the same networks): flat at low
// load, rising with the load, steep before saturation.
#include <catch2/catch.hpp>
#include <vector>

#include "testbench/studies/validation/sampling.hpp"

using namespace slackline;
using features::TopologyKind;

namespace {

statistics::Batch cycles_per_packet(const network::Fabric& fabric) {
  statistics::Batch sums;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i) {
    sums.sum += static_cast<double>(fabric.port_state(i).latency.total);
    sums.weight += static_cast<double>(fabric.port_state(i).latency.packets);
  }
  return sums;
}

/// Mean cycles from a packet's creation to its arrival on an 8x8 network.
double latency(TopologyKind kind, std::uint64_t vcs, double load) {
  network::Fabric fabric(network::elaborate(validation::at_seed(validation::square(kind, 8, vcs, load), 1)));
  return validation::sample(fabric, {4'000, 2'000, 8}, cycles_per_packet).mean;
}

void check_curve(TopologyKind kind, std::uint64_t vcs) {
  INFO((kind == TopologyKind::mesh ? "mesh, " : "torus, ") << vcs << " VCs");
  const double saturation = validation::saturated(validation::square(kind, 8, vcs, 1), 1, 1).value.mean;
  std::vector<double> curve;
  for (const double share : {0.02, 0.2, 0.4, 0.6, 0.8, 0.9}) curve.push_back(latency(kind, vcs, share * saturation));
  for (std::size_t i = 0; i < curve.size(); ++i) {
    INFO("point " << i << ": " << curve[i]);
    if (i != 0) CHECK(curve[i] > curve[i - 1]);
  }
  CHECK(curve[2] < 1.5 * curve[0]);                                // flat,
  CHECK(curve.back() > 2 * curve[0]);                              // then a knee,
  CHECK(latency(kind, vcs, 1.1 * saturation) > 3 * curve.back());  // and a wall
}

}  // namespace

TEST_CASE("latency rises with the load, is flat at first and twice that of an empty network before saturation") {
  for (const std::uint64_t vcs : {1, 2, 4}) check_curve(TopologyKind::mesh, vcs);
  for (const std::uint64_t vcs : {2, 4}) check_curve(TopologyKind::torus, vcs);
}
