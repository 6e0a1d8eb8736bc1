// host_copies: multicasts that hosts forward themselves, with by: hosts. Each copy is a message to one host; a host that has the whole
// of it sends its own copies, in the order of the tree.
//
//   begin() --> queue of the source --> next(), sent() --> under way --> arrived() --> queue of the host there --> ...
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/multicast/group_program.hpp"

namespace slackline::multicast {

struct HostCopy {
  std::uint32_t source = 0, message = 0, group = 0;  ///< of the multicast: its originator, the number there, the group
  Cycle created;                                     ///< the multicast was, at its originator
  std::uint32_t edge = 0;                            ///< of the tree
  std::uint32_t to = 0;                              ///< the host at its end
  bool is_first = false;                             ///< the originator sends no copy of this multicast before
};

class HostCopies {
 public:
  HostCopies(std::size_t hosts, std::shared_ptr<const Plan> plan)
      : plan_(std::move(plan)), queues_(hosts), numbers_(hosts), under_way_(hosts) {}

  /// A multicast is created: queues the copies of its originator.
  void begin(std::uint32_t group, std::uint32_t source, std::uint32_t message, Cycle created) {
    append(source, HostCopy{source, message, group, created, Edge::own, source, false});
  }
  bool has_next(NodeId host) const { return !queues_[host.value].empty(); }
  /// The copy that the host sends next: there is one.
  const HostCopy& next(NodeId host) const { return queues_[host.value].front(); }
  /// The number under which it leaves the host.
  std::uint32_t number(NodeId host) const { return numbers_[host.value]; }
  void sent(NodeId host);
  /// No copy waits, and none is under way.
  bool is_idle() const { return open_ == 0; }
  /// A copy that `sender` has sent under this number has come to a host: queues those that it sends on. Nothing: there is none.
  std::optional<HostCopy> arrived(NodeId sender, std::uint32_t number);

 private:
  /// Queues at a host what it sends of the multicast of a copy that has come there.
  void append(std::uint32_t host, const HostCopy& came);

  std::shared_ptr<const Plan> plan_;
  std::vector<std::deque<HostCopy>> queues_;                  // by host
  std::vector<std::uint32_t> numbers_;                        // by host: copies that it has sent
  std::vector<std::map<std::uint32_t, HostCopy>> under_way_;  // by sender and number
  std::uint64_t open_ = 0;                                    // copies in queues, and under way
};

}  // namespace slackline::multicast
