#include "testbench/deadlock/objection.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "testbench/routing/routing.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"

using namespace slackline;

TEST_CASE("the objection to a network with a cycle names the whole cycle", "[quick]") {
  REQUIRE(deadlock::objection(test::ring_with_table(3, 1)).empty());
  REQUIRE(deadlock::objection(test::ring_with_table(3, 1, test::Way::up)) ==
          "not proved to be free of deadlock: packets may wait for one another in a cycle of 3 virtual channels\n"
          "  link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to host2\n"
          "  link_switch1_p0_to_switch2_p1 vc 0 -> link_switch2_p0_to_switch0_p1 vc 0 for packets to host0\n"
          "  link_switch2_p0_to_switch0_p1 vc 0 -> link_switch0_p0_to_switch1_p1 vc 0 for packets to host1\n");
}

TEST_CASE("the objection to adaptive routing with STOP names settings that help, and also a cycle") {
  const std::string unreached =
      "not proved to be free of deadlock: with wormhole switching and without credits a header may wait in a full "
      "buffer behind the rest of another packet, where no escape channel is offered to it; use "
      "switch.buffer.flow_control: credit or switch.switching: virtual_cut_through\n";
  test::Settings settings;
  settings.size = {5};
  settings.wraps = true;
  settings.virtual_channels = 3;
  network::Netlist ring = test::mesh_network(settings);
  const topology::Structure structure{topology::Kind::ring, settings.size, true, {}, {}};
  REQUIRE(
      routing::fill({routing::Algorithm::adaptive, route_unit::Kind::table, std::nullopt, 1, false}, structure, ring)
          .empty());
  CHECK(deadlock::objection(ring) == unreached);
  CHECK_THAT(deadlock::objection(ring, 0), Catch::Matchers::StartsWith(unreached));  // however large
  ring.switch_kinds[0].switching = wormhole_switch::Switching::virtual_cut_through;
  CHECK(deadlock::objection(ring).empty());
  ring.switch_kinds[0].switching = wormhole_switch::Switching::wormhole;
  ring.switch_kinds[0].flow.kind = flow_controller::Kind::credit;
  CHECK(deadlock::objection(ring).empty());
  // Without datelines.
  for (std::uint16_t& entry : ring.route_tables.entries) entry &= 0xff;
  const std::string cycle =
      "not proved to be free of deadlock: packets may wait for one another in a cycle of 5 virtual channels\n"
      "  link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to host2\n";
  CHECK_THAT(deadlock::objection(ring), Catch::Matchers::StartsWith(cycle));
  ring.switch_kinds[0].flow.kind = flow_controller::Kind::stop_go;
  CHECK_THAT(deadlock::objection(ring), Catch::Matchers::StartsWith(unreached + cycle));
}

TEST_CASE("a network too large to be judged has an objection with that reason") {
  const network::Netlist netlist = test::ring_with_table(3, 1);
  const std::string too_large =
      "not proved to be free of deadlock: 3 switches and 3 hosts: to find out would take minutes\n";
  REQUIRE(deadlock::objection(netlist, 9).empty());
  REQUIRE(deadlock::objection(netlist, 8) == too_large);
  network::Netlist keeping = test::ring_with_table(3, 2);  // routes are followed on each virtual channel
  keeping.routing.vc_assignment = route_unit::VcAssignment::keep;
  REQUIRE(deadlock::objection(keeping, 18).empty());
  REQUIRE(deadlock::objection(keeping, 17) == too_large);
}

TEST_CASE("the proof reports its progress, destination by destination") {
  const network::Netlist ring = test::ring_with_table(3, 1);
  std::vector<std::uint64_t> told;
  const auto note = [&](const char* work, std::uint64_t done, std::uint64_t all) {
    CHECK(std::string(work) == "deadlock-free?");
    CHECK(all == 3);
    told.push_back(done);
  };
  REQUIRE(deadlock::objection(ring, deadlock::most_steps, note).empty());
  CHECK(told == std::vector<std::uint64_t>{0, 1, 2});
}
