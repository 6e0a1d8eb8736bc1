#include "testbench/multicast/tree.hpp"

#include <algorithm>

namespace slackline::multicast {

const char* to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::unicasts: return "unicasts";
    case Algorithm::ring: return "ring";
    case Algorithm::returning_ring: return "returning_ring";
    case Algorithm::bus: return "bus";
    case Algorithm::up_down: return "up_down";
    case Algorithm::wrap_around: return "wrap_around";
    case Algorithm::ordered_path: return "ordered_path";
    case Algorithm::ordered_tree: return "ordered_tree";
    case Algorithm::binomial: break;
  }
  return "binomial";
}

const char* to_string(BufferClass buffer) {
  switch (buffer) {
    case BufferClass::lower: return "lower";
    case BufferClass::upper: return "upper";
    case BufferClass::unicast: break;
  }
  return "unicast";
}

std::uint32_t Tree::add(std::uint32_t arrival, std::uint32_t child, BufferClass buffer) {
  const auto copies = std::count_if(edges.begin(), edges.end(), [&](const Edge& e) { return e.arrival == arrival; });
  edges.push_back({at(arrival), child, buffer, arrival, static_cast<std::uint32_t>(copies),
                   arrival == Edge::own ? 1 : edges[arrival].hops + 1});
  return static_cast<std::uint32_t>(edges.size() - 1);
}

std::uint32_t depth(const Tree& tree) {
  std::uint32_t most = 0;
  for (const Edge& edge : tree.edges) most = std::max(most, edge.hops);
  return most;
}

std::uint32_t branching(const Tree& tree) {
  std::uint32_t most = 0;
  for (const Edge& edge : tree.edges) most = std::max(most, edge.copies_before + 1);
  return most;
}

std::uint32_t originator_worms(const Tree& tree) {
  const auto sent =
      std::count_if(tree.edges.begin(), tree.edges.end(), [&](const Edge& edge) { return edge.parent == tree.root; });
  return static_cast<std::uint32_t>(sent);
}

std::vector<std::uint64_t> arrival_cycles(const Tree& tree, const Costs& costs) {
  std::vector<std::uint64_t> cycles;
  for (const Edge& edge : tree.edges) {
    const std::uint64_t start = edge.arrival == Edge::own ? 0 : cycles[edge.arrival];
    const std::uint64_t copies = std::uint64_t{edge.copies_before} + (costs.cut_through ? 0 : 1);
    cycles.push_back(start + copies * costs.copy_cycles + costs.distances.at(edge.parent, edge.child));
  }
  return cycles;
}

std::uint64_t cost(const Tree& tree, const Costs& costs) {
  const std::vector<std::uint64_t> cycles = arrival_cycles(tree, costs);
  std::uint64_t most = 0;
  for (std::size_t e = 0; e < tree.edges.size(); ++e) {
    const bool is_return = tree.algorithm == Algorithm::returning_ring && tree.edges[e].child == tree.root;
    if (!is_return) most = std::max(most, cycles[e]);
  }
  return most;
}

}  // namespace slackline::multicast
