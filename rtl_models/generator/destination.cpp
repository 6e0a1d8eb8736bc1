#include "rtl_models/generator/destination.hpp"

#include <algorithm>

namespace slackline::generator {

namespace {

unsigned log2_of(std::uint32_t power_of_two) {
  unsigned bits = 0;
  while ((std::uint32_t{1} << bits) < power_of_two) ++bits;
  return bits;
}

/// The low `bits` bits of `value`, moved up by `by` places, those that leave at the top coming in at the bottom.
std::uint32_t rotated(std::uint32_t value, unsigned bits, unsigned by) {
  const std::uint32_t mask = (std::uint32_t{1} << bits) - 1;
  return ((value << by) | (value >> (bits - by))) & mask;
}

std::uint32_t reversed(std::uint32_t value, unsigned bits) {
  std::uint32_t result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= ((value >> i) & 1) << (bits - 1 - i);
  return result;
}

/// Switches that a packet moves along a dimension of `size`.
unsigned offset(Pattern pattern, unsigned size) {
  return pattern == Pattern::tornado ? (size + 1) / 2 - 1 : (size > 1 ? 1u : 0u);
}

std::uint32_t moved_in_grid(Pattern pattern, const Grid& grid, std::uint32_t node) {
  std::uint32_t rest = node / grid.hosts_per_switch, stride = 1, moved = 0;
  for (const unsigned size : grid.size) {
    moved += (rest % size + offset(pattern, size)) % size * stride;
    rest /= size;
    stride *= size;
  }
  return moved * grid.hosts_per_switch + node % grid.hosts_per_switch;
}

}  // namespace

std::uint64_t Grid::nodes() const {
  std::uint64_t count = hosts_per_switch;
  for (const std::uint64_t along : size) count *= along;
  return count;
}

Violations pattern_violations(Pattern pattern, std::uint32_t nodes, const Grid& grid) {
  Violations found;
  const bool power_of_two = nodes != 0 && (nodes & (nodes - 1)) == 0;
  const std::string there_are = " (there are " + std::to_string(nodes) + ")";
  switch (pattern) {
    case Pattern::uniform:
    case Pattern::permutation:
    case Pattern::hot_spot:
    case Pattern::uniform_all: break;
    case Pattern::transpose:
      if (!power_of_two || log2_of(nodes) % 2 != 0)
        found.push_back({"pattern", "transpose", "another pattern, or 4, 16, 64, ... hosts" + there_are});
      break;
    case Pattern::bit_complement:
    case Pattern::bit_reverse:
    case Pattern::shuffle:
      if (!power_of_two) found.push_back({"pattern", "of bits", "another pattern, or 2, 4, 8, ... hosts" + there_are});
      break;
    case Pattern::tornado:
    case Pattern::neighbour:
      if (std::find(grid.size.begin(), grid.size.end(), 0) != grid.size.end() || grid.nodes() != nodes)
        found.push_back({"pattern", "of a grid", "another pattern, or all hosts in a grid of switches"});
      else if (std::all_of(grid.size.begin(), grid.size.end(), [&](unsigned k) { return offset(pattern, k) == 0; }))
        found.push_back({"pattern", pattern == Pattern::tornado ? "tornado" : "neighbour",
                         std::string("another pattern, or ") + (pattern == Pattern::tornado ? "3" : "2") +
                             " or more switches along some dimension"});
      break;
  }
  return found;
}

NodeId patterned_destination(Pattern pattern, std::uint32_t nodes, const Grid& grid, NodeId node) {
  switch (pattern) {
    case Pattern::transpose: return NodeId(rotated(node.value, log2_of(nodes), log2_of(nodes) / 2));
    case Pattern::bit_complement: return NodeId(~node.value & (nodes - 1));
    case Pattern::bit_reverse: return NodeId(reversed(node.value, log2_of(nodes)));
    case Pattern::shuffle: return NodeId(rotated(node.value, log2_of(nodes), 1));
    case Pattern::tornado:
    case Pattern::neighbour: return NodeId(moved_in_grid(pattern, grid, node.value));
    case Pattern::uniform:
    case Pattern::permutation:
    case Pattern::hot_spot:
    case Pattern::uniform_all: break;
  }
  return node;
}

}  // namespace slackline::generator
