// Both engines, register by register, where firmware runs barriers.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/compared.hpp"

using namespace slackline;

TEST_CASE("both engines are equal in every register where firmware runs barriers") {
  std::vector<network::Netlist> netlists;
  for (const char* firmware : {"barrier", "dissemination", "star"})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      test::BarrierSettings settings;
      settings.firmware = firmware;
      settings.architecture = static_cast<preemption_unit::Architecture>(1 + seed % 3);
      settings.switches = 6;
      settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
      settings.flow_control = seed == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
      settings.entries = seed == 2 ? 1 : 16;
      settings.slow_handlers = seed % 2 == 1;
      settings.load = settings.slow_handlers ? 0.005 : 0.05;  // at higher loads messages pile up and barriers wait
      netlists.push_back(test::barrier_network(settings, seed));
    }
  // For each firmware, network 2 has tables for one group; 1 and 3 have slow handlers, with which not all barriers
  // complete.
  const auto look = [&](std::size_t n, const network::Fabric& fabric) {
    INFO("network " << n);
    const bool by_units = n < 4;
    std::uint64_t messages = 0, refused = 0;
    for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
      messages += fabric.interface_state(i).host.packets_received;
    for (std::size_t s = 0; s < fabric.netlist().switches.size(); ++s)
      refused += fabric.switch_state(s).barrier->unit.refused;
    CHECK(messages > 0);
    CHECK(test::barriers_left(fabric) > 0);
    if (n % 2 == 0) CHECK_THAT(test::error_of_barriers(fabric), Catch::Equals(""));
    CHECK((test::completed(fabric) != 0) == by_units);
    CHECK((refused != 0) == (by_units && n == 2));
  };
  const auto all = monitors::compare_engines(netlists, Cycle(4000), network::Check::all, look);
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("network " << i);
    test::say(all[i]);
    CHECK(all[i].equal());
  }
}
