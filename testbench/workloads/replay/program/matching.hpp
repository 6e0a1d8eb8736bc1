// matching: which receive of a rank gets which message. As MPI has it: receives in the order in which they were posted,
// messages of one source in the order in which they were sent, even where the network brings them otherwise.
//
//   arrived(message) -> [per source: in order] -> posted receives? -> else [unexpected messages]
//   post(receive)    -> unexpected messages?   -> else [posted receives]
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/workloads/replay/program/message.hpp"

namespace slackline::replay {

class Matching {
 public:
  /// The message that the receive gets at once; nothing: it waits for one.
  std::optional<MessageId> post(const Envelope& receive, std::uint32_t request);

  /// A message has become known, the `order`-th of its source. Calls matched(id, request) for each message that gets a
  /// receive now: it may have held others back.
  template <class Matched>
  void arrived(const MessageId& id, const Envelope& envelope, std::uint32_t order, Matched&& matched) {
    Lane& lane = lanes_[id.source];
    if (order != lane.next) {
      lane.early.emplace(order, Known{id, envelope});
      return;
    }
    admit({id, envelope}, matched);
    ++lane.next;
    for (auto early = lane.early.begin(); early != lane.early.end() && early->first == lane.next; ++lane.next) {
      admit(early->second, matched);
      early = lane.early.erase(early);
    }
  }

  /// Messages that no receive has asked for.
  std::size_t unexpected() const { return unexpected_.size(); }

 private:
  struct Known {
    MessageId id;
    Envelope envelope;
  };
  struct Receive {
    Envelope envelope;
    std::uint32_t request;
  };
  /// Messages from one source.
  struct Lane {
    std::uint32_t next = 0;                ///< order of the message that is to be admitted next
    std::map<std::uint32_t, Known> early;  ///< by order
  };

  template <class Matched>
  void admit(const Known& known, Matched&& matched) {
    if (const std::optional<std::uint32_t> request = taker_of(known.envelope))
      matched(known.id, *request);
    else
      unexpected_.push_back(known);
  }
  std::optional<std::uint32_t> taker_of(const Envelope& message);

  std::map<std::uint32_t, Lane> lanes_;  // by source
  std::vector<Receive> posted_;
  std::vector<Known> unexpected_;
};

}  // namespace slackline::replay
