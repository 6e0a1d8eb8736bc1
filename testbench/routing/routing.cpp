#include "testbench/routing/routing.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/routing/dimension_order.hpp"
#include "testbench/routing/shortest_path.hpp"
#include "testbench/routing/up_down.hpp"

namespace slackline::routing {

using network::Netlist;
using network::RouteTables;
using topology::Structure;
using TopologyKind = topology::Kind;

namespace {

bool is_grid(const Structure& structure) {
  switch (structure.kind) {
    case TopologyKind::single_switch:
    case TopologyKind::ring:
    case TopologyKind::mesh:
    case TopologyKind::torus:
    case TopologyKind::hypercube: return true;
    default: return false;
  }
}

/// On a dragonfly the usual algorithm has a choice itself: there the escape channels of adaptive routing lead up and down.
Algorithm below_adaptive(const Structure& structure, bool links_down) {
  const Algorithm base = usual(structure, links_down);
  return base == Algorithm::minimal ? Algorithm::up_down : base;
}

/// A host to which a switch with hosts has no way.
struct MissingWay {
  std::uint32_t from, node;
};

/// The first; nothing: every host has a way to every other.
std::optional<MissingWay> missing_way(const RouteTables& tables, const SwitchGraph& graph) {
  for (std::uint32_t s = 0; s < graph.switches(); ++s) {
    if (graph.nodes_at(s).empty()) continue;
    const std::uint16_t* row = tables.entries.data() + std::size_t{s} * tables.rows * graph.nodes();
    const std::uint16_t* entry = std::find(row, row + graph.nodes(), route_unit::no_port);
    if (entry != row + graph.nodes()) return MissingWay{s, static_cast<std::uint32_t>(entry - row)};
  }
  return std::nullopt;
}

class Filler {
 public:
  Filler(const Settings& settings, const Structure& structure, Netlist& netlist, const OnProgress& on_progress)
      : settings_(settings), structure_(structure), netlist_(netlist), on_progress_(on_progress), graph_(netlist) {}

  Violations fill() {
    found_ = check(settings_, structure_);
    if (!found_.empty()) return found_;
    set_params(settings_, structure_, netlist_.routing);
    if (settings_.at_switch == route_unit::Kind::dimension_order) return found_;
    RouteTables made = tables_of(settings_.algorithm);
    if (found_.empty())
      if (const std::optional<MissingWay> way = missing_way(made, graph_)) report(*way);
    netlist_.route_tables = std::move(made);
    return found_;
  }

 private:
  RouteTables tables_of(Algorithm algorithm) {
    switch (algorithm) {
      case Algorithm::dimension_order: return dimension_order(graph_, structure_, Dateline::none, on_progress_);
      case Algorithm::dateline: return dimension_order(graph_, structure_, Dateline::cut, on_progress_);
      case Algorithm::up_down: return up_down_tables();
      case Algorithm::shortest_path: return shortest({}, Ways::one);
      case Algorithm::minimal: return shortest(structure_.group, Ways::all);
      case Algorithm::valiant: break;
      case Algorithm::adaptive: return adaptive_tables();
    }
    const Algorithm base = usual(structure_, settings_.links_down);
    return base == Algorithm::minimal ? shortest(structure_.group, Ways::one) : tables_of(base);
  }

  RouteTables shortest(const Groups& groups, Ways ways) {
    std::optional<RouteTables> tables = shortest_paths(graph_, groups, ways, settings_.seed, on_progress_);
    if (tables) return std::move(*tables);
    found_.push_back({"algorithm", "more than 65536 sets of ports at a switch",
                      "a kind with one way for each destination, or a smaller network"});
    return {};
  }

  RouteTables up_down_tables() const {
    if (!structure_.level.empty() && !settings_.root) {
      RouteTables tables = up_down(graph_, order_by_level(structure_.level), settings_.seed, on_progress_);
      // With links down, a tree may be left with ways that go up and down twice: another order finds them. A file may
      // describe no tree.
      const bool is_tree = structure_.kind != TopologyKind::file && !settings_.links_down;
      if (is_tree || !missing_way(tables, graph_)) return tables;
    }
    const std::uint32_t root = settings_.root ? *settings_.root : center(graph_, on_progress_);
    return up_down(graph_, order_from_root(graph_, root), settings_.seed, on_progress_);
  }

  RouteTables adaptive_tables() {
    RouteTables made = tables_of(below_adaptive(structure_, settings_.links_down));
    RouteTables all = shortest(settings_.links_down ? Groups{} : structure_.group, Ways::all);
    made.choices = std::move(all.choices);
    made.port_sets = std::move(all.port_sets);
    made.first_set = std::move(all.first_set);
    return made;
  }

