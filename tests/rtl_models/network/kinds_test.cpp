// Switches of several kinds in one network.
#include <catch2/catch.hpp>

#include <set>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/topology/fat_tree.hpp"
#include "testbench/topology/ring.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using network::InstanceKind;
using network::Netlist;

namespace {

enum Level : std::uint32_t { leaf, spine, top, slow_leaf };

/// A tree of three levels: leaves with deep buffers, a spine with credits, and at the top four virtual channels, of which
/// the spine has two.
Netlist tree_of_three_kinds(double load) {
  Netlist netlist;
  const topology::Structure structure = topology::build(topology::FatTree{2, 3}, netlist);
  routing::Settings settings;
  settings.algorithm = routing::Algorithm::up_down;
  settings.at_switch = route_unit::Kind::table;
  REQUIRE(routing::fill(settings, structure, netlist).empty());

  wormhole_switch::Params common = netlist.switch_kinds[0];
  common.virtual_channels = 2;
  netlist.switch_kinds.assign(3, common);
  wormhole_switch::Params& leaves = netlist.switch_kinds[leaf];
  leaves.buffer.flits = 200;
  leaves.flow.stop_at = 150;
  leaves.flow.go_at = 100;
  leaves.header_delay = 3;
  leaves.data_delay = 2;
  wormhole_switch::Params& spines = netlist.switch_kinds[spine];
  spines.flow.kind = flow_controller::Kind::credit;
  spines.buffer.flits = 12;
  spines.arbiter = router_arbiter::Policy::oldest_first;
  wormhole_switch::Params& tops = netlist.switch_kinds[top];
  tops.virtual_channels = 4;
  tops.buffer.flits = 20;
  tops.flow.stop_at = 8;
  tops.flow.go_at = 4;
  tops.crossbar = tops.data_delay = tops.header_delay = 2;
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) netlist.switches[i].kind = structure.level[i];

  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = 8;
  traffic.packets_per_cycle = load / 8;
  return netlist;
}

/// The same with leaves of two kinds, of which the second has more registers for STOP, as have its hosts.
Netlist tree_of_two_kinds_of_leaves(double load) {
  Netlist netlist = tree_of_three_kinds(load);
  network::SwitchKind slow = netlist.switch_kinds[leaf];
  slow.buffer.flits = 20;
  slow.flow.stop_at = 8;
  slow.flow.go_at = 4;
  slow.flow.fc_cycles = 2;
  slow.host_fc_cycles = 3;
  netlist.switch_kinds[leaf].host_fc_cycles = 1;
  netlist.switch_kinds.push_back(slow);
  netlist.switches[1].kind = netlist.switches[3].kind = slow_leaf;
  return netlist;
}

/// A ring of six switches with 2, 3, 4, 4, 3 and 3 virtual channels, in two dateline classes.
Netlist ring_of_odd_and_even_kinds(route_unit::Kind at_switch, double load) {
  Netlist netlist;
  const topology::Structure structure = topology::build(topology::Ring{6, 1}, netlist);
  routing::Settings settings;
  settings.algorithm = routing::Algorithm::dateline;
  settings.at_switch = at_switch;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
  wormhole_switch::Params common = netlist.switch_kinds[0];
  common.buffer.flits = 20;
  common.flow.stop_at = 8;
  common.flow.go_at = 4;
  netlist.switch_kinds.assign(3, common);
  for (std::uint8_t kind = 0; kind < 3; ++kind)
    netlist.switch_kinds[kind].virtual_channels = static_cast<std::uint8_t>(2 + kind);
  const std::uint32_t kinds[] = {0, 1, 2, 2, 1, 1};
  for (std::size_t i = 0; i < netlist.switches.size(); ++i) netlist.switches[i].kind = kinds[i];

  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = 8;
  traffic.packets_per_cycle = load / 8;
  return netlist;
}

void require_equal(const std::vector<Netlist>& netlists, std::uint64_t cycles) {
  std::size_t n = 0;
  std::uint64_t flits = 0;
  for (const monitors::Comparison& comparison : monitors::compare_engines(netlists, Cycle(cycles))) {
    for (const monitors::Difference& d : comparison.differences)
      UNSCOPED_INFO("network " << n << " cycle " << d.cycle.value << " " << d.what << ": signal " << d.signal
                               << ", fabric " << d.fabric);
    ++n;
    REQUIRE(comparison.equal());
    REQUIRE(comparison.cycles == cycles);
    flits += comparison.flits_delivered;
  }
  REQUIRE(flits > 100 * netlists.size());
}

std::string objections(const Netlist& netlist) { return to_string(network::violations(netlist)); }

}  // namespace

