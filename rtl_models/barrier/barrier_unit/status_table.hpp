// The status table of a barrier unit (Sun 2001, Fig. 2): an entry for each group that uses this switch, found by the
// group's number, which is compared with that of all entries at once.
#pragma once

#include <utility>
#include <vector>

#include "rtl_models/barrier/barrier_unit/message.hpp"
#include "rtl_models/common/bits.hpp"

namespace slackline::barrier_unit {

/// A switch's record of one group. A child is a node of the tree below: a switch in which branches meet, or a member.
struct Entry {
  bool valid = false;
  std::uint8_t group = 0;
  bool node = false;          ///< the switch is a node of the tree (a "BSR node"): it combines, others pass messages on
  bool root = false;          ///< the centre is a host of this switch
  bool phase = false;         ///< of the barrier that is under way
  bool released = false;      ///< a member has released the group: the entry is freed as soon as nothing is owed
  bool owes_parent = false;   ///< all children have arrived, and the parent has not been notified
  bool acknowledges = false;  ///< members acknowledge `distribute` (Sivaram, Stunkel, Panda 1997)
  bool owes_acknowledgement = false;  ///< all children have, and the parent has not been notified
  PortSet children;                   ///< channels through which a child has sent its `build`
  PortSet arrived;                    ///< of them: has arrived at the barrier under way
  PortSet owed;                       ///< of them: a `distribute` is still to be sent to it
  PortSet unacknowledged;             ///< of them: has not acknowledged that
  Address parent;                     ///< from the first `distribute` on; the root's: the centre
  std::uint16_t members = 0;          ///< the root's: of the group; 0 until the centre's `build` has given it
  std::uint16_t counted = 0;          ///< the root's: `build` messages that have come
};

inline bool owes_parent(const Entry& entry) { return entry.owes_acknowledgement || entry.owes_parent; }
inline bool owes(const Entry& entry) { return owes_parent(entry) || !is_empty(entry.owed); }

/// An entry in the table after every reset: of a tree that no messages have to build.
struct Planned {
  Entry entry;
  std::vector<std::pair<std::uint8_t, Address>> children;  ///< and the port to each
};

/// The effect of a `build` at a switch, by the paper's rules for the BNT (section 2, Fig. 4). `entry` is that of its
/// group, `child` the entry's word for the channel through which it comes, `self` the switch. Changes the message.
void build(Entry& entry, Address& child, unsigned channel, Address self, Message& message);

}  // namespace slackline::barrier_unit
