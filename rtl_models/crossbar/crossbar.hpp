// crossbar: k x k, at most one output an input and one input an output; a connection lasts from a worm's head to its tail.
//
//            out 0   out 1   out 2
//   in 0 ------o-------o-------X----      X = connected: output_of#[0] = 2, input_of#[2] = 0
//   in 1 ------X-------o-------o----      connected#: inputs in use, held#: outputs in use
//
// Timing contract
//   connect / release at edge N -> the mapping in cycle N; a released output can be connected again at edge N+1
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::crossbar {

struct Params {
  std::uint8_t ports = 5;  ///< inputs and outputs, 1..64

  Violations violations() const;
};

struct State {
  PortMask connected = 0;             ///< inputs that hold an output
  PortMask held = 0;                  ///< outputs that are held
  std::uint8_t* output_of = nullptr;  ///< storage of the owner, per input: its output (valid while connected)
  std::uint8_t* input_of = nullptr;   ///< storage of the owner, per output: its input (valid while held)
};

struct Inputs {
  bool connect = false;  ///< connect input to output: both must be free
  std::uint8_t input = 0;
  std::uint8_t output = 0;
  PortMask release = 0;  ///< inputs whose connection ends
};

inline void connect(State& s, unsigned input, unsigned output) {
  s.connected |= bit(input);
  s.held |= bit(output);
  s.output_of[input] = static_cast<std::uint8_t>(output);
  s.input_of[output] = static_cast<std::uint8_t>(input);
}

inline void release(State& s, unsigned input) {
  s.connected &= ~bit(input);
  s.held &= ~bit(s.output_of[input]);
}

/// One clock edge of the block by itself: a connect of a port in use is ignored, also of one released at this edge.
/// So is one of a port that does not exist.
inline void step(const Params& p, State& s, const Inputs& in) {
  const bool exists = in.input < p.ports && in.output < p.ports;
  const bool free = exists && !has(s.connected, in.input) && !has(s.held, in.output);
  for_each_bit(in.release & s.connected, [&](unsigned input) { release(s, input); });
  if (in.connect && free) connect(s, in.input, in.output);
}

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  v.reg("connected", s.connected);
  v.reg("held", s.held);
  for (unsigned i = 0; i < p.ports; ++i) {
    v.open("map", i);
    v.reg("output_of", s.output_of[i]);
    v.reg("input_of", s.input_of[i]);
    v.close();
  }
}

}  // namespace slackline::crossbar
