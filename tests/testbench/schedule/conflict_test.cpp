#include "testbench/schedule/conflict.hpp"

#include <catch2/catch.hpp>

#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::check_conflicts;
using schedule::ConflictCheck;
using schedule::first_hosts;
using schedule::Message;
using schedule::Paths;

TEST_CASE("SSS on the tree of example 2 conflicts: 0 => 4 and 1 => 5 of slot 7 share the way up") {
  const network::Netlist netlist = test::example_2_network();
  const ConflictCheck check =
      check_conflicts({first_hosts(8), {{7, 0, 4}, {7, 1, 5}}}, Paths(netlist), netlist.channels.size());
  CHECK_FALSE(check.holds());
  CHECK(check.conflicts == 4);  // two links up, two down; then they part
  REQUIRE(check.example);
  CHECK(check.example->first == Message{7, 0, 4});
  CHECK(check.example->second == Message{7, 1, 5});
  CHECK(channel_name(netlist, netlist.channels[check.example->channel]) == "link_switch0_p2_to_switch4_p0");
  CHECK(verdict_text(check, netlist) ==
        "does not hold: 4 conflicts; the first: in slot 7 host0 => host4 and host1 => host5 share "
        "link_switch0_p2_to_switch4_p0");
  CHECK_FALSE(check_conflicts(schedule::simple(first_hosts(8)), Paths(netlist), netlist.channels.size()).holds());
}

TEST_CASE("packets of different slots, and of opposite directions of a link, do not conflict") {
  const network::Netlist netlist = test::example_2_network();
  CHECK(check_conflicts({first_hosts(8), {{6, 1, 5}, {7, 0, 4}}}, Paths(netlist), netlist.channels.size()).holds());
  CHECK(check_conflicts({first_hosts(8), {{7, 0, 4}, {7, 4, 0}}}, Paths(netlist), netlist.channels.size()).holds());
}

TEST_CASE("two packets to one host conflict on its link, and so do two from one host") {
  const network::Netlist netlist = test::one_switch(4);
  const ConflictCheck to =
      check_conflicts({first_hosts(4), {{0, 0, 2}, {0, 1, 2}}}, Paths(netlist), netlist.channels.size());
  REQUIRE(to.example);
  CHECK(netlist.channels[to.example->channel].to.kind == network::InstanceKind::endpoint);
  CHECK(check_conflicts({first_hosts(4), {{0, 0, 1}, {0, 0, 2}}}, Paths(netlist), netlist.channels.size()).conflicts ==
        1);
}

TEST_CASE("a message that no route takes to its host is named", "[quick]") {
  network::Netlist netlist = test::example_2_network();
  const std::size_t nodes = netlist.endpoints.size(), rows = netlist.route_tables.rows;
  for (std::size_t row = 0; row < rows; ++row)  // of the root
    netlist.route_tables.entries[(6 * rows + row) * nodes + 5] = route_unit::no_port;
  const ConflictCheck check =
      check_conflicts({first_hosts(8), {{0, 4, 5}, {1, 0, 5}}}, Paths(netlist), netlist.channels.size());
  CHECK(check.conflicts == 0);
  REQUIRE(check.lost);
  CHECK(*check.lost == Message{1, 0, 5});
  CHECK(verdict_text(check, netlist) == "does not hold: no route takes host0 => host5 of slot 1");
}
