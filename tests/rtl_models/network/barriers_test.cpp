// Barriers in the switches of networks under load: they complete, nobody leaves before all are there, and every packet
// whose channel was taken arrives whole.
#include <catch2/catch.hpp>

#include "testbench/statistics/run_totals.hpp"
#include "tests/rtl_models/network/barrier_network.hpp"

using namespace slackline;
using preemption_unit::Architecture;

TEST_CASE(
    "barriers complete beside heavy traffic, whose packets arrive whole and in order, whatever the architecture") {
  for (const Architecture architecture :
       {Architecture::any_channel, Architecture::fixed_channel, Architecture::moving_channel}) {
    std::uint64_t cut = 0, padded = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      INFO("architecture " << unsigned(architecture) << ", seed " << seed);
      test::BarrierSettings settings;
      settings.architecture = architecture;
      settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 3);
      settings.flow_control = seed % 4 == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
      network::Fabric fabric(test::barrier_network(settings, seed));
      fabric.run_until(Cycle(30000));
      CHECK(test::fault_of_barriers(fabric) == "");
      const statistics::RunTotals totals = statistics::collect(fabric);
      CHECK_FALSE(totals.faulty());
      CHECK(totals.packets_delivered > 100);
      cut += test::preemptions(fabric);
      padded += test::padding(fabric);
    }
    CHECK(cut > 100);
    CHECK(padded > 100);
  }
}
