// schedule: who sends a packet to whom in which time slot, as plain data. Hosts are node numbers of a network.
//
//   slot 0   0 => 0   1 => 1   2 => 2        Song, "Synchronization of Network Interfaces in System Area Networks",
//   slot 1   0 => 1   1 => 2   2 => 0        2005, writes f =>_t d for what is {t, f, d} here.
#pragma once

#include <cstdint>
#include <vector>

namespace slackline::schedule {

struct Message {
  std::uint32_t slot = 0, from = 0, to = 0;
  friend bool operator==(const Message& a, const Message& b) {
    return a.slot == b.slot && a.from == b.from && a.to == b.to;
  }
};

struct Schedule {
  std::vector<std::uint32_t> hosts;  ///< whose clocks it is about, ascending (the paper's U)
  std::vector<Message> messages;     ///< by slot, those of one slot by their senders

  /// Time slots that it takes, from 0 to the last one with a message.
  std::uint32_t slots() const { return messages.empty() ? 0 : messages.back().slot + 1; }
};

/// Puts messages into their order.
void sort(Schedule& schedule);

/// The hosts 0 .. count - 1.
std::vector<std::uint32_t> first_hosts(std::uint32_t count);

/// The index of each slot's first message, and after the last slot the end: slots() + 1 numbers.
std::vector<std::size_t> slot_begins(const Schedule& schedule);

}  // namespace slackline::schedule
