// barrier_members: what a host without a network interface does in the barriers of its groups: it enters, waits until
// all have, and begins anew. Its software is a time, on the way in and on the way out.
//
//   enter: edge E --send_overhead--> message in the barrier port   ...   message comes at edge L --receive_overhead--> left
//
// The first barrier of a group builds its tree (barrier_unit.hpp); the host learns its parent there.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/endpoint/barrier_port.hpp"

namespace slackline::endpoint {

struct Membership {
  std::uint8_t group = 0;
  std::uint16_t centre = 0;   ///< a host, which is a member
  std::uint16_t members = 1;  ///< of the group
  Cycle enters;               ///< its first barrier
};

/// The barriers of all hosts.
struct BarrierTraffic {
  std::vector<std::vector<Membership>> hosts;               ///< by node; none: of no group
  std::uint32_t rounds = 1;                                 ///< barriers of each group, 1..100000
  std::uint32_t think = 0;                                  ///< cycles from leaving one to entering the next
  std::uint32_t send_overhead = 50, receive_overhead = 50;  ///< cycles of software (papers: Ts, together)
};

/// Of one group.
struct Member {
  bool waits = false;      ///< it has entered, and not left
  bool fell_back = false;  ///< at the centre: a table was full, the barrier will not complete in switches
  std::uint32_t round = 0;
  Cycle enters;                  ///< edge at which its message is pushed, unless it waits
  barrier_unit::Address parent;  ///< from the first barrier on
  Cycle* entered = nullptr;      ///< per round; storage of the owner
  Cycle* left = nullptr;         ///< likewise: `never` while it has not
};

/// Room for the host with the most groups.
void reserve(const BarrierTraffic& traffic, Arena& counting);
/// As after reset; none of a host that is in no group.
void bind(const BarrierTraffic& traffic, std::uint32_t node, Member*& members, Arena& arena);

/// One edge: takes what has come, enters where it is time. Returns the next edge at which it has something to do.
Cycle step(const BarrierTraffic& traffic, std::uint32_t node, Member* members, BarrierPort& port, Cycle now);

template <class Visitor>
void visit(const BarrierTraffic& traffic, unsigned count, Member* members, Visitor& v) {
  for (unsigned i = 0; i < count; ++i) {
    v.open("member", i);
    v.reg("waits", members[i].waits);
    v.reg("fell_back", members[i].fell_back);
    v.reg("round", members[i].round);
    v.reg("enters", members[i].enters.value);
    std::uint16_t parent = members[i].parent.bits();
    v.reg("parent", parent);
    members[i].parent = barrier_unit::Address::from_bits(parent);
    for (std::uint32_t n = 0; n < traffic.rounds; ++n) {
      v.open("barrier", n);
      v.reg("entered", members[i].entered[n].value);
      v.reg("left", members[i].left[n].value);
      v.close();
    }
    v.close();
  }
}

}  // namespace slackline::endpoint
