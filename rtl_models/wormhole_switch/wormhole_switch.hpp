// wormhole_switch: k ports, input-buffered, one worm holds an output from head to tail, STOP/GO on every link.
//
//   flit_in[i] -> slack_buffer[i] -> route_unit -> requests[o]# -> router_arbiter[o] -> crossbar -> stages# -> flit_out[o]
//                     | count                                            ^
//                     v                                                  | stopped#
//   stop_out[i] <- flow_controller <-------------------------------- stop_in[o]                       # = register
//
// Timing contract (zero load; W = edge at which a flit is written into the slack buffer)
//   header          on flit_out at W + header_delay  (rd = buffer read + routing + arbitration + crossbar)
//   other flits     on flit_out at W + data_delay    (sd = buffer read + crossbar), one flit a cycle
//   A waiting header has buffer read and routing behind it. When the output is released, or the tail before it in its own
//   buffer leaves, at edge R (the tail is taken from the buffer), it is taken at R + 1 + arbitration, and is on flit_out
//   crossbar - 1 edges later. With header_delay 1 a new header may win an output every cycle.
//   A link of one flit in n cycles: behind a flit taken at edge N, the next one for this output is taken at N + n.
//   STOP/GO         as in flow_controller.hpp; `stopped` gates taking a flit from the buffer, so crossbar - 1 flits are
//                   still to come (`stages_after_grant`)
//
// Allocation per edge, all from the registers before it: worms that hold an output go on; free outputs then take the
// arbiter's pick of the headers that ask for them. An input sends at most one flit an edge, an output takes at most one.
//
// State is laid out per port; a further virtual channel is a further lane of the same arrays.
#pragma once

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/crossbar/crossbar.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::wormhole_switch {

/// What all switches of one kind share.
struct Params {
  std::uint8_t ports = 5;  ///< 2..64
  slack_buffer::Params buffer;
  flow_controller::Params flow;
  route_unit::Params route;
  router_arbiter::Policy arbiter = router_arbiter::Policy::round_robin;
  std::uint16_t header_delay = 1;  ///< cycles, data_delay + arbitration .. 1000 (papers: rd)
  std::uint16_t data_delay = 1;    ///< cycles, crossbar .. 1000 (papers: sd)
  std::uint16_t arbitration = 0;   ///< cycles of header_delay that begin with the release of the output
  std::uint16_t crossbar = 1;      ///< cycles of both delays from leaving the buffer to the output register, 1..64

  Violations violations() const;

  router_arbiter::Params arbiter_params() const { return {ports, arbiter}; }
  /// A header may be taken from the buffer when it is older than this.
  std::uint32_t header_wait() const { return header_delay - crossbar; }
  /// Likewise any other flit.
  std::uint32_t data_wait() const { return data_delay - crossbar; }
  /// Registers between the buffer and the output register.
  unsigned stages_after_grant() const { return crossbar - 1u; }
};

/// What is wired in at one place of the network.
struct Place {
  route_unit::Place route;
  PortMask wired = 0;  ///< outputs that have a link
  PortMask slow = 0;   ///< outputs whose link takes one flit in several cycles
};

struct InputPort {
  slack_buffer::State buffer;
  route_unit::State route;  ///< the output asked for, while asking
  Cycle front_at;           ///< a header may ask from this edge on (arbitration is charged behind the tail before it)
};

struct OutputPort {
  PortMask requests = 0;  ///< inputs whose header asks for this output
  Cycle free_at;          ///< a header may be taken from this edge on (arbitration is charged after a release)
  router_arbiter::State arbiter;
  std::uint64_t flits = 0;            ///< counter: flits sent
  Cycle link_free;                    ///< slow links: a flit may be taken for this output from this edge on
  std::uint16_t cycles_per_flit = 1;  ///< of the link, 1..1000; not a register: wired in by set_cycles_per_flit
};

/// Counters of what must not happen.
struct Faults {
  std::uint32_t overflows = 0;  ///< flits lost because a slack buffer was full
  std::uint32_t orphans = 0;    ///< flits outside any worm, discarded
  std::uint32_t truncated = 0;  ///< worms closed because a new header came before their tail
  std::uint32_t misrouted = 0;  ///< headers whose output has no link, discarded

  bool any() const { return (overflows | orphans | truncated | misrouted) != 0; }
};

struct State {
  InputPort* in = nullptr;
  OutputPort* out = nullptr;
  crossbar::State crossbar;
  flow_controller::State flow;
  PortMask occupied = 0;            ///< inputs whose buffer holds a flit
  PortMask requesting = 0;          ///< inputs whose header asks for an output
  PortMask wanted = 0;              ///< outputs that a header asks for
  Flit* stage_flits = nullptr;      ///< stages_after_grant rows of `ports` flits; the row used at edge N is N mod rows
  PortMask* stage_valid = nullptr;  ///< which flits of a row are there
  Faults faults;
};

/// What an edge samples.
struct Inputs {
  PortMask arrivals = 0;  ///< input ports with a flit on their wire
  PortMask stop_in = 0;   ///< output ports whose STOP wire is high
};

struct Result {
  PortMask stop_changed = 0;  ///< input ports whose stop_out differs from the cycle before
  bool awake = false;         ///< false: further edges without arrivals or changed stop_in change nothing
};

/// The link at output `port` takes one flit in `cycles` cycles. Behind bind().
void set_cycles_per_flit(Place& place, State& s, PortId port, std::uint16_t cycles);

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

inline PortMask stop_out(const Params& p, const State& s) { return flow_controller::stop_out(p.flow, s.flow); }

/// Flits inside: buffers and crossbar stages.
std::uint64_t flits_held(const Params& p, const State& s);

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  v.reg("occupied", s.occupied);
  v.reg("requesting", s.requesting);
  v.reg("wanted", s.wanted);
  crossbar::visit({p.ports}, s.crossbar, v);
  flow_controller::visit(p.flow, s.flow, v);
  v.reg("overflows", s.faults.overflows);
  v.reg("orphans", s.faults.orphans);
  v.reg("truncated", s.faults.truncated);
  v.reg("misrouted", s.faults.misrouted);
  for (unsigned i = 0; i < p.ports; ++i) {
    v.open("input", i);
    slack_buffer::visit(p.buffer, s.in[i].buffer, v);
    route_unit::visit(s.in[i].route, v);
    v.reg("front_at", s.in[i].front_at.value);
    v.close();
  }
  for (unsigned o = 0; o < p.ports; ++o) {
    v.open("output", o);
    v.reg("requests", s.out[o].requests);
    v.reg("free_at", s.out[o].free_at.value);
    router_arbiter::visit(p.arbiter_params(), s.out[o].arbiter, v);
    v.reg("flits", s.out[o].flits);
    v.reg("link_free", s.out[o].link_free.value);
    v.close();
  }
  for (unsigned row = 0; row < p.stages_after_grant(); ++row) {
    v.open("stage", row);
    v.reg("valid", s.stage_valid[row]);
    for (unsigned o = 0; o < p.ports; ++o) {
      v.open("output", o);
      v.reg("flit", s.stage_flits[row * p.ports + o]);
      v.close();
    }
    v.close();
  }
}

}  // namespace slackline::wormhole_switch
