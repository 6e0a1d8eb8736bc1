#include "testbench/config/routing_of.hpp"

#include <algorithm>

#include "testbench/config/route_file.hpp"

namespace slackline::config {

namespace {

routing::Algorithm algorithm_of(RoutingKind kind) {
  switch (kind) {
    case RoutingKind::dateline: return routing::Algorithm::dateline;
    case RoutingKind::up_down: return routing::Algorithm::up_down;
    case RoutingKind::shortest_path: return routing::Algorithm::shortest_path;
    case RoutingKind::minimal: return routing::Algorithm::minimal;
    case RoutingKind::valiant: return routing::Algorithm::valiant;
    case RoutingKind::adaptive: return routing::Algorithm::adaptive;
    case RoutingKind::automatic:
    case RoutingKind::dimension_order:
    case RoutingKind::table: break;
  }
  return routing::Algorithm::dimension_order;
}

RoutingKind kind_of(routing::Algorithm algorithm) {
  switch (algorithm) {
    case routing::Algorithm::dateline: return RoutingKind::dateline;
    case routing::Algorithm::minimal: return RoutingKind::minimal;
    case routing::Algorithm::dimension_order: return RoutingKind::dimension_order;
    default: return RoutingKind::up_down;
  }
}

}  // namespace

RoutingKind resolved_kind(const Experiment& experiment, const topology::Structure& structure) {
  if (experiment.routing.kind != RoutingKind::automatic) return experiment.routing.kind;
  return kind_of(routing::usual(structure, !experiment.topology.down.empty()));
}

routing::Settings routing_settings(const Experiment& experiment, const topology::Structure& structure,
                                   const network::Netlist& netlist) {
  routing::Settings settings;
  settings.algorithm = algorithm_of(resolved_kind(experiment, structure));
  settings.links_down = !experiment.topology.down.empty();
  settings.seed = experiment.routing.seed;
  const auto root = std::find_if(netlist.switches.begin(), netlist.switches.end(),
                                 [&](const auto& instance) { return instance.name == experiment.routing.root; });
  if (root != netlist.switches.end()) settings.root = static_cast<std::uint32_t>(root - netlist.switches.begin());
  settings.at_switch = resolved_switch(experiment, structure);
  return settings;
}

route_unit::Kind resolved_switch(const Experiment& experiment, const topology::Structure& structure) {
  if (experiment.routing.at_switch) return *experiment.routing.at_switch;
  const RoutingKind kind = resolved_kind(experiment, structure);
  routing::Settings settings;
  settings.algorithm = algorithm_of(kind);
  settings.links_down = !experiment.topology.down.empty();
  const bool by_algorithm = kind != RoutingKind::table && routing::has_algorithm(settings, structure);
  return by_algorithm ? route_unit::Kind::dimension_order : route_unit::Kind::table;
}

Violations add_routes(const Experiment& experiment, const topology::Structure& structure, network::Netlist& netlist,
                      const routing::OnProgress& on_progress) {
  if (experiment.routing.kind != RoutingKind::table)
    return routing::fill(routing_settings(experiment, structure, netlist), structure, netlist, on_progress);
  netlist.routing.kind = resolved_switch(experiment, structure);
  fill_from_lines(experiment.routing.table, netlist);
  return {};
}

RoutingSettings smallest(RoutingSettings settings) {
  settings.root = RoutingSettings().root;
  settings.table_file.clear();
  settings.table.clear();
  if (settings.kind == RoutingKind::table) settings.kind = RoutingKind::up_down;
  return settings;
}

bool has_detours(const Experiment& experiment) {
  if (!experiment.topology.down.empty()) return true;
  switch (experiment.routing.kind) {
    case RoutingKind::dimension_order:
    case RoutingKind::dateline:
    case RoutingKind::shortest_path: return false;
    case RoutingKind::automatic: {
      const topology::Kind kind = experiment.topology.kind;
      return kind == topology::Kind::random || kind == topology::Kind::dragonfly || kind == topology::Kind::file;
    }
    default: return true;
  }
}

}  // namespace slackline::config
