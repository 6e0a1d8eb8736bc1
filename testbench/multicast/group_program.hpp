// group_program: a program whose hosts send messages to groups, as far as the paths of these messages depend on it. The
// workload `multicast` builds the paths of all such programs of a run together, since they share tables and buffers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/host/groups.hpp"
#include "testbench/multicast/path_settings.hpp"

namespace slackline::multicast {

inline constexpr const char* firmware_of_groups = "multicast";  ///< that carries such messages
inline constexpr std::uint64_t most_hosts = 4096;  ///< of a network with such programs: distances between all of them

/// The groups of a program, and how its messages are to travel.
struct GroupTraffic {
  PathSettings paths;
  std::vector<std::uint32_t> order;  ///< all hosts in the order of their IDs; empty: to be found, by HostOrder
  std::shared_ptr<const host::Groups> groups;         ///< of this program
  std::vector<std::vector<std::uint32_t>> groups_of;  ///< by host: the groups that it sends to
  std::uint32_t words = 16;                           ///< of a message, for the cost of a copy
};

/// The trees on which copies travel, as far as results show them.
struct TreeFacts {
  std::string algorithm;                   ///< its word
  std::uint32_t depth = 0, branching = 0;  ///< the most, of all of them
  bool is_ordered = false;                 ///< all members of a group see one sequence
  std::uint64_t trees = 0;
  std::uint64_t cost_sum = 0, cost_most = 0;  ///< by equation (1), cycles
  /// Cost over that of the cheapest legal tree, the mean over trees of small groups; nothing: there is none, or too many.
  std::optional<double> cost_over_optimum;

  double cost_mean() const { return trees == 0 ? 0 : static_cast<double>(cost_sum) / static_cast<double>(trees); }
};

/// The tree of each group and source, where hosts send copies on themselves.
using Plan = std::map<std::pair<std::uint32_t, std::uint32_t>, Tree>;

class GroupProgram {
 public:
  /// nullptr: it sends to no group.
  virtual const GroupTraffic* group_traffic() const = 0;
  /// Before it begins: the number of its first group in the network, and the paths of its messages. `plan`: with
  /// Forwarders::hosts; otherwise nullptr.
  virtual void set_paths(std::uint32_t first_group, TreeFacts trees, std::shared_ptr<const Plan> plan) = 0;

 protected:
  ~GroupProgram() = default;
};

}  // namespace slackline::multicast
