// padding_generator: after a worm that has been cut one switch upstream, puts padding flits into the buffer of its
// virtual channel, so that its path goes on to be used, from the padding request to the padding end (Sun, Cheung, Lin
// 2001, section 3). The host at the end discards them. One bank serves the ports of a switch on one virtual channel.
//
//   request, end --> [delay]# --> generates# --> padding, where the lane is open and its buffer nearly empty   # = register
//
// Timing contract
//   request sampled at edge N             -> a padding flit may be written at edge N + delay, and at each later edge
//   end sampled at edge N                 -> none from edge N + delay on
//   a flit of the worm comes at edge N    -> none from edge N on: should the padding end have got lost
// A lane is open from the header of a worm to its tail, as they come: before the header and after the tail there is
// nothing to hold. Padding fills the buffer only as far as it takes for one flit to leave it at each edge (`room`):
// after a stopped worm no more padding gathers than that.
#pragma once

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/registers.hpp"

namespace slackline::padding_generator {

/// State of a lane: padding is generated at the edges from `from` to the one before `to`; `never`: no end has come.
struct Lane {
  Timer<> from{never}, to{never};
};

struct Counters {
  std::uint64_t flits = 0;  ///< padding flits written
};

struct State : Counters {
  PortSet open;           ///< in the midst of a worm, as it comes
  PortSet requested;      ///< a request has come, and its end has not passed the delay
  Lane* lanes = nullptr;  ///< per port; storage of the owner
};

inline void request(State& s, unsigned port, Cycle now, unsigned delay) {
  insert(s.requested, port);
  s.lanes[port] = {now + delay, never};
}

inline void end(State& s, unsigned port, Cycle now, unsigned delay) {
  if (has(s.requested, port) && s.lanes[port].to == never) s.lanes[port].to = now + delay;
}

/// A flit of a worm comes on a lane.
inline void note(State& s, unsigned port, bool opens, bool closes) {
  erase(s.requested, port);
  if (opens) insert(s.open, port);
  if (closes) erase(s.open, port);
}

/// The lanes into which padding may be written at edge `now`; forgets requests that are over.
inline PortSet generating(State& s, Cycle now) {
  PortSet now_on;
  for_each_bit(PortSet(s.requested), [&](unsigned port) {
    if (now >= s.lanes[port].to)
      erase(s.requested, port);
    else if (now >= s.lanes[port].from)
      insert(now_on, port);
  });
  return now_on & s.open;
}

/// Lanes whose request has an end.
inline PortSet ending(const State& s) {
  PortSet lanes;
  for_each_bit(s.requested, [&](unsigned i) { insert_if(lanes, i, s.lanes[i].to != never); });
  return lanes;
}

/// The times of a lane without a request, and a `to` without an end, mean nothing: they are seen as expired.
template <class S, class Visitor>
void visit(S& s, unsigned ports, Cycle now, Visitor& v) {
  PortSet ends = ending(s);
  visit_ports("open", s.open, ports, v);
  visit_ports("requested", s.requested, ports, v);
  visit_ports("ending", ends, ports, v);
  for (unsigned i = 0; i < ports; ++i) {
    Timer<> none;
    Lane& lane = s.lanes[i];
    v.open("port", i);
    v.reg("from", has(s.requested, i) ? lane.from : none, now);
    v.reg("to", has(ends, i) ? lane.to : none, now);
    v.close();
    if constexpr (is_loader<Visitor>)
      if (!has(ends, i)) lane.to = never;
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(S& s, Visitor& v) {
  v.reg("padding", s.flits);
}

}  // namespace slackline::padding_generator
