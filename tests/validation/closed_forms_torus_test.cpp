// 8x8 torus under dimension-order routing with dateline classes, and what virtual channels do for a mesh (Dally and
// Towles, "Principles and Practices of Interconnection Networks", chapters 3 and 5; Dally, "Virtual-channel flow
// control", IEEE Trans. Parallel and Distributed Systems 3(2), 1992).
#include <catch2/catch.hpp>

#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"
#include "tests/validation/sampling.hpp"

using namespace slackline;
using endpoint::Pattern;
using statistics::Batch;
using statistics::Interval;

namespace {

constexpr unsigned k = 8, hosts = k * k;

network::Netlist eight_by_eight(bool wraps, std::uint8_t vcs, double load, std::uint64_t seed = 1) {
  test::Settings settings;
  settings.size = {k, k};
  settings.wraps = wraps;
  settings.virtual_channels = vcs;
  settings.stop_at = 12;
  settings.go_at = 8;
  settings.packet_flits = 8;
  settings.packets_per_cycle = load / settings.packet_flits;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.endpoint_params.traffic.pattern = Pattern::uniform;
  netlist.endpoint_params.traffic.seed = seed;
  return netlist;
}

/// Accepted load when every host has packets waiting at all times.
Interval saturation(bool wraps, std::uint8_t vcs) {
  network::Fabric fabric(eight_by_eight(wraps, vcs, 1));
  const Interval accepted = test::sample(fabric, {3'000, 500, 16}, test::flits_per_cycle_and_host);
  const test::Totals totals = test::totals(fabric);
  REQUIRE(totals.conserved());
  REQUIRE_FALSE(totals.switch_faults);
  REQUIRE_FALSE(totals.endpoint_faults);
  UNSCOPED_INFO((wraps ? "torus, " : "mesh, ")
                << unsigned{vcs} << " VCs: " << accepted.mean << " +- " << accepted.half_width);
  return accepted;
}

}  // namespace

TEST_CASE("8x8 torus, uniform: mean switch-to-switch hops are (k/2) k^2/(k^2 - 1), 4.0635") {
  // Sources are left out: a dimension is k/4 on average over all pairs, and 1 in k^2 of them has distance 0.
  const double expected = 2 * k / 4.0 * hosts / (hosts - 1.0);
  REQUIRE(expected == Approx(4.0635).margin(5e-5));
  for (const std::uint8_t vcs : {2, 4})
    test::require_contains(expected, 0.01, [&](std::uint64_t seed) {
      network::Fabric fabric(eight_by_eight(true, vcs, 0.1, seed));
      return test::sample(fabric, {1'000, 4'000, 40}, [](const network::Fabric& f) {
        const test::Totals totals = test::totals(f);
        const auto received = static_cast<double>(totals.received);
        return Batch{static_cast<double>(totals.switch_flits) - received, received};
      });
    });
}

TEST_CASE("8x8 torus, uniform: below saturation the accepted load is the offered load") {
  for (const std::uint8_t vcs : {2, 4})
    test::require_contains(0.2, 0.001, [&](std::uint64_t seed) {
      network::Fabric fabric(eight_by_eight(true, vcs, 0.2, seed));
      return test::sample(fabric, {1'000, 4'000, 40}, test::flits_per_cycle_and_host);
    });
}

TEST_CASE("8x8 torus, uniform, past saturation: below the bisection bound 8/k, above the mesh of as many VCs") {
  const Interval mesh2 = saturation(false, 2), torus2 = saturation(true, 2);
  const Interval mesh4 = saturation(false, 4), torus4 = saturation(true, 4);
  for (const Interval& torus : {torus2, torus4}) REQUIRE(torus.high() < 8.0 / k);
  for (const Interval& mesh : {mesh2, mesh4}) REQUIRE(mesh.high() < 4.0 / k);
  // With two VCs a packet has the one of its dateline class: the torus gains less than with four.
  REQUIRE(torus2.low() > mesh2.high());
  REQUIRE(torus4.low() > mesh4.high());
  REQUIRE(torus4.low() > torus2.high());
}

TEST_CASE("8x8 mesh, uniform, past saturation: more virtual channels carry more") {
  const Interval one = saturation(false, 1), two = saturation(false, 2), four = saturation(false, 4);
  REQUIRE(two.low() > one.high());
  REQUIRE(four.low() > two.high());
  REQUIRE(four.high() < 4.0 / k);
}

TEST_CASE("8x8 mesh, uniform: without contention virtual channels change nothing", "[quick]") {
  // Packets so rare that hardly two meet: the least latency and the mean of those of the shortest way are the
  // formula's.
  const auto latency = [](std::uint8_t vcs) {
    network::Netlist netlist = eight_by_eight(false, vcs, 0.0005);
    network::Fabric fabric(netlist);
    fabric.run_until(Cycle(200'000));
    std::uint64_t packets = 0, network = 0;
    for (unsigned i = 0; i < hosts; ++i) {
      const endpoint::LatencySums& sums = fabric.endpoint_state(i).latency;
      packets += sums.packets;
      network += sums.network;
    }
    REQUIRE(packets > 500);
    REQUIRE(fabric.latencies().total.least() ==
            3 + 2 + 7);  // to a neighbour: three links, two switches, and the rest of the packet
    return static_cast<double>(network) / static_cast<double>(packets);
  };
  const double one = latency(1);
  for (const std::uint8_t vcs : {2, 4, 16}) REQUIRE(latency(vcs) == Approx(one).epsilon(0.003));
}
