// Switches of more than 64 ports, whose sets of ports have several words.
#include <catch2/catch.hpp>

#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/routing/in_tree.hpp"
#include "testbench/routing/shortest_path.hpp"
#include "testbench/routing/up_down.hpp"
#include "testbench/statistics/run_totals.hpp"
#include "testbench/topology/wiring.hpp"
#include "tests/support/compared.hpp"

using namespace slackline;
using flow_controller::Kind;
using network::Netlist;
using router_arbiter::Policy;

namespace {

/// Switches of `ports` ports in a row, each joined by its last port and the one before it to its neighbours, with a host
/// at each of its first `hosts` ports. Uniform traffic.
Netlist row(unsigned switches, unsigned ports, unsigned hosts, double load) {
  Netlist netlist;
  topology::Wiring wiring(netlist, ports, std::uint64_t{switches} * hosts);
  for (unsigned s = 0; s < switches; ++s) wiring.add_switch("switch" + std::to_string(s));
  for (unsigned s = 0; s < switches; ++s)
    for (unsigned port = 0; port < hosts; ++port) wiring.add_host(s, port);
  for (unsigned s = 1; s < switches; ++s) wiring.link(s - 1, ports - 1, s, ports - 2);
  netlist.route_tables = *routing::shortest_paths(routing::SwitchGraph(netlist), {}, routing::Ways::one, 1);
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.pattern = generator::Pattern::uniform;
  traffic.packet_flits = 6;
  traffic.packets_per_cycle = load / 6;
  return netlist;
}

Netlist loaded(unsigned ports, Policy arbiter, Kind flow, std::uint8_t virtual_channels) {
  Netlist netlist = ports == 256 ? row(1, ports, ports, 0.7) : row(2, ports, ports - 2, 0.7);
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.arbiter = arbiter;
  p.virtual_channels = virtual_channels;
  p.flow.kind = flow;
  p.buffer.flits = 16;
  p.flow.stop_at = 6;
  p.flow.go_at = 3;
  if (arbiter == Policy::matrix) p.crossbar = p.data_delay = p.header_delay = 2;
  return netlist;
}

/// All hosts are members of one group, in switches with barrier units.
void add_barriers(Netlist& netlist) {
  barrier::SwitchParams& barrier = netlist.switch_kinds[0].barrier;
  barrier.preemption.architecture = preemption_unit::Architecture::any_channel;
  barrier.unit.buffer = 16;
  const routing::SwitchGraph graph(netlist);
  const std::vector<std::uint32_t> order = routing::order_from_root(graph, 0);
  for (const auto& ways : routing::in_tree_ports(graph, order))
    netlist.barrier_ways.ports_to_switch.insert(netlist.barrier_ways.ports_to_switch.end(), ways.begin(), ways.end());
  auto traffic = std::make_shared<barrier::Traffic>();
  const auto hosts = static_cast<std::uint32_t>(netlist.endpoints.size());
  traffic->hosts.resize(hosts);
  traffic->rounds = 3;
  std::vector<std::uint16_t> members;
  for (std::uint32_t host = 0; host < hosts; ++host) members.push_back(static_cast<std::uint16_t>(host));
  barrier::add_group(*traffic, 1, static_cast<std::uint16_t>(hosts - 1), members, std::vector<Cycle>(hosts));
  netlist.barriers = std::move(traffic);
}

void require_equal(const std::vector<Netlist>& netlists, std::uint64_t cycles) {
  for (const monitors::Comparison& comparison : monitors::compare_engines(netlists, Cycle(cycles))) {
    test::say(comparison);
    REQUIRE(comparison.equal());
    REQUIRE(comparison.cycles == cycles);
    REQUIRE(comparison.flits_delivered > 1000);
  }
}

}  // namespace

TEST_CASE("engines are equal with switches of 65 and 129 ports, with every arbiter and flow control") {
  std::vector<Netlist> netlists;
  for (const unsigned ports : {65u, 129u})
    for (const router_arbiter::NamedPolicy& arbiter : router_arbiter::all_policies)
      netlists.push_back(loaded(ports, arbiter.policy, netlists.size() % 2 == 0 ? Kind::stop_go : Kind::credit,
                                1 + netlists.size() % 3 % 2));
  require_equal(netlists, 120);
}

