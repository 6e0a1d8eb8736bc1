#include "testbench/schedule/paths.hpp"

#include <catch2/catch.hpp>

#include "testbench/schedule/tree_routes.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::Paths;

namespace {

std::string names(const network::Netlist& netlist, const std::vector<std::uint32_t>& channels) {
  std::string all;
  for (const std::uint32_t channel : channels)
    all += (all.empty() ? "" : " ") + channel_name(netlist, netlist.channels[channel]);
  return all;
}

}  // namespace

TEST_CASE("a path leads from the one host's link to the other's, to itself by way of the switch", "[quick]") {
  const network::Netlist netlist = test::example_2_network();
  const Paths paths(netlist);
  CHECK(names(netlist, paths.between(3, 0)) ==
        "link_host3_to_switch1_p1 link_switch1_p2_to_switch4_p1 link_switch4_p0_to_switch0_p2 "
        "link_switch0_p0_to_host0");
  CHECK(names(netlist, paths.between(5, 5)) == "link_host5_to_switch2_p1 link_switch2_p1_to_host5");
}

TEST_CASE("paths are those of dimension order where switches compute it") {
  const network::Netlist netlist = test::network_of("topology: { kind: mesh, size: [3, 3], hosts_per_switch: 2 }\n");
  const Paths paths(netlist);
  CHECK(names(netlist, paths.between(0, 9)) ==
        "link_host0_to_switch0_p4 link_switch0_p0_to_switch1_p1 link_switch1_p2_to_switch4_p3 "
        "link_switch4_p5_to_host9");
  CHECK(paths.between(17, 0).size() == 6);
}

TEST_CASE("routes that lead in a circle end in no path") {
  network::Netlist netlist = test::example_2_network();
  const std::size_t nodes = netlist.endpoints.size(), rows = netlist.route_tables.rows;
  for (std::size_t row = 0; row < rows; ++row) {  // from switch 4 down to switch 1, and up again
    netlist.route_tables.entries[(4 * rows + row) * nodes + 0] = route_unit::TableEntry(1, 0).word();
    netlist.route_tables.entries[(1 * rows + row) * nodes + 0] = route_unit::TableEntry(2, 0).word();
  }
  CHECK(Paths(netlist).between(3, 0).empty());
}

TEST_CASE("where packets choose their way there are no paths") {
  CHECK(Paths::objection(test::full_tree(4, 3)).empty());
  CHECK(Paths::objection(
            test::network_of("topology: { kind: fat_tree, arity: 2, levels: 3 }\nrouting: { kind: minimal }\n")) ==
        "packets take any of several ways");
}

TEST_CASE("along a tree all packets keep to its links, on a network with any routing") {
  for (const char* routing : {"dimension_order", "minimal", "up_down"}) {
    const network::Netlist netlist =
        test::network_of("topology: { kind: mesh, size: [4, 4] }\nswitch: { virtual_channels: 2 }\nrouting: { kind: " +
                         std::string(routing) + ", allow_cycles: true }\n");
    const auto tree = schedule::spanning_tree(netlist);
    REQUIRE(tree);
    const network::Netlist on_tree = with_tree_routes(netlist, *tree);
    REQUIRE(Paths::objection(on_tree).empty());
    CHECK(on_tree.channels.size() == netlist.channels.size());
    const Paths paths(on_tree);
    for (std::uint32_t from = 0; from < 16; ++from)
      for (std::uint32_t to = 0; to < 16; ++to) {
        const auto way = paths.between(from, to);
        REQUIRE(way.size() >= 2);
        for (const std::uint32_t channel : way)
          CHECK(std::binary_search(tree->channels.begin(), tree->channels.end(), channel));
      }
  }
}
