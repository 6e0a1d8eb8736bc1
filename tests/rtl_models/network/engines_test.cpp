// Both engines, cycle for cycle: every channel and every visited register of many random networks. A difference is a
// bug.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/soak/packet_network.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/compared.hpp"
#include "tests/support/line_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

namespace {

/// Random networks in both orders of components, in one elaboration.
void compare_random(std::uint64_t first_seed, std::uint64_t networks, std::uint64_t cycles,
                    network::Netlist (*network_of)(std::uint64_t seed) = soak::soak_network) {
  std::vector<network::Netlist> netlists;
  for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) netlists.push_back(network_of(seed));
  std::uint64_t flits = 0, seed = first_seed;
  for (const monitors::Comparison& comparison : monitors::compare_engines(netlists, Cycle(cycles))) {
    INFO("seed " << seed++);
    test::say(comparison);
    REQUIRE(comparison.equal());
    REQUIRE(comparison.cycles == cycles);
    flits += comparison.flits_delivered;
  }
  REQUIRE(flits > 1000);
}

}  // namespace

// 330 networks altogether; `slackline compare-engines --random N` runs any number.
TEST_CASE("engines are equal on random networks 1000-1029") { compare_random(1000, 30, 400); }
TEST_CASE("engines are equal on random networks 2000-2059") { compare_random(2000, 60, 500); }
TEST_CASE("engines are equal on random networks 3000-3059") { compare_random(3000, 60, 500); }
TEST_CASE("engines are equal on random networks 4000-4059", "[long]") { compare_random(4000, 60, 500); }
TEST_CASE("engines are equal on random networks 5000-5059", "[long]") { compare_random(5000, 60, 500); }
TEST_CASE("engines are equal on random networks 6000-6059", "[long]") { compare_random(6000, 60, 500); }

TEST_CASE("engines are equal on 60 random networks with packet switches", "[quick]") {
  compare_random(1, 60, 1500, soak::packet_network);
  unsigned whole = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    whole += moves_frames_whole(network::elaborate(soak::packet_network(seed)));
  CHECK(whole >= 10);
}

TEST_CASE("engines are equal when buffers overflow, worms are cut and flits get lost", "[quick]") {
  const network::Netlist netlist = test::mesh_that_overflows();
  const monitors::Comparison comparison = monitors::compare_engines(netlist, Cycle(3000), network::Check::structure);
  test::say(comparison);
  REQUIRE(comparison.equal());

  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  fabric.run_until(Cycle(3000));
  std::uint32_t overflows = 0, orphans = 0, truncated = 0;
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
    overflows += fabric.switch_state(i).errors.overflows;
    orphans += fabric.switch_state(i).errors.orphans;
    truncated += fabric.switch_state(i).errors.truncated;
  }
  REQUIRE(overflows > 0);
  REQUIRE(orphans > 0);
  REQUIRE(truncated > 0);
}

TEST_CASE("a fabric that jumps over idle cycles has the state of the signals in every cycle", "[quick]") {
  network::Netlist netlist = soak::random_network(5);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform_all;  // no host is silent
  netlist.workloads[0].traffic.packets_per_cycle = 0.0005;
  netlist.workloads[0].traffic.packet_limit = 0;
  network::SignalNetwork signals("signal_network", network::elaborate(netlist));
  network::Fabric fabric(network::elaborate(netlist));
  RandomStream random(1, 0, RandomPurpose::test);
  monitors::Comparison comparison;
  monitors::Snapshots snapshots;
  while (fabric.now() < Cycle(60'000)) {
    const Cycle next = fabric.now() + 1 + random.below(random.below(2) == 0 ? 4 : 300);
    fabric.run_until(next);
    signals.run_until(next);
    monitors::compare_now(signals, fabric, Cycle(next.value - 1), snapshots, comparison);
  }
  test::say(comparison);
  REQUIRE(comparison.equal());
  const generator::RandomTraffic source(netlist.workloads[0].traffic);
  std::uint64_t created = 0;  // in the first half of the run
  for (const network::EndpointInstance& host : netlist.endpoints)
    created += source.created_before(host.place.node, source.first(host.place.node), Cycle(30'000)).packets;
  REQUIRE(created > netlist.endpoints.size());
  REQUIRE(test::totals(fabric).packets_received >= created);
}
