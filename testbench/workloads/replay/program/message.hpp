// message: what one rank sends to another, from the call that hands it over to the arrival of its last packet.
//
//   eager       rank -> [queue] -> data packets ----------------------------------> matched, complete
//   rendezvous  rank -> [queue] -> RTS --> matched -> CTS --> [queue] -> data packets --> complete
#pragma once

#include <cstdint>
#include <deque>

#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::replay {

inline constexpr std::uint32_t no_request = ~0u;

/// The fields that a receive must name to get a message. Messages of collective calls have a context of their own for
/// each call.
struct Envelope {
  std::int32_t source = 0, tag = 0;  ///< of a receive maybe `any`
  std::uint32_t context = 0;         ///< 0: of send and isend; n: of the n-th collective call of a rank
};
inline bool matches(const Envelope& receive, const Envelope& message) {
  return receive.context == message.context && (receive.source == any || receive.source == message.source) &&
         (receive.tag == any || message.tag == any || receive.tag == message.tag);
}

struct Message {
  Envelope envelope;
  std::uint32_t to = 0;     ///< rank
  std::uint32_t order = 0;  ///< n-th message from its source to that rank
  std::uint64_t bytes = 0;
  bool rendezvous = false;
  std::uint64_t packets = 1, sent = 0, arrived = 0;
  std::uint64_t posted_at = 0;                 ///< cycle in which it was handed over
  std::uint32_t send_request = no_request;     ///< at the source
  std::uint32_t receive_request = no_request;  ///< at the destination; none: no receive has asked for it yet
  bool announced = false;                      ///< the destination knows of it
  bool matched = false;
  bool complete = false;  ///< all of it has arrived
  bool left = false;      ///< its source is done with it
};

/// The messages of one source, named by 30 bits. Those that are over are forgotten, first ones first.
class MessageTable {
 public:
  static constexpr std::uint32_t name_mask = (1u << 30) - 1;

  std::uint32_t add(const Message& message) {
    while (!messages_.empty() && is_over(messages_.front())) {
      messages_.pop_front();
      ++first_;
    }
    messages_.push_back(message);
    return (first_ + static_cast<std::uint32_t>(messages_.size()) - 1) & name_mask;
  }
  Message& at(std::uint32_t name) { return messages_[(name - first_) & name_mask]; }
  const std::deque<Message>& held() const { return messages_; }

 private:
  static bool is_over(const Message& m) { return m.complete && m.matched && m.left; }

  std::deque<Message> messages_;
  std::uint32_t first_ = 0;
};

/// A message by its source and name.
struct MessageId {
  std::uint32_t source = 0, name = 0;
};

}  // namespace slackline::replay
