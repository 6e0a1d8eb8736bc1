#include "testbench/routing/up_down.hpp"

#include <algorithm>
#include <numeric>

#include "testbench/routing/table_writer.hpp"
#include "testbench/routing/up_down_search.hpp"

namespace slackline::routing {

namespace {

std::vector<PortSet> ports_from_above(const SwitchGraph& graph, const Ranked& ranked) {
  std::vector<PortSet> from_above(graph.switches());
  for (std::uint32_t s = 0; s < graph.switches(); ++s)
    for (const SwitchGraph::Link& link : graph.to(s))
      if (ranked.of(link.other) < ranked.of(s)) insert(from_above[s], link.in);
  return from_above;
}

}  // namespace

std::vector<std::uint32_t> order_from_root(const SwitchGraph& graph, std::uint32_t root) {
  std::vector<std::uint32_t> distance, order(graph.switches());
  std::iota(order.begin(), order.end(), 0);
  for (auto next = order.begin(); next != order.end();) {  // part by part
    distances_to(graph, next == order.begin() ? root : *next, distance);
    std::stable_sort(next, order.end(), [&](std::uint32_t a, std::uint32_t b) { return distance[a] < distance[b]; });
    next = std::find_if(next, order.end(), [&](std::uint32_t s) { return distance[s] == far; });
  }
  return order;
}

std::vector<std::uint32_t> order_by_level(const std::vector<std::uint8_t>& level) {
  std::vector<std::uint32_t> order(level.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return level[a] > level[b]; });
  return order;
}

network::RouteTables up_down(const SwitchGraph& graph, const std::vector<std::uint32_t>& order, std::uint64_t seed,
                             const OnProgress& on_progress) {
  network::RouteTables tables;
  const Ranked ranked(graph, order);
  UpDownSearch search(ranked, graph.switches(), UpDownSearch::Prefer::shortest);
  const Picker picker(seed);
  EntryWriter writer(tables, graph, 2);
  for (std::uint32_t to = 0; to < graph.switches(); ++to) {
    tell(on_progress, "routes", to, graph.switches());
    if (graph.nodes_at(to).empty()) continue;
    search.find(ranked.of(to));
    for (const std::uint32_t node : graph.nodes_at(to)) {
      std::uint16_t* column = writer.column(node);
      for (std::uint32_t s = 0; s < graph.switches(); ++s)
        for (unsigned row = 0; row < 2; ++row)
          if (const PortSet& ports = search.ports(ranked.of(s), row); !is_empty(ports))
            column[2 * s + row] = static_cast<std::uint16_t>(picker.pick(ports, 2 * s + row, node));
      column[2 * to] = column[2 * to + 1] = graph.host(node).port;
    }
  }
  writer.finish();
  tables.second_row = ports_from_above(graph, ranked);
  return tables;
}

}  // namespace slackline::routing
