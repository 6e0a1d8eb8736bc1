// conflict: the conflict-free requirement of a schedule (Song 2005, requirement 2): the packets of one slot share no
// channel on their ways through the network.
#pragma once

#include <cstdint>
#include <optional>

#include "testbench/schedule/paths.hpp"
#include "testbench/schedule/schedule.hpp"

namespace slackline::schedule {

struct Conflict {
  Message first, second;      ///< of one slot
  std::uint32_t channel = 0;  ///< that both pass
};

struct ConflictCheck {
  std::uint64_t conflicts = 0;      ///< each message that meets an earlier one on a channel, for each such channel
  std::optional<Conflict> example;  ///< of the first slot that has one
  std::optional<Message> lost;      ///< the first message that no route takes to its host; nothing: all arrive

  bool holds() const { return conflicts == 0 && !lost; }
};

/// Along the paths of a network. Time: channels on all paths.
ConflictCheck check_conflicts(const Schedule& schedule, const Paths& paths, std::size_t channels);

}  // namespace slackline::schedule
