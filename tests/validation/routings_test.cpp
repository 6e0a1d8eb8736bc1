// Every routing at every kind of switch, on several networks: proved as far as it is, the same however switches learn the way, and
// every packet home where it is proved. (Zero load to the cycle: the cases zero-load-*.)
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <optional>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/route_table.hpp"
#include "testbench/deadlock/deadlock.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/run/network.hpp"
#include "tests/support/totals.hpp"

using namespace slackline;
using features::Experiment;
using features::RoutingKind;
using features::TopologyKind;
using route_unit::Kind;

namespace {

constexpr std::uint64_t packets_each = 20;

struct Routing {
  RoutingKind kind;
  std::uint64_t virtual_channels;
  bool proved;
};

struct Network {
  Experiment experiment;
  std::vector<Routing> routings;
};

Experiment on(TopologyKind kind, std::vector<std::uint64_t> size = {}) {
  Experiment e;
  e.topology.kind = kind;
  e.topology.size = std::move(size);
  e.topology.dimensions = 3;
  e.topology.arity = 2;
  e.topology.levels = 3;
  e.topology.group_switches = 2;
  e.topology.switches = 9;
  e.topology.switch_links = 3;
  e.topology.hosts_per_switch = kind == TopologyKind::fat_tree ? 2 : 1;
  e.switches.flow_control = flow_controller::Kind::credit;
  e.packet.flits = 4;
  e.traffic.load = 1;
  return e;
}

/// Each kind that suits the network. `table`: the lines of up_down's first row, which a tree needs no other for.
std::vector<Network> networks() {
  using R = RoutingKind;
  return {
      {on(TopologyKind::mesh, {3, 3}),
       {{R::dimension_order, 1, true}, {R::up_down, 1, true}, {R::shortest_path, 1, false}, {R::minimal, 1, false}}},
      {on(TopologyKind::mesh, {3, 2}), {{R::valiant, 2, true}}},  // routes that fit into a header
      {on(TopologyKind::torus, {5, 2}),
       {{R::dimension_order, 1, false},
        {R::dateline, 2, true},
        {R::up_down, 1, true},
        {R::shortest_path, 1, false},
        {R::minimal, 1, false}}},
      {on(TopologyKind::torus, {3, 2}), {{R::valiant, 4, true}}},
      {on(TopologyKind::ring, {6}), {{R::dateline, 2, true}, {R::up_down, 1, true}, {R::valiant, 4, true}}},
      {on(TopologyKind::hypercube), {{R::dimension_order, 1, true}, {R::up_down, 1, true}, {R::valiant, 2, true}}},
      {on(TopologyKind::fat_tree),
       {{R::up_down, 1, true},
        {R::shortest_path, 1, true},
        {R::minimal, 1, true},
        {R::table, 1, true},
        {R::valiant, 2, true}}},
      {on(TopologyKind::dragonfly), {{R::minimal, 2, true}, {R::up_down, 1, true}, {R::valiant, 4, true}}},
      {on(TopologyKind::random), {{R::up_down, 1, true}, {R::valiant, 2, true}}}};
}

/// A file's lines that say what tables of one row, or the first row of two, do.
std::vector<features::RouteLine> lines_of(const network::Netlist& netlist) {
  std::vector<features::RouteLine> lines;
  const std::size_t nodes = netlist.endpoints.size();
  for (std::size_t s = 0; s < netlist.switches.size(); ++s)
    for (std::size_t node = 0; node < nodes; ++node) {
      const route_unit::TableEntry entry(netlist.route_tables.entries[s * netlist.route_tables.rows * nodes + node]);
      lines.push_back({netlist.switches[s].name, netlist.endpoints[node].name, static_cast<std::uint8_t>(entry.port()),
                       static_cast<std::uint8_t>(entry.vc_class()), 0});
    }
  return lines;
}

Experiment routed(Experiment e, const Routing& routing, Kind at_switch) {
  e.switches.virtual_channels = routing.virtual_channels;
  e.routing.kind = routing.kind;
  e.routing.at_switch = at_switch;
  if (routing.kind != RoutingKind::table) return e;
  e.routing.kind = RoutingKind::up_down;
  e.routing.table = lines_of(features::network_of(e));
  e.routing.kind = RoutingKind::table;
  return e;
}

/// At saturation, until all have arrived.
void check_all_arrive(network::Netlist netlist) {
  netlist.workloads[0].traffic.packet_limit = packets_each;
  network::Fabric fabric(network::elaborate(std::move(netlist)));
  const std::uint64_t packets = packets_each * fabric.netlist().endpoints.size();
  for (std::uint64_t end = 200; end <= 20'000 && test::totals(fabric).packets_received != packets; end += 200)
    fabric.run_until(Cycle(end));
  const test::Totals totals = test::totals(fabric);
  CHECK(totals.packets_received == packets);
  CHECK(totals.conserved());
  CHECK_FALSE(totals.switch_errors);
  CHECK_FALSE(totals.endpoint_errors);
}

/// Valiant's routes, as a source writes them down: up to a host between in the lower half of the classes, from there on
/// in the upper half.
void check_halves(const network::Netlist& netlist) {
  const port::SourceRoutes routes = network::source_routes(network::completed(netlist));
  const unsigned half = netlist.routing.classes / 2u;
  RandomStream random(1, 0, RandomPurpose::ways);
  std::array<std::uint16_t, 32> route{};
  std::size_t longer = 0;
  for (unsigned drawn = 0; drawn < 200; ++drawn) {
    const NodeId from(drawn % routes.nodes), to((drawn + 1) % routes.nodes);
    const unsigned hops = routes.draw(from, to, route.data(), static_cast<unsigned>(route.size()), random);
    REQUIRE(hops != 0);
    const auto in_lower_half = [half](std::uint16_t hop) { return route_unit::TableEntry(hop).vc_class() < half; };
    CHECK(std::is_partitioned(route.begin(), route.begin() + hops, in_lower_half));
    CHECK_FALSE(in_lower_half(route.at(hops - 1)));
    longer += in_lower_half(route[0]);
  }
  CHECK(longer > 20);
}

}  // namespace

TEST_CASE("every routing is proved alike from tables and from the source, and brings every packet home", "[quick]") {
  for (const Network& network : networks())
    for (const Routing& routing : network.routings)
      for (const Kind at_switch : {Kind::table, Kind::source_stripped, Kind::source_shifted}) {
        INFO(topology::text(features::shape_of(network.experiment.topology))
             << ", routing " << static_cast<int>(routing.kind) << ", switches " << static_cast<int>(at_switch));
        const network::Netlist netlist = features::network_of(routed(network.experiment, routing, at_switch));
        REQUIRE(to_string(network::violations(netlist)).empty());
        REQUIRE(netlist.routing.kind == at_switch);
        CHECK(deadlock::judge(routing::Routes(netlist)).deadlock_free() == routing.proved);
        if (routing.kind == RoutingKind::valiant && at_switch != Kind::table) check_halves(netlist);
        if (routing.proved) check_all_arrive(netlist);
      }
}
