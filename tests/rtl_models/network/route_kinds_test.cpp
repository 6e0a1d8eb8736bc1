// Zero load and beyond on every kind of routing, format and virtual channel: to the cycle.
#include <catch2/catch.hpp>
#include <cmath>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/network/fabric.hpp"
#include "tests/rtl_models/network/packet_alone.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using port::PacketFormat;
using route_unit::VcAssignment;
using test::check_every_pair;
using test::Settings;

namespace {

Settings delays(unsigned variant) {
  Settings settings;
  settings.size = {4, 3};
  if (variant == 0) return settings;
  settings.link_delay = 3;
  settings.header_delay = 7;
  settings.data_delay = 4;
  settings.arbitration = 2;
  settings.crossbar = 2;
  settings.fc_cycles = 1;
  if (variant == 2) settings.cycles_per_flit = 2;  // rd + 1 rules
  if (variant == 3) settings.cycles_per_flit = 5;  // sd + n rules
  return settings;
}

/// The registers of all switches and hosts.
std::vector<std::uint64_t> registers(network::Fabric& fabric) {
  RegisterSnapshot snapshot;
  const network::ElaboratedNetlist& netlist = fabric.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    visit_all(netlist.kind_of(i), fabric.switch_state(i), fabric.now(), snapshot);
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    visit_all(netlist.port_of(i), fabric.port_state(i), fabric.now(), snapshot);
  return snapshot.values;
}

/// Packets that the hosts have created.
std::uint64_t created_before(const network::Netlist& netlist, Cycle edge) {
  const generator::RandomTraffic source(netlist.workloads[0].traffic);
  std::uint64_t packets = 0;
  for (const network::EndpointInstance& host : netlist.endpoints)
    packets += source.created_before(host.place.node, source.first(host.place.node), edge).packets;
  return packets;
}

/// 4 x 3 switches under load.
network::Netlist loaded_mesh(route_unit::Kind routing, std::uint8_t vcs = 2) {
  Settings settings = delays(1);
  settings.routing = routing;
  settings.virtual_channels = vcs;
  settings.packets_per_cycle = 0.03;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

}  // namespace

TEST_CASE("a lone packet with its route stripped takes one flit time more per switch: every pair, all delays") {
  for (unsigned variant = 0; variant < 4; ++variant) {
    INFO("variant " << variant);
    Settings settings = delays(variant);
    settings.routing = route_unit::Kind::source_stripped;
    check_every_pair(settings);
  }
}

TEST_CASE("a packet of a route and one flit takes the time of the formula") {
  Settings settings = delays(1);
  settings.routing = route_unit::Kind::source_stripped;
  settings.packet_flits = 1;
  check_every_pair(settings);
}

TEST_CASE("a lone myrinet packet takes the time of the formula, and its CRC is right over any number of hops") {
  for (const std::uint16_t flits : {6, 7, 40}) {
    Settings settings = delays(1);
    settings.size = {8, 2};
    settings.routing = route_unit::Kind::source_stripped;
    settings.format = PacketFormat::myrinet;
    settings.packet_flits = flits;
    check_every_pair(settings);
  }
}

TEST_CASE("a lone packet with a shifted route, or by table, takes as long as with dimension order", "[quick]") {
  for (const route_unit::Kind kind : {route_unit::Kind::source_shifted, route_unit::Kind::table})
    for (unsigned variant = 0; variant < 4; ++variant) {
      Settings settings = delays(variant);
      settings.routing = kind;
      check_every_pair(settings);
    }
}

TEST_CASE("a lone packet takes as long with virtual channels as without, whichever it takes") {
  for (const VcAssignment assignment : {VcAssignment::any, VcAssignment::keep})
    for (const std::uint8_t vcs : {2, 3, 16})
      for (const unsigned variant : {1u, 3u}) {
        Settings settings = delays(variant);
        settings.size = {3, 2};
        settings.virtual_channels = vcs;
        settings.vc_assignment = assignment;
        check_every_pair(settings);
        settings.routing = route_unit::Kind::source_stripped;
        check_every_pair(settings);
      }
}

TEST_CASE("a lone packet on a torus takes the shorter way round, to the cycle") {
  for (const auto& size : std::vector<std::vector<std::uint16_t>>{{4, 3}, {5}, {2, 2, 2}})
    for (const unsigned variant : {0u, 1u, 2u}) {
      Settings settings = delays(variant);
      settings.size = size;
      settings.wraps = true;
      settings.virtual_channels = 2;
      check_every_pair(settings);
    }
}

TEST_CASE("under load a table of dimension order is dimension order: every register in every cycle") {
  network::Fabric table(network::elaborate(loaded_mesh(route_unit::Kind::table))),
      computed(network::elaborate(loaded_mesh(route_unit::Kind::dimension_order)));
  for (Cycle end(1); end < Cycle(1500); end = end + 1) {
    table.run_until(end);
    computed.run_until(end);
    REQUIRE(registers(table) == registers(computed));
  }
  REQUIRE(test::totals(table).packets_received >= created_before(table.netlist(), Cycle(1200)));
}

TEST_CASE("under load shifted routes give every wire the kinds and virtual channels of dimension order") {
  network::Fabric shifted(network::elaborate(loaded_mesh(route_unit::Kind::source_shifted))),
      computed(network::elaborate(loaded_mesh(route_unit::Kind::dimension_order)));
  for (Cycle end(1); end < Cycle(1500); end = end + 1) {
    shifted.run_until(end);
    computed.run_until(end);
    bool same = true;
    for (std::size_t c = 0; c < shifted.netlist().channels.size(); ++c)
      same = same && shifted.channel_flit(c).with_data(0) == computed.channel_flit(c).with_data(0);
    REQUIRE(same);
  }
  REQUIRE(test::totals(shifted).packets_received >= created_before(shifted.netlist(), Cycle(1200)));
  REQUIRE_FALSE(test::totals(shifted).endpoint_errors);
}

TEST_CASE("under load every packet is stripped of one flit a switch, and every CRC is right", "[quick]") {
  for (const std::uint8_t vcs : {1, 2, 4}) {
    network::Netlist netlist = loaded_mesh(route_unit::Kind::source_stripped, vcs);
    netlist.port_params.format = PacketFormat::myrinet;
    netlist.switch_kinds[0].trailing_crc = true;
    netlist.workloads[0].traffic.packet_limit = 20;
    netlist.workloads[0].traffic.pattern = generator::Pattern::permutation;
    Settings shape = delays(1);
    std::uint64_t hops = 0;
    const auto hosts = static_cast<unsigned>(netlist.endpoints.size());
    for (unsigned i = 0; i < hosts; ++i) {
      const unsigned to = (7 * i + 3) % hosts;
      netlist.workloads[0].traffic.set_partner(i, NodeId(to));
      if (to != i) hops += 20u * test::switches_between(shape, i, to);
    }
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(20'000));
    const test::Totals sum = test::totals(fabric);
    REQUIRE(sum.stripped == hops);
    REQUIRE(sum.sent == sum.received + hops);
    REQUIRE_FALSE(sum.endpoint_errors);
    REQUIRE_FALSE(sum.switch_errors);
  }
}

TEST_CASE("a packet to its own host turns at its switch, on every kind of routing", "[quick]") {
  for (const route_unit::Kind kind : {route_unit::Kind::dimension_order, route_unit::Kind::table,
                                      route_unit::Kind::source_stripped, route_unit::Kind::source_shifted}) {
    Settings settings = delays(1);
    settings.size = {1};
    settings.hosts_per_switch = 2;
    settings.routing = kind;
    settings.packets_per_cycle = 0.001;
    network::Netlist netlist = test::mesh_network(settings);
    netlist.workloads[0].traffic.pattern = generator::Pattern::uniform_all;
    network::Fabric fabric(network::elaborate(netlist));
    test::silence(fabric, 1);
    fabric.run_until(Cycle(100'000));
    const test::Totals totals = test::totals(fabric);
    REQUIRE(totals.in_buffers + totals.on_links == 0);
    REQUIRE_FALSE(totals.endpoint_errors);
    // Half of what host 0 sends is for itself: a binomial standard deviation of sqrt(sent) / 2, five of them.
    const std::uint64_t sent = fabric.port_state(0).packets_sent;
    const port::LatencySums& own = fabric.port_state(0).latency;
    REQUIRE(own.packets + fabric.port_state(1).latency.packets == sent);
    REQUIRE(static_cast<double>(own.packets) ==
            Approx(static_cast<double>(sent) / 2).margin(2.5 * std::sqrt(static_cast<double>(sent))));
    REQUIRE(own.network == own.packets * test::zero_load(settings, 1));
  }
}

TEST_CASE("a table that sends packets back out of the port they came in on keeps them moving forever", "[quick]") {
  Settings settings;
  settings.size = {3};
  settings.routing = route_unit::Kind::table;
  settings.packet_flits = 3;
  network::Netlist netlist = test::one_packet_each(settings, {0}, 2);
  netlist.route_tables.entries[1 * 3 + 2] = 1;  // switch 1 sends what is for host 2 back to switch 0
  REQUIRE_THROWS_AS(network::Fabric(network::elaborate(netlist)), std::invalid_argument);
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  for (Cycle end(1); end < Cycle(1000); end = end + 1) {
    fabric.run_until(end);
    REQUIRE(test::totals(fabric).conserved());
  }
  const test::Totals sum = test::totals(fabric);
  REQUIRE(sum.received == 0);
  REQUIRE(sum.in_buffers + sum.on_links == 3);
  REQUIRE_FALSE(sum.switch_errors);
  // Two cycles a hop: flit k leaves switch 0 at edge 2 + k, and a switch at every second edge from there to 998.
  REQUIRE(sum.switch_flits == 499 + 498 + 498);
}
