#include "testbench/topology/dragonfly.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "tests/testbench/topology/built.hpp"

using namespace slackline;
using test::built;
using topology::Dragonfly;

namespace {

/// Links between each pair of groups, and within each group.
std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> links_of_groups(const test::Built& fly) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> links;
  for (const network::Channel& c : fly.netlist.channels)
    if (c.from.kind == network::InstanceKind::any_switch && c.to.kind == c.from.kind)
      ++links[{fly.structure.group[c.from.instance], fly.structure.group[c.to.instance]}];
  return links;
}

}  // namespace

TEST_CASE("the switches of a group are all joined, and every group to every other as often as links allow") {
  for (const auto& [a, h, g] : {std::array<std::uint64_t, 3>{4, 2, 9},
                                {4, 2, 8},
                                {4, 2, 7},
                                {4, 2, 5},
                                {4, 2, 4},
                                {4, 2, 2},
                                {3, 3, 5},
                                {3, 3, 7},
                                {3, 3, 6},
                                {1, 4, 3},
                                {5, 1, 4}}) {
    INFO(a << ' ' << h << ' ' << g);
    const test::Built fly = built(Dragonfly{a, h, g, 1});
    const auto links = links_of_groups(fly);
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < g; ++i)
      for (std::uint32_t j = 0; j < g; ++j) {
        const auto found = links.find({i, j});
        const unsigned there = found == links.end() ? 0 : found->second;
        if (i == j) {
          CHECK(there == a * (a - 1));
          continue;
        }
        all += there;
        CHECK(there >= a * h / (g - 1));
        CHECK(there <= (a * h + g - 2) / (g - 1));
      }
    const bool one_unused = a * h % (g - 1) % 2 != 0 && g % 2 != 0;
    CHECK(all == g * (a * h - one_unused));
  }
}

TEST_CASE("ports of a dragonfly's switch: its group, other groups, hosts") {
  const test::Built fly = built(Dragonfly{4, 2, 9, 2});
  for (const network::Channel& c : fly.netlist.channels) {
    if (c.from.kind != network::InstanceKind::any_switch) continue;
    const bool to_host = c.to.kind == network::InstanceKind::endpoint;
    const bool in_group = !to_host && fly.structure.group[c.from.instance] == fly.structure.group[c.to.instance];
    REQUIRE(in_group == (c.from.port.value < 3));
    REQUIRE(to_host == (c.from.port.value >= 5));
  }
  CHECK(fly.channel_from("switch_g2_1", 0) == "link_switch_g2_1_p0_to_switch_g2_0_p0");
  CHECK(fly.channel_from("switch_g2_1", 2) == "link_switch_g2_1_p2_to_switch_g2_3_p1");
  // Link 3 of group 2 is the second of switch 1, and leads to group 2 + 3 + 1; from there link 9 - 4 - 1 leads back.
  CHECK(fly.channel_from("switch_g2_1", 4) == "link_switch_g2_1_p4_to_switch_g6_2_p3");
  CHECK(fly.channel_from("switch_g2_1", 6) == "link_switch_g2_1_p6_to_host19");
}

TEST_CASE("a dragonfly with many links between two groups spreads them over their switches", "[quick]") {
  const test::Built fly = built(Dragonfly{6, 1, 3, 1});
  std::map<std::uint32_t, unsigned> to_others;
  for (const network::Channel& c : fly.netlist.channels)
    if (c.from.kind == network::InstanceKind::any_switch && c.from.port.value == 5) ++to_others[c.from.instance];
  CHECK(to_others.size() == 18);
}
