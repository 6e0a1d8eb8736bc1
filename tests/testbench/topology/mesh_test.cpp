#include <catch2/catch.hpp>

#include <set>

#include "testbench/topology/mesh.hpp"
#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using test::built;
using topology::Mesh;

TEST_CASE("a mesh has k1 x k2 x ... switches, their hosts, and both directions of every link") {
  struct Case {
    Mesh mesh;
    std::size_t switches, hosts, channels;
  };
  const Case cases[] = {
      {{{2}, 1, 1}, 2, 2, 2 * (1 + 2)},
      {{{8, 8}, 1, 1}, 64, 64, 2 * (2 * 8 * 7 + 64)},
      {{{8, 4}, 2, 1}, 32, 64, 2 * (7 * 4 + 8 * 3 + 64)},
      {{{1, 1}, 3, 1}, 1, 3, 2 * 3},
      {{{2, 3, 4}, 1, 1}, 24, 24, 2 * (1 * 12 + 2 * 8 + 3 * 6 + 24)},
      {{{2, 2, 2, 2}, 1, 1}, 16, 16, 2 * (4 * 8 + 16)},
  };
  for (const Case& c : cases) {
    const network::Netlist netlist = built(c.mesh).netlist;
    REQUIRE(netlist.switches.size() == c.switches);
    REQUIRE(netlist.endpoints.size() == c.hosts);
    REQUIRE(netlist.channels.size() == c.channels);
  }
}

TEST_CASE("every link of a mesh joins neighbours, by the ports that routing expects", "[quick]") {
  const network::Netlist netlist = built(Mesh{{3, 2}, 2, 4}).netlist;
  std::set<std::string> names;
  for (const network::Channel& channel : netlist.channels) {
    REQUIRE(channel.delay == 4);
    REQUIRE(channel.stop_delay == 4);
    REQUIRE(names.insert(channel_name(netlist, channel)).second);
  }
  for (const char* name :
       {"link_switch0_p0_to_switch1_p1", "link_switch1_p1_to_switch0_p0", "link_switch1_p2_to_switch4_p3",
        "link_switch4_p3_to_switch1_p2", "link_host3_to_switch1_p5", "link_switch5_p4_to_host10"})
    REQUIRE(names.count(name) == 1);
  REQUIRE(netlist.switches[5].route.at[0] == 2);
  REQUIRE(netlist.switches[5].route.at[1] == 1);
}
