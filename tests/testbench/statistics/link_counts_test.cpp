// Busy, stalled and idle cycles, and buffers, against an observation of every cycle of a network.
#include "testbench/statistics/link_counts.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/soak/soak.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/support/link_windows.hpp"

using namespace slackline;
using statistics::LinkCounts;

namespace {

bool switch_in_demand(const network::Netlist& netlist, std::size_t sw, const wormhole_switch::State& s, unsigned port) {
  PortMask taken = s.wanted.bank[0];
  for (unsigned v = 0; v < netlist.kind_of(sw).virtual_channels; ++v) taken |= s.crossbar.held[v];
  return has(taken, port);
}

bool host_in_demand(const port::State& host, Cycle edge) { return host.sent != 0 || port::ready(host, edge); }

/// The expected counters of a link, found by observation after every edge.
struct Watched {
  std::uint64_t flits = 0, busy = 0, demanded = 0, occupancy = 0, peak = 0;
  std::uint64_t ends = 0;  ///< time at which its last flit has left, in parts of a cycle, CyclesPerFlit::flits a cycle
  bool was_in_demand = false;
};

void watch(const network::Fabric& fabric, std::vector<Watched>& links) {
  const network::Netlist& netlist = fabric.netlist();
  const std::vector<LinkCounts> counts = statistics::count_links(fabric);
  const std::uint64_t edge = fabric.now().value - 1;
  for (std::size_t c = 0; c < links.size(); ++c) {
    Watched& link = links[c];
    const network::Channel& channel = netlist.channels[c];
    const bool from_switch = channel.from.kind == network::InstanceKind::any_switch;
    const bool sent = counts[c].flits != link.flits;
    link.flits = counts[c].flits;
    // Counted in parts of a cycle: a flit begins when the one before has ended, within the cycle before it is sent.
    const CyclesPerFlit rate = channel.cycles_per_flit;
    const std::uint64_t here = edge * rate.flits;
    if (sent) link.ends = (link.ends <= here && link.ends + rate.flits > here ? link.ends : here) + rate.cycles;
    const bool busy = here < link.ends;
    link.busy += busy;
    // In demand at this edge: before it, in the registers, or after it, if the demand began here; or a flit left.
    if (from_switch) {
      const bool wanted = switch_in_demand(netlist, channel.from.instance, fabric.switch_state(channel.from.instance),
                                           channel.from.port.value);
      link.demanded += busy || wanted || link.was_in_demand;
      link.was_in_demand = wanted;
    } else {
      link.demanded += busy || link.was_in_demand;
      link.was_in_demand = host_in_demand(fabric.port_state(channel.from.instance), Cycle(edge + 1));
    }
    if (channel.to.kind != network::InstanceKind::any_switch) continue;
    const wormhole_switch::State& to = fabric.switch_state(channel.to.instance);
    const unsigned vcs = netlist.kind_of(channel.to.instance).virtual_channels;
    for (unsigned v = 0; v < vcs; ++v) {
      const unsigned held = to.in[crossbar::lane_index(channel.to.port.value, v, vcs)].buffer.count;
      link.occupancy += held;
      link.peak = std::max<std::uint64_t>(link.peak, held);
    }
  }
}

void check(const network::Netlist& netlist, std::uint64_t cycles) {
  network::Fabric fabric(network::elaborate(netlist));
  std::vector<Watched> links(netlist.channels.size());
  for (std::size_t c = 0; c < links.size(); ++c)
    if (const network::PortRef& from = netlist.channels[c].from; from.kind == network::InstanceKind::endpoint)
      links[c].was_in_demand = host_in_demand(fabric.port_state(from.instance), Cycle());
  for (std::uint64_t now = 1; now <= cycles; ++now) {
    fabric.run_until(Cycle(now));
    watch(fabric, links);
    if (now % 37 != 0 && now != cycles) continue;  // windows end anywhere
    const std::vector<LinkCounts> counts = statistics::count_links(fabric);
    for (std::size_t c = 0; c < links.size(); ++c) {
      INFO(network::channel_name(netlist, netlist.channels[c]) << " before edge " << now);
      REQUIRE(counts[c].busy == links[c].busy);
      // A header that requests another output does so before the edge: the registers do not show it.
      if (fabric.netlist().switch_kinds[0].has_choice())
        REQUIRE(counts[c].demanded <= links[c].demanded);
      else
        REQUIRE(counts[c].demanded == links[c].demanded);
      REQUIRE(counts[c].occupancy == links[c].occupancy);
      REQUIRE(counts[c].peak == links[c].peak);
      REQUIRE(counts[c].demanded <= now);
      REQUIRE(counts[c].hol_blocked <= counts[c].header_wait);
    }
  }
}

network::Netlist loaded_mesh(double load, CyclesPerFlit cycles_per_flit) {
  network::Netlist netlist;
  netlist.switch_kinds[0].buffer.flits = 16;
  netlist.switch_kinds[0].flow = {8, 4, 0};
  netlist.workloads[0].traffic.packet_flits = 4;
  netlist.workloads[0].traffic.packets_per_cycle = load / 4;
  topology::Mesh mesh{{3, 2}, 1, 1};
  mesh.cycles_per_flit = cycles_per_flit;
  topology::build(mesh, netlist);
  return netlist;
}

}  // namespace

