#include "testbench/routing/in_tree.hpp"

#include "testbench/routing/up_down_search.hpp"

namespace slackline::routing {

std::vector<std::vector<std::uint16_t>> in_tree_ports(const SwitchGraph& graph,
                                                      const std::vector<std::uint32_t>& order) {
  const Ranked ranked(graph, order);
  UpDownSearch search(ranked, graph.switches(), UpDownSearch::Prefer::down);
  std::vector<std::vector<std::uint16_t>> rows(graph.switches(), std::vector<std::uint16_t>(graph.switches(), no_port));
  for (std::uint32_t to = 0; to < graph.switches(); ++to) {
    search.find(ranked.of(to));
    for (std::uint32_t s = 0; s < graph.switches(); ++s)
      if (const PortSet& ports = search.ports(ranked.of(s), 0); !is_empty(ports))
        rows[s][to] = static_cast<std::uint16_t>(lowest(ports));
  }
  return rows;
}

std::vector<PortSet> legal_ports(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) {
  const Ranked ranked(graph, order);
  const std::uint32_t n = graph.switches();
  std::vector<PortSet> ports(std::size_t{n} * n);
  for (std::uint32_t to = 0; to < n; ++to) {
    const auto from_rank = [&](std::uint32_t r) -> PortSet& { return ports[std::size_t{order[r]} * n + order[to]]; };
    const auto arrives = [&](std::uint32_t r) { return r == to || !is_empty(from_rank(r)); };
    const auto take = [&](std::uint32_t r, const Ranked::Step& step) {
      if (arrives(step.to)) insert(from_rank(r), step.port);
    };
    for (std::uint32_t r = to; r-- > 0;)  // down, before anything is known of ways up
      ranked.each_down(r, [&](const Ranked::Step& step) {
        if (step.to <= to) take(r, step);
      });
    for (std::uint32_t r = 0; r < n; ++r)
      if (!arrives(r)) ranked.each_up(r, [&](const Ranked::Step& step) { take(r, step); });
  }
  return ports;
}

}  // namespace slackline::routing
