#include "testbench/deadlock/deadlock.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/route_table.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/deadlock/ring_table.hpp"
#include "tests/testbench/deadlock/verdicts.hpp"

using namespace slackline;
using deadlock::Verdict;
using network::Netlist;
using route_unit::Kind;
using route_unit::VcAssignment;
using test::judge;
using test::require_right;
using Size = std::vector<std::uint16_t>;

namespace {

Netlist grid(const Size& size, bool wraps = false, unsigned vcs = 1, VcAssignment vc_assignment = VcAssignment::any,
             unsigned hosts = 1) {
  test::Settings settings;
  settings.size = size;
  settings.wraps = wraps;
  settings.virtual_channels = static_cast<std::uint8_t>(vcs);
  settings.vc_assignment = vc_assignment;
  settings.hosts_per_switch = static_cast<std::uint8_t>(hosts);
  return test::mesh_network(settings);
}

/// A mesh or torus with one of the shortest ways from everywhere to every host.
Netlist with_random_table(Netlist netlist, RandomStream& random) {
  const auto switches = static_cast<std::uint32_t>(netlist.switches.size());
  netlist.route_tables.entries.assign(switches * netlist.endpoints.size(), route_unit::no_port);
  for (std::uint32_t node = 0; node < netlist.endpoints.size(); ++node) {
    std::vector<std::uint32_t> distance(switches, ~0u);
    const auto entry = [&](std::uint32_t s) -> std::uint16_t& {
      return netlist.route_tables.entries[s * netlist.endpoints.size() + node];
    };
    std::vector<std::uint32_t> order;
    for (const network::Channel& channel : netlist.channels)
      if (channel.to == network::PortRef{network::InstanceKind::endpoint, node, PortId(0)}) {
        order.push_back(channel.from.instance);
        distance[channel.from.instance] = 0;
        entry(channel.from.instance) = channel.from.port.value;
      }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const network::Channel& channel : netlist.channels) {
        const std::uint32_t from = channel.from.instance;
        if (channel.from.kind == network::InstanceKind::endpoint ||
            channel.to.kind == network::InstanceKind::endpoint || channel.to.instance != order[i])
          continue;
        const bool first = distance[from] == ~0u;
        if (first) order.push_back(from);
        if (first) distance[from] = distance[order[i]] + 1;
        if (first || (distance[from] == distance[order[i]] + 1 && random.below(2) == 0))
          entry(from) = channel.from.port.value;
      }
  }
  netlist.routing.kind = Kind::table;
  REQUIRE(network::check_route_table(netlist).empty());
  return netlist;
}

}  // namespace

TEST_CASE("packets wait for one another at packet switches with PAUSE, and never for a switch that drops them") {
  Netlist netlist = grid({5}, true);
  netlist.routing.dateline = false;
  packet_switch::Params packets;
  packets.ports = netlist.switch_kinds[0].ports;
  const auto judge_with = [&](const packet_switch::Params& p) {
    netlist.switch_kinds[0] = network::SwitchKind(p);
    return judge(netlist);
  };
  CHECK(judge_with(packets).deadlock_free());
  CHECK(judge_with(packets).dependencies == 0);
  packets.pause_at = 2;
  CHECK_FALSE(judge_with(packets).deadlock_free());
  CHECK(judge_with(packets).cycle.size() == 5);
  // One of them without PAUSE ends the circle in each direction.
  netlist.switch_kinds.push_back(netlist.switch_kinds[0]);
  netlist.switch_kinds[1].packet->pause_at = 0;
  netlist.switches[2].kind = 1;
  CHECK(judge(netlist).deadlock_free());
}

TEST_CASE("dimension order on a mesh is proved, with as many dependencies as routes have turns") {
  for (const Size& size : {Size{8, 8}, {2}, {1}, {7}, {5, 3}, {2, 3, 4}, {2, 2, 2, 2}}) {
    const Netlist netlist = grid(size, false, 1, VcAssignment::any, size.size() == 1 ? 2 : 1);
    const Verdict verdict = judge(netlist);
    REQUIRE(verdict.deadlock_free());
    require_right(netlist, verdict);
  }
  // Rows in both directions: 6 turns x 8 rows x 2. The same for columns. From x to y: a channel to each of 8 columns'
  // switches except those that go up at the upper edge and down at the lower: 2 x 7 into each row's switches, x 7 rows,
  // x 2.
  const Verdict verdict = judge(grid({8, 8}));
  REQUIRE(verdict.virtual_channels == 2 * 2 * 7 * 8);
  REQUIRE(verdict.dependencies == 2 * 2 * 6 * 8 + 14 * 7 * 2);
}

TEST_CASE("virtual channels multiply dependencies if packets take any, and separate them if packets keep theirs",
          "[quick]") {
  const std::uint64_t one = judge(grid({4, 4})).dependencies;
  const Verdict any = judge(grid({4, 4}, false, 3)), kept = judge(grid({4, 4}, false, 3, VcAssignment::keep));
  REQUIRE(any.dependencies == 9 * one);
  REQUIRE(kept.dependencies == 3 * one);
  REQUIRE(any.deadlock_free());
  REQUIRE(kept.deadlock_free());
}

