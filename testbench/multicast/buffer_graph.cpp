#include "testbench/multicast/buffer_graph.hpp"

#include <algorithm>

#include "testbench/deadlock/dependency_graph.hpp"

namespace slackline::multicast {

namespace {

std::string buffer_text(const Buffer& buffer) {
  const std::string text = "host " + std::to_string(buffer.host) + " ";
  return text + (buffer.from == Buffer::anyone ? to_string(buffer.buffer) : "from host " + std::to_string(buffer.from));
}

}  // namespace

Buffer BufferGraph::buffer_of(const Edge& edge, bool has_two_classes) const {
  if (pools_ == BufferPools::pairs) return {edge.child, BufferClass::lower, edge.parent};
  return {edge.child, has_two_classes ? edge.buffer : BufferClass::lower};
}

void BufferGraph::add(const Tree& tree, bool has_two_classes) {
  for (const Edge& edge : tree.edges)
    if (edge.arrival != Edge::own)
      waits_.emplace(buffer_of(tree.edges[edge.arrival], has_two_classes), buffer_of(edge, has_two_classes));
}

std::vector<Buffer> BufferGraph::cycle() const {
  std::set<Buffer> all;
  for (const auto& [from, to] : waits_) all.insert({from, to});
  const std::vector<Buffer> buffers(all.begin(), all.end());
  const auto node = [&](const Buffer& buffer) {
    return static_cast<std::uint32_t>(std::lower_bound(buffers.begin(), buffers.end(), buffer) - buffers.begin());
  };
  deadlock::DependencyGraph graph;
  graph.first.assign(buffers.size() + 1, 0);
  for (const auto& [from, to] : waits_) {
    ++graph.first[node(from) + std::size_t{1}];
    graph.next.push_back(node(to));
  }
  for (std::size_t n = 0; n < buffers.size(); ++n) graph.first[n + 1] += graph.first[n];
  std::vector<Buffer> found;
  for (const std::uint32_t n : deadlock::shortest_cycle(graph)) found.push_back(buffers[n]);
  return found;
}

std::string to_string(const std::vector<Buffer>& cycle) {
  std::string text;
  for (const Buffer& buffer : cycle) text += buffer_text(buffer) + " -> ";
  return cycle.empty() ? text : text + buffer_text(cycle.front());
}

}  // namespace slackline::multicast
