#include "testbench/features/routing/build.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "rtl_models/network/route_table.hpp"
#include "testbench/features/routing/route_file.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/topology/metrics.hpp"

namespace slackline::features {

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

RoutingKind resolved_kind(const Values& experiment, const topology::Structure& structure) {
  if (experiment.get<RoutingSettings>().kind != RoutingKind::automatic) return experiment.get<RoutingSettings>().kind;
  return kind_of(routing::usual(structure, !experiment.get<TopologySettings>().down.empty()));
}

routing::Settings routing_settings(const Values& experiment, const topology::Structure& structure,
                                   const network::Netlist& netlist) {
  routing::Settings settings;
  settings.algorithm = algorithm_of(resolved_kind(experiment, structure));
  settings.links_down = !experiment.get<TopologySettings>().down.empty();
  settings.seed = experiment.get<RoutingSettings>().seed;
  const auto root = std::find_if(netlist.switches.begin(), netlist.switches.end(), [&](const auto& instance) {
    return instance.name == experiment.get<RoutingSettings>().root;
  });
  if (root != netlist.switches.end()) settings.root = static_cast<std::uint32_t>(root - netlist.switches.begin());
  settings.at_switch = resolved_switch(experiment, structure);
  return settings;
}

route_unit::Kind resolved_switch(const Values& experiment, const topology::Structure& structure) {
  if (experiment.get<RoutingSettings>().at_switch) return *experiment.get<RoutingSettings>().at_switch;
  const RoutingKind kind = resolved_kind(experiment, structure);
  routing::Settings settings;
  settings.algorithm = algorithm_of(kind);
  settings.links_down = !experiment.get<TopologySettings>().down.empty();
  const bool by_algorithm = kind != RoutingKind::table && routing::has_algorithm(settings, structure);
  return by_algorithm ? route_unit::Kind::dimension_order : route_unit::Kind::table;
}

Violations add_routes(const Values& experiment, const topology::Structure& structure, network::Netlist& netlist,
                      const routing::OnProgress& on_progress) {
  if (experiment.get<RoutingSettings>().kind != RoutingKind::table)
    return routing::fill(routing_settings(experiment, structure, netlist), structure, netlist, on_progress);
  netlist.routing.kind = resolved_switch(experiment, structure);
  fill_from_lines(experiment.get<RoutingSettings>().table, netlist);
  return {};
}

route_unit::Params routing_params(const Values& experiment) {
  const TopologySettings& topology = experiment.get<TopologySettings>();
  const RoutingSettings& routing = experiment.get<RoutingSettings>();
  const topology::Structure structure = outline_of(topology);
  const topology::Shape shape = shape_of(topology);
  route_unit::Params params;
  params.vc_assignment = experiment.get<SwitchSettings>().vc_assignment;
  params.port_count = static_cast<std::uint16_t>(topology::ports(shape));
  params.nodes = static_cast<std::uint32_t>(topology::hosts(shape));
  topology::set_coordinates(shape, params);
  if (routing.kind == RoutingKind::table) {
    params.kind = resolved_switch(experiment, structure);
    params.classes = classes_of(routing.table);
  } else {
    routing::set_params(routing_settings(experiment, structure, network::Netlist()), structure, params);
  }
  return params;
}

unsigned table_rows(const Values& experiment) {
  if (experiment.get<RoutingSettings>().kind == RoutingKind::table) return 1;
  const topology::Structure structure = outline_of(experiment.get<TopologySettings>());
  const routing::Settings settings = routing_settings(experiment, structure, network::Netlist());
  return routing::form_of(settings.algorithm, structure, settings.links_down).rows;
}

Unrouted routable(const Values& experiment) {
  const TopologySettings& topology = experiment.get<TopologySettings>();
  Unrouted network;
  network.structure = topology::build(shape_of(topology), network.netlist);
  take_down(topology.down, network.netlist);
  return network;
}

bool has_detours(const Values& experiment) {
  if (!experiment.get<TopologySettings>().down.empty()) return true;
  switch (experiment.get<RoutingSettings>().kind) {
    case RoutingKind::dimension_order:
    case RoutingKind::dateline:
    case RoutingKind::shortest_path: return false;
    case RoutingKind::automatic: {
      const topology::Kind kind = experiment.get<TopologySettings>().kind;
      return kind == topology::Kind::random || kind == topology::Kind::dragonfly || kind == topology::Kind::file;
    }
    default: return true;
  }
}

std::uint64_t longest_route_of(const Values& experiment, Violations* impossible) {
  const std::optional<std::uint64_t> diameter = topology::diameter(shape_of(experiment.get<TopologySettings>()));
  if (diameter && !has_detours(experiment)) return 1 + *diameter;
  Unrouted whole = routable(experiment);
  if (Violations found = add_routes(experiment, whole.structure, whole.netlist); !found.empty()) {
    if (impossible != nullptr) *impossible = std::move(found);
    return 0;
  }
  if (whole.netlist.routing.kind != route_unit::Kind::dimension_order) return network::longest_route(whole.netlist);
  return 1 + topology::metrics(whole.netlist).diameter;
}

}  // namespace slackline::features
