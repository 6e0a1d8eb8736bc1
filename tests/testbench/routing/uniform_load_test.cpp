#include "testbench/routing/uniform_load.hpp"

#include <catch2/catch.hpp>

#include "testbench/routing/dimension_order.hpp"
#include "testbench/topology/mesh.hpp"
#include "testbench/topology/metrics.hpp"
#include "tests/testbench/routing/grids.hpp"

using namespace slackline;
using network::Netlist;
using routing::Routes;
using routing::UniformLoad;
using test::grid;
using Size = std::vector<std::uint16_t>;

namespace {

/// The same routes on a mesh, from a table.
Netlist with_table(Netlist netlist, const Size& size, route_unit::Kind kind = route_unit::Kind::table) {
  const topology::Structure mesh{topology::Kind::mesh, size, false, {}, {}};
  netlist.route_tables = routing::dimension_order(routing::SwitchGraph(netlist), mesh, routing::Dateline::none);
  netlist.routing.kind = kind;
  return netlist;
}

UniformLoad load(const Netlist& netlist) {
  const std::optional<UniformLoad> found = routing::uniform_load(Routes(netlist));
  REQUIRE(found);
  return *found;
}

std::uint32_t channel(const Netlist& netlist, const std::string& name) {
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    if (channel_name(netlist, netlist.channels[c]) == name) return c;
  FAIL("no " << name);
  return 0;
}

}  // namespace

TEST_CASE("the ideal throughput of meshes is 4/k, of tori 8/k, among as many hosts without the sender") {
  for (const std::uint16_t k : {4, 8, 16}) {
    const double hosts = k * k, without_sender = (hosts - 1) / hosts;
    CHECK(load(grid({k, k})).most == Approx(4.0 / k * without_sender).epsilon(1e-12));
    // No host takes more than a flit a cycle.
    CHECK(load(grid({k, k}, true)).most == Approx(std::min(8.0 / k * without_sender, 1.0)).epsilon(1e-12));
  }
}

TEST_CASE("mean hops are those of the closed forms, exactly") {
  const UniformLoad mesh = load(grid({8, 8})), torus = load(grid({8, 8}, true));
  CHECK(mesh.hops * 3 == 16 * 64 * 63);
  CHECK(torus.hops == 64 * 256);
  CHECK(mesh.mean_hops() == Approx(5.3333).margin(5e-5));
  CHECK(torus.mean_hops() == Approx(4.0635).margin(5e-5));
}

TEST_CASE("every channel of a row carries the pairs on its two sides", "[quick]") {
  const Netlist netlist = grid({4}, false, 2);
  const UniformLoad l = load(netlist);
  CHECK(l.pairs[channel(netlist, "link_switch0_p0_to_switch1_p1")] == 2 * 6);
  CHECK(l.pairs[channel(netlist, "link_switch1_p0_to_switch2_p1")] == 4 * 4);
  CHECK(l.pairs[channel(netlist, "link_switch2_p1_to_switch1_p0")] == 4 * 4);
  CHECK(l.pairs[channel(netlist, "link_switch2_p0_to_switch3_p1")] == 6 * 2);
  CHECK(l.pairs[channel(netlist, "link_host3_to_switch1_p3")] == 7);
  CHECK(l.pairs[channel(netlist, "link_switch1_p3_to_host3")] == 7);
  CHECK(l.slowest == channel(netlist, "link_switch1_p0_to_switch2_p1"));
  CHECK(l.as_slow == 2);
  CHECK(l.most == Approx(7.0 / 16));
}

TEST_CASE("a slow link bounds the load by its cycles a flit", "[quick]") {
  Netlist netlist = grid({4}, false, 2);
  const std::uint32_t slow = channel(netlist, "link_switch3_p1_to_switch2_p0"),
                      host = channel(netlist, "link_host0_to_switch0_p2");
  netlist.channels[slow].cycles_per_flit = 2;
  CHECK(load(netlist).slowest == slow);
  CHECK(load(netlist).as_slow == 1);
  CHECK(load(netlist).most == Approx(7.0 / 24));
  netlist.channels[host].cycles_per_flit = 9;
  CHECK(load(netlist).slowest == host);
  CHECK(load(netlist).most == Approx(1.0 / 9));
}

TEST_CASE("a response to each packet brings its flits into the network, in proportion to the packet's", "[quick]") {
  generator::TrafficParams traffic;
  CHECK(routing::flits_per_offered(traffic) == 1);
  traffic.packet_flits = 4;
  traffic.response_flits = 8;
  CHECK(routing::flits_per_offered(traffic) == 3);
  traffic.lengths = {{4, 1}, {12, 1}};
  CHECK(routing::flits_per_offered(traffic) == 2);
}

TEST_CASE("the loads of a table and of routes from the source are those of the algorithm they hold") {
  const Netlist netlist = grid({4, 3}, false, 2);
  for (const route_unit::Kind kind :
       {route_unit::Kind::table, route_unit::Kind::source_stripped, route_unit::Kind::source_shifted})
    CHECK(load(with_table(netlist, {4, 3}, kind)).pairs == load(netlist).pairs);
}

TEST_CASE("the loads of all channels between switches add up to the hops, and those to the distances") {
  for (const Size& size : {Size{5, 3}, {2, 2}, {1, 4}, {3, 4, 2}, {7}})
    for (const bool wraps : {false, true}) {
      const Netlist netlist = grid(size, wraps, 2);
      const UniformLoad l = load(netlist);
      std::uint64_t sum = 0;
      for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
        if (netlist.channels[c].from.kind != network::InstanceKind::endpoint &&
            netlist.channels[c].to.kind != network::InstanceKind::endpoint)
          sum += l.pairs[c];
      CHECK(sum == l.hops);
      CHECK(sum == topology::metrics(netlist).distances);
    }
}

TEST_CASE("routes that do not arrive give no load") {
  const Netlist netlist = with_table(grid({3}), {3});
  REQUIRE(routing::uniform_load(Routes(netlist)));
  Netlist circles = netlist, ends = netlist, no_link = netlist, elsewhere = netlist;
  circles.route_tables.entries[1 * 3 + 2] = 1;  // from 1 back to 0
  ends.route_tables.entries[1 * 3 + 2] = route_unit::no_port;
  no_link.route_tables.entries[0 * 3 + 2] = 1;
  elsewhere.route_tables.entries[1 * 3 + 2] = 2;  // to host 1
  for (const Netlist& lost : {circles, ends, no_link, elsewhere}) CHECK_FALSE(routing::uniform_load(Routes(lost)));
}
