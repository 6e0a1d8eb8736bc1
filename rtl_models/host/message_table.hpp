// The message table: a monitor's record of a message, from its posting until its source and its receivers are notified.
// A record is found by the number that the message has at its source: 0, 1, ...
//
// Slots are allotted per source, by the source alone. One that is over at edge N is reused at N+1 at the earliest, so the
// order of stepping cannot matter. A lost message keeps its slot until most_slots more messages have been posted; one to a
// group, which takes longer next to others, until most_slots_for_groups more.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::host {

struct MessageRecord {
  Cycle created;          ///< edge at which the host wanted to send it
  Cycle posted;           ///< edge that put its command on the pins
  Cycle told{never};      ///< edge at which its source was notified that it has been sent, or has failed
  Cycle received{never};  ///< edge at which its receiver, or the last of them, was notified of it
  NodeId source, destination;
  bool to_group = false;      ///< `destination` is the number of a group
  std::uint32_t missing = 1;  ///< receivers that are still to be notified
  std::vector<bool> has;      ///< to_group: by place in the group, the member has been notified
  std::uint32_t number = 0;   ///< at its source
  std::uint32_t words = 0;    ///< 0: no message
  std::uint8_t workload = 0;  ///< that it belongs to
  std::uint32_t message = 0;  ///< a program's name for it
  bool failed = false;        ///< its source has given it up

  bool is_open() const { return words != 0 && received == never && !failed; }
  /// One that has failed at its source may still arrive.
  bool over_before(Cycle now) const { return told < now && received < now; }
};

class MessageTable {
 public:
  static constexpr std::uint32_t most_slots = 4096, most_slots_for_groups = 16 * most_slots;  ///< of a source

  explicit MessageTable(std::uint32_t sources) : sources_(sources) {}

  /// A record for the next message of `source`; its number is set.
  MessageRecord& open(NodeId source, Cycle now);
  /// nullptr: there is none, or no longer.
  MessageRecord* find(NodeId source, std::uint32_t number);
  const MessageRecord* find(NodeId source, std::uint32_t number) const;
  /// Forgets all messages of a source: it has been reset, and restarts their numbers.
  void forget(NodeId source) { sources_[source.value] = Source(); }
  /// Messages that were not complete when most_slots more of the same source had been posted.
  std::uint64_t lost() const;

 private:
  struct Source {
    std::vector<MessageRecord> slots;  ///< a power of two; message n in slot n modulo that
    std::uint32_t next = 0;            ///< number of the next message
    std::uint64_t lost = 0;
  };
  static void grow(Source& source);

  std::vector<Source> sources_;
};

}  // namespace slackline::host
