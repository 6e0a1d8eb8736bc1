// Zero load on every kind of topology, and with every routing at every kind of switch.
#include <memory>
#include <utility>

#include "testbench/features/topology/build.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/distances.hpp"
#include "testbench/studies/validation/zero_load.hpp"

namespace slackline::validation {

namespace {

using features::Experiment;
using features::RoutingKind;
using features::TopologyKind;
using SwitchKind = route_unit::Kind;

Hops hops_of(const Experiment& e, Ways ways) {
  network::Netlist netlist;
  const topology::Structure structure = topology::build(features::shape_of(e.topology), netlist);
  const auto distances = std::make_shared<const Distances>(netlist, structure, ways);
  return [distances](std::uint32_t from, std::uint32_t to) { return distances->between(from, to); };
}

/// "up_down"
std::string routing_word(const Experiment& e) {
  return settings::to_string(settings::value_of(*features::find_key("routing.kind"), e));
}

Case topology_case(const std::string& name, const Experiment& e, Ways ways = Ways::all) {
  const std::string network = topology::text(features::shape_of(e.topology)) + ", routing " + routing_word(e);
  return e.routing.kind == RoutingKind::valiant ? random_way_case(name, network, e, hops_of(e, ways))
                                                : zero_load_case(name, network, e, hops_of(e, ways));
}

/// Every delay above its least.
Experiment on(TopologyKind kind, std::uint64_t virtual_channels = 1) {
  Experiment e;
  e.topology.kind = kind;
  e.link.delay.cycles = 2;
  e.switches.virtual_channels = virtual_channels;
  e.switches.header_delay.cycles = 5;
  e.switches.data_delay.cycles = 2;
  e.switches.arbitration.cycles = 1;
  e.routing.seed = 3;
  return e;
}

Experiment grid(TopologyKind kind, std::vector<std::uint64_t> size, std::uint64_t virtual_channels = 1) {
  Experiment e = on(kind, virtual_channels);
  e.topology.size = std::move(size);
  return e;
}

Experiment dragonfly(std::uint64_t group_switches = 3) {
  Experiment e = on(TopologyKind::dragonfly, 2);
  e.topology.group_switches = group_switches;
  e.topology.hosts_per_switch = 1;
  return e;
}

Experiment irregular(std::uint64_t virtual_channels = 1) {
  Experiment e = on(TopologyKind::random, virtual_channels);
  e.topology.switches = 12;
  e.topology.switch_links = 3;
  return e;
}

Experiment routed(Experiment e, RoutingKind kind, SwitchKind at_switch = SwitchKind::table) {
  e.routing.kind = kind;
  e.routing.at_switch = at_switch;
  if (kind == RoutingKind::up_down) e.routing.root = "switch0";
  return e;
}

/// Routes of a file, on a mesh of two dimensions: y before x.
Experiment from_file(Experiment e) {
  const std::uint64_t width = e.topology.size[0], switches = width * e.topology.size[1];
  e.routing.kind = RoutingKind::table;
  for (std::uint64_t at = 0; at < switches; ++at)
    for (std::uint64_t to = 0; to < switches; ++to) {
      const bool straight = at / width == to / width;
      const unsigned port = at == to ? 4 : straight ? (at < to ? 0 : 1) : (at < to ? 2 : 3);
      e.routing.table.push_back({std::to_string(at), std::to_string(to), static_cast<std::uint8_t>(port), 0, 0});
    }
  return e;
}

template <class Change>
Experiment with_topology(Experiment e, Change change) {
  change(e.topology);
  return e;
}

/// Each kind with the routing that suits it.
void add_topologies(std::vector<Case>& cases) {
  using T = features::TopologySettings;
  cases.push_back(topology_case("single-switch",
                                with_topology(on(TopologyKind::single_switch), [](T& t) { t.hosts_per_switch = 6; })));
  cases.push_back(topology_case("ring", grid(TopologyKind::ring, {9}, 2)));
  cases.push_back(topology_case("mesh-5d", grid(TopologyKind::mesh, {3, 2, 2, 1, 2})));
  cases.push_back(topology_case("torus-5d", grid(TopologyKind::torus, {3, 2, 2, 1, 2}, 2)));
  cases.push_back(
      topology_case("hypercube", with_topology(on(TopologyKind::hypercube), [](T& t) { t.dimensions = 4; })));
  cases.push_back(topology_case("fat-tree", with_topology(on(TopologyKind::fat_tree), [](T& t) { t.arity = 3; })));
  cases.push_back(topology_case("full-tree", with_topology(on(TopologyKind::full_tree), [](T& t) {
                                  t.arity = 3;
                                  t.levels = 4;
                                })));
  cases.push_back(topology_case("star-of-stars",
                                with_topology(on(TopologyKind::star_of_stars), [](T& t) { t.hosts_per_switch = 3; })));
  cases.push_back(topology_case("dragonfly", dragonfly(), Ways::between_groups));
  cases.push_back(topology_case("random", routed(irregular(), RoutingKind::up_down), Ways::up_down));
}

/// Each routing, from tables and, where it can be, from the source.
void add_routings(std::vector<Case>& cases) {
  const Experiment mesh = grid(TopologyKind::mesh, {4, 3}), torus = grid(TopologyKind::torus, {5, 3}, 2);
  const auto with_channels = [](Experiment e, std::uint64_t count) {
    e.switches.virtual_channels = count;
    return e;
  };
  struct Way {
    const char* name;
    Experiment e;
    Ways ways;
  };
  const Way all[] = {{"dimension-order", routed(mesh, RoutingKind::dimension_order), Ways::all},
                     {"dateline", routed(torus, RoutingKind::dateline), Ways::all},
                     {"up-down", routed(irregular(), RoutingKind::up_down), Ways::up_down},
                     {"up-down-torus", routed(torus, RoutingKind::up_down), Ways::up_down},
                     {"shortest-path", routed(irregular(), RoutingKind::shortest_path), Ways::all},
                     {"minimal", routed(mesh, RoutingKind::minimal), Ways::all},
                     {"minimal-dragonfly", routed(dragonfly(), RoutingKind::minimal), Ways::between_groups},
                     {"file", from_file(mesh), Ways::all},
                     {"valiant", routed(grid(TopologyKind::mesh, {3, 2}, 2), RoutingKind::valiant), Ways::all},
                     {"valiant-dragonfly", routed(with_channels(dragonfly(2), 4), RoutingKind::valiant), Ways::all}};
  const std::pair<SwitchKind, const char*> switches[] = {{SwitchKind::table, "-tables"},
                                                         {SwitchKind::source_shifted, "-shifted"},
                                                         {SwitchKind::source_stripped, "-stripped"}};
  for (const Way& way : all)
    for (const auto& [at, word] : switches)
      cases.push_back(topology_case(way.name + std::string(word), routed(way.e, way.e.routing.kind, at), way.ways));
  const auto adaptive = [&](const Experiment& e, std::uint64_t channels) {
    Experiment credits = routed(with_channels(e, channels), RoutingKind::adaptive);
    credits.switches.flow_control = flow_controller::Kind::credit;
    return credits;
  };
  cases.push_back(topology_case("adaptive", adaptive(mesh, 3)));
  cases.push_back(topology_case("adaptive-torus", adaptive(torus, 3)));
  cases.push_back(topology_case("adaptive-random", adaptive(irregular(), 2)));
}

}  // namespace

std::vector<Case> zero_load_topology_cases() {
  std::vector<Case> cases;
  add_topologies(cases);
  add_routings(cases);
  return cases;
}

}  // namespace slackline::validation
