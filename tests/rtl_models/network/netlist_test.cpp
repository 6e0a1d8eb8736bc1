#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;

TEST_CASE("a channel's name contains both ends") {
  const network::Netlist netlist = test::mesh_network({});
  REQUIRE(channel_name(netlist, netlist.channels[0]) == "link_switch0_p0_to_switch1_p1");
  REQUIRE(channel_name(netlist, netlist.channels[2]) == "link_host0_to_switch0_p2");
}

TEST_CASE("all errors of a netlist are reported at once") {
  network::Netlist netlist = test::mesh_network({});
  netlist.channels.push_back(netlist.channels[0]);  // its ports are taken
  netlist.channels[1].to.instance = 17;             // no such switch
  netlist.channels[2].delay = 0;
  netlist.endpoints[1].place.node = NodeId(0);  // taken
  netlist.workloads[0].traffic.packet_flits = 0;
  netlist.switch_kinds[0].flow.go_at = netlist.switch_kinds[0].flow.stop_at;
  const Violations found = violations(netlist);
  const std::string text = to_string(found);
  CHECK_THAT(text, Catch::Contains("link_switch0_p0_to_switch1_p1 = switch0_p0: expected one channel an output port"));
  CHECK_THAT(text, Catch::Contains("link_switch0_p0_to_switch1_p1 = switch1_p1: expected one channel an input port"));
  CHECK_THAT(text, Catch::Contains("switch #17"));
  CHECK_THAT(text, Catch::Contains("link_host0_to_switch0_p2.delay = 0: expected 1 to 1000"));
  CHECK_THAT(text, Catch::Contains("host1 = 0: expected a node number of its own"));
  CHECK_THAT(text, Catch::Contains("packet_flits = 0"));
  CHECK_THAT(text, Catch::Contains("go_at = 8: expected 0 to 7"));
  REQUIRE_THROWS_AS(network::Fabric(network::elaborate(netlist)), std::invalid_argument);
}

TEST_CASE("an endpoint without a link is refused, in either direction") {
  network::Netlist netlist = test::mesh_network({});
  netlist.channels.erase(netlist.channels.begin() + 2);  // link_host0_to_switch0_p2
  REQUIRE(to_string(violations(netlist)) == "host0 = no channel from it: expected one");
  netlist.channels.pop_back();  // the last: link_switch1_p2_to_host1
  REQUIRE_THAT(to_string(violations(netlist)), Catch::Contains("host1 = no channel to it: expected one"));
}

TEST_CASE("a header for an output without a link is discarded with its packet and counted", "[quick]") {
  test::Settings settings;
  settings.size = {3};
  network::Netlist netlist = test::one_packet_each(settings, {0}, 2);
  const std::size_t missing = test::channel_index(netlist, "link_switch1_p0_to_switch2_p1");
  netlist.channels.erase(netlist.channels.begin() + static_cast<std::ptrdiff_t>(missing));
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(300));
  REQUIRE(fabric.switch_state(1).errors.misrouted == 1);
  REQUIRE(fabric.switch_state(1).errors.orphans == 7);
  REQUIRE(fabric.port_state(2).flits_received == 0);
}
