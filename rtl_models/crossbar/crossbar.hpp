// crossbar: k x k, at most 1 flit from each input and 1 to each output in a cycle. A connection joins an input lane (a
// virtual channel of an input port) to an output lane (of an output port), and lasts from a worm's head to its tail;
// flits of several connections take turns at a port.
//
//            out 0   out 1   out 2
//   in 0 ------o-------o-------X----      X = connected: output_of#[0] = 2, input_of#[2] = 0
//   in 1 ------X-------o-------o----      connected#: input lanes in use, held#: output lanes in use
//
// Timing contract
//   connect / release at edge N -> the mapping in cycle N; a released output can be connected again at edge N+1
#pragma once

#include <cstdint>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::crossbar {

struct Params {
  std::uint8_t ports = 5;             ///< inputs and outputs, 1..64
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16

  Violations violations() const;
  unsigned lanes() const { return unsigned{ports} * virtual_channels; }
};

/// A virtual channel of a port.
struct Lane {
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
};

inline Lane lane_of(unsigned port, unsigned vc) {
  return {static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)};
}

/// Index of a lane in every array that has an element for each lane: those of a port are neighbours.
inline unsigned lane_index(unsigned port, unsigned vc, unsigned virtual_channels) {
  return port * virtual_channels + vc;
}
inline unsigned lane_index(Lane lane, unsigned virtual_channels) {
  return lane_index(lane.port, lane.vc, virtual_channels);
}

/// The lane at that index.
inline Lane lane_at(unsigned index, unsigned virtual_channels) {
  return lane_of(index / virtual_channels, index % virtual_channels);
}

struct State {
  PortMask* connected = nullptr;  ///< storage of the owner, per virtual channel: input ports whose lane holds an output
  PortMask* held = nullptr;       ///< storage of the owner, per virtual channel: output ports whose lane is held
  Lane* output_of = nullptr;      ///< storage of the owner, per input lane: its output lane (valid while connected)
  Lane* input_of = nullptr;       ///< storage of the owner, per output lane: its input lane (valid while held)
};

struct Inputs {
  bool connect = false;  ///< connect input to output: both must be free
  Lane input;
  Lane output;
  PortMask release = 0;         ///< input ports whose connection ends ...
  std::uint8_t release_vc = 0;  ///< ... on this virtual channel
};

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);

inline void connect(const Params& p, State& s, Lane input, Lane output) {
  s.connected[input.vc] |= bit(input.port);
  s.held[output.vc] |= bit(output.port);
  s.output_of[lane_index(input, p.virtual_channels)] = output;
  s.input_of[lane_index(output, p.virtual_channels)] = input;
}

inline void release(const Params& p, State& s, Lane input) {
  const Lane output = s.output_of[lane_index(input, p.virtual_channels)];
  s.connected[input.vc] &= ~bit(input.port);
  s.held[output.vc] &= ~bit(output.port);
}

/// One clock edge of the block alone: a connect of a lane in use is ignored, also of one released at this edge.
/// So is one of a lane that does not exist.
inline void step(const Params& p, State& s, const Inputs& in) {
  const bool exists = in.input.port < p.ports && in.output.port < p.ports && in.input.vc < p.virtual_channels &&
                      in.output.vc < p.virtual_channels;
  const bool free =
      exists && !has(s.connected[in.input.vc], in.input.port) && !has(s.held[in.output.vc], in.output.port);
  if (in.release_vc < p.virtual_channels)
    for_each_bit(in.release & s.connected[in.release_vc],
                 [&](unsigned port) { release(p, s, lane_of(port, in.release_vc)); });
  if (in.connect && free) connect(p, s, in.input, in.output);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Visitor& v) {
  for (unsigned vc = 0; vc < p.virtual_channels; ++vc) {
    v.open("vc", vc);
    v.reg("connected", s.connected[vc]);
    v.reg("held", s.held[vc]);
    v.close();
  }
  for (unsigned i = 0; i < p.lanes(); ++i) {
    v.open("lane", i);
    v.reg("output_of", s.output_of[i].port);
    v.reg("output_vc_of", s.output_of[i].vc);
    v.reg("input_of", s.input_of[i].port);
    v.reg("input_vc_of", s.input_of[i].vc);
    v.close();
  }
}

}  // namespace slackline::crossbar
