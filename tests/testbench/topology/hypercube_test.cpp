#include "testbench/topology/hypercube.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using test::built;

TEST_CASE("port i of a hypercube's switch leads along dimension i, by the same port at the other end", "[quick]") {
  const test::Built cube = built(topology::Hypercube{4, 2});
  for (const network::Channel& c : cube.netlist.channels) {
    if (c.from.kind != network::InstanceKind::any_switch || c.to.kind != c.from.kind) continue;
    REQUIRE(c.to.port == c.from.port);
    REQUIRE(c.to.instance == (c.from.instance ^ (1u << c.from.port.value)));
  }
  CHECK(cube.channel_from("switch5", 3) == "link_switch5_p3_to_switch13_p3");
  CHECK(cube.channel_from("switch5", 4) == "link_switch5_p4_to_host10");
  CHECK(cube.channel_from("switch5", 5) == "link_switch5_p5_to_host11");
}
