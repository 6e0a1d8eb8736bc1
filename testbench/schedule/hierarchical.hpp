// hierarchical: HSS, the hierarchical synchronizing schedule of a tree (Song 2005, section 3.4, definition 2).
//
//   gather       building blocks at the switches of level 1, then of level 2, ... up to the root
//   distribute   the same of level m - 2, m - 3, ... down to level 1
//
// The building block of a switch is that of its leaders: of each branch below it the host with the lowest number. What
// synchronizes them at a level holds for their branches at the next. A level takes as many slots as its switch with the
// most leaders. Packets of one slot meet on no link, as long as they keep to the tree. Irregular trees are taken as
// they are: a host at any level leads itself, branches without hosts are skipped.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/schedule/schedule.hpp"
#include "testbench/schedule/tree.hpp"

namespace slackline::schedule {

/// The shape of a schedule of some hosts of a tree.
struct Hierarchy {
  std::uint32_t levels = 0;          ///< m; hosts at one switch have 2
  std::vector<std::uint32_t> level;  ///< of each switch that has leaders; others: 0
  std::vector<std::vector<std::uint32_t>>
      leaders;                      ///< of each switch, ascending; empty: no host below, or not in the tree
  std::vector<std::uint32_t> step;  ///< slots of each level: the most leaders of a switch; of level 0: 0

  std::uint32_t slots() const;  ///< of the whole schedule
};
Hierarchy hierarchy_of(const Tree& tree, const std::vector<std::uint32_t>& hosts);

/// HSS(tree, hosts, 0). Hosts ascend.
Schedule hierarchical(const Tree& tree, const std::vector<std::uint32_t>& hosts);

}  // namespace slackline::schedule
