#include "testbench/deadlock/objection.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/deadlock/ring_table.hpp"

using namespace slackline;

TEST_CASE("the objection against a network with a cycle names all of it", "[quick]") {
  REQUIRE(deadlock::objection(test::ring_with_table(3, 1)).empty());
  REQUIRE(deadlock::objection(test::ring_with_table(3, 1, test::Way::up)) ==
          "not proved to be free of deadlock: packets may wait for one another in a cycle of 3 virtual channels\n"
          "  link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to host2\n"
          "  link_switch1_p0_to_switch2_p1 vc 0 -> link_switch2_p0_to_switch0_p1 vc 0 for packets to host0\n"
          "  link_switch2_p0_to_switch0_p1 vc 0 -> link_switch0_p0_to_switch1_p1 vc 0 for packets to host1\n");
}

TEST_CASE("a network too large to be judged is not objected to", "[quick]") {
  const network::Netlist netlist = test::ring_with_table(5, 1);
  REQUIRE_FALSE(deadlock::objection(netlist, 25).empty());
  REQUIRE(deadlock::objection(netlist, 24).empty());
  network::Netlist keeping = test::ring_with_table(5, 2);  // routes are followed on each virtual channel
  keeping.switch_params.route.vc_assignment = route_unit::VcAssignment::keep;
  REQUIRE_FALSE(deadlock::objection(keeping, 50).empty());
  REQUIRE(deadlock::objection(keeping, 49).empty());
}
