// Barriers against the bound of theorem 2 of Sun, Cheung, Lin (2001), with the terms that it leaves out.
#include "testbench/workloads/barriers/bound.hpp"

#include <catch2/catch.hpp>
#include <utility>

#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/rtl_models/barrier/quiet_barriers.hpp"

using namespace slackline;
using preemption_unit::Architecture;

namespace {

barriers::BoundCheck random_networks(const test::BarrierSettings& settings, std::uint64_t networks, Cycle end) {
  barriers::BoundCheck all;
  for (std::uint64_t seed = 0; seed < networks; ++seed) {
    network::Fabric fabric(network::elaborate(test::barrier_network(settings, 500 + seed)));
    fabric.run_until(end);
    REQUIRE_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    const barriers::BoundCheck check = barriers::check_bounds(fabric);
    all.barriers += check.barriers;
    all.passed += check.passed;
    all.passed_free += check.passed_free;
    all.worst = std::max(all.worst, check.worst);
  }
  return all;
}

}  // namespace

TEST_CASE("the bound of a line of three is the time of its hops, and six cycles more for each that cuts a worm",
          "[quick]") {
  topology::Mesh mesh;
  mesh.size = {3};
  test::QuietSettings settings{mesh, test::TreeKind::planned_on_grid};
  network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, {0, 1, 2}, 1)));
  const barriers::BarrierBound bound = barriers::barrier_bound(fabric, 3);
  // Up 3 from the host, 5 to the middle, handled as the third of three; down as the second of three, 5 and 5.
  CHECK(bound.free_cycles == 3 + 5 + 3 + 1 + 5 + 5);
  CHECK(bound.hops == 2);
  CHECK(bound.cycles == bound.free_cycles + 2 * 6);
  fabric.run_until(Cycle(500));
  const barriers::BoundCheck check = barriers::check_bounds(fabric);
  CHECK(check.barriers == 2);
  CHECK(check.passed_free == 0);
  CHECK(check.worst == Approx(21.0 / 34));  // the second and third message reach the middle at once
}

TEST_CASE("a member is reached where parents and children name one another from the root down to it", "[quick]") {
  topology::Mesh mesh;
  mesh.size = {5};
  test::QuietSettings settings{mesh, test::TreeKind::planned_on_grid};
  network::Fabric fabric(network::elaborate(test::quiet_barriers(settings, {0, 1, 2, 3, 4}, 2)));
  constexpr std::uint8_t group = 3;
  CHECK(barriers::share_reached(fabric, group) == 100);
  using barrier_unit::Address;
  const auto entry = [&](std::size_t sw) -> barrier_unit::Entry& {
    barrier_unit::State& unit = fabric.switch_state(sw).barrier->unit;
    const barrier_unit::Entry* found =
        barrier_unit::find(fabric.netlist().kind_of(sw).barrier.unit, std::as_const(unit), group);
    REQUIRE(found != nullptr);
    return unit.entries[found - unit.entries];
  };
  REQUIRE(entry(2).root);
  const Address parent = entry(1).parent;
  entry(1).parent = Address::of_switch(77);
  CHECK(barriers::share_reached(fabric, group) == 60);  // hosts 0 and 1 are below switch 1
  entry(1).parent = parent;
  fabric.generator_state(0).members[0].parent = Address::of_switch(77);
  CHECK(barriers::share_reached(fabric, group) == 80);
  entry(2).root = false;
  CHECK(barriers::share_reached(fabric, group) == 0);
}

TEST_CASE("without other traffic no barrier of a random network exceeds the bound, nor the one without preemptions") {
  test::BarrierSettings settings;
  settings.load = 0;
  settings.groups = 1;
  settings.rounds = 20;
  for (const bool planned : {false, true}) {
    settings.planned = planned;
    const barriers::BoundCheck check = random_networks(settings, 60, Cycle(20'000));
    CHECK(check.barriers == 60u * (planned ? 20 : 19));  // except the first of a tree that it builds itself
    CHECK(check.passed_free == 0);
    CHECK(check.worst > 0.5);
  }
}

TEST_CASE("with heavy traffic every barrier keeps the bound, where each message may cut a worm at once") {
  for (const Architecture architecture : {Architecture::any_channel, Architecture::fixed_channel}) {
    test::BarrierSettings settings;
    settings.architecture = architecture;
    settings.virtual_channels = architecture == Architecture::fixed_channel ? 2 : 1;
    settings.groups = 1;
    settings.rounds = 20;
    const barriers::BoundCheck check = random_networks(settings, 60, Cycle(40'000));
    INFO(check.barriers << " barriers, " << check.passed_free << " needed preemptions, " << check.passed
                        << " passed the bound, worst " << check.worst);
    CHECK(check.barriers == 60 * 19);
    CHECK(check.passed_free > check.barriers / 2);
    CHECK(check.passed == 0);
  }
}

TEST_CASE("barriers exceed the bound where messages wait for worms, or for messages of other groups") {
  const auto share = [](Architecture architecture, unsigned groups) {
    test::BarrierSettings settings;
    settings.architecture = architecture;
    settings.groups = groups;
    settings.rounds = 20;
    const barriers::BoundCheck check = random_networks(settings, 30, Cycle(100'000));
    return static_cast<double>(check.passed) / static_cast<double>(check.barriers);
  };
  CHECK(share(Architecture::waiting, 1) > 0.9);
  CHECK(share(Architecture::moving_channel, 1) > 0.8);
  const double of_five_groups = share(Architecture::any_channel, 5);
  CHECK(of_five_groups > 0);
  CHECK(of_five_groups < 0.002);
}
