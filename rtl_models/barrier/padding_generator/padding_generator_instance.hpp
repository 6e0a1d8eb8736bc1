// One bank of padding generators with registers of its own: for a module, a test, lockstep.
//
// In a switch the edge is a part of the switch's: barrier/switch_side.hpp. Here it is one step: first the
// inputs of the lanes, then the padding that is written after them. A flit, a request and an end for one lane come at
// different edges; if they do not, they count in this order.
#pragma once

#include <vector>

#include "rtl_models/barrier/padding_generator/padding_generator.hpp"
#include "rtl_models/common/checked.hpp"

namespace slackline::padding_generator {

struct Params {
  std::uint16_t ports = 4;  ///< of the switch, 1..64: a lane each; in a switch there may be 256
  std::uint8_t delay = 2;   ///< cycles from a request to padding, 1..16

  Violations violations() const {
    Violations found;
    check_range(found, "ports", ports, 1, 64);
    check_range(found, "delay", delay, 1, 16);
    return found;
  }
};

/// The inputs of a bank at an edge, a bit a lane.
struct Inputs {
  PortMask requests = 0;  ///< a padding request has come
  PortMask ends = 0;      ///< a padding end has come
  PortMask flits = 0;     ///< a flit of a worm has come
  PortMask opens = 0;     ///< of them: headers
  PortMask closes = 0;    ///< of them: tails
  PortMask room = 0;      ///< padding may be written: nothing else is at this edge, and the buffer is nearly empty
};

class Instance {
 public:
  explicit Instance(const Params& p) : params(checked(p, "padding_generator")), lanes_(p.ports) { reset(); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge.
  void reset() {
    lanes_.assign(params.ports, Lane());
    state = State();
    state.lanes = lanes_.data();
    padding = 0;
    now = Cycle();
  }
  void step(const Inputs& in) {
    for_each_bit(in.flits, [&](unsigned i) { note(state, i, has(in.opens, i), has(in.closes, i)); });
    for_each_bit(in.requests, [&](unsigned i) { request(state, i, now, params.delay); });
    for_each_bit(in.ends, [&](unsigned i) { end(state, i, now, params.delay); });
    padding = generating(state, now).bank[0] & in.room;
    state.flits += count_of(padding);
    now = now + 1;
  }
  template <class Visitor>
  void visit(Visitor& v) const {
    padding_generator::visit(state, params.ports, now, v);
    visit_counters(state, v);
  }

  const Params params;
  State state;
  PortMask padding = 0;  ///< lanes into which padding has been written at the last edge
  Cycle now;             ///< the next edge, counted from reset

 private:
  std::vector<Lane> lanes_;
};

}  // namespace slackline::padding_generator
