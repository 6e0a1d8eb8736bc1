// 8x8 mesh under dimension-order routing against the bounds that no network of this shape can pass, and against counts
// that are exact (Dally and Towles, "Principles and Practices of Interconnection Networks", chapters 3 and 5). The
// torus's hops and bounds, k/4 a dimension and 8/k, are in closed_forms_torus_test.cpp beside this file.
#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"
#include "tests/validation/sampling.hpp"

using namespace slackline;
using endpoint::Pattern;
using statistics::Batch;
using statistics::Interval;

namespace {

constexpr unsigned k = 8, hosts = k * k;

network::Netlist mesh8(Pattern pattern, double load, std::uint64_t seed) {
  test::Settings settings;
  settings.size = {k, k};
  settings.stop_at = 29;
  settings.go_at = 24;
  settings.packet_flits = 8;
  settings.packets_per_cycle = load / settings.packet_flits;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.endpoint_params.traffic.pattern = pattern;
  netlist.endpoint_params.traffic.seed = seed;
  return netlist;
}

bool on_diagonal(unsigned host) { return host % k == host / k; }

/// Flits that the busiest channel between switches has carried.
std::uint64_t busiest_channel(const network::Fabric& fabric) {
  std::uint64_t most = 0;
  for (unsigned s = 0; s < hosts; ++s)
    for (unsigned o = 0; o < 4; ++o) most = std::max(most, fabric.switch_state(s).out[o].flits);
  return most;
}

}  // namespace

TEST_CASE("8x8 mesh, uniform: mean switch-to-switch hops are (2/3)(k - 1/k) k^2/(k^2 - 1) = 2k/3") {
  // Sources are left out: (2/3)(k - 1/k) is the mean over all pairs, and 1 in k^2 of them has distance 0.
  const double expected = 2.0 / 3 * (k - 1.0 / k) * hosts / (hosts - 1.0);
  REQUIRE(expected == Approx(2.0 * k / 3));
  test::require_contains(expected, 0.01, [](std::uint64_t seed) {
    network::Fabric fabric(mesh8(Pattern::uniform, 0.1, seed));
    return test::sample(fabric, {2'000, 8'000, 40}, [](const network::Fabric& f) {
      const test::Totals totals = test::totals(f);
      const auto received = static_cast<double>(totals.received);
      return Batch{static_cast<double>(totals.switch_flits) - received, received};
    });
  });
}

TEST_CASE("8x8 mesh, uniform: below saturation the accepted load is the offered load") {
  test::require_contains(0.1, 0.0005, [](std::uint64_t seed) {
    network::Fabric fabric(mesh8(Pattern::uniform, 0.1, seed));
    return test::sample(fabric, {2'000, 8'000, 40}, test::flits_per_cycle_and_host);
  });
}

TEST_CASE("8x8 mesh, uniform, past saturation: accepted load stays below the bisection bound 4/k") {
  network::Fabric fabric(mesh8(Pattern::uniform, 1, 1));
  const Interval accepted = test::sample(fabric, {4'000, 1'000, 16}, test::flits_per_cycle_and_host);
  INFO(accepted.mean << " +- " << accepted.half_width);
  REQUIRE(accepted.high() < 4.0 / k);
  REQUIRE(accepted.low() > 0.5 * 4.0 / k);  // a wormhole mesh without virtual channels still reaches half of it
  REQUIRE(static_cast<double>(busiest_channel(fabric)) <= static_cast<double>(fabric.now().value));
  REQUIRE(test::totals(fabric).conserved());
}

// Transpose: row 0 sends its k - 1 flows through one channel into the corner switch and one out of it, row k - 1
// likewise, and no channel carries more. So 1/(k-1) each is the most that all hosts can have at once. Those on the
// diagonal are silent.
TEST_CASE("8x8 mesh, transpose: just below 1/7 of a flit a cycle and host everything is accepted") {
  constexpr double load = 0.9 / (k - 1);
  const double accepted = load * (hosts - k) / hosts;
  test::require_contains(accepted, 0.001, [&](std::uint64_t seed) {
    network::Fabric fabric(mesh8(Pattern::transpose, load, seed));
    return test::sample(fabric, {20'000, 5'000, 40}, test::flits_per_cycle_and_host);
  });
  network::Fabric fabric(mesh8(Pattern::transpose, load, 1));
  fabric.run_until(Cycle(200'000));
  REQUIRE(static_cast<double>(busiest_channel(fabric)) / 200'000 == Approx((k - 1) * load).epsilon(0.03));
}

TEST_CASE("8x8 mesh, transpose, past saturation: the busiest channel is full, and the least served host below 1/7") {
  constexpr std::uint64_t cycles = 20'000, warmup = 4'000;
  network::Fabric fabric(mesh8(Pattern::transpose, 1, 1));
  fabric.run_until(Cycle(warmup));
  std::vector<std::uint64_t> received;
  for (unsigned host = 0; host < hosts; ++host) received.push_back(fabric.endpoint_state(host).flits_received);
  fabric.run_until(Cycle(cycles));
  // The mean over all hosts may lie above 1/7: hosts near the diagonal are served at their full rate.
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned host = 0; host < hosts; ++host)
    if (!on_diagonal(host)) least = std::min(least, fabric.endpoint_state(host).flits_received - received[host]);
  const double least_rate = static_cast<double>(least) / (cycles - warmup);
  REQUIRE(least_rate < 1.0 / (k - 1));
  // Each of six switches on the way shares its output evenly between the flow that joins and all that came before: the
  // farthest host is left with 1/2^6 of the channel.
  REQUIRE(least_rate == Approx(1.0 / 64).epsilon(0.05));
  REQUIRE(busiest_channel(fabric) <= cycles);
  REQUIRE(static_cast<double>(busiest_channel(fabric)) > 0.9 * cycles);
  REQUIRE_FALSE(test::totals(fabric).endpoint_faults);
}
