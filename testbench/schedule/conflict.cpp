#include "testbench/schedule/conflict.hpp"

#include <vector>

namespace slackline::schedule {

ConflictCheck check_conflicts(const Schedule& schedule, const Paths& paths, std::size_t channels) {
  constexpr std::size_t nobody = ~std::size_t{0};
  ConflictCheck check;
  std::vector<std::size_t> holder(channels, nobody);  // of each channel: the last message that passed it
  std::vector<std::uint32_t> way;
  for (std::size_t i = 0; i < schedule.messages.size(); ++i) {
    const Message& message = schedule.messages[i];
    paths.find(message.from, message.to, way);
    if (way.empty() && !check.lost) check.lost = message;
    for (const std::uint32_t channel : way) {
      const std::size_t other = holder[channel];
      holder[channel] = i;
      if (other == nobody || schedule.messages[other].slot != message.slot) continue;
      if (check.conflicts++ == 0) check.example = Conflict{schedule.messages[other], message, channel};
    }
  }
  return check;
}

}  // namespace slackline::schedule