TEST_CASE("a fat tree of three kinds of switches is the same in both engines, in every cycle") {
  require_equal({tree_of_three_kinds(0.1), tree_of_three_kinds(0.5), tree_of_three_kinds(1)}, 3000);
}

TEST_CASE("STOP passes as many registers at a host as its kind of switch says, in both engines, in every cycle") {
  const network::ElaboratedNetlist netlist = network::elaborate(tree_of_two_kinds_of_leaves(1));
  for (const network::Channel& channel : netlist.channels) {
    const bool from_host = channel.from.kind == InstanceKind::endpoint;
    if (!from_host && channel.to.kind != InstanceKind::endpoint) continue;
    const auto [host, at] = from_host ? std::pair(channel.from.instance, channel.to.instance)
                                      : std::pair(channel.to.instance, channel.from.instance);
    const bool is_slow = netlist.switches[at].kind == slow_leaf;
    CHECK(netlist.port_of(host).fc_cycles == (is_slow ? 3 : 1));
    // Delays of 1 there and back, the registers at both ends, and 1.
    CHECK(network::smallest_slack(network::loop_of(netlist, channel)) == (is_slow ? 2 + 2 + 3 + 1 : 2 + 0 + 1 + 1));
  }
  require_equal({tree_of_two_kinds_of_leaves(0.5), tree_of_two_kinds_of_leaves(1)}, 3000);
}

TEST_CASE("a ring of switches with odd and even numbers of virtual channels is the same in both engines") {
  using route_unit::Kind;
  require_equal(
      {ring_of_odd_and_even_kinds(Kind::dimension_order, 0.3), ring_of_odd_and_even_kinds(Kind::dimension_order, 1),
       ring_of_odd_and_even_kinds(Kind::table, 0.3), ring_of_odd_and_even_kinds(Kind::table, 1)},
      2000);
}

TEST_CASE("random networks of mixed kinds are the same in both engines, in every cycle") {
  std::vector<Netlist> netlists;
  for (std::uint64_t seed = 7000; seed < 7030; ++seed) netlists.push_back(soak::network_of_mixed_kinds(seed));
  require_equal(netlists, 500);
}

TEST_CASE("in a tree of three kinds nothing is lost, and every kind works as it says", "[quick]") {
  network::Fabric fabric(network::elaborate(tree_of_three_kinds(1)));
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  std::set<std::pair<std::uint32_t, unsigned>> used;  // by the kind of the sender and that of the receiver: channels
  std::uint64_t pulses = 0, levels = 0;
  for (Cycle end(1); end < Cycle(20'000); end = end + 1) {
    fabric.run_until(end);
    for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
      const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
      if (from.kind == InstanceKind::endpoint || to.kind == InstanceKind::endpoint) continue;
      const std::uint32_t sender = netlist.switches[from.instance].kind, receiver = netlist.switches[to.instance].kind;
      if (const Flit flit = fabric.channel_flit(c); flit.valid()) used.insert({sender * 3 + receiver, flit.vc().value});
      if (fabric.channel_stop(c) == 0) continue;
      ++(receiver == spine ? pulses : levels);
    }
  }
  // A channel has the virtual channels that both ends have.
  const std::set<std::pair<std::uint32_t, unsigned>> both_of_each{
      {leaf * 3 + spine, 0}, {leaf * 3 + spine, 1}, {spine * 3 + leaf, 0}, {spine * 3 + leaf, 1},
      {spine * 3 + top, 0},  {spine * 3 + top, 1},  {top * 3 + spine, 0},  {top * 3 + spine, 1}};
  CHECK(used == both_of_each);
  CHECK(pulses > 10'000);  // one for each flit that leaves a buffer of the spine
  CHECK(levels > 100);

  const statistics::RunTotals totals = statistics::collect(fabric);
  CHECK(totals.errors.empty());
  CHECK(test::totals(fabric).conserved());
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    for (unsigned lane = 0; lane < netlist.kind_of(i).lanes(); ++lane)
      CHECK(fabric.switch_state(i).in[lane].peak <= netlist.kind_of(i).buffer.flits);
}

TEST_CASE("classes take as many of the virtual channels that both ends of a link have, and leave the rest over") {
  for (const route_unit::Kind kind : {route_unit::Kind::dimension_order, route_unit::Kind::table}) {
    network::Fabric fabric(network::elaborate(ring_of_odd_and_even_kinds(kind, 1)));
    const network::ElaboratedNetlist& netlist = fabric.netlist();
    std::vector<VcMask> used(netlist.channels.size(), 0);
    for (Cycle end(1); end < Cycle(10'000); end = end + 1) {
      fabric.run_until(end);
      for (std::size_t c = 0; c < netlist.channels.size(); ++c)
        if (const Flit flit = fabric.channel_flit(c); flit.valid()) used[c] |= vc_bit(flit.vc().value);
    }
    for (std::size_t c = 0; c < netlist.channels.size(); ++c) {
      const network::PortRef &from = netlist.channels[c].from, &to = netlist.channels[c].to;
      if (from.kind == InstanceKind::endpoint || to.kind == InstanceKind::endpoint) continue;
      const unsigned a_class = network::virtual_channels(netlist, netlist.channels[c]) / 2;
      CHECK((used[c] & ~first_vcs(2 * a_class)) == 0);
      if (from.instance == 2 && to.instance == 3) CHECK(used[c] == 0b1100);  // nothing goes on over the dateline
      if (from.instance == 4 && to.instance == 5) CHECK(used[c] == 0b0011);  // to switch 0, and to switch 5
    }
    CHECK(statistics::collect(fabric).errors.empty());
    CHECK(test::totals(fabric).conserved());
  }
}

TEST_CASE("each switch of a tree delays a lone packet as its kind says", "[quick]") {
  Netlist netlist = tree_of_three_kinds(1);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::permutation;
  traffic.packet_limit = 1;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    netlist.workloads[0].traffic.set_partner(i, NodeId(static_cast<std::uint32_t>(i)));
  netlist.workloads[0].traffic.set_partner(0, NodeId(7));  // over leaf, spine, top, spine and leaf
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(200));
  // Six links of 1 cycle, the header delays of the switches, and 7 flits behind the head; from the head on the link.
  const std::uint64_t header_delays = 3 + 1 + 2 + 1 + 3;
  CHECK(fabric.port_state(7).latency.packets == 1);
  CHECK(fabric.port_state(7).latency.network == 6 + header_delays + 7);
}

TEST_CASE("a buffer has the slack that the kinds at both ends of its link need", "[quick]") {
  const Netlist netlist = network::completed(tree_of_three_kinds(1));
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint) continue;
    // Delays of 1 there and back, and 1; from the top one stage more after the grant.
    const bool from_top = netlist.switches[channel.from.instance].kind == top;
    CHECK(network::smallest_slack(network::loop_of(netlist, channel)) == (from_top ? 4 : 3));
  }
}

