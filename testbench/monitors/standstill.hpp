// standstill: worms that will never move again: those that wait for one another first, and how many others wait for
// them. Or worms that network interfaces keep for one another. Plain text and numbers, which need no network to be read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/ids.hpp"

namespace slackline::monitors {

/// A lane or host that will not move again.
struct Stall {
  std::string where;  ///< "switch3_p1_vc0", or "host7"
  std::string what;   ///< "a worm is held back at output switch3_p2_vc0"
};

/// A virtual channel: "link_switch0_p0_to_switch1_p1", 0.
struct ChannelName {
  std::string channel;
  unsigned vc = 0;
};

/// A reason for which a worm waits, in words and by name.
struct NamedWait {
  /// "held": by a worm; "full", "stop": the buffer at its end; "behind" a worm in its own buffer; "interface": of the
  /// host at its end, which has no buffer; "barrier": barriers have the channel; "placed": a fault has placed a worm there
  std::string why;
  ChannelName channel;  ///< not of "behind"
  std::string buffer;   ///< of "full", "stop" and "interface": at the end of the channel, "switch1_p1_vc0", or a host
  /// For "held", "full" and "behind": who holds it, or is at its front: "host3:17"; for "interface": who must go on
  /// before it has a buffer, if anyone
  std::string packet;
};

struct StuckWorm {
  std::string packet;  ///< "host3:17": its source and its number there, as in packets.csv
  std::string source, destination;
  std::uint32_t flits = 0;
  /// The buffer that its head is in: "switch1_p1_vc0"; "host3": it waits in, or has passed, that of its network
  /// interface; "": in none.
  std::string head;
  Cycle since;                     ///< it has waited there
  std::vector<ChannelName> holds;  ///< from its tail to its head
  std::vector<NamedWait> waits;    ///< any of them would let it go on
};

/// The first worm of a queue in a network interface, as its firmware exports it. It leaves when the interface of another
/// host has accepted a copy, and that one takes worms in order.
struct KeptWorm {
  std::string host, queue;            ///< whose interface keeps it: "host3", "lower"
  std::string source;                 ///< the host that its message is of ...
  std::uint32_t message = 0;          ///< ... that host's number of it ...
  std::uint32_t offset = 0;           ///< ... and the worm's first word in it
  std::string state;                  ///< of the copy that is waited for, in the words of the firmware: "stopped"
  std::string next_host, next_queue;  ///< the queue that must accept the copy
};

enum class StandstillKind : std::uint8_t {
  cycle,   ///< each worm waits for one thing, which the next one holds, the last for the first
  knot,    ///< worms that have a choice, all of which other worms of the knot hold
  broken,  ///< no worms wait for one another: what they wait for does not come, as of a dead link
};
inline const char* to_string(StandstillKind kind) {
  switch (kind) {
    case StandstillKind::cycle: return "cycle";
    case StandstillKind::knot: return "knot";
    case StandstillKind::broken: break;
  }
  return "broken";
}

struct Standstill {
  StandstillKind kind = StandstillKind::broken;
  Cycle found;                        ///< when the watchdog looked
  Cycle formed;                       ///< when the last of `worms` began to wait
  std::vector<StuckWorm> worms;       ///< of one cycle or knot, in order; broken: those that wait for no other worm
  std::vector<KeptWorm> kept;         ///< instead of `worms`, of one cycle: each waits for the next to leave its queue
  std::size_t knots = 0;              ///< cycles and knots in all
  std::size_t behind = 0;             ///< other worms that are stuck; of `kept`: other queues that wait for them
  std::size_t hosts = 0;              ///< hosts that cannot send
  std::size_t interfaces = 0;         ///< hosts whose interfaces will never take the packets at their links
  std::vector<Stall> roots;           ///< broken: the lanes and hosts where it is
  std::vector<std::string> switches;  ///< where `worms` are, by name

  bool is_deadlock() const { return kind != StandstillKind::broken; }
};

}  // namespace slackline::monitors
