// relay_station: a slack buffer and a flow controller in the middle of a long link: it takes flits, passes them on one
// a cycle unless stopped, and stops its own sender in time. The smallest whole that has both ends of STOP/GO.
//
//              +--------------+   front    +--------+
//   flit_in -->| slack_buffer |----------->| flit_out# --> flit_out
//              +--------------+            +--------+
//                 | count   ^ pop = count > 0 and not stopped
//                 v         |
//              +-----------------+
//   stop_out <-| flow_controller |<-- stop_in                      # = register
//              +-----------------+
//
// Timing contract
//   flit_in sampled at edge N (empty, not stopped) -> flit_out in cycle N+1; one flit a cycle
//   stop_in sampled at edge N                      -> last flit leaves in cycle N + fc (decided from `stopped`)
//   stop_out                                       -> as in flow_controller.hpp
#pragma once

#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::relay_station {

struct Params {
  slack_buffer::Params buffer;
  flow_controller::Params flow;

  Violations violations() const;
};

struct State {
  slack_buffer::State buffer;
  flow_controller::State flow;
  Flit flit_out;  ///< output register
};

struct Inputs {
  Flit flit_in;
  bool stop_in = false;
};

inline bool stop_out(const Params& p, const State& s) { return flow_controller::stop_out(p.flow, s.flow) & 1; }

/// One clock edge.
inline void step(const Params& p, State& s, const Inputs& in, Cycle now) {
  const bool send = s.buffer.count > 0 && !(s.flow.stopped & 1);
  s.flit_out = send ? slack_buffer::front(s.buffer) : Flit();
  flow_controller::step(p.flow, s.flow, {s.buffer.count, in.stop_in});
  slack_buffer::step(p.buffer, s.buffer, {in.flit_in, send}, now);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  slack_buffer::visit(p.buffer, s.buffer, now, v);
  flow_controller::visit(p.flow, s.flow, v);
  v.reg("flit_out", s.flit_out);
}

}  // namespace slackline::relay_station
