#include "testbench/monitors/knots.hpp"

#include <algorithm>

namespace slackline::monitors {

namespace {

constexpr std::uint32_t none = ~0u;

/// Tarjan's search, without recursion: a chain of worms may be as long as the network is large.
class Search {
 public:
  explicit Search(const WaitGraph& graph)
      : graph_(graph), number_(graph.size(), none), low_(graph.size()), component_(graph.size(), none) {}

  std::vector<std::vector<std::uint32_t>> components() {
    for (std::uint32_t n = 0; n < graph_.size(); ++n)
      if (number_[n] == none) search_from(n);
    std::vector<std::vector<std::uint32_t>> final;
    for (std::size_t c = 0; c < found_.size(); ++c)
      if (is_final(static_cast<std::uint32_t>(c))) final.push_back(in_order(found_[c]));
    return final;
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next;
  };

  void search_from(std::uint32_t root) {
    std::vector<Frame> frames;
    const auto enter = [&](std::uint32_t node) {
      number_[node] = low_[node] = ++last_number_;
      open_.push_back(node);
      frames.push_back({node, 0});
    };
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::uint32_t node = frame.node;
      if (frame.next < graph_[node].size()) {
        const std::uint32_t to = graph_[node][frame.next++];
        if (to >= graph_.size()) continue;
        if (number_[to] == none)
          enter(to);
        else if (component_[to] == none)
          low_[node] = std::min(low_[node], number_[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().node] = std::min(low_[frames.back().node], low_[node]);
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(std::uint32_t first) {
    found_.emplace_back();
    for (std::uint32_t node = none; node != first;) {
      node = open_.back();
      open_.pop_back();
      component_[node] = static_cast<std::uint32_t>(found_.size() - 1);
      found_.back().push_back(node);
    }
  }

  bool is_final(std::uint32_t component) const {
    for (const std::uint32_t node : found_[component])
      for (const std::uint32_t to : graph_[node])
        if (to < graph_.size() && component_[to] != component) return false;
    return true;
  }

  /// From the lowest node on along what each waits for first, as far as that goes; then the others.
  std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> nodes) const {
    std::sort(nodes.begin(), nodes.end());
    std::vector<std::uint32_t> ordered;
    std::vector<bool> taken(nodes.size(), false);
    const auto place_of = [&](std::uint32_t node) {
      return static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
    };
    for (std::size_t start = 0; start < nodes.size(); ++start)
      for (std::uint32_t node = nodes[start]; node != none && !taken[place_of(node)];) {
        taken[place_of(node)] = true;
        ordered.push_back(node);
        std::uint32_t next = none;
        for (const std::uint32_t to : graph_[node])
          if (next == none && to < graph_.size() && !taken[place_of(to)]) next = to;
        node = next;
      }
    return ordered;
  }

  const WaitGraph& graph_;
  std::vector<std::uint32_t> number_, low_, component_;
  std::vector<std::uint32_t> open_;
  std::vector<std::vector<std::uint32_t>> found_;
  std::uint32_t last_number_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> final_components(const WaitGraph& graph) { return Search(graph).components(); }

bool is_knot(const WaitGraph& graph, const std::vector<std::uint32_t>& nodes) {
  return nodes.size() > 1 || std::count(graph[nodes[0]].begin(), graph[nodes[0]].end(), nodes[0]) != 0;
}

}  // namespace slackline::monitors
