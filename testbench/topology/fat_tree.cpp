#include "testbench/topology/fat_tree.hpp"

namespace slackline::topology {

std::optional<std::uint64_t> FatTree::bisection() const {
  if (levels == 1) return std::nullopt;
  return hosts() / 2;
}

std::string FatTree::text() const {
  return "fat_tree, the " + std::to_string(arity) + "-ary " + std::to_string(levels) + "-tree";
}

Violations FatTree::violations() const {
  Violations found;
  check_range(found, "arity", arity, 2, 128);
  check_range(found, "levels", levels, 1, 24);
  return found;
}

Structure build(const FatTree& shape, network::Netlist& netlist) {
  const std::uint64_t k = shape.arity, of_a_level = shape.of_a_level();
  Wiring wiring(netlist, shape.ports(), shape.hosts());
  Structure structure;
  structure.kind = Kind::fat_tree;
  for (std::uint64_t level = 0; level < shape.levels; ++level)
    for (std::uint64_t w = 0; w < of_a_level; ++w) {
      wiring.add_switch("switch_l" + std::to_string(level) + "_" + std::to_string(w));
      structure.level.push_back(static_cast<std::uint8_t>(level));
    }
  for (std::uint64_t level = 0, place = 1; level + 1 < shape.levels; ++level, place *= k)
    for (std::uint64_t w = 0; w < of_a_level; ++w) {
      const std::uint64_t own = w / place % k;
      for (std::uint64_t d = 0; d < k; ++d)
        wiring.link(level * of_a_level + w, k + d, (level + 1) * of_a_level + w - own * place + d * place, own);
    }
  for (std::uint64_t host = 0; host < shape.hosts(); ++host) wiring.add_host(host / k, host % k);
  return structure;
}

}  // namespace slackline::topology
