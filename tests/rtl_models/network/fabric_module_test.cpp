#include <catch2/catch.hpp>

#include "rtl_models/network/fabric_module.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

TEST_CASE("a fabric module runs whole windows ahead and gives what the fabric alone gives", "[quick]") {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  const network::Netlist netlist = soak::random_network(42);
  network::FabricModule module("fabric", netlist, network::Check::all, period, 100);
  network::Fabric alone(netlist);
  sc_core::sc_start(period / 4);
  REQUIRE(module.fabric().now() == Cycle(0));
  sc_core::sc_start(period / 2);  // edge 0 lies half a period into cycle 0
  REQUIRE(module.fabric().now() == Cycle(100));
  sc_core::sc_start(period * 100);
  REQUIRE(module.fabric().now() == Cycle(200));
  sc_core::sc_start(period * 800);
  REQUIRE(module.fabric().now() == Cycle(1000));
  alone.run_until(Cycle(1000));
  REQUIRE(test::totals(module.fabric()).received == test::totals(alone).received);
  REQUIRE(test::totals(module.fabric()).switch_flits == test::totals(alone).switch_flits);
}
