// dependency_graph: which of many things wait for which, and a shortest ring of them that all wait for one another.
#pragma once

#include <cstdint>
#include <vector>

namespace slackline::deadlock {

/// Nodes are numbered. What node n waits for is next[first[n]] .. next[first[n + 1] - 1].
struct DependencyGraph {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> next;

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::uint64_t dependencies() const { return next.size(); }
};

/// A cycle with the fewest nodes: each waits for the next one, the last for the first. Empty: there is none, which
/// takes linear time to find. Where there are cycles: as many searches as nodes must be taken away to break them all.
std::vector<std::uint32_t> shortest_cycle(const DependencyGraph& graph);

}  // namespace slackline::deadlock
