#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric_module.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;

namespace {

/// The registers of all switches and hosts.
std::vector<std::uint64_t> registers(network::Fabric& fabric) {
  RegisterSnapshot snapshot;
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    visit_all(netlist.kind_of(i), fabric.switch_state(i), fabric.now(), snapshot);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    visit_all(netlist.port_of(i), fabric.port_state(i), fabric.now(), snapshot);
  return snapshot.values;
}

}  // namespace

TEST_CASE("a fabric module runs whole windows ahead and has the registers of the fabric alone", "[quick]") {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  const network::Netlist netlist = soak::random_network(42);
  network::FabricModule module("fabric", network::elaborate(netlist), period, 100);
  network::Fabric alone(network::elaborate(netlist));
  sc_core::sc_start(period / 4);
  REQUIRE(module.fabric().now() == Cycle(0));
  sc_core::sc_start(period / 2);  // edge 0 lies half a period into cycle 0
  REQUIRE(module.fabric().now() == Cycle(100));
  sc_core::sc_start(period * 100);
  REQUIRE(module.fabric().now() == Cycle(200));
  sc_core::sc_start(period * 800);
  REQUIRE(module.fabric().now() == Cycle(1000));
  alone.run_until(Cycle(1000));
  REQUIRE(test::totals(alone).received > 0);
  REQUIRE(registers(module.fabric()) == registers(alone));
}
