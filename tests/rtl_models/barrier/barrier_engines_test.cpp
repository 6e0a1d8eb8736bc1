// Both engines run barriers in the same way.
#include <catch2/catch.hpp>
#include <map>

#include "testbench/monitors/engine_comparison.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/compared.hpp"

using namespace slackline;
using preemption_unit::Architecture;

namespace {

/// The first one between two switches, in the middle of the run.
void fail_a_link(network::Netlist& netlist) {
  LinkFault fault;
  fault.kind = LinkFaultKind::dead;
  fault.from = Cycle(900);
  fault.count = 0;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    if (netlist.channels[c].from.kind == netlist.channels[c].to.kind) {
      netlist.faults.push_back({c, fault});
      return;
    }
}

}  // namespace

TEST_CASE("both engines are equal in every register with trees of members, and with worms that faults place") {
  std::vector<network::Netlist> netlists;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    test::BarrierSettings settings;
    settings.architecture = static_cast<Architecture>(1 + seed % 4);
    settings.switches = 6;
    settings.of_members = seed % 3 != 0;
    settings.held = seed % 2 == 0 ? 700 : 0;
    settings.load = seed % 5 == 0 ? 0 : 0.2;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 3);
    settings.flow_control = seed % 4 > 1 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
    netlists.push_back(test::barrier_network(settings, seed));
  }
  const auto look = [&](std::size_t seed, const network::Fabric& fabric) {
    INFO("seed " << seed);
    CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    if (!fabric.netlist().faults.empty()) CHECK(fabric.fault_state(0).worms_placed > 0);
  };
  for (const monitors::Comparison& comparison :
       monitors::compare_engines(netlists, Cycle(12000), network::Check::all, look)) {
    test::say(comparison);
    CHECK(comparison.equal());
  }
}

TEST_CASE("both engines are equal in every register while barriers cut worms, or wait for them") {
  std::vector<network::Netlist> netlists;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::BarrierSettings settings;
    settings.architecture = static_cast<Architecture>(1 + seed / 4 % 4);
    settings.switches = 6;
    settings.planned = seed > 13;
    settings.paths = seed % 5 == 2 && !settings.planned;
    settings.adaptive = seed % 3 == 0 && !settings.planned && !settings.paths;
    settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
    settings.flow_control = seed % 4 > 1 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
    netlists.push_back(test::barrier_network(settings, seed));
    if (seed % 6 == 3) fail_a_link(netlists.back());
  }
  std::map<Architecture, std::uint64_t> cut, padding;
  const auto look = [&](std::size_t seed, const network::Fabric& fabric) {
    INFO("seed " << seed);
    const Architecture architecture = fabric.netlist().switch_kinds[0].barrier.preemption.architecture;
    cut[architecture] += test::preemptions(fabric);
    padding[architecture] += test::padding(fabric);
    CHECK(test::barriers_left(fabric) > 0);
    if (fabric.netlist().faults.empty())
      CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    else
      CHECK(fabric.fault_state(0).flits_lost > 0);
  };
  const auto all = monitors::compare_engines(netlists, Cycle(2500), network::Check::all, look);
  for (const Architecture architecture :
       {Architecture::any_channel, Architecture::fixed_channel, Architecture::moving_channel}) {
    INFO("architecture " << unsigned(architecture));
    CHECK(cut[architecture] > 0);
    CHECK(padding[architecture] > 0);
  }
  CHECK(cut[Architecture::waiting] == 0);
  CHECK(padding[Architecture::waiting] == 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("seed " << i);
    test::say(all[i]);
    CHECK(all[i].equal());
  }
}
