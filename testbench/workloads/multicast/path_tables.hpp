// path_tables: the tables in which the firmware multicast finds the paths of worms: firmware/multicast_table.h.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

class PathTables {
 public:
  explicit PathTables(std::uint32_t hosts) : hosts_(hosts) {}

  /// The paths of what a source, the root of the tree, sends to a group. Without `two_classes` all is of class lower.
  /// Throws std::invalid_argument if a ring has more hops than a worm can count.
  void add(std::uint32_t group, const Tree& tree, bool two_classes);
  /// By host, for so many groups.
  std::vector<std::vector<std::uint32_t>> take(std::uint32_t groups) const;

 private:
  struct Entry {
    std::uint32_t flags = 0, hops = 0;
    std::vector<std::uint32_t> successors;
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tie(a.flags, a.hops, a.successors) < std::tie(b.flags, b.hops, b.successors);
    }
  };
  struct GroupEntries {
    Entry own;
    bool sends = false;
    std::map<std::uint32_t, Entry> of_source;
  };
  struct Host {
    std::map<std::uint32_t, GroupEntries> groups;
    std::set<std::uint32_t> predecessors;  ///< host and class of worms that come, as successors have them
  };

  std::vector<Host> hosts_;
};

}  // namespace slackline::multicast
