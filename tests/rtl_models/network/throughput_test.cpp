// Simulated throughput against the bounds that no network of this shape can pass, and against counts that are exact.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

namespace {

constexpr std::uint64_t cycles = 20'000, warmup = 4'000;

network::Netlist mesh8(double load) {
  test::Settings settings;
  settings.size = {8, 8};
  settings.stop_at = 29;
  settings.go_at = 24;
  settings.packets_per_cycle = load / settings.packet_flits;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.endpoint_params.warmup = warmup;
  return netlist;
}

/// Flits a cycle and host over the measured window.
double accepted(const network::Fabric& fabric) {
  std::uint64_t flits = 0;
  const std::size_t hosts = fabric.netlist().endpoints.size();
  for (std::size_t i = 0; i < hosts; ++i) flits += fabric.endpoint_state(i).flits_accepted;
  return static_cast<double>(flits) / static_cast<double>(hosts) / (cycles - warmup);
}

}  // namespace

TEST_CASE("8x8 mesh, uniform, past saturation: accepted load stays below the bisection bound 4/k", "[quick]") {
  network::Netlist netlist = mesh8(1.0);
  netlist.endpoint_params.traffic.pattern = endpoint::Pattern::uniform;
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(cycles));
  REQUIRE(accepted(fabric) < 4.0 / 8);
  REQUIRE(accepted(fabric) > 0.5 * 4.0 / 8);  // a wormhole mesh without virtual channels still reaches half of it
  REQUIRE(test::totals(fabric).conserved());
}

TEST_CASE("8x8 mesh, transpose: seven flows share one channel, so the least served gets below 1/7", "[quick]") {
  network::Netlist netlist = mesh8(1.0);
  for (unsigned node = 0; node < 64; ++node) netlist.endpoints[node].place.partner = NodeId(node % 8 * 8 + node / 8);
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(cycles));
  // Past saturation the mean over all hosts may lie above 1/7: hosts near the diagonal are served at their full rate.
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned node = 0; node < 64; ++node)
    if (node % 8 != node / 8) least = std::min(least, fabric.endpoint_state(node).flits_accepted);
  REQUIRE(static_cast<double>(least) / (cycles - warmup) < 1.0 / 7);
  // Each of six switches on the way shares its output evenly between the flow that joins and all that came before: the
  // farthest host is left with 1/2^6 of the channel.
  REQUIRE(static_cast<double>(least) / (cycles - warmup) == Approx(1.0 / 64).epsilon(0.05));
  // The channel of the seven is the bottleneck: hardly ever idle.
  std::uint64_t busiest = 0;
  for (unsigned s = 0; s < 64; ++s)
    for (unsigned o = 0; o < 4; ++o) busiest = std::max(busiest, fabric.switch_state(s).out[o].flits);
  REQUIRE(static_cast<double>(busiest) / cycles <= 1);
  REQUIRE(static_cast<double>(busiest) / cycles > 0.9);
  REQUIRE_FALSE(test::totals(fabric).endpoint_faults);
}

TEST_CASE("below saturation the accepted load is the offered load", "[quick]") {
  network::Netlist netlist = mesh8(0.1);
  netlist.endpoint_params.traffic.pattern = endpoint::Pattern::uniform;
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(cycles));
  // Packets arrive as a Bernoulli process: the share of a window of T cycles and n hosts has standard deviation
  // sqrt(load * flits / (n T)); four of them.
  const double deviation = std::sqrt(0.1 * 8 / (64.0 * (cycles - warmup)));
  REQUIRE(std::abs(accepted(fabric) - 0.1) < 4 * deviation);
}

TEST_CASE("8x8 mesh, uniform: mean switch-to-switch hops are (2/3)(k - 1/k) k^2/(k^2 - 1) = 5.3333", "[quick]") {
  network::Netlist netlist = mesh8(0.1);
  netlist.endpoint_params.traffic.pattern = endpoint::Pattern::uniform;
  netlist.endpoint_params.traffic.packet_limit = 800;
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(200'000));
  const test::Totals sum = test::totals(fabric);
  REQUIRE(sum.packets_received == 64u * 800);
  const double hops = static_cast<double>(sum.switch_flits) / static_cast<double>(sum.received) - 1;
  // Standard deviation of a pair's distance is below 2.6; 51200 independent packets; four standard errors.
  REQUIRE(std::abs(hops - 16.0 / 3) < 4 * 2.6 / std::sqrt(51200.0));
}