  void report(const MissingWay& way) {
    found_.push_back({"algorithm",
                      "no way from " + netlist_.switches[way.from].name + " to host" + std::to_string(way.node),
                      "a kind with ways between all hosts, such as up_down"});
  }

  const Settings& settings_;
  const Structure& structure_;
  Netlist& netlist_;
  const OnProgress& on_progress_;
  SwitchGraph graph_;
  Violations found_;
};

}  // namespace

Algorithm usual(const Structure& structure, bool links_down) {
  if (links_down) return Algorithm::up_down;
  if (structure.kind == TopologyKind::dragonfly) return Algorithm::minimal;
  if (!is_grid(structure)) return Algorithm::up_down;
  return structure.wraps ? Algorithm::dateline : Algorithm::dimension_order;
}

bool has_algorithm(const Settings& settings, const Structure& structure) {
  const bool grid = structure.kind == TopologyKind::ring || structure.kind == TopologyKind::mesh ||
                    structure.kind == TopologyKind::torus;
  return grid && structure.size.size() <= route_unit::max_dimensions && !settings.links_down &&
         (settings.algorithm == Algorithm::dimension_order || settings.algorithm == Algorithm::dateline);
}

Violations check(const Settings& settings, const Structure& structure) {
  Violations found;
  const bool coordinates = settings.algorithm == Algorithm::dimension_order;
  if (coordinates && !is_grid(structure))
    found.push_back({"algorithm", "switches have no coordinates", "another kind, or a ring, mesh, torus or hypercube"});
  if (settings.algorithm == Algorithm::dateline && !structure.wraps)
    found.push_back({"algorithm", "no row of switches wraps", "another kind, or a ring or torus"});
  if (found.empty() && (coordinates || settings.algorithm == Algorithm::dateline) && settings.links_down)
    found.push_back({"algorithm", "its ways do not lead round links that are down",
                     "up_down, shortest_path, minimal, valiant, adaptive or auto"});
  const bool by_source =
      settings.at_switch == route_unit::Kind::source_stripped || settings.at_switch == route_unit::Kind::source_shifted;
  if (settings.algorithm == Algorithm::adaptive && by_source)
    found.push_back({"at_switch", "adaptive routes from the source, which does not see what is free",
                     "table (from the source, minimal draws one of the shortest ways for each packet, valiant a host "
                     "between)"});
  if (settings.at_switch == route_unit::Kind::dimension_order && !has_algorithm(settings, structure))
    found.push_back({"at_switch",
                     "switches compute dimension order and datelines only, in up to 4 dimensions with all their links",
                     settings.algorithm == Algorithm::adaptive ? "table" : "table, source_stripped or source_shifted"});
  return found;
}

TableForm form_of(Algorithm algorithm, const Structure& structure, bool links_down) {
  switch (algorithm) {
    case Algorithm::dimension_order:
    case Algorithm::shortest_path: return {};
    case Algorithm::dateline: return {2, 1};
    case Algorithm::up_down: return {1, 2};
    case Algorithm::minimal: return {static_cast<std::uint8_t>(structure.kind == TopologyKind::dragonfly ? 2 : 1), 1};
    case Algorithm::adaptive: return form_of(below_adaptive(structure, links_down), structure, links_down);
    case Algorithm::valiant: break;
  }
  TableForm form = form_of(usual(structure, links_down), structure, links_down);
  form.classes = static_cast<std::uint8_t>(form.classes * 2);  // for the way to the intermediate host, and from there
  return form;
}

void set_params(const Settings& settings, const Structure& structure, route_unit::Params& params) {
  params.kind = settings.at_switch;
  params.dateline = settings.algorithm == Algorithm::dateline;
  if (params.kind == route_unit::Kind::dimension_order) return;
  params.choice = settings.algorithm == Algorithm::minimal    ? route_unit::Choice::minimal
                  : settings.algorithm == Algorithm::adaptive ? route_unit::Choice::adaptive
                                                              : route_unit::Choice::none;
  params.valiant = settings.algorithm == Algorithm::valiant;
  params.classes = form_of(settings.algorithm, structure, settings.links_down).classes;
}

Violations fill(const Settings& settings, const Structure& structure, Netlist& netlist, const OnProgress& on_progress) {
  return Filler(settings, structure, netlist, on_progress).fill();
}

OneRoot one_root(const topology::Structure& structure, const network::Netlist& netlist, std::uint64_t seed) {
  const SwitchGraph graph(netlist);
  OneRoot one;
  if (structure.level.empty()) {
    one.why = "every switch has hosts";
  } else if (const auto way = missing_way(up_down(graph, order_by_level(structure.level), seed), graph)) {
    one.why = "by levels above the switches with hosts there is no way from " + netlist.switches[way->from].name +
              " to " + netlist.endpoints[way->node].name;
  }
  if (!one.why.empty()) one.root = center(graph, {});
  return one;
}

}  // namespace slackline::routing