TEST_CASE("a torus with dateline classes is proved") {
  for (const Size& size : {Size{8, 8}, {5}, {4, 4}, {2, 2}, {6, 3}, {3, 4, 5}, {17}})
    for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep}) {
      const Netlist netlist = grid(size, true, 4, vc_assignment);
      const Verdict verdict = judge(netlist);
      REQUIRE(verdict.deadlock_free());
      if (netlist.switches.size() <= 36) require_right(netlist, verdict);
    }
}

TEST_CASE("a ring without dateline classes is a cycle, named channel by channel") {
  const Netlist netlist = test::ring_with_table(5, 1);
  const Verdict verdict = judge(netlist);
  REQUIRE(verdict.dependencies == 10);
  REQUIRE(deadlock::lines(netlist, verdict.cycle) ==
          std::vector<std::string>{
              "link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to host2",
              "link_switch1_p0_to_switch2_p1 vc 0 -> link_switch2_p0_to_switch3_p1 vc 0 for packets to host3",
              "link_switch2_p0_to_switch3_p1 vc 0 -> link_switch3_p0_to_switch4_p1 vc 0 for packets to host4",
              "link_switch3_p0_to_switch4_p1 vc 0 -> link_switch4_p0_to_switch0_p1 vc 0 for packets to host0",
              "link_switch4_p0_to_switch0_p1 vc 0 -> link_switch0_p0_to_switch1_p1 vc 0 for packets to host1"});
}

TEST_CASE("a cycle names the first destination whose packets have each dependency, on exactly these virtual channels") {
  // One way round, on virtual channel 0; to host 0 on channel 1 from even switches, so that it changes at every switch.
  Netlist netlist = test::ring_with_table(5, 2, test::Way::up);
  netlist.routing.classes = 2;
  for (unsigned s = 2; s < 5; s += 2) netlist.route_tables.entries[s * 5] = route_unit::TableEntry(0, 1).word();
  const Verdict verdict = judge(netlist);
  REQUIRE(deadlock::lines(netlist, verdict.cycle) ==
          std::vector<std::string>{
              "link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets to host2",
              "link_switch1_p0_to_switch2_p1 vc 0 -> link_switch2_p0_to_switch3_p1 vc 0 for packets to host3",
              "link_switch2_p0_to_switch3_p1 vc 0 -> link_switch3_p0_to_switch4_p1 vc 0 for packets to host1",
              "link_switch3_p0_to_switch4_p1 vc 0 -> link_switch4_p0_to_switch0_p1 vc 0 for packets to host1",
              "link_switch4_p0_to_switch0_p1 vc 0 -> link_switch0_p0_to_switch1_p1 vc 0 for packets to host1"});
}

TEST_CASE("a ring stays a cycle with more virtual channels, and with source routes", "[quick]") {
  for (const Kind kind : {Kind::table, Kind::source_stripped, Kind::source_shifted})
    for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep}) {
      Netlist netlist = test::ring_with_table(6, 2);
      netlist.routing.kind = kind;
      netlist.routing.vc_assignment = vc_assignment;
      const Verdict verdict = judge(netlist);
      REQUIRE(verdict.cycle.size() == 6);
      require_right(netlist, verdict);
    }
}

TEST_CASE("a dependency that packets of no host have does not count", "[quick]") {
  // Routes around a ring of four, one way only, with hosts at switches 0 and 1 only.
  Netlist netlist = test::ring_with_table(4, 1, test::Way::up);
  REQUIRE(judge(netlist).cycle.size() == 4);
  const auto at_2_or_3 = [](const network::PortRef& port) {
    return port.kind == network::InstanceKind::endpoint && port.instance >= 2;
  };
  std::vector<network::Channel> kept;
  for (const network::Channel& channel : netlist.channels)
    if (!at_2_or_3(channel.from) && !at_2_or_3(channel.to)) kept.push_back(channel);
  netlist.channels = kept;
  netlist.endpoints.resize(2);
  netlist.route_tables.entries = {2, 0, 0, 2, 0, 0, 0, 0};
  const Verdict verdict = judge(netlist);
  // To host 0 from switch 1: over 2 and 3.
  REQUIRE(verdict.dependencies == 2);
  REQUIRE(verdict.deadlock_free());
}

TEST_CASE("a table whose route goes in circles is a cycle") {
  Netlist netlist = test::ring_with_table(4, 1);
  netlist.route_tables.entries[0 * 4 + 2] = 0;  // to host 2: from 0 to 1, and from 1 back
  netlist.route_tables.entries[1 * 4 + 2] = 1;
  REQUIRE(judge(netlist).cycle.size() == 2);
}

TEST_CASE("the verdict on random shortest-path tables agrees with a walk over all routes") {
  RandomStream random(11, 0, RandomPurpose::test);
  unsigned cyclic = 0, of = 0;
  for (const Size& size : {Size{4, 4}, {3, 3}, {5, 2}, {2, 3, 2}, {6}})
    for (const bool wraps : {false, true})
      for (unsigned i = 0; i < 6; ++i) {
        const VcAssignment vc_assignment = i % 2 == 0 ? VcAssignment::any : VcAssignment::keep;
        const Netlist netlist = with_random_table(grid(size, wraps, i < 4 ? 2 : 4, vc_assignment), random);
        if (netlist.switch_kinds[0].virtual_channels == 4 && vc_assignment == VcAssignment::any) continue;
        const Verdict verdict = judge(netlist);
        require_right(netlist, verdict);
        cyclic += !verdict.deadlock_free();
        ++of;
      }
  REQUIRE(cyclic >= 5);
  REQUIRE(of - cyclic >= 5);
}
