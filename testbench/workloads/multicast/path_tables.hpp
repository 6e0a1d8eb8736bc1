// path_tables: the tables in which the firmware multicast finds the paths of worms: firmware/multicast_table.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/multicast/tree.hpp"

namespace slackline::multicast {

class PathTables {
 public:
  explicit PathTables(std::uint32_t hosts) : hosts_(hosts) {}

  /// The paths of what a source, the root of the tree, sends to a group. Without `two_classes` all is of class lower.
  /// Throws std::invalid_argument if a ring has more hops than a worm can count.
  void add(std::uint32_t group, const Tree& tree, bool two_classes);
  /// Before the first path: all copies are sent with a grant or a credit.
  void permit() { is_permitted_ = true; }
  /// The host that grants buffers, and the members of all groups.
  void set_manager(std::uint32_t host, std::vector<std::vector<std::uint32_t>> members) {
    manager_ = host;
    managed_ = std::move(members);
  }
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

  void add_managed(std::vector<std::uint32_t>& table) const;

  std::vector<Host> hosts_;
  bool is_permitted_ = false;
  std::optional<std::uint32_t> manager_;
  std::vector<std::vector<std::uint32_t>> managed_;  ///< by group, with a manager
};

}  // namespace slackline::multicast
