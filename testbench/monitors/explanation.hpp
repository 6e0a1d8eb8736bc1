// explanation: the history of one packet, as stretches of time in each of which its head did one thing, or of one message
// of network interfaces. Plain text and numbers, which need no network to be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/monitors/standstill.hpp"

namespace slackline::monitors {

/// One of those that hold a packet up, on the way from it to the root.
struct Blocker {
  std::string packet;            ///< "host3:17"
  std::string where;             ///< its head: "switch1_p1_vc0", a channel, or a host
  std::string doing;             ///< "waits", or what the root does: "competes", "moves", "arrives", ...
  std::vector<NamedWait> waits;  ///< "waits": any of them would let it go on
};

/// Cycles in which the head of the packet was at one place, doing one thing.
struct Stretch {
  Cycle from, to;                ///< the last cycle included
  std::string where;             ///< "host3", "switch1_p1_vc0", "link_switch1_p0_to_switch2_p1"
  std::string doing;             ///< "waits", "is routed", "competes", "moves", "arrives", "is cut by a barrier" (at
                                 ///< the channel of the first of `waits`), "is lost"; in its host
                                 ///< also "waits behind earlier packets", "waits for a response to an earlier request"
  std::vector<NamedWait> waits;  ///< of "waits": any of them would let it go on
  /// For "waits": whom it waits for, whom that one waits for, and so on to the root: one that waits for nobody, or was
  /// named before. As it was for the longest part of the stretch.
  std::vector<Blocker> blockers;
  std::uint64_t blocked_so = 0;  ///< cycles in which it was so
  bool in_a_cycle = false;       ///< the last of `blockers` waits for one named before, or for the packet itself:
  bool for_ever = false;  ///< ... a deadlock; otherwise only their heads waited, and other flits of them still moved

  std::uint64_t cycles() const { return to - from + 1; }
};

struct Explanation {
  std::string packet, source, destination;
  std::uint32_t flits = 0;
  Cycle created, injected{never}, delivered{never};  ///< never: not in this run
  Cycle end;                                         ///< of the run
  std::vector<Stretch> stretches;
};

/// Cycles in which a worm of the message was the first one of a queue in an interface, and a copy of it in one state.
struct QueueStretch {
  Cycle from, to;                     ///< the last cycle included
  std::string host, queue;            ///< "host1", "lower"
  std::uint32_t offset = 0;           ///< of the worm in the message
  std::string state;                  ///< of the copy that it waits for, in the words of the firmware: "stopped"
  std::string next_host, next_queue;  ///< where that goes; empty: it waits for no copy
};

struct Delivery {
  std::string host;
  Cycle cycle;  ///< in which the host was notified
};

struct MessageExplanation {
  std::string message, source;  ///< "host0:3", "host0"
  std::string destination;      ///< "group 1", or a host
  std::uint32_t words = 0;
  Cycle created, posted, received{never};  ///< never: not all that it is for had it in this run
  Cycle end;                               ///< of the run
  std::vector<QueueStretch> stretches;     ///< in the order of their beginnings
  std::vector<Delivery> deliveries;
};

}  // namespace slackline::monitors
