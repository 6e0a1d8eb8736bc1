// host_side: the part of a host's port that barriers in switches are, and its interface to the port. Messages leave between
// the flits of packets, before them; those that come wait in a queue. On the wire they are as between switches: see
// switch_side.hpp.
//
//   push --> out# --> flit_out (before packets; STOP of the switch's barrier unit holds a message back)
//   flit_in --> half# --> in# --> front, pop
//
// Timing contract
//   pushed at edge N, nothing before it, the link free and no STOP -> flits on flit_out in cycles N + 1 and N + 2
//   second flit sampled at edge N -> at the front of `in` in cycle N, if that was empty
#pragma once

#include "rtl_models/barrier/barrier_unit/message.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"

namespace slackline::barrier {

struct HostCounters {
  std::uint64_t sent = 0, received = 0;  ///< flits
  std::uint64_t lost = 0;                ///< flits that fit no message, and of messages for which `in` was full
  std::uint64_t padding = 0;             ///< padding flits of packets, discarded
};

struct HostPort : HostCounters {
  static constexpr unsigned out_depth = 8, in_depth = 32;

  barrier_unit::Message out[out_depth], in[in_depth];
  std::uint8_t out_read = 0, out_count = 0;
  std::uint8_t in_read = 0, in_count = 0;
  bool second = false;    ///< the first flit of the message at the front of `out` has been sent
  bool has_half = false;  ///< the first flit of a message has come:
  std::uint32_t half = 0;
};

/// The message at the front of `out` has not begun: with credits, it takes one.
inline bool begins_message(const HostPort& s) { return !s.second; }

inline unsigned room(const HostPort& s) { return HostPort::out_depth - s.out_count; }
inline bool has_room(const HostPort& s) { return room(s) != 0; }
/// There is room.
inline void push(HostPort& s, const barrier_unit::Message& m) {
  s.out[(s.out_read + s.out_count++) % HostPort::out_depth] = m;
}

/// A flit may leave: `stopped` holds back what has not begun.
inline bool has_flit(const HostPort& s, bool stopped) { return s.out_count != 0 && (s.second || !stopped); }
inline Flit send(HostPort& s) {
  const std::uint32_t word = s.out[s.out_read].flits()[s.second ? 1 : 0];
  const FlitKind kind = s.second ? FlitKind::barrier_second : FlitKind::barrier_first;
  if (s.second) {
    s.out_read = static_cast<std::uint8_t>((s.out_read + 1) % HostPort::out_depth);
    --s.out_count;
  }
  s.second = !s.second;
  ++s.sent;
  return Flit(kind, VcId(0), word, 0);
}

/// A message that repeats one in the queue: that a `build` of the same group was refused. Every member's
/// may be, and the centre falls back once; so one such message and one `distribute` of each group can wait.
inline bool is_known(const HostPort& s, const barrier_unit::Message& m) {
  if (m.type != barrier_unit::Type::build || !m.refused) return false;
  for (unsigned i = 0; i < s.in_count; ++i) {
    const barrier_unit::Message& waits = s.in[(s.in_read + i) % HostPort::in_depth];
    if (waits.type == m.type && waits.refused && waits.group == m.group && waits.phase == m.phase) return true;
  }
  return false;
}

inline void receive(HostPort& s, Flit flit) {
  ++s.received;
  const bool second = flit.kind() == FlitKind::barrier_second;
  const bool fits = second || flit.kind() == FlitKind::barrier_first;
  if (!fits || second != s.has_half) {
    ++s.lost;
    s.has_half = s.has_half && !second;
    return;
  }
  s.has_half = !second;
  if (!second) {
    s.half = flit.data();
    return;
  }
  const auto message = barrier_unit::Message::from_flits(s.half, flit.data());
  if (is_known(s, message)) return;
  if (s.in_count == HostPort::in_depth)
    ++s.lost;
  else
    s.in[(s.in_read + s.in_count++) % HostPort::in_depth] = message;
}

/// The flit is for the port, or padding, which is discarded. Counted, and not to be taken in as part of a packet.
inline bool takes(HostPort& s, Flit flit) {
  if (!flit.is_barrier() && flit.kind() != FlitKind::padding) return false;
  if (flit.is_barrier())
    receive(s, flit);
  else
    ++s.padding;
  return true;
}

/// The oldest message that has come; there is one.
inline const barrier_unit::Message& front(const HostPort& s) { return s.in[s.in_read]; }
inline barrier_unit::Message pop(HostPort& s) {
  const barrier_unit::Message m = front(s);
  s.in_read = static_cast<std::uint8_t>((s.in_read + 1) % HostPort::in_depth);
  --s.in_count;
  return m;
}

template <class S, class Visitor, IfState<S, HostPort> = 0>
void visit(S& s, Visitor& v) {
  v.reg("out_read", s.out_read);
  v.reg("out_count", s.out_count);
  v.reg("in_read", s.in_read);
  v.reg("in_count", s.in_count);
  v.reg("second", s.second);
  v.reg("has_half", s.has_half);
  v.reg("half", s.half);
  const auto visit_queue = [&](const char* name, auto* queue, unsigned depth) {
    for (unsigned i = 0; i < depth; ++i) {
      v.open(name, i);
      barrier_unit::visit_message(queue[i], v);
      v.close();
    }
  };
  visit_queue("out", s.out, HostPort::out_depth);
  visit_queue("in", s.in, HostPort::in_depth);
}

template <class S, class Visitor, IfState<S, HostPort> = 0>
void visit_counters(S& s, Visitor& v) {
  v.reg("sent", s.sent);
  v.reg("received", s.received);
  v.reg("lost", s.lost);
  v.reg("padding", s.padding);
}

}  // namespace slackline::barrier