TEST_CASE("a channel is refused only where routing needs a virtual channel that it has not", "[quick]") {
  Netlist netlist = tree_of_three_kinds(1);
  CHECK(objections(netlist).empty());
  netlist.routing.classes = 2;
  CHECK(objections(netlist).empty());
  netlist.switch_kinds[top].virtual_channels = 3;
  CHECK(objections(netlist).empty());
  netlist.switch_kinds[spine].virtual_channels = 3;
  CHECK(objections(netlist).empty());  // the leaves have 2
  netlist.switch_kinds[leaf].virtual_channels = 3;
  CHECK(objections(netlist) == "virtual_channels = 3: expected a multiple of the classes (2)");
  netlist.switch_kinds[leaf].virtual_channels = 2;
  netlist.switch_kinds[top].virtual_channels = 4;
  netlist.switch_kinds[spine].virtual_channels = 1;
  CHECK(objections(netlist).find("virtual_channels = 1: expected a multiple of the classes (2)") != std::string::npos);

  netlist = tree_of_three_kinds(1);
  netlist.switch_kinds[spine].virtual_channels = 1;
  CHECK(objections(netlist).empty());
  netlist.routing.vc_assignment = route_unit::VcAssignment::keep;
  CHECK(
      objections(netlist) ==
      "link_switch_l0_0_p2_to_switch_l1_0_p0 = 1 virtual channels: expected as many as at every other switch: packets "
      "keep the one that they came on");
}

TEST_CASE("kinds that do not exist, and hosts between two kinds, are named", "[quick]") {
  Netlist netlist = tree_of_three_kinds(1);
  netlist.switch_kinds[leaf].host_fc_cycles = 64;
  CHECK(objections(netlist).find("host_fc_cycles = 64: expected 0 to 63") == 0);
  netlist = tree_of_three_kinds(1);
  netlist.switches[3].kind = 7;
  CHECK(objections(netlist) == "switch_l0_3 = kind #7: expected one of the 3 kinds");
  netlist.switch_kinds.clear();
  CHECK(objections(netlist).find("switch_kinds = none: expected 1 or more") == 0);

  netlist = tree_of_three_kinds(1);
  for (network::Channel& channel : netlist.channels)  // host 0 sends to the top, by a port without a link
    if (channel.from == network::PortRef{InstanceKind::endpoint, 0, PortId(0)})
      channel.to = {InstanceKind::any_switch, 8, PortId(3)};
  CHECK(objections(netlist).find("host0 = two kinds of switches: expected one kind, for both directions") !=
        std::string::npos);
}
