#include "testbench/routing/shortest_path.hpp"

#include "rtl_models/route_unit/route_unit.hpp"
#include "testbench/routing/table_writer.hpp"

namespace slackline::routing {

namespace {

/// All shortest ways from everywhere to one switch.
class Search {
 public:
  Search(const SwitchGraph& graph, const Groups& groups)
      : graph_(graph), groups_(groups), distance_(graph.switches()), ports_(graph.switches()) {}

  void find(std::uint32_t to) {
    distance_.assign(graph_.switches(), far);
    ports_.assign(graph_.switches(), PortSet());
    distance_[to] = 0;
    order_.assign(1, to);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t next = order_[i], behind = distance_[next];
      for (const SwitchGraph::Link& link : graph_.to(next)) {
        const std::uint32_t s = link.other;
        if (distance_[s] <= behind || !allowed(s, next, to)) continue;
        if (distance_[s] == far) {
          distance_[s] = behind + 1;
          order_.push_back(s);
        }
        if (distance_[s] == behind + 1) insert(ports_[s], link.out);
      }
    }
  }

  const PortSet& ports(std::uint32_t s) const { return ports_[s]; }

 private:
  /// Whether a packet to switch `to` may go from s to the neighbour `next`.
  bool allowed(std::uint32_t s, std::uint32_t next, std::uint32_t to) const {
    return groups_.empty() || groups_[next] == groups_[to] || groups_[next] == groups_[s];
  }

  const SwitchGraph& graph_;
  const Groups& groups_;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<PortSet> ports_;
};

}  // namespace

std::optional<network::RouteTables> shortest_paths(const SwitchGraph& graph, const Groups& groups, Ways ways,
                                                   std::uint64_t seed, const OnProgress& on_progress) {
  network::RouteTables tables;
  const Picker picker(seed);
  EntryWriter entries(tables, graph, 1);
  std::optional<SetWriter> sets;
  if (ways == Ways::all) sets.emplace(graph);
  Search search(graph, groups);
  for (std::uint32_t to = 0; to < graph.switches(); ++to) {
    tell(on_progress, "routes", to, graph.switches());
    if (graph.nodes_at(to).empty()) continue;
    search.find(to);
    for (const std::uint32_t node : graph.nodes_at(to)) {
      std::uint16_t* column = entries.column(node);
      PortSet* set_column = sets ? sets->column(node) : nullptr;
      for (std::uint32_t s = 0; s < graph.switches(); ++s) {
        const PortSet ports = s == to ? only(graph.host(node).port) : search.ports(s);
        if (set_column != nullptr) set_column[s] = ports;
        if (is_empty(ports)) continue;
        const bool in_last_group = !groups.empty() && groups[s] == groups[to];
        column[s] = route_unit::TableEntry(picker.pick(ports, s, node), in_last_group ? 1 : 0).word();
      }
    }
  }
  entries.finish();
  if (sets && !sets->finish(tables)) return std::nullopt;
  return tables;
}

}  // namespace slackline::routing