TEST_CASE("engines are equal with switches of 256 ports") {
  require_equal({loaded(256, Policy::round_robin, Kind::stop_go, 2), loaded(256, Policy::oldest_first, Kind::credit, 2),
                 loaded(256, Policy::matrix, Kind::stop_go, 1)},
                60);
}

TEST_CASE("engines are equal with barriers of all hosts at switches of 65 and 129 ports, and the barriers complete") {
  std::vector<Netlist> netlists{loaded(65, Policy::round_robin, Kind::stop_go, 2),
                                loaded(129, Policy::oldest_first, Kind::credit, 2)};
  for (Netlist& netlist : netlists) add_barriers(netlist);
  require_equal(netlists, 300);
  for (const Netlist& netlist : netlists) {
    network::Fabric fabric(network::elaborate(netlist));
    fabric.run_until(Cycle(20000));
    for (std::size_t host = 0; host < netlist.endpoints.size(); ++host)
      REQUIRE(fabric.generator_state(host).members[0].round == 3);
    REQUIRE_FALSE(statistics::collect(fabric).failed());
  }
}

TEST_CASE("a port 64 that nothing is joined to changes no cycle of the 64 ports below it", "[quick]") {
  Netlist of_64 = row(1, 64, 64, 0.8), of_65 = row(1, 65, 64, 0.8);
  for (Netlist* netlist : {&of_64, &of_65}) {
    netlist->switch_kinds[0].virtual_channels = 2;
    netlist->switch_kinds[0].buffer.flits = 16;
    netlist->switch_kinds[0].flow.stop_at = 6;
    netlist->switch_kinds[0].flow.go_at = 3;
  }
  network::Fabric one_bank(network::elaborate(of_64)), two_banks(network::elaborate(of_65));
  std::uint64_t flits = 0;
  for (std::uint64_t cycle = 1; cycle <= 1500; ++cycle) {
    one_bank.run_until(Cycle(cycle));
    two_banks.run_until(Cycle(cycle));
    for (std::size_t c = 0; c < of_64.channels.size(); ++c) {
      REQUIRE(one_bank.channel_flit(c) == two_banks.channel_flit(c));
      REQUIRE(one_bank.channel_stop(c) == two_banks.channel_stop(c));
      flits += one_bank.channel_flit(c).valid();
    }
  }
  REQUIRE(flits > 100'000);
}

TEST_CASE("hosts at ports on both sides of a bank's end get all packets of a route stripped or shifted by the source",
          "[quick]") {
  for (const route_unit::Kind kind : {route_unit::Kind::source_stripped, route_unit::Kind::source_shifted})
    for (const unsigned ports : {65u, 129u, 200u}) {
      Netlist netlist = row(2, ports, ports - 2, 0.3);
      netlist.routing.kind = kind;
      network::Fabric fabric(network::elaborate(netlist));
      fabric.run_until(Cycle(2000));
      const statistics::RunTotals totals = statistics::collect(fabric);
      REQUIRE_FALSE(totals.failed());
      REQUIRE(totals.conserved());
      REQUIRE(totals.packets_delivered > 500);
    }
}

TEST_CASE("a packet of bytes has no room for a port of more than 7 bits") {
  Netlist netlist = row(1, 129, 129, 0.1);
  netlist.routing.kind = route_unit::Kind::source_stripped;
  netlist.port_params.format = port::PacketFormat::myrinet;
  REQUIRE_THROWS_WITH(network::elaborate(netlist),
                      Catch::Contains("or of up to 128 with 1 (a route byte has 7 bits for both)"));
}

TEST_CASE("257 ports are refused, with the number that a switch has at most", "[quick]") {
  wormhole_switch::Params p;
  p.ports = 257;
  p.route.kind = route_unit::Kind::table;
  p.route.nodes = 2;
  REQUIRE_THAT(to_string(p.violations()), Catch::Contains("ports = 257: expected 2 to 256"));
}
