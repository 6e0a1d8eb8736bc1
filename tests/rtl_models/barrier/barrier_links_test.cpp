// Barriers in switches when a link between them fails after the first barrier, which has built the tree.
#include <catch2/catch.hpp>

#include "testbench/features/barrier/ways_round_failures.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/workloads/barriers/answers.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/rtl_models/barrier/quiet_barriers.hpp"

using namespace slackline;

namespace {

/// Two barriers of hosts 0 and 8 in the corners of a 3x3 mesh, whose ways go up towards switch 0; these channels fail
/// between the barriers, or at edge `from`. Arrivals of host 8 go by switches 7, 6 and 3 to 0, releases by 1, 2 and 5.
network::Netlist with_failures(const std::vector<std::uint32_t>& channels, bool adaptive, Cycle from = Cycle(200)) {
  topology::Mesh mesh;
  mesh.size = {3, 3};
  test::QuietSettings settings{mesh};
  settings.think = 300;
  network::Netlist netlist = test::quiet_barriers(settings, {0, 8}, 0);
  LinkFault fault;
  fault.kind = LinkFaultKind::dead;
  fault.from = from;
  fault.count = 0;
  for (const std::uint32_t channel : channels) netlist.faults.push_back({channel, fault});
  if (!adaptive) return netlist;
  const std::vector<std::uint32_t> order = routing::order_from_root(routing::SwitchGraph(netlist), 0);
  netlist.barrier_ways.choices = barriers::ways_round_failures(netlist, order, 0, 50);
  return netlist;
}
network::Netlist with_failure(std::uint32_t channel, bool adaptive) { return with_failures({channel}, adaptive); }

/// One channel of each link between switches.
std::vector<std::uint32_t> links(const network::Netlist& netlist) {
  std::vector<std::uint32_t> channels;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.from.kind == network::InstanceKind::any_switch &&
        channel.to.kind == network::InstanceKind::any_switch && channel.from.instance < channel.to.instance)
      channels.push_back(c);
  }
  return channels;
}

/// The result of group 3, the only one.
barriers::Group group_of(const network::Fabric& fabric) {
  return barriers::answers_of(barriers::view_of(fabric)).groups.at(3);
}
bool is_complete(const network::Fabric& fabric) { return barriers::answers_of(barriers::view_of(fabric)).complete(); }

/// A channel between two switches of the mesh.
std::uint32_t channel_between(const network::Netlist& netlist, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.from.kind == network::InstanceKind::any_switch && channel.from.instance == from &&
        channel.to.kind == network::InstanceKind::any_switch && channel.to.instance == to)
      return c;
  }
  FAIL("no such channel");
  return 0;
}

std::uint64_t flits_lost(const network::Fabric& fabric) {
  std::uint64_t lost = 0;
  for (std::size_t f = 0; f < fabric.netlist().faults.size(); ++f) lost += fabric.fault_state(f).flits_lost;
  return lost;
}

}  // namespace

TEST_CASE("adaptive messages avoid any link that fails after the first barrier") {
  unsigned without = 0, with = 0;
  const network::Netlist mesh = with_failure(0, false);
  for (const std::uint32_t link : links(mesh)) {
    INFO(channel_name(mesh, mesh.channels[link]));
    network::Fabric fixed(network::elaborate(with_failure(link, false))),
        adaptive(network::elaborate(with_failure(link, true)));
    fixed.run_until(Cycle(5000));
    adaptive.run_until(Cycle(5000));
    without += is_complete(fixed);
    with += is_complete(adaptive);
  }
  CHECK(links(mesh).size() == 12);
  CHECK(with == 12);
  CHECK(without == 12 - 8);  // arrivals take four links, releases four others
}

TEST_CASE("a link that fails while messages are in flight loses those on it, and no others", "[quick]") {
  const network::Netlist mesh = with_failure(0, false);
  unsigned complete = 0, lost = 0;
  for (const std::uint32_t link : links(mesh))
    for (unsigned edge = 330; edge < 520; ++edge) {
      INFO(channel_name(mesh, mesh.channels[link]) << " at " << edge);
      network::Fabric fabric(network::elaborate(with_failures({link}, true, Cycle(edge))));
      fabric.run_until(Cycle(3000));
      CHECK(is_complete(fabric) == (flits_lost(fabric) == 0));
      CHECK(barriers::answers_of(barriers::view_of(fabric)).hardware.cut_off == 0);
      ++(is_complete(fabric) ? complete : lost);
    }
  // The second barrier sends one message over each of eight links. The message is committed to its link from two edges
  // before the edge that samples its first flit; the second flit is sampled one edge later: four edges at which it can
  // get lost.
  CHECK(lost == 8 * 4);
  CHECK(complete == 12 * (520 - 330) - 8 * 4);
}

