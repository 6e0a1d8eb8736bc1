#include "testbench/schedule/hierarchical.hpp"

#include <algorithm>

#include "testbench/schedule/patterns.hpp"

namespace slackline::schedule {

namespace {

/// Links from the root to each switch; Tree::none outside the tree.
std::vector<std::uint32_t> depths(const Tree& tree) {
  std::vector<std::uint32_t> depth(tree.parent.size(), Tree::none), way;
  depth[tree.root] = 0;
  for (std::uint32_t s = 0; s < tree.parent.size(); ++s) {
    way.clear();
    std::uint32_t at = s;
    while (at != Tree::none && depth[at] == Tree::none) {
      way.push_back(at);
      at = tree.parent[at];
    }
    if (at == Tree::none) continue;
    for (std::uint32_t below = depth[at]; !way.empty(); way.pop_back()) depth[way.back()] = ++below;
  }
  return depth;
}

}  // namespace

std::uint32_t Hierarchy::slots() const {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 1; i < levels; ++i) sum += (i + 1 == levels ? 1 : 2) * step[i];
  return sum;
}

Hierarchy hierarchy_of(const Tree& tree, const std::vector<std::uint32_t>& hosts) {
  const std::vector<std::uint32_t> depth = depths(tree);
  Hierarchy h;
  h.level.assign(tree.parent.size(), 0);
  h.leaders.resize(tree.parent.size());
  std::uint32_t deepest = 0;
  for (const std::uint32_t host : hosts) {
    h.leaders[tree.at[host]].push_back(host);
    deepest = std::max(deepest, depth[tree.at[host]]);
  }
  h.levels = deepest + 2;
  h.step.assign(h.levels, 0);

  std::vector<std::uint32_t> deepest_first;
  for (std::uint32_t s = 0; s < depth.size(); ++s)
    if (depth[s] <= deepest) deepest_first.push_back(s);
  std::stable_sort(deepest_first.begin(), deepest_first.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; });
  for (const std::uint32_t s : deepest_first) {
    std::vector<std::uint32_t>& leaders = h.leaders[s];
    if (leaders.empty()) continue;
    std::sort(leaders.begin(), leaders.end());
    h.level[s] = h.levels - 1 - depth[s];
    h.step[h.level[s]] = std::max(h.step[h.level[s]], static_cast<std::uint32_t>(leaders.size()));
    if (tree.parent[s] != Tree::none) h.leaders[tree.parent[s]].push_back(leaders.front());
  }
  return h;
}

Schedule hierarchical(const Tree& tree, const std::vector<std::uint32_t>& hosts) {
  const Hierarchy h = hierarchy_of(tree, hosts);
  Schedule schedule{hosts, {}};
  std::uint32_t slot = 0;
  const auto add_level = [&](std::uint32_t level) {
    for (std::size_t s = 0; s < h.leaders.size(); ++s)
      if (h.level[s] == level) add_building_block(schedule, h.leaders[s], slot);
    slot += h.step[level];
  };
  for (std::uint32_t level = 1; level < h.levels; ++level) add_level(level);       // gather
  for (std::uint32_t level = h.levels - 2; level >= 1; --level) add_level(level);  // distribute
  sort(schedule);
  return schedule;
}

}  // namespace slackline::schedule
