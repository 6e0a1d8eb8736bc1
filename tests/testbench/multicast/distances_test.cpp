#include "testbench/multicast/distances.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/routing/routing.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using multicast::header_latencies;
using multicast::hop_counts;

namespace {

void fill_routes(network::Netlist& netlist, routing::Algorithm algorithm,
                 route_unit::Kind at_switch = route_unit::Kind::table) {
  topology::Structure structure;
  structure.kind = topology::Kind::random;
  routing::Settings settings;
  settings.algorithm = algorithm;
  settings.at_switch = at_switch;
  REQUIRE(routing::fill(settings, structure, netlist).empty());
}

/// host0 - switch0 - switch1 - host1.
network::Netlist two_switches(routing::Algorithm algorithm) {
  network::Netlist netlist = test::joined(2, {{0, 1}}, {1, 1});
  netlist.switch_kinds[0].header_delay = 3;
  for (network::Channel& channel : netlist.channels) channel.delay = channel.stop_delay = 2;
  fill_routes(netlist, algorithm);
  return netlist;
}

/// Cycles that a packet of one flit takes from a host to another, alone in the network.
std::uint64_t simulated(network::Netlist netlist, std::uint32_t from, std::uint32_t to) {
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::permutation;
  for (std::uint32_t host = 0; host < netlist.endpoints.size(); ++host)
    traffic.set_partner(host, NodeId(host == from ? to : host));
  traffic.packet_flits = 1;
  traffic.packets_per_cycle = 1;
  traffic.packet_limit = 1;
  network::Fabric fabric(network::elaborate(netlist, network::Check::structure));
  fabric.run_until(Cycle(1000));
  const port::LatencySums& latency = fabric.port_state(to).latency;
  REQUIRE(latency.packets == 1);
  return latency.total;
}

}  // namespace

TEST_CASE("hops are the channels of the routed path, links of hosts included") {
  CHECK(hop_counts(two_switches(routing::Algorithm::up_down)).at(0, 1) == 3);
}

TEST_CASE("a header takes the delays of all links and of all switches, and the time of the firmware") {
  network::Netlist netlist = two_switches(routing::Algorithm::up_down);
  // 3 links of 2 cycles, 2 switches of 3 cycles
  CHECK(header_latencies(netlist, 0).at(0, 1) == 12);
  CHECK(header_latencies(netlist, 100).at(0, 1) == 112);
  CHECK(header_latencies(netlist, 100).at(0, 0) == 0);
  for (network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint && channel.from.instance == 1) channel.delay = 7;
  CHECK(header_latencies(netlist, 0).at(0, 1) == 12);
  CHECK(header_latencies(netlist, 0).at(1, 0) == 17);
}

TEST_CASE("the latency of a header is that of a flit alone in the simulated network", "[quick]") {
  RandomStream random(3, 0, RandomPurpose::test);
  for (unsigned trial = 0; trial < 8; ++trial) {
    network::Netlist netlist = test::random_network(random, 3 + random.below(5), random.below(5));
    netlist.switch_kinds[0].header_delay = static_cast<std::uint16_t>(2 + random.below(4));
    for (std::size_t c = 0; c < netlist.channels.size(); c += 2) {
      network::Channel &there = netlist.channels[c], &back = netlist.channels[c + 1];
      there.delay = back.stop_delay = 1 + random.below(5);
      back.delay = there.stop_delay = 1 + random.below(5);
      there.cycles_per_flit = 1 + random.below(3);
    }
    const bool stripped = trial % 2 == 1;
    fill_routes(netlist, routing::Algorithm::up_down,
                stripped ? route_unit::Kind::source_stripped : route_unit::Kind::table);
    const multicast::Distances distances = header_latencies(netlist, 0);
    for (std::uint32_t from = 0; from < distances.hosts(); ++from)
      for (std::uint32_t to = 0; to < distances.hosts(); ++to) {
        if (from == to) continue;
        INFO("trial " << trial << ", host " << from << " to host " << to);
        CHECK(distances.at(from, to) == simulated(netlist, from, to));
      }
  }
}

TEST_CASE("packets with more than one path have no distances") {
  CHECK_THROWS_AS(hop_counts(two_switches(routing::Algorithm::adaptive)), std::invalid_argument);
}
