// full_tree: a tree of switches with k ports, every port in use: the root has k branches, every other switch k - 1
// below it, and the last switches k - 1 hosts each. Of m levels, the hosts among them, it has k (k-1)^(m-2) hosts
// (Song, "Synchronization of Network Interfaces in System Area Networks", 2005).
//
//   ports 0, 1, ...: down, to hosts at level 0     port k-1: up, but at the root down, as all are there
//
// Levels count from the hosts up. Names: switch_l1_3 is switch 3 of level 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct FullTree {
  std::uint64_t arity = 4;   ///< k, 3..256
  std::uint64_t levels = 3;  ///< m, 2..26; 2: one switch with k hosts

  std::uint64_t switches() const;
  std::uint64_t hosts() const { return product(arity, power(arity - 1, levels - 2)); }
  std::uint64_t ports() const { return arity; }
  std::optional<std::uint64_t> diameter() const { return 2 * (levels - 2); }
  /// Channels each way between halves of the hosts, wherever the switches are: each link that is cut takes away one
  /// branch of the root at most, so k / 2 where k is even. Where it is odd one branch is halved in its turn, by as many
  /// of its k - 1 branches: k - 1.
  std::optional<std::uint64_t> bisection() const;
  std::string text() const;
  Violations violations() const;
};

Structure build(const FullTree& shape, network::Netlist& netlist);

}  // namespace slackline::topology
