// barrier_unit: combines and distributes the messages of barriers in a switch, and builds, with the messages of a
// group's first barrier, the tree on which it does so (Sun, Cheung, Lin 2001, section 2).
//
//   word_in[i] -> assembly# -> buffer#[i] --.                                      .-> queue#[o] -> word_out[o], taken[o]
//                                           +-> one message an edge -> stages# ----+
//   status table#: what it owes ------------'        (reads and writes one entry)  '-> queue#[o] ...          # = register
//
// A message has two flits. Each input buffer is a FIFO, so messages that come through one channel stay in order on the
// way to one place, as the rules for building a tree require.
//
// Handling of a message at switch N:
//   build        records the way back, changes as status_table.hpp describes, and goes on towards the centre. The
//                centre's switch counts it; when those of all members have come, the group's first barrier is complete.
//                If no entry is free, it is marked as refused. A refused one reaches the centre as it is, uncounted, so
//                that the barrier never completes here.
//   reduce       to N: the child has arrived. When all have, N notifies its parent, or, at the root, the barrier is
//                complete.
//   distribute   to N: the barrier is complete. N notifies its children. The first one names N's parent.
//   acknowledge  to N: the child and all below it know that the barrier is complete. When all children have sent it, N
//                sends it to its parent, or counts it at the root. Only in trees planned with acknowledgements. It goes
//                before the child's next `reduce` on the same way, so no barrier of the group completes before all have
//                acknowledged the one before.
//   release      frees N's entry as soon as it owes nothing, and goes on to the centre's switch.
//   A message for another node goes on by Place::ports_to_switch. If Place::ways are given, `reduce` and `distribute`
//   go by any of their ports: by that of ports_to_switch if they would be sent there now, otherwise by the lowest by
//   which they would, and if there is none by that of ports_to_switch again. They never go by a port whose link has
//   failed: a message with no other port left waits if other ways are on their way (Ways::change), and otherwise is
//   thrown away and counted. `build` and `release` go by the port of the tree alone, by the ways of the time: a tree is
//   built on those of its first barrier. Entries on other ways, which it would have to free, stay in the table.
// Messages that entries owe are sent before messages from the buffers are processed: one an edge, round robin among the
// entries that owe something and can send it; the parent first, then children from the lowest channel up.
//
// Timing contract
//   second flit of a message at edge N       -> the message is in the buffer in cycle N
//   message in the buffer at cycle N         -> taken at edge N+1, if nothing is owed, its queue has room, and no other
//                                               port is before it (round robin)
//   message taken, or sent for an entry, at M -> first flit at word_out in cycle M + latency() - 1, if the queue was
//                                               empty
//   taken[o] at edge N                       -> the second flit, or the next message, at word_out in cycle N
//   complete with the message taken at M     -> what the entry owes is sent from edge M+1 on
//
// A message that matches nothing at N (no such group, no such child, another phase, an unknown type) is thrown away and
// counted, as are flits for which a full buffer has no room: both show an error elsewhere.
#pragma once

#include <cstddef>

#include "rtl_models/barrier/barrier_unit/status_table.hpp"
#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::barrier_unit {

struct Params {
  std::uint16_t ports = 4;     ///< of the switch, 2..256
  std::uint16_t entries = 16;  ///< of the status table, 1..256 (papers: B)
  std::uint8_t buffer = 4;     ///< messages of an input buffer, 1..64
  std::uint8_t queue = 2;      ///< messages of an output queue, 1..64
  std::uint8_t delay = 2;      ///< cycles from a buffer to a queue, 1..16 (papers: 2)
  /// Additional cycles for reliable handling of a message, 0..64 (Sivaram, Stunkel, Panda 1997: 4).
  std::uint8_t reliability = 0;

  Violations violations() const;
  unsigned latency() const { return unsigned{delay} + reliability; }
  unsigned stages() const { return latency() - 1u; }
};

/// Ways among which messages choose, from an edge on until the next ones.
struct Ways {
  Cycle from;    ///< the first edge at which they count
  Cycle change;  ///< of links that fail or come back, of which they are the outcome: not after `from`
  /// At from * switches + to: ports of the one by which a message may go on to the other.
  std::vector<PortSet> ports;
  /// In the same order: the port of them on which trees are built; empty: as Place::ports_to_switch.
  std::vector<std::uint16_t> tree;
};

/// Wired-in values of one place in the network. The owner keeps the arrays.
struct Place {
  static constexpr std::uint16_t no_way = 0xffff;

