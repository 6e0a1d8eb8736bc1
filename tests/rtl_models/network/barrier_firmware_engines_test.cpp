// Both engines, register by register, where firmware runs barriers.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "tests/rtl_models/network/barrier_network.hpp"

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
      settings.load = 0.05;
      settings.slow_handlers = seed % 2 == 1;
      netlists.push_back(test::barrier_network(settings, seed));
    }
  const auto all = monitors::compare_engines(netlists, Cycle(3000));
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("network " << i);
    for (const monitors::Difference& d : all[i].differences)
      UNSCOPED_INFO("cycle " << d.cycle.value << " " << d.what << ": signal " << d.signal << ", fabric " << d.fabric);
    CHECK(all[i].equal());
  }
}
