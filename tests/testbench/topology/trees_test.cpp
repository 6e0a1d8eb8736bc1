// Fat trees, full trees and stars: which port is what.
#include <catch2/catch.hpp>

#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using namespace slackline::topology;
using test::built;

namespace {

/// Hosts below each switch, going down only: through channels to lower levels.
std::vector<std::set<std::uint32_t>> hosts_below(const test::Built& tree) {
  std::vector<std::set<std::uint32_t>> below(tree.netlist.switches.size());
  for (const network::Channel& c : tree.netlist.channels)
    if (c.to.kind == network::InstanceKind::endpoint) below[c.from.instance].insert(c.to.instance);
  const std::vector<std::uint8_t>& level = tree.structure.level;
  for (unsigned l = 1; l < 8; ++l)
    for (const network::Channel& c : tree.netlist.channels)
      if (c.from.kind == network::InstanceKind::any_switch && c.to.kind == c.from.kind && level[c.from.instance] == l &&
          level[c.to.instance] < l)
        below[c.from.instance].insert(below[c.to.instance].begin(), below[c.to.instance].end());
  return below;
}

}  // namespace

TEST_CASE("ports 0 to k-1 of a fat tree's switch lead down, to k different parts, ports k to 2k-1 up") {
  for (const auto& [k, n] : {std::pair<unsigned, unsigned>{2, 3}, {3, 3}, {4, 2}, {2, 4}}) {
    const test::Built tree = built(FatTree{k, n});
    const std::vector<std::uint8_t>& level = tree.structure.level;
    for (const network::Channel& c : tree.netlist.channels) {
      if (c.from.kind != network::InstanceKind::any_switch) continue;
      const bool down = c.from.port.value < k;
      if (c.to.kind == network::InstanceKind::endpoint)
        REQUIRE((level[c.from.instance] == 0 && c.from.port.value == c.to.instance % k));
      else
        REQUIRE(level[c.to.instance] == level[c.from.instance] + (down ? -1 : 1));
    }
    const auto below = hosts_below(tree);
    std::size_t of_level = k;
    for (unsigned l = 0; l < n; ++l, of_level *= k)
      for (std::size_t s = 0; s < below.size(); ++s)
        if (level[s] == l) {
          REQUIRE(below[s].size() == of_level);
          REQUIRE(*below[s].rbegin() - *below[s].begin() == of_level - 1);  // neighbours all
        }
  }
}

TEST_CASE("switches of a fat tree are joined if their digits are equal except that of the level") {
  const test::Built tree = built(FatTree{4, 3});
  CHECK(tree.channel_from("switch_l0_6", 4 + 3) == "link_switch_l0_6_p7_to_switch_l1_7_p2");
  CHECK(tree.channel_from("switch_l1_7", 2) == "link_switch_l1_7_p2_to_switch_l0_6_p7");
  CHECK(tree.channel_from("switch_l1_7", 4 + 3) == "link_switch_l1_7_p7_to_switch_l2_15_p1");
  CHECK(tree.channel_from("switch_l2_15", 1) == "link_switch_l2_15_p1_to_switch_l1_7_p7");
  CHECK(tree.channel_from("switch_l2_15", 4).empty());
  CHECK(tree.channel_from("switch_l0_6", 1) == "link_switch_l0_6_p1_to_host25");
}

TEST_CASE("every port of a full tree is in use: the last leads up, at the root down", "[quick]") {
  const test::Built tree = built(FullTree{4, 4});
  for (const PortSet& wired : wired_outputs(tree.netlist)) REQUIRE(wired == first_ports(4));
  CHECK(tree.channel_from("switch_l0_4", 3) == "link_switch_l0_4_p3_to_switch_l1_1_p1");
  CHECK(tree.channel_from("switch_l0_4", 1) == "link_switch_l0_4_p1_to_host13");
  CHECK(tree.channel_from("switch_l1_3", 3) == "link_switch_l1_3_p3_to_switch_l2_0_p3");
  CHECK(tree.channel_from("switch_l2_0", 3) == "link_switch_l2_0_p3_to_switch_l1_3_p3");
  const auto below = hosts_below(tree);
  CHECK(below.back().size() == 36);
  CHECK(built(FullTree{5, 2}).channel_from("switch_l0_0", 4) == "link_switch_l0_0_p4_to_host4");
}

TEST_CASE("the last port of a star leads to the port of its number at the centre") {
  const test::Built star = built(StarOfStars{3, 2});
  CHECK(star.channel_from("switch_l0_2", 2) == "link_switch_l0_2_p2_to_switch_center_p2");
  CHECK(star.channel_from("switch_center", 1) == "link_switch_center_p1_to_switch_l0_1_p2");
  CHECK(star.channel_from("switch_l0_2", 1) == "link_switch_l0_2_p1_to_host5");
  CHECK(star.channel_from("switch_center", 3).empty());
}
