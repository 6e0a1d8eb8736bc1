// groups: hosts to which a message goes at once (NIC_COMMAND_MULTICAST).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::host {

struct Group {
  std::vector<std::uint32_t> members;  ///< nodes, ascending
  bool includes_sender = false;        ///< a message comes back to its sender, too

  /// Its place among the members that a message of `sender` is for; members.size(): it is for none.
  std::size_t place_of(NodeId node, NodeId sender) const {
    if (node == sender && !includes_sender) return members.size();
    const auto found = std::lower_bound(members.begin(), members.end(), node.value);
    return found != members.end() && *found == node.value ? static_cast<std::size_t>(found - members.begin())
                                                          : members.size();
  }
  /// Members that a message of `sender`, one of them, is for.
  std::uint32_t receivers() const { return static_cast<std::uint32_t>(members.size()) - unsigned{!includes_sender}; }
};

/// By number.
using Groups = std::vector<Group>;

}  // namespace slackline::host
