// crossbar: k x k, at most 1 flit from each input and 1 to each output in a cycle. A connection joins an input lane (a
// virtual channel of an input port) to an output lane (of an output port), and lasts from a worm's head to its tail;
// flits of several connections take turns at a port.
//
//            out 0   out 1   out 2
//   in 0 ------o-------o-------X----      X = connected: output_of#[0] = 2, input_of#[2] = 0
//   in 1 ------X-------o-------o----      connected#: input lanes in use, held#: output lanes in use
//
// An injected fault may place a worm at a free output lane: it holds the lane, and comes from no input. input_of then has
// no lane: its vc is `placed`, its port 1 if the worm is one that moves.
//
// Timing contract
//   connect / release at edge N -> the mapping in cycle N; a released output can be connected again at edge N+1
#pragma once

#include <cstdint>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::crossbar {

struct Params {
  std::uint16_t ports = 5;            ///< inputs and outputs, 1..256
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16

  Violations violations() const;
  unsigned lanes() const { return unsigned{ports} * virtual_channels; }
  /// Words of State::connected, and of State::held.
  unsigned masks() const { return banks_of(ports) * virtual_channels; }
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
  // Storage of the owner, per bank of ports and virtual channel, at mask_index:
  PortMask* connected = nullptr;  ///< input ports whose lane holds an output
  PortMask* held = nullptr;       ///< output ports whose lane is held
  Lane* output_of = nullptr;      ///< storage of the owner, per input lane: its output lane (valid while connected)
  Lane* input_of = nullptr;       ///< storage of the owner, per output lane: its input lane (valid while held)
};

struct Inputs {
  bool connect = false;  ///< connect input to output: both must be free
  Lane input;
  Lane output;
  PortSet release;              ///< input ports whose connection ends ...
  std::uint8_t release_vc = 0;  ///< ... on this virtual channel
};

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);

/// Where the bit of a lane is: in the word of its port's bank and virtual channel. `Ports`: PortMask where there is one
/// bank.
template <class Ports>
unsigned mask_index(const Params& p, Lane lane) {
  if constexpr (std::is_same_v<Ports, PortMask>) return lane.vc;
  return lane.port / ports_of_bank * p.virtual_channels + lane.vc;
}
inline bool is_connected(const Params& p, const State& s, Lane input) {
  return has(s.connected[mask_index<PortSet>(p, input)], input.port % ports_of_bank);
}
inline bool is_held(const Params& p, const State& s, Lane output) {
  return has(s.held[mask_index<PortSet>(p, output)], output.port % ports_of_bank);
}

template <class Ports = PortSet>
void connect(const Params& p, State& s, Lane input, Lane output) {
  s.connected[mask_index<Ports>(p, input)] |= bit_in_bank(input.port);
  s.held[mask_index<Ports>(p, output)] |= bit_in_bank(output.port);
  s.output_of[lane_index(input, p.virtual_channels)] = output;
  s.input_of[lane_index(output, p.virtual_channels)] = input;
}

template <class Ports = PortSet>
void release(const Params& p, State& s, Lane input) {
  const Lane output = s.output_of[lane_index(input, p.virtual_channels)];
  s.connected[mask_index<Ports>(p, input)] &= ~bit_in_bank(input.port);
  s.held[mask_index<Ports>(p, output)] &= ~bit_in_bank(output.port);
}

inline constexpr std::uint8_t placed = 255;  ///< Lane::vc in input_of, of a worm that comes from no input

/// The output lane, which is held, is so by a worm that a fault has placed.
inline bool is_placed(const Params& p, const State& s, Lane output) {
  return s.input_of[lane_index(output, p.virtual_channels)].vc == placed;
}
/// That worm does not move.
inline bool is_placed_standing(const Params& p, const State& s, Lane output) {
  const Lane owner = s.input_of[lane_index(output, p.virtual_channels)];
  return owner.vc == placed && owner.port == 0;
}
/// Places a worm at an output lane that is free.
inline void place(const Params& p, State& s, Lane output, bool moves) {
  s.held[mask_index<PortSet>(p, output)] |= bit_in_bank(output.port);
  s.input_of[lane_index(output, p.virtual_channels)] = {static_cast<std::uint8_t>(moves), placed};
}
/// Takes it away.
inline void remove_placed(const Params& p, State& s, Lane output) {
  s.held[mask_index<PortSet>(p, output)] &= ~bit_in_bank(output.port);
  s.input_of[lane_index(output, p.virtual_channels)] = {};
}

/// One clock edge of the block alone: a connect of a lane in use is ignored, also of one released at this edge.
/// So is one of a lane that does not exist.
inline void step(const Params& p, State& s, const Inputs& in) {
  const bool exists = in.input.port < p.ports && in.output.port < p.ports && in.input.vc < p.virtual_channels &&
                      in.output.vc < p.virtual_channels;
  const bool free = exists && !is_connected(p, s, in.input) && !is_held(p, s, in.output);
  if (in.release_vc < p.virtual_channels)
    for_each_bit(in.release & first_ports_of_banks(p.ports), [&](unsigned port) {
      const Lane input = lane_of(port, in.release_vc);
      if (is_connected(p, s, input)) release(p, s, input);
    });
  if (in.connect && free) connect(p, s, in.input, in.output);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Visitor& v) {
  for (unsigned vc = 0; vc < p.virtual_channels; ++vc) {
    v.open("vc", vc);
    visit_banks(p.ports, v, [&](unsigned bank) {
      v.reg("connected", s.connected[bank * p.virtual_channels + vc]);
      v.reg("held", s.held[bank * p.virtual_channels + vc]);
    });
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
