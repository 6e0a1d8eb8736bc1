// What firmware reports of itself, by nic_measure and nic_transaction.
#pragma once

#include <cstdint>

namespace slackline::firmware::test {

/// What firmware has reported: a value of a measure, or a step of a transaction.
struct Reported {
  std::uint64_t tick = 0;
  bool is_step = false;
  std::uint32_t what = 0;  ///< the measure, or the step
  std::uint32_t peer = 0, id = 0, value = 0;

  bool operator==(const Reported& other) const {
    return tick == other.tick && is_step == other.is_step && what == other.what && peer == other.peer &&
           id == other.id && value == other.value;
  }
};

}  // namespace slackline::firmware::test
