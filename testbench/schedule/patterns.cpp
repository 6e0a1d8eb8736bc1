#include "testbench/schedule/patterns.hpp"

namespace slackline::schedule {

namespace {

/// One slot: everyone sends to the host so many places on.
void add_shift(Schedule& schedule, const std::vector<std::uint32_t>& hosts, std::uint32_t slot, std::size_t places) {
  for (std::size_t i = 0; i < hosts.size(); ++i)
    schedule.messages.push_back({slot, hosts[i], hosts[(i + places) % hosts.size()]});
}

}  // namespace

void add_building_block(Schedule& schedule, const std::vector<std::uint32_t>& hosts, std::uint32_t slot) {
  for (std::uint32_t t = 0; t < hosts.size(); ++t)
    add_shift(schedule, hosts, slot + t, std::size_t{t} * (t + std::size_t{1}) / 2);
}

Schedule simple(const std::vector<std::uint32_t>& hosts) {
  Schedule schedule{hosts, {}};
  add_building_block(schedule, hosts, 0);
  return schedule;
}

Schedule shift(const std::vector<std::uint32_t>& hosts) {
  Schedule schedule{hosts, {}};
  for (std::uint32_t t = 0; t < hosts.size(); ++t) add_shift(schedule, hosts, t, t);
  return schedule;
}

}  // namespace slackline::schedule
