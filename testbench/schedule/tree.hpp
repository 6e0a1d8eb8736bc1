// tree: switches in a tree, hosts at any of them, as plain data.
//
//   root             level m - 1
//    +- switch       level m - 2
//    |   +- host     level 0
//    |   `- host     level 0: of the deepest hosts; the levels of others and of switches count from there
//    `- host         level m - 2
#pragma once

#include <cstdint>
#include <vector>

namespace slackline::schedule {

struct Tree {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t root = 0;             ///< a switch
  std::vector<std::uint32_t> parent;  ///< of each switch; none: of the root, and of switches outside the tree
  std::vector<std::uint32_t> at;      ///< of each host: its switch, which is in the tree
};

}  // namespace slackline::schedule
