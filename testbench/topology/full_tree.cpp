#include "testbench/topology/full_tree.hpp"

#include <vector>

namespace slackline::topology {

namespace {

/// Switches of each level, from the hosts up to the root.
std::vector<std::uint64_t> switches_by_level(const FullTree& shape) {
  std::vector<std::uint64_t> count;
  for (std::uint64_t below_root = shape.levels - 2; below_root > 0; --below_root)
    count.push_back(product(shape.arity, power(shape.arity - 1, below_root - 1)));
  count.push_back(1);
  return count;
}

}  // namespace

std::uint64_t FullTree::switches() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : switches_by_level(*this)) sum += count;
  return sum;
}

std::optional<std::uint64_t> FullTree::bisection() const {
  if (levels == 2) return std::nullopt;
  return arity % 2 == 0 ? arity / 2 : arity - 1;
}

std::string FullTree::text() const {
  return "full_tree of " + std::to_string(levels) + " levels on switches of " + std::to_string(arity) + " ports";
}

Violations FullTree::violations() const {
  Violations found;
  check_range(found, "arity", arity, 3, 256);
  check_range(found, "levels", levels, 2, 26);
  return found;
}

Structure build(const FullTree& shape, network::Netlist& netlist) {
  const std::vector<std::uint64_t> count = switches_by_level(shape);
  const std::uint64_t up = shape.arity - 1;  // the port, and the branches of a switch below the root
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  Structure structure;
  structure.kind = Kind::full_tree;
  for (std::size_t level = 0; level < count.size(); ++level)
    for (std::uint64_t i = 0; i < count[level]; ++i) {
      wiring.add_switch("switch_l" + std::to_string(level) + "_" + std::to_string(i));
      structure.level.push_back(static_cast<std::uint8_t>(level));
    }
  std::uint64_t first = 0;  // switch of the level
  for (std::size_t level = 0; level + 1 < count.size(); ++level) {
    const std::uint64_t first_above = first + count[level], branches = level + 2 == count.size() ? shape.arity : up;
    for (std::uint64_t i = 0; i < count[level]; ++i)
      wiring.link(first + i, up, first_above + i / branches, i % branches);
    first = first_above;
  }
  const std::uint64_t at_each = count.size() == 1 ? shape.arity : up;
  for (std::uint64_t host = 0; host < shape.hosts(); ++host) wiring.add_host(host / at_each, host % at_each);
  return structure;
}

}  // namespace slackline::topology