TEST_CASE("counters of links and buffers agree with an observation of every cycle") {
  for (const double load : {0.05, 0.3, 1.0})
    for (const CyclesPerFlit cycles_per_flit : {CyclesPerFlit(1), CyclesPerFlit(3), CyclesPerFlit(5, 4)}) {
      INFO("load " << load << ", a flit in " << cycles_per_flit.value() << " cycles");
      check(loaded_mesh(load, cycles_per_flit), 1500);
    }
}

TEST_CASE("requests and responses are counted in the same way") {
  for (const double load : {0.1, 1.0}) {
    network::Netlist netlist = loaded_mesh(load, 1);
    netlist.workloads[0].traffic.response_flits = 6;
    netlist.workloads[0].traffic.max_outstanding = 2;
    check(netlist, 1500);
  }
}

TEST_CASE("counters of links of random networks agree with an observation of every cycle", "[quick]") {
  unsigned checked = 0;
  for (std::uint64_t seed = 0; checked < 40; ++seed) {
    REQUIRE(seed < 200);
    network::Netlist netlist = soak::soak_network(seed);
    if (!netlist.faults.empty()) continue;
    INFO("seed " << seed);
    check(netlist, 400);
    ++checked;
  }
}

TEST_CASE("every link of a random network is busy, stalled or idle in each cycle") {
  for (const soak::Networks kind :
       {soak::Networks::all, soak::Networks::barriers, soak::Networks::firmware, soak::Networks::packets})
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      INFO("seed " << seed << " of kind " << static_cast<int>(kind));
      test::require_links_add_up(soak::network_of(kind, seed));
    }
}

TEST_CASE("a window holds its own events: busy, stalled and idle cycles are all of its cycles", "[quick]") {
  network::Fabric fabric(network::elaborate(loaded_mesh(0.6, 3)));
  fabric.run_until(Cycle(500));
  const std::vector<LinkCounts> begin = statistics::count_links(fabric);
  fabric.run_until(Cycle(1700));
  const std::vector<LinkCounts> end = statistics::count_links(fabric);
  const auto uses = statistics::link_uses(fabric.netlist(), begin, end, 1200);
  REQUIRE(uses.size() == end.size());
  std::uint64_t stalled = 0;
  for (std::size_t c = 0; c < uses.size(); ++c) {
    const statistics::LinkUse& use = uses[c];
    CHECK(use.busy == end[c].busy - begin[c].busy);
    CHECK(use.stalled == end[c].demanded - begin[c].demanded - use.busy);
    CHECK(use.busy + use.stalled <= 1200);
    CHECK(use.busy + use.stalled + use.idle() == 1200);
    CHECK(use.busy <= 3 * use.flits + 3);
    CHECK(use.utilisation() == Approx(static_cast<double>(use.busy) / 1200));
    stalled += use.stalled;
  }
  CHECK(stalled > 0);
}