  Address self;                                    ///< the switch
  const std::uint16_t* ports_to_switch = nullptr;  ///< per switch: the port towards it, or no_way
  const std::uint16_t* switch_of_host = nullptr;   ///< per host: its switch
  const std::uint16_t* port_of_host = nullptr;     ///< per host: its port at that switch
  std::uint16_t switches = 0, hosts = 0;           ///< lengths of the arrays
  const Ways* ways = nullptr;                      ///< one after the other; nullptr: no choice
  std::uint16_t ways_count = 0;
  const Planned* planned = nullptr;  ///< entries from reset on
  std::uint16_t planned_entries = 0;

  /// The port towards `to`, or no_way: that of trees; as it is without ways, or at edge `now`.
  std::uint16_t port_towards(Address to) const;
  std::uint16_t port_towards(Address to, Cycle now) const;
  /// All ports towards `to` by which a message may go at edge `now`. `to`: known to port_towards(to).
  PortSet ports_towards(Address to, Cycle now) const;
  /// A link has failed or come back, and the ways that follow do not count yet.
  bool awaits_ways(Cycle now) const;
  /// `to` is a host of this switch.
  bool has_host(Address to) const;

 private:
  const Ways& ways_at(Cycle now) const;
  std::size_t index_of(Address to) const;
};

/// A FIFO of messages; its slots are stored with those of the other ports.
struct Queue {
  std::uint8_t read = 0, count = 0;
};

/// A message between buffer and queue.
struct Stage {
  bool valid = false;
  std::uint8_t port = 0;
  Message message;
};

/// Counters of events that must not happen.
struct ProtocolErrors {
  std::uint32_t overflows = 0;   ///< messages lost because an input buffer was full
  std::uint32_t strays = 0;      ///< messages that match nothing here
  std::uint32_t unroutable = 0;  ///< messages to which no way leads

  bool any() const { return (overflows | strays | unroutable) != 0; }
};

struct Counters {
  std::uint64_t completed = 0;     ///< barriers that completed at this switch, as a root
  std::uint64_t acknowledged = 0;  ///< of them, those that all members have acknowledged
  std::uint64_t refused = 0;       ///< `build` messages for which no entry was free here
  std::uint64_t cut_off = 0;       ///< messages that had only a failed link left
  PortSet cut_off_ports;           ///< ports of those links
  std::uint16_t most_used = 0;     ///< the maximum of State::used
  ProtocolErrors errors;
};

struct State : Counters {
  std::uint32_t* half = nullptr;     ///< per port: the first flit of a message whose second flit has not come
  PortSet has_half;                  ///< ports with such a flit
  Queue* in = nullptr;               ///< per port
  Message* in_slots = nullptr;       ///< per port: Params::buffer of them
  PortSet waiting;                   ///< ports whose input buffer holds a message
  PortSet freed;                     ///< the port whose input buffer a message has left at the last edge
  std::uint8_t last_port = 0;        ///< whose message was taken last
  Entry* entries = nullptr;          ///< Params::entries
  Address* children = nullptr;       ///< per entry and port
  std::uint16_t last_entry = 0;      ///< which was the last to send what it owed
  std::uint16_t owing = 0;           ///< entries that owe something
  Stage* stages = nullptr;           ///< Params::stages(), the newest first
  Queue* out = nullptr;              ///< per port
  Message* out_slots = nullptr;      ///< per port: Params::queue of them
  std::uint8_t* promised = nullptr;  ///< per port: messages in its queue, or on their way to it
  PortSet offers;                    ///< ports whose output queue holds a message
  PortSet second;                    ///< of them: the first flit has been taken
  std::uint16_t used = 0;            ///< entries that are valid
};

struct Inputs {
  PortSet arrivals;                      ///< input ports with a flit
  const std::uint32_t* words = nullptr;  ///< per port: its data
  PortSet taken;                         ///< output ports whose flit has been taken in the cycle before
  PortSet open;                          ///< with Place::ways: output ports by which a message would be sent now
  PortSet dead;                          ///< output ports whose link has failed
  Cycle now;                             ///< with Place::ways
};

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);
/// Call after bind(): the entries planned at this place. The table has room for them.
void plan(const Params& p, const Place& place, State& s);

/// The flit that an output in `offers` offers, and the group of its message.
std::uint32_t word_out(const Params& p, const State& s, unsigned port);
std::uint8_t group_out(const Params& p, const State& s, unsigned port);

