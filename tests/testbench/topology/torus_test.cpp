#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "testbench/topology/mesh.hpp"

using namespace slackline;
using network::InstanceKind;
using network::Netlist;
using network::PortRef;
using route_unit::VcAssignment;
using topology::Mesh;

namespace {

Netlist torus(const std::vector<std::uint16_t>& size, std::uint8_t virtual_channels = 2,
              VcAssignment vc_assignment = VcAssignment::any, std::uint8_t hosts = 1) {
  Mesh mesh;
  mesh.size = size;
  mesh.hosts_per_switch = hosts;
  mesh.wraps = true;
  Netlist netlist;
  netlist.routing.virtual_channels = virtual_channels;
  netlist.routing.vc_assignment = vc_assignment;
  topology::build(mesh, netlist);
  REQUIRE(netlist.routing.violations().empty());
  return netlist;
}

/// The other end of each output of each switch.
std::vector<PortRef> wiring(const Netlist& netlist) {
  std::vector<PortRef> to(netlist.switches.size() * netlist.switch_kinds[0].ports, PortRef{{}, ~0u, {}});
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == InstanceKind::any_switch)
      to[channel.from.instance * netlist.switch_kinds[0].ports + channel.from.port.value] = channel.to;
  return to;
}

/// The channels from the switch of `from` to the host `to`, the host's own last. Calls `turn(channel, vc, next
/// channel, next vc)` for all turns from one virtual channel to another that a packet may take, injected on any. A
/// channel is switch * ports + output port.
template <class Turn>
std::vector<std::size_t> walk(const Netlist& netlist, const std::vector<PortRef>& wired, std::uint32_t from,
                              std::uint32_t to, Turn&& turn) {
  const route_unit::Params& params = netlist.routing;
  std::vector<std::size_t> channels;
  VcMask vcs = first_vcs(params.virtual_channels);
  std::uint32_t at = from / params.hosts_per_switch;
  for (;;) {
    REQUIRE(channels.size() <= netlist.switches.size());
    VcMask next_vcs = 0;
    std::size_t channel = 0;
    for_each_bit(vcs, [&](unsigned vc) {
      const route_unit::Route route =
          route_unit::route(params, netlist.switches[at].route, to, PortId(0), VcId(static_cast<std::uint8_t>(vc)));
      channel = std::size_t{at} * netlist.switch_kinds[0].ports + route.port;
      next_vcs |= route.vcs;
      if (!channels.empty()) for_each_bit(route.vcs, [&](unsigned next) { turn(channels.back(), vc, channel, next); });
    });
    channels.push_back(channel);
    vcs = next_vcs;
    const PortRef& end = wired[channel];
    if (end.kind == InstanceKind::endpoint) {
      REQUIRE(end.instance == to);
      return channels;
    }
    at = end.instance;
    REQUIRE(at < netlist.switches.size());
  }
}

std::uint32_t distance(const Netlist& netlist, std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < netlist.routing.dimensions; ++i) {
    const unsigned k = netlist.routing.size[i];
    const unsigned up = (netlist.switches[b].route.at[i] + k - netlist.switches[a].route.at[i]) % k;
    sum += std::min(up, k - up);
  }
  return sum;
}

enum class Nodes { virtual_channels, channels };

/// Whether the channel dependency graph (Dally and Seitz 1987) has a cycle, its nodes being virtual channels, or
/// physical ones as if there were no virtual channels.
bool has_cycle(const Netlist& netlist, Nodes nodes) {
  const std::vector<PortRef> wired = wiring(netlist);
  const std::size_t vcs = netlist.routing.virtual_channels;
  std::vector<std::set<std::size_t>> next(wired.size() * vcs);
  const auto node = [&](std::size_t channel, unsigned vc) {
    return channel * vcs + (nodes == Nodes::virtual_channels ? vc : 0);
  };
  for (std::uint32_t from = 0; from < netlist.endpoints.size(); ++from)
    for (std::uint32_t to = 0; to < netlist.endpoints.size(); ++to)
      walk(netlist, wired, from, to, [&](std::size_t channel, unsigned vc, std::size_t after, unsigned vc_after) {
        next[node(channel, vc)].insert(node(after, vc_after));
      });
  // Nodes without dependencies are removed until nothing changes: the rest are cycles, and nodes that lead to them.
  std::vector<std::size_t> waits_for(next.size());
  std::vector<std::vector<std::size_t>> waiting(next.size());
  std::vector<std::size_t> free;
  for (std::size_t a = 0; a < next.size(); ++a) {
    waits_for[a] = next[a].size();
    if (next[a].empty()) free.push_back(a);
    for (const std::size_t b : next[a]) waiting[b].push_back(a);
  }
  std::size_t left = next.size();
  for (; !free.empty(); --left) {
    const std::size_t b = free.back();
    free.pop_back();
    for (const std::size_t a : waiting[b])
      if (--waits_for[a] == 0) free.push_back(a);
  }
  return left != 0;
}

constexpr auto no_turns = [](std::size_t, unsigned, std::size_t, unsigned) {};

}  // namespace

