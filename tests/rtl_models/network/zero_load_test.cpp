// Zero-load latency against the timing contract of a hop, to the cycle.
#include <catch2/catch.hpp>
#include <cmath>

#include "rtl_models/network/fabric.hpp"
#include "tests/rtl_models/network/packet_alone.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using test::check_every_pair;
using test::Settings;

namespace {

Settings mesh() {
  Settings settings;
  settings.size = {8, 4};
  return settings;
}

}  // namespace

TEST_CASE("a lone packet takes the sum of all d and rd, its tail L-1 cycles more: shortest delays") {
  check_every_pair(mesh());
}

TEST_CASE("a lone packet takes the sum of all d and rd, its tail L-1 cycles more: single-flit packets", "[quick]") {
  Settings settings = mesh();
  settings.packet_flits = 1;
  settings.header_delay = 3;
  settings.data_delay = 2;
  check_every_pair(settings);
}

TEST_CASE("a lone packet takes the sum of all d and rd, its tail L-1 cycles more: every delay above its minimum") {
  Settings settings = mesh();
  settings.link_delay = 3;
  settings.header_delay = 7;
  settings.data_delay = 4;
  settings.arbitration = 2;
  settings.crossbar = 2;
  settings.fc_cycles = 1;
  check_every_pair(settings);
}

TEST_CASE("a lone packet takes the sum of all d and rd, its tail L-1 cycles more: Myrinet-like, worms over many hops") {
  Settings settings = mesh();
  settings.link_delay = 3;
  settings.header_delay = 16;
  settings.fc_cycles = 1;
  settings.packet_flits = 200;
  settings.stop_at = 53;
  settings.go_at = 17;
  check_every_pair(settings);
}

TEST_CASE("a lone packet on links of one flit in n cycles: n - 1 cycles more a link, its tail (L-1) n cycles later") {
  for (const unsigned cycles_per_flit : {2, 5}) {
    Settings settings = mesh();
    settings.cycles_per_flit = cycles_per_flit;
    settings.link_delay = 2;
    settings.header_delay = 4;
    settings.data_delay = 2;
    check_every_pair(settings);
  }
}

TEST_CASE("the slowest link on the way sets the pace of the tail, and each link adds its own n - 1", "[quick]") {
  Settings settings;
  settings.size = {3};
  network::Netlist netlist = test::one_packet_each(settings);
  test::channel(netlist, "link_switch0_p0_to_switch1_p1").cycles_per_flit = 3;
  test::channel(netlist, "link_switch1_p0_to_switch2_p1").cycles_per_flit = 2;
  // Four links of one cycle, three switches of one; the tail follows at 7 x 3.
  REQUIRE(test::packet_alone(netlist, 0, 2).latency == 4 + 3 + 2 + 1 + 7 * 3);
}

TEST_CASE("every channel's own delay counts in the latency of a lone packet", "[quick]") {
  Settings settings;
  settings.size = {3};
  settings.link_delay = 40;
  network::Netlist netlist = test::one_packet_each(settings);
  // host0 -> switch0 -> switch1 -> switch2 -> host2, four links of 3, 11, 1 and 40 cycles
  test::channel(netlist, "link_host0_to_switch0_p2").delay = 3;
  test::channel(netlist, "link_switch0_p0_to_switch1_p1").delay = 11;
  test::channel(netlist, "link_switch1_p0_to_switch2_p1").delay = 1;
  REQUIRE(test::packet_alone(netlist, 0, 2).latency == 3 + 11 + 1 + 40 + 3 * 1 + 7);
}

TEST_CASE("a packet to its own host turns at the switch: two links and one switch") {
  Settings settings;
  settings.size = {1};
  settings.hosts_per_switch = 3;
  settings.link_delay = 4;
  settings.header_delay = 3;
  settings.data_delay = 2;
  settings.packet_flits = 5;
  settings.packets_per_cycle = 0.001;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform_all;
  network::Fabric fabric(network::elaborate(netlist));
  for (unsigned silent : {1, 2}) test::silence(fabric, silent);
  fabric.run_until(Cycle(100'000));
  const test::Totals totals = test::totals(fabric);
  REQUIRE(totals.in_buffers + totals.on_links == 0);
  REQUIRE_FALSE(totals.endpoint_errors);
  // Each of the three has a third of what host 0 sends: a binomial standard deviation of sqrt(2 / 9 of it), five of
  // them.
  const std::uint64_t sent = fabric.port_state(0).packets_sent;
  const generator::RandomTraffic source(netlist.workloads[0].traffic);
  const port::Place place = netlist.endpoints[0].place;
  REQUIRE(sent == source.created_before(place.node, source.first(place.node), fabric.now()).packets);
  std::uint64_t received = 0;
  for (unsigned host = 0; host < 3; ++host) {
    const port::LatencySums& latency = fabric.port_state(host).latency;
    REQUIRE(static_cast<double>(latency.packets) ==
            Approx(static_cast<double>(sent) / 3).margin(5 * std::sqrt(static_cast<double>(sent) * 2 / 9)));
    REQUIRE(latency.network == latency.packets * (4 + 3 + 4 + 4));
    received += latency.packets;
  }
  REQUIRE(received == sent);
}
