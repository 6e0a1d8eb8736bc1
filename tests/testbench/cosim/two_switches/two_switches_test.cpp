#include <catch2/catch.hpp>

#include "testbench/cosim/two_switches/two_networks.hpp"

using namespace slackline;
using namespace slackline::cosim;

TEST_CASE("two switches see the same wires and registers in every cycle with either relay station, STOP active") {
  TwoNetworks networks(1);
  unsigned stopped = 0;
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    networks.reset(cycle < 2 || cycle == 3000);  // and once in the middle
    if (!networks.step()) FAIL(networks.comparison().report());
    stopped += networks.systemc().stop_from_relay();  // where switch1 has stopped it
  }
  CHECK(networks.comparison().pins() == 24);
  CHECK(stopped > 100);
}

TEST_CASE("nothing is lost or damaged on the way through either relay station") {
  TwoNetworks networks(2);
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    networks.reset(cycle < 2);
    if (!networks.step()) FAIL(networks.comparison().report());
  }
  CHECK_FALSE(networks.systemc().has_errors());
  CHECK_FALSE(networks.verilog().has_errors());
  CHECK(networks.systemc().packets_received() > 1000);
}

TEST_CASE("a relay station whose watermark differs from its twin's is detected", "[quick]") {
  relay_station::Params other = VerilogRelayStationModule::params();
  ++other.flow.stop_at;
  TwoNetworks networks(1, other);
  networks.reset(false);
  bool equal = true;
  for (unsigned cycle = 0; cycle < 3000 && equal; ++cycle) equal = networks.step();
  REQUIRE_FALSE(equal);
  CHECK_THAT(networks.comparison().report(), Catch::Contains("pin       switch0_to_relay_stop"));
}
