// fat_tree: the k-ary n-tree of Petrini and Vanneschi, "k-ary n-trees: High Performance Networks for Massively Parallel
// Architectures", IPPS 1997: k^n hosts under n levels of k^(n-1) switches each, as many links up as down at every
// switch but those at the top.
//
//   ports 0..k-1: down, to hosts at level 0     ports k..2k-1: up, without links at the top
//
// Levels count from the hosts up. Switch w of a level is written with n - 1 digits of base k. From level l to l + 1
// switches are joined whose digits are the same but for digit l: port k + d of the lower leads to the upper one with
// digit l = d, port d of the upper to the lower one with d. Names: switch_l1_3 is switch 3 of level 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

struct FatTree {
  std::uint64_t arity = 4;   ///< k, 2..128
  std::uint64_t levels = 3;  ///< n, 1..24

  std::uint64_t of_a_level() const { return power(arity, levels - 1); }  ///< switches
  std::uint64_t switches() const { return product(levels, of_a_level()); }
  std::uint64_t hosts() const { return power(arity, levels); }
  std::uint64_t ports() const { return 2 * arity; }
  std::optional<std::uint64_t> diameter() const { return 2 * (levels - 1); }
  /// Channels each way between halves of the hosts, one more or fewer where they are odd, wherever the switches are:
  /// hosts / 2, since the halves can send to one another host by host at the same time without sharing a link (it is
  /// rearrangeable), and no fewer do. The k odd of Petrini and Vanneschi's k^n / 2 is rounded down: the middle subtree
  /// is cut in its turn, in the end between the hosts of one switch.
  std::optional<std::uint64_t> bisection() const;
  std::string text() const;
  Violations violations() const;
};

Structure build(const FatTree& shape, network::Netlist& netlist);

}  // namespace slackline::topology
