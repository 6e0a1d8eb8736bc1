// Barriers in the switches of networks under load: they complete, no host leaves before all have arrived, and every
// packet whose channel was taken arrives whole.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "testbench/statistics/run_totals.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"

using namespace slackline;
using preemption_unit::Architecture;

namespace {

/// Runs until all members have left all their barriers; gives up after a million cycles.
void run_to_the_last_barrier(network::Fabric& fabric, const test::BarrierSettings& settings) {
  const auto done = [&] {
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
      for (unsigned g = 0; g < fabric.generator_state(i).groups; ++g)
        if (fabric.generator_state(i).members[g].round != settings.rounds) return false;
    return true;
  };
  while (fabric.now() < Cycle(1'000'000) && !done()) fabric.run_until(fabric.now() + 5000);
}

/// Packets that the hosts have created so far.
std::uint64_t created(const network::Fabric& fabric) {
  const generator::RandomTraffic source(fabric.netlist().workloads[0].traffic);
  std::uint64_t packets = 0;
  for (const network::EndpointInstance& host : fabric.netlist().endpoints)
    packets += source.created_before(host.place.node, source.first(host.place.node), fabric.now()).packets;
  return packets;
}

}  // namespace

TEST_CASE("barriers complete next to heavy traffic, whose packets arrive whole and in order, in every architecture") {
  for (const Architecture architecture :
       {Architecture::any_channel, Architecture::fixed_channel, Architecture::moving_channel}) {
    std::uint64_t cut = 0, padded = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      INFO("architecture " << unsigned(architecture) << ", seed " << seed);
      test::BarrierSettings settings;
      settings.architecture = architecture;
      settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 3);
      settings.flow_control = seed % 4 == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
      network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
      fabric.run_until(Cycle(30000));
      CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
      const statistics::RunTotals totals = statistics::collect(fabric);
      CHECK_FALSE(totals.failed());
      CHECK(totals.conserved());
      CHECK(totals.packets_delivered > created(fabric) / 2);
      cut += test::preemptions(fabric);
      padded += test::padding(fabric);
    }
    CHECK(cut > 100);
    CHECK(padded > 100);
  }
}

TEST_CASE("without preemption barriers complete next to heavy traffic, and no worm is cut") {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.architecture = Architecture::waiting;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 3);
    settings.flow_control = flow_controller::all_kinds[seed / 2 % std::size(flow_controller::all_kinds)].kind;
    settings.reliability = seed % 2 == 0 ? 0 : 4;
    settings.load = 0.9;
    network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
    fabric.run_until(Cycle(60000));
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    const statistics::RunTotals totals = statistics::collect(fabric);
    CHECK_FALSE(totals.failed());
    CHECK(totals.conserved());
    CHECK(totals.packets_delivered > created(fabric) / 4);  // the offered load exceeds the accepted load
    CHECK(test::preemptions(fabric) == 0);
    CHECK(test::padding(fabric) == 0);
  }
}

TEST_CASE("with adaptive messages barriers complete next to heavy traffic, and fewer worms are cut", "[quick]") {
  std::uint64_t cut[2] = {};
  for (std::uint64_t seed = 0; seed < 24; ++seed)
    for (const bool adaptive : {false, true}) {
      INFO("seed " << seed << ", adaptive " << adaptive);
      test::BarrierSettings settings;
      settings.architecture = static_cast<Architecture>(1 + seed % 4);
      settings.adaptive = adaptive;
      settings.rounds = 20;
      settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
      settings.flow_control = flow_controller::all_kinds[seed / 4 % std::size(flow_controller::all_kinds)].kind;
      network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
      run_to_the_last_barrier(fabric, settings);
      CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
      CHECK_FALSE(statistics::collect(fabric).failed());
      cut[adaptive] += test::preemptions(fabric);
    }
  INFO(cut[0] << " worms cut, adaptive " << cut[1]);
  CHECK(cut[1] < cut[0]);
}

TEST_CASE("the choice of worms to cut follows from the run's seed, and differs between switches", "[quick]") {
  const auto begins = [](std::uint64_t seed) {
    test::BarrierSettings settings;
    const network::Fabric fabric(network::elaborate(test::barrier_network(settings, seed)));
    std::vector<std::uint32_t> registers;
    for (unsigned s = 0; s < settings.switches; ++s) registers.push_back(fabric.switch_state(s).barrier->random);
    return registers;
  };
  const std::vector<std::uint32_t> one = begins(1), two = begins(2);
  CHECK(one == begins(1));
  CHECK(one != two);
  CHECK(std::set<std::uint32_t>(one.begin(), one.end()).size() == one.size());
  CHECK(std::count(one.begin(), one.end(), 0u) == 0);
}

TEST_CASE("ten thousand barriers complete next to heavy traffic on irregular networks, and no packet is harmed") {
  std::uint64_t barriers = 0, cut = 0, padded = 0;
  for (std::uint64_t seed = 0; seed < 36; ++seed) {
    INFO("seed " << seed);
    const test::BarrierSettings settings = soak::heavy_barriers(seed);
    network::Fabric fabric(network::elaborate(soak::heavy_barrier_network(seed)));
    run_to_the_last_barrier(fabric, settings);
    REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    const statistics::RunTotals totals = statistics::collect(fabric);
    REQUIRE_FALSE(totals.failed());
    REQUIRE(totals.conserved());
    REQUIRE(totals.packets_delivered > created(fabric) / 4);  // overload in most of the networks
    REQUIRE(test::completed(fabric) == settings.groups * settings.rounds);
    barriers += settings.groups * settings.rounds;
    cut += test::preemptions(fabric);
    padded += test::padding(fabric);
  }
  INFO(barriers << " barriers, " << cut << " worms cut, " << padded << " padding flits");
  CHECK(barriers == 36 * 3 * 100);
  CHECK(cut > barriers);
  CHECK(padded > barriers);
}
