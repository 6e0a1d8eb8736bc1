#include "testbench/multicast/buffer_graph.hpp"

#include <algorithm>

#include "testbench/deadlock/dependency_graph.hpp"

namespace slackline::multicast {

namespace {

constexpr std::uint32_t classes = 3;

std::string buffer_text(const Buffer& buffer) {
  return "host " + std::to_string(buffer.host) + " " + to_string(buffer.buffer);
}

}  // namespace

std::uint32_t BufferGraph::node(const Edge& edge) const {
  return edge.child * classes + (one_class_ ? 0 : static_cast<std::uint32_t>(edge.buffer));
}

void BufferGraph::add(const Tree& tree) {
  for (const Edge& edge : tree.edges)
    if (edge.arrival != Edge::own) waits_.emplace(node(tree.edges[edge.arrival]), node(edge));
}

std::vector<Buffer> BufferGraph::cycle() const {
  std::uint32_t nodes = 0;
  for (const auto& [from, to] : waits_) nodes = std::max({nodes, from + 1, to + 1});
  deadlock::DependencyGraph graph;
  graph.first.assign(nodes + std::size_t{1}, 0);
  for (const auto& [from, to] : waits_) {
    ++graph.first[from + 1];
    graph.next.push_back(to);
  }
  for (std::uint32_t n = 0; n < nodes; ++n) graph.first[n + 1] += graph.first[n];
  std::vector<Buffer> found;
  for (const std::uint32_t n : deadlock::shortest_cycle(graph))
    found.push_back({n / classes, static_cast<BufferClass>(n % classes)});
  return found;
}

std::string to_string(const std::vector<Buffer>& cycle) {
  std::string text;
  for (const Buffer& buffer : cycle) text += buffer_text(buffer) + " -> ";
  return cycle.empty() ? text : text + buffer_text(cycle.front());
}

}  // namespace slackline::multicast
