#include "testbench/routing/in_tree.hpp"

#include "testbench/routing/up_down_search.hpp"

namespace slackline::routing {

std::vector<std::vector<std::uint8_t>> in_tree_ports(const SwitchGraph& graph,
                                                     const std::vector<std::uint32_t>& order) {
  const Ranked ranked(graph, order);
  UpDownSearch search(ranked, graph.switches(), UpDownSearch::Prefer::down);
  std::vector<std::vector<std::uint8_t>> rows(graph.switches(), std::vector<std::uint8_t>(graph.switches(), no_port));
  for (std::uint32_t to = 0; to < graph.switches(); ++to) {
    search.find(ranked.of(to));
    for (std::uint32_t s = 0; s < graph.switches(); ++s)
      if (const PortMask ports = search.ports(ranked.of(s), 0); ports != 0)
        rows[s][to] = static_cast<std::uint8_t>(lowest(ports));
  }
  return rows;
}

}  // namespace slackline::routing
