#include "testbench/deadlock/dependency_graph.hpp"

#include <algorithm>

namespace slackline::deadlock {

namespace {

/// The rest of a graph while nodes are taken away: at first those that wait for no node left, or that no node left
/// waits for, again and again. Then only cycles are left, and what lies between two of them.
class Remainder {
 public:
  explicit Remainder(const DependencyGraph& graph)
      : graph_(graph),
        reverse_(reversed(graph)),
        waits_for_(graph.nodes()),
        waited_by_(graph.nodes()),
        present_(graph.nodes(), true),
        left_(graph.nodes()) {
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) {
      waits_for_[n] = graph.first[n + 1] - graph.first[n];
      waited_by_[n] = reverse_.first[n + 1] - reverse_.first[n];
    }
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) take_if_loose(n);
    settle();
  }

  bool empty() const { return left_ == 0; }
  bool present(std::uint32_t node) const { return present_[node]; }

  void take_away(std::uint32_t node) {
    present_[node] = false;
    --left_;
    gone_.push_back(node);
    settle();
  }

 private:
  static DependencyGraph reversed(const DependencyGraph& graph) {
    DependencyGraph reverse;
    reverse.first.assign(graph.first.size(), 0);
    for (const std::uint32_t b : graph.next) ++reverse.first[b + 1];
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) reverse.first[n + 1] += reverse.first[n];
    reverse.next.resize(graph.next.size());
    std::vector<std::uint32_t> end(reverse.first.begin(), reverse.first.end() - 1);
    for (std::uint32_t a = 0; a < graph.nodes(); ++a)
      for (std::uint32_t i = graph.first[a]; i < graph.first[a + 1]; ++i) reverse.next[end[graph.next[i]]++] = a;
    return reverse;
  }

  void take_if_loose(std::uint32_t node) {
    if (!present_[node] || (waits_for_[node] != 0 && waited_by_[node] != 0)) return;
    present_[node] = false;
    --left_;
    gone_.push_back(node);
  }

  void settle() {
    while (!gone_.empty()) {
      const std::uint32_t node = gone_.back();
      gone_.pop_back();
      for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
        --waited_by_[graph_.next[i]];
        take_if_loose(graph_.next[i]);
      }
      for (std::uint32_t i = reverse_.first[node]; i < reverse_.first[node + 1]; ++i) {
        --waits_for_[reverse_.next[i]];
        take_if_loose(reverse_.next[i]);
      }
    }
  }

  const DependencyGraph& graph_;
  DependencyGraph reverse_;
  std::vector<std::uint32_t> waits_for_, waited_by_;
  std::vector<bool> present_;
  std::uint32_t left_;
  std::vector<std::uint32_t> gone_;
};

/// Breadth-first searches for a cycle through one node after another.
class CycleSearch {
 public:
  CycleSearch(const DependencyGraph& graph, const Remainder& left)
      : graph_(graph), left_(left), came_from_(graph.nodes()), seen_from_(graph.nodes(), ~0u) {}

  /// A shortest cycle through `start`, of fewer nodes than `below`; empty: none.
  std::vector<std::uint32_t> through(std::uint32_t start, std::size_t below) {
    order_.assign(1, start);
    seen_from_[start] = start;
    std::size_t begin = 0;
    for (std::size_t length = 1; length < below && begin < order_.size(); ++length)
      for (const std::size_t end = order_.size(); begin < end; ++begin) {
        const std::uint32_t at = order_[begin];
        for (std::uint32_t i = graph_.first[at]; i < graph_.first[at + 1]; ++i) {
          const std::uint32_t next = graph_.next[i];
          if (next == start) return back_from(at, start);
          if (!left_.present(next) || seen_from_[next] == start) continue;
          seen_from_[next] = start;
          came_from_[next] = at;
          order_.push_back(next);
        }
      }
    return {};
  }

 private:
  std::vector<std::uint32_t> back_from(std::uint32_t last, std::uint32_t start) const {
    std::vector<std::uint32_t> cycle;
    for (std::uint32_t at = last; at != start; at = came_from_[at]) cycle.push_back(at);
    cycle.push_back(start);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

  const DependencyGraph& graph_;
  const Remainder& left_;
  std::vector<std::uint32_t> came_from_, seen_from_, order_;
};

}  // namespace

std::vector<std::uint32_t> shortest_cycle(const DependencyGraph& graph) {
  Remainder left(graph);
  CycleSearch search(graph, left);
  std::vector<std::uint32_t> shortest;
  for (std::uint32_t n = 0; n < graph.nodes() && !left.empty(); ++n) {
    if (!left.present(n)) continue;
    std::vector<std::uint32_t> cycle = search.through(n, shortest.empty() ? graph.nodes() + 1u : shortest.size());
    if (!cycle.empty()) shortest = std::move(cycle);
    left.take_away(n);  // a shorter one does not lead through it
  }
  return shortest;
}

}  // namespace slackline::deadlock