TEST_CASE("old and new groups avoid failed links on random networks as long as the hosts are connected") {
  unsigned apart = 0, joined = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    INFO("seed " << seed);
    test::BarrierSettings settings;
    settings.load = 0;
    settings.adaptive = true;
    settings.rounds = 2;
    settings.dead_links = 1 + static_cast<unsigned>(seed % 6);
    settings.dead_from = Cycle(6000);
    network::Netlist netlist = test::barrier_network(settings, seed);
    // By then trees are built and the network is quiet, except for the last group, which begins later.
    auto traffic = std::make_shared<barrier::Traffic>(*netlist.barriers);
    traffic->think = 10000;
    for (std::vector<barrier::Membership>& of_host : traffic->hosts)
      for (barrier::Membership& of : of_host)
        if (of.group == 2) of.enters = of.enters + 8000;
    netlist.barriers = traffic;
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(60000));
    const barriers::Answers answers = barriers::answers_of(barriers::view_of(fabric));
    CHECK(answers.complete() == (answers.hardware.cut_off == 0));
    std::vector<bool> missing(netlist.channels.size());
    for (const network::ChannelFault& f : fabric.netlist().faults) missing[f.channel] = true;
    const routing::SwitchGraph left(netlist, missing);
    const bool is_whole = routing::cut_off(left, std::vector<bool>(left.switches())).empty();
    if (is_whole) CHECK(answers.complete());
    ++(is_whole ? joined : apart);
  }
  CHECK(apart == 8);  // from the graphs alone: draws of up to six links that leave some host without a way
  CHECK(joined == 80 - 8);
}

TEST_CASE("without a way left the barrier is stuck: its waiting hosts are known, and the failed link") {
  const network::Netlist mesh = with_failure(0, true);
  const std::vector<std::uint32_t> channels = {channel_between(mesh, 5, 8), channel_between(mesh, 7, 8)};
  network::Fabric fabric(network::elaborate(with_failures(channels, true)));
  fabric.run_until(Cycle(5000));
  CHECK(group_of(fabric).complete == 1);
  CHECK(group_of(fabric).waiting == std::vector<std::uint32_t>{0, 8});
  CHECK(group_of(fabric).missing.empty());
  const barriers::Hardware hardware = barriers::answers_of(barriers::view_of(fabric)).hardware;
  CHECK(hardware.cut_off_links == std::vector<std::uint32_t>{channel_between(mesh, 8, 7)});
  CHECK(hardware.cut_off == 1);
}

TEST_CASE("in a stuck barrier missing hosts are distinguished from waiting ones, and finished groups are left out",
          "[quick]") {
  topology::Mesh mesh;
  mesh.size = {3};
  test::QuietSettings settings{mesh};
  network::Netlist netlist = test::quiet_barriers(settings, {0, 1, 2}, 1);
  auto traffic = std::make_shared<barrier::Traffic>(*netlist.barriers);
  traffic->hosts[2][0].enters = Cycle(1000);
  traffic->hosts[0].push_back({4, 0, 1, Cycle(0)});
  netlist.barriers = traffic;
  network::Fabric fabric(network::elaborate(netlist));
  fabric.run_until(Cycle(500));
  CHECK(group_of(fabric).complete == 0);
  CHECK(group_of(fabric).waiting == std::vector<std::uint32_t>{0, 1});
  CHECK(group_of(fabric).missing == std::vector<std::uint32_t>{2});
  fabric.run_until(Cycle(2000));
  CHECK(is_complete(fabric));
  CHECK(barriers::answers_of(barriers::view_of(fabric)).hardware.cut_off_links.empty());
}

namespace {

/// The second barrier of with_failure()'s group, with this support in switches, which begins at edge 400 or later; from
/// edge 300 to 1000 worms hold all channels of switch 3's output towards 0, on the way of one arrival.
std::uint64_t latency_with_held(preemption_unit::Architecture architecture, double moving, bool held = true) {
  topology::Mesh mesh;
  mesh.size = {3, 3};
  test::QuietSettings settings{mesh};
  settings.think = 400;
  settings.architecture = architecture;
  network::Netlist netlist = test::quiet_barriers(settings, {0, 8}, 0);
  LinkFault fault;
  fault.kind = LinkFaultKind::held;
  fault.from = Cycle(300);
  fault.to = Cycle(1000);
  fault.moving = moving;
  if (held) netlist.faults.push_back({channel_between(netlist, 3, 0), fault});
  network::Fabric fabric(elaborate(netlist));
  fabric.run_until(Cycle(3000));
  if (held) {
    CHECK(fabric.fault_state(0).worms_placed == fabric.netlist().switch_kinds[0].virtual_channels);
    // Every channel is free again.
    CHECK(fabric.switch_state(3).crossbar.held[0] == 0);
  }
  return test::latencies(fabric).at(1);
}

}  // namespace

TEST_CASE("worms that a fault places hold a message back until they go, unless it may cut them") {
  using preemption_unit::Architecture;
  const std::uint64_t free = latency_with_held(Architecture::any_channel, 0, false);
  const std::uint64_t preempt = preemption_unit::Params().preempt;
  CHECK(latency_with_held(Architecture::any_channel, 0) == free + preempt);
  CHECK(latency_with_held(Architecture::fixed_channel, 0) == free + preempt);
  CHECK(latency_with_held(Architecture::moving_channel, 1) == free + preempt);
  CHECK(latency_with_held(Architecture::moving_channel, 0) > 400);
  CHECK(latency_with_held(Architecture::waiting, 0) > 400);
  CHECK(latency_with_held(Architecture::waiting, 1) > 400);
}