TEST_CASE("a torus has two links more than a mesh for every row, and all ports of every switch are in use", "[quick]") {
  struct Case {
    std::vector<std::uint16_t> size;
    std::uint8_t hosts;
    std::size_t links;  // between switches: one a switch and dimension of more than one switch
  };
  for (const Case& c : {Case{{8, 8}, 1, 128}, {{5}, 1, 5}, {{2, 2}, 1, 8}, {{4, 1}, 2, 4}, {{3, 4, 5}, 1, 180}}) {
    const Netlist netlist = torus(c.size, 2, VcAssignment::any, c.hosts);
    REQUIRE(netlist.channels.size() == 2 * (c.links + netlist.endpoints.size()));
    for (const PortSet& wired : wired_outputs(netlist)) {
      PortSet expected = first_ports(netlist.switch_kinds[0].ports);
      for (unsigned i = 0; i < c.size.size(); ++i)
        if (c.size[i] == 1) expected &= ~(bit(2 * i) | bit(2 * i + 1));
      REQUIRE(wired == expected);
    }
    std::set<std::string> names;
    for (const network::Channel& channel : netlist.channels)
      REQUIRE(names.insert(channel_name(netlist, channel)).second);
  }
}

TEST_CASE("every channel of a torus leads one switch on, around the edge too, and comes in by the opposite port",
          "[quick]") {
  for (const auto& size : {std::vector<std::uint16_t>{4, 3}, {5, 2}, {2, 2, 3}, {8, 1, 2}}) {
    const Netlist netlist = torus(size);
    for (const network::Channel& channel : netlist.channels) {
      if (channel.from.kind == InstanceKind::endpoint || channel.to.kind == InstanceKind::endpoint) continue;
      const unsigned port = channel.from.port.value, along = port / 2;
      REQUIRE(channel.to.port.value == (port ^ 1u));
      const auto &a = netlist.switches[channel.from.instance].route.at,
                 &b = netlist.switches[channel.to.instance].route.at;
      for (unsigned i = 0; i < size.size(); ++i)
        REQUIRE(b[i] == (i != along ? a[i] : port % 2 == 0 ? (a[i] + 1) % size[i] : (a[i] + size[i] - 1) % size[i]));
    }
  }
  const Netlist netlist = torus({3, 2});
  std::set<std::string> names;
  for (const network::Channel& channel : netlist.channels) names.insert(channel_name(netlist, channel));
  for (const char* name : {"link_switch2_p0_to_switch0_p1", "link_switch0_p1_to_switch2_p0",
                           "link_switch0_p2_to_switch3_p3", "link_switch3_p2_to_switch0_p3"})
    REQUIRE(names.count(name) == 1);
}

TEST_CASE("dimension order takes every packet of a torus along a shortest path") {
  for (const auto& size : {std::vector<std::uint16_t>{8, 8}, {5, 5}, {4, 4}, {2, 2}, {7}, {6, 1, 3}, {3, 4, 2, 2}}) {
    const Netlist netlist = torus(size, 2, VcAssignment::any, 2);
    const std::vector<PortRef> wired = wiring(netlist);
    for (std::uint32_t from = 0; from < netlist.endpoints.size(); ++from)
      for (std::uint32_t to = 0; to < netlist.endpoints.size(); ++to)
        REQUIRE(walk(netlist, wired, from, to, no_turns).size() == distance(netlist, from / 2, to / 2) + 1);
  }
}

TEST_CASE("on an 8x8 torus the hops to another host are 4.0635 on average, and every channel carries as much") {
  const Netlist netlist = torus({8, 8});
  const std::vector<PortRef> wired = wiring(netlist);
  std::vector<unsigned> load(wired.size());
  unsigned hops = 0;
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to)
      for (const std::size_t channel : walk(netlist, wired, from, to, no_turns)) {
        ++load[channel];
        hops += wired[channel].kind == InstanceKind::any_switch;
      }
  REQUIRE(hops / (64.0 * 63) == Approx(4.0635).margin(0.00005));
  REQUIRE(std::count(load.begin(), load.end(), 64u) == std::ptrdiff_t{64 * 5});  // the hosts' own among them
}

TEST_CASE("dateline classes leave a torus without a cycle of channels that wait for each other") {
  for (const auto& size :
       {std::vector<std::uint16_t>{2, 2}, {4, 4}, {5, 5}, {8, 8}, {6, 3}, {3, 4, 5}, {5, 5, 2}, {16}, {17}}) {
    REQUIRE_FALSE(has_cycle(torus(size, 2, VcAssignment::any), Nodes::virtual_channels));
    REQUIRE_FALSE(has_cycle(torus(size, 2, VcAssignment::keep), Nodes::virtual_channels));
  }
  for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep})
    for (const std::uint8_t virtual_channels : {4, 6, 16})
      REQUIRE_FALSE(has_cycle(torus({5, 6}, virtual_channels, vc_assignment), Nodes::virtual_channels));
}

TEST_CASE("without the classes a torus of five switches a row or more has such cycles") {
  for (const auto& size : {std::vector<std::uint16_t>{5, 5}, {8, 8}, {6, 3}, {3, 4, 5}, {5}})
    REQUIRE(has_cycle(torus(size), Nodes::channels));
  // Up to four the rows do not close: only packets from even coordinates go two hops upwards, from odd ones downwards.
  for (const auto& size : {std::vector<std::uint16_t>{2, 2}, {3, 3}, {4, 4}, {4, 3, 2}})
    REQUIRE_FALSE(has_cycle(torus(size), Nodes::channels));
}
