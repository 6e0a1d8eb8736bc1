// members: what a host without a network interface does in the barriers of its groups: it enters, waits until
// all have entered, leaves, and starts over. Its software costs a time on the way in and one on the way out.
//
//   enter: edge E --send_overhead--> message in the barrier port   ...   message comes at edge L --receive_overhead--> left
//
// The first barrier of a group builds its tree (barrier_unit/barrier_unit.hpp), unless the tree is planned; the host learns its
// parent there. An acknowledgement takes no software: it is pushed at edge L. If the status table of a switch was full,
// the centre learns that instead, and the group falls back to software barriers: the centre sends each member a message
// that asks it to report its arrivals to the centre, and when all have arrived, it sends each member one to leave.
// The centre's software handles one message at a time.
//
// A group may have a tree of members from the start, instead of one of switches: each reports to its parent when it and all
// its children have entered, and lets its children leave, one after the other, before it leaves itself. Where hardware next to
// the port combines, these messages cost no software's time: only the entry does, and the leave, from the release's edge on.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/barrier/host_side.hpp"
#include "rtl_models/common/arena.hpp"

namespace slackline::barrier {

struct Membership {
  std::uint8_t group = 0;
  std::uint16_t centre = 0;   ///< a host, which is a member
  std::uint16_t members = 1;  ///< of the group
  Cycle enters;               ///< its first barrier
  // With a tree that is in the switches' tables from the start:
  bool planned = false;
  barrier_unit::Address parent{};
  bool acknowledges = false;  ///< it acknowledges the message that all have arrived
  /// Its software counts the arrivals of partners, and releases them by messages, from the start.
  bool by_software = false;
  bool combines_in_hardware = false;  ///< in a tree of members: reports and releases of partners take no overhead
  std::vector<barrier_unit::Address> children = {};  ///< in a tree of members: its partners, in the order of releases
};

/// The barriers of all hosts.
struct Traffic {
  std::vector<std::vector<Membership>> hosts;       ///< by node; none: of no group
  std::vector<std::vector<std::uint16_t>> members;  ///< by group: hosts
  /// By group: the partners of the centre where there is no tree: the other members, or the switches where paths end.
  std::vector<std::vector<barrier_unit::Address>> partners;
  std::uint32_t rounds = 1;  ///< barriers of each group, 1..100000
  std::uint32_t think = 0;   ///< cycles from leaving one to entering the next, at least
  std::uint32_t period = 0;  ///< a host enters barrier n so often after its first, or later
  std::uint32_t send_overhead = 50, receive_overhead = 50;  ///< cycles of software (papers: Ts, together)
};

/// Adds a group whose members enter their first barrier in the cycles of `enters`, one each; never: they do not.
void add_group(Traffic& traffic, std::uint8_t group, std::uint16_t centre, const std::vector<std::uint16_t>& members,
               const std::vector<Cycle>& enters);

/// The edge of a member's message for barrier `round`, not the first, after it has left the one before it: `round` periods
/// after its first entry, or when it has left and thought, if that is later; and the send overhead.
Cycle next_message(const Traffic& traffic, const Membership& of, std::uint32_t round, Cycle left);

/// The message that a host is sending to its partners, or to its parent.
enum class Sending : std::uint8_t { nothing, fall_back, leave, report };

/// For statistics.
struct MemberTimes {
  Cycle* entered = nullptr;  ///< per round; storage of the owner
  Cycle* left = nullptr;     ///< per round: `never` while it has not left; storage of the owner
};

/// State of the host in one group.
struct Member : MemberTimes {
  bool waits = false;                 ///< it has entered, and not left
  bool owes_acknowledgement = false;  ///< there was no room for it
  bool fell_back = false;             ///< a table was full: the group uses software barriers
  bool releases = false;              ///< the entries that its message has made are to be freed
  bool reports_again = false;         ///< the centre has not learned of its arrival, which it must report again
  std::uint32_t round = 0;
  Timer<> enters;                ///< edge at which its message is pushed, unless it waits
  barrier_unit::Address parent;  ///< from the first barrier on
  // For the centre of a group that has fallen back, or never had a tree, and for members with children:
  Sending sending = Sending::nothing;
  bool reported = false;              ///< to its parent, of this barrier
  std::uint16_t sent = 0;             ///< partners that need no more messages
  Timer<> sends;                      ///< edge at which the next message is sent
  std::uint16_t arrived[2] = {0, 0};  ///< others, by the barrier's phase
  Timer<> software_free;              ///< its software has finished with their messages
};

/// Memory for the host with the most groups.
void reserve(const Traffic& traffic, Arena& counting);
/// As after reset; none of a host that is in no group.
void bind(const Traffic& traffic, std::uint32_t node, Member*& members, Arena& arena);

/// One edge: takes what has come, enters where it is time. Returns the next edge at which it has something to do.
Cycle step(const Traffic& traffic, std::uint32_t node, Member* members, HostPort& port, Cycle now);

template <class Visitor>
void visit(unsigned count, Member* members, Cycle now, Visitor& v) {
  for (unsigned i = 0; i < count; ++i) {
    v.open("member", i);
    v.reg("waits", members[i].waits);
    v.reg("owes_acknowledgement", members[i].owes_acknowledgement);
    v.reg("fell_back", members[i].fell_back);
    v.reg("releases", members[i].releases);
    v.reg("reports_again", members[i].reports_again);
    v.reg("sending", members[i].sending);
    v.reg("reported", members[i].reported);
    v.reg("sent", members[i].sent);
    v.reg("sends", members[i].sends, now);
    v.reg("arrived0", members[i].arrived[0]);
    v.reg("arrived1", members[i].arrived[1]);
    v.reg("software_free", members[i].software_free, now);
    v.reg("round", members[i].round);
    v.reg("enters", members[i].enters, now);
    barrier_unit::visit_address("parent", members[i].parent, v);
    v.close();
  }
}

/// The times that it has kept for statistics.
template <class Visitor>
void visit_counters(const Traffic& traffic, unsigned count, Member* members, Visitor& v) {
  for (unsigned i = 0; i < count; ++i) {
    v.open("member", i);
    for (std::uint32_t n = 0; n < traffic.rounds; ++n) {
      v.open("barrier", n);
      v.reg("entered", members[i].entered[n].value);
      v.reg("left", members[i].left[n].value);
      v.close();
    }
    v.close();
  }
}

}  // namespace slackline::barrier