/// One clock edge. True while further edges without inputs would change something.
bool step(const Params& p, const Place& place, State& s, const Inputs& in);

/// The entry of a group, or nullptr; and the children that are recorded in it, per port.
const Entry* find(const Params& p, const State& s, std::uint8_t group);
const Address* children_of(const Params& p, const State& s, const Entry& entry);

namespace detail {

template <class Visitor>
void visit_entry(const Params& p, Entry& e, Address* children, Visitor& v) {
  v.reg("valid", e.valid);
  v.reg("group", e.group);
  v.reg("node", e.node);
  v.reg("root", e.root);
  v.reg("phase", e.phase);
  v.reg("released", e.released);
  v.reg("owes_parent", e.owes_parent);
  v.reg("acknowledges", e.acknowledges);
  v.reg("owes_acknowledgement", e.owes_acknowledgement);
  visit_ports("children", e.children, p.ports, v);
  visit_ports("arrived", e.arrived, p.ports, v);
  visit_ports("owed", e.owed, p.ports, v);
  visit_ports("unacknowledged", e.unacknowledged, p.ports, v);
  visit_address("parent", e.parent, v);
  v.reg("members", e.members);
  v.reg("counted", e.counted);
  for (unsigned port = 0; port < p.ports; ++port) {
    v.open("port", port);
    visit_address("child", children[port], v);
    v.close();
  }
}

}  // namespace detail

template <class S, class Visitor>
void visit(const Params& p, S& s, Visitor& v) {
  visit_ports("has_half", s.has_half, p.ports, v);
  visit_ports("freed", s.freed, p.ports, v);
  v.reg("last_port", s.last_port);
  v.reg("last_entry", s.last_entry);
  visit_ports("second", s.second, p.ports, v);
  v.reg("used", s.used);
  for (unsigned i = 0; i < p.ports; ++i) {
    v.open("port", i);
    v.reg("half", s.half[i]);
    v.reg("in_read", s.in[i].read);
    v.reg("in_count", s.in[i].count);
    v.reg("out_read", s.out[i].read);
    v.reg("out_count", s.out[i].count);
    v.reg("promised", s.promised[i]);
    for (unsigned n = 0; n < p.buffer; ++n) {
      v.open("in", n);
      visit_message(s.in_slots[i * p.buffer + n], v);
      v.close();
    }
    for (unsigned n = 0; n < p.queue; ++n) {
      v.open("out", n);
      visit_message(s.out_slots[i * p.queue + n], v);
      v.close();
    }
    v.close();
  }
  for (unsigned n = 0; n < p.entries; ++n) {
    v.open("entry", n);
    detail::visit_entry(p, s.entries[n], s.children + std::size_t{n} * p.ports, v);
    v.close();
  }
  for (unsigned n = 0; n < p.stages(); ++n) {
    v.open("stage", n);
    v.reg("valid", s.stages[n].valid);
    v.reg("port", s.stages[n].port);
    visit_message(s.stages[n].message, v);
    v.close();
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, S& s, Visitor& v) {
  v.reg("completed", s.completed);
  v.reg("acknowledged", s.acknowledged);
  v.reg("refused", s.refused);
  v.reg("cut_off", s.cut_off);
  visit_ports("cut_off_ports", s.cut_off_ports, p.ports, v);
  v.reg("most_used", s.most_used);
  v.reg("overflows", s.errors.overflows);
  v.reg("strays", s.errors.strays);
  v.reg("unroutable", s.errors.unroutable);
}

/// Values that follow from the registers, kept so that an edge looks only at ports and entries with work.
template <class S, class Visitor>
void derive(const Params& p, S& s, Visitor& v) {
  PortSet waiting, offers;
  for (unsigned i = 0; i < p.ports; ++i) {
    insert_if(waiting, i, s.in[i].count != 0);
    insert_if(offers, i, s.out[i].count != 0);
  }
  std::uint16_t owing = 0, used = 0;
  for (unsigned n = 0; n < p.entries; ++n) {
    owing = static_cast<std::uint16_t>(owing + owes(s.entries[n]));
    used = static_cast<std::uint16_t>(used + s.entries[n].valid);
  }
  derive_ports("waiting", s.waiting, waiting, p.ports, v);
  derive_ports("offers", s.offers, offers, p.ports, v);
  v.derived("owing", s.owing, owing);
  v.derived("used", s.used, used);
}

}  // namespace slackline::barrier_unit
