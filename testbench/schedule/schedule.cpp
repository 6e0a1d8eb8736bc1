#include "testbench/schedule/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace slackline::schedule {

void sort(Schedule& schedule) {
  std::sort(schedule.messages.begin(), schedule.messages.end(), [](const Message& a, const Message& b) {
    return std::tie(a.slot, a.from, a.to) < std::tie(b.slot, b.from, b.to);
  });
}

std::vector<std::uint32_t> first_hosts(std::uint32_t count) {
  std::vector<std::uint32_t> hosts(count);
  std::iota(hosts.begin(), hosts.end(), 0);
  return hosts;
}

std::vector<std::size_t> slot_begins(const Schedule& schedule) {
  std::vector<std::size_t> begins(schedule.slots() + std::size_t{1}, 0);
  for (const Message& message : schedule.messages) ++begins[message.slot + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

}  // namespace slackline::schedule
