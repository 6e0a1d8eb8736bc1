// flow_controller: STOP/GO on a link. One bank serves up to 64 lanes (the ports of a switch), one bit a lane.
//
//   receiving end of a link                          sending end of a link
//   count --> [compare] --> stop# --> fc # --> stop_out   ...link...   stop_in --> fc # --> stopped#  (gates sending)
//              ^----------------'                                                  # = register
//
// Rule: STOP when count >= stop_at, GO when count <= go_at, between them as before (watermarks; papers: ks, kg).
//
// Timing contract, with fc_cycles = fc (0: no register besides the two named)
//   count reaches stop_at in cycle N  -> stop_out high in cycle N + 1 + fc
//   count falls to go_at in cycle N   -> stop_out low in cycle N + 1 + fc
//   stop_in sampled at edge N         -> `stopped` changes in cycle N + fc, and gates sending from edge N + fc + 1 on
#pragma once

#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::flow_controller {

struct Params {
  std::uint16_t stop_at = 53;  ///< occupancy in flits at which STOP is sent, 1..32768 (papers: ks)
  std::uint16_t go_at = 17;    ///< occupancy in flits at which GO is sent, 0..stop_at - 1 (papers: kg)
  std::uint8_t fc_cycles = 0;  ///< registers that the signal passes at each end, 0..63

  Violations violations() const;
  /// Words of pipeline storage that one bank needs: fc stages at each end.
  std::size_t storage_words() const { return 2u * fc_cycles; }
};

struct State {
  PortMask* pipe = nullptr;  ///< storage of the owner: fc stages towards stop_out, then fc stages from stop_in
  PortMask stop = 0;         ///< STOP as decided, one cycle behind the count
  PortMask stopped = 0;      ///< lanes that may not send
  PortMask level = 0;        ///< next value of `stop`: the comparators' output for the present counts (no register)
};

struct Inputs {
  std::uint16_t count = 0;  ///< occupancy of the slack buffer (lane 0)
  bool stop_in = false;     ///< the STOP wire of the outgoing link
};

/// The comparators: what STOP becomes, given what it is and the occupancy.
inline bool stop_level(const Params& p, bool stop, unsigned count) {
  return count >= p.stop_at || (stop && count > p.go_at);
}

/// Tells the bank a lane's new count. Needed only when it changed: the rule is idempotent.
inline void watch(const Params& p, State& s, unsigned lane, unsigned count) {
  const PortMask stop = PortMask{stop_level(p, has(s.stop, lane), count)} << lane;
  s.level = (s.level & ~bit(lane)) | stop;
}

/// The STOP wires that leave this bank.
inline PortMask stop_out(const Params& p, const State& s) {
  return p.fc_cycles == 0 ? s.stop : s.pipe[p.fc_cycles - 1];
}

/// One clock edge: registers take their next values; `stop_in` is what the edge samples.
inline void advance(const Params& p, State& s, PortMask stop_in) {
  if (const unsigned fc = p.fc_cycles; fc != 0) {
    PortMask* out = s.pipe;
    PortMask* in = s.pipe + fc;
    s.stopped = in[fc - 1];
    for (unsigned i = fc - 1; i > 0; --i) {
      out[i] = out[i - 1];
      in[i] = in[i - 1];
    }
    out[0] = s.stop;
    in[0] = stop_in;
  } else {
    s.stopped = stop_in;
  }
  s.stop = s.level;
}

/// True when further edges with the same inputs change nothing: the bank may sleep.
inline bool settled(const Params& p, const State& s, PortMask stop_in) {
  PortMask moving = (s.stop ^ s.level) | (s.stopped ^ stop_in);
  for (unsigned i = 0; i < p.fc_cycles; ++i) moving |= (s.pipe[i] ^ s.stop) | (s.pipe[p.fc_cycles + i] ^ stop_in);
  return moving == 0;
}

/// One clock edge of a bank of one lane by itself.
inline void step(const Params& p, State& s, const Inputs& in) {
  watch(p, s, 0, in.count);
  advance(p, s, in.stop_in);
}

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  v.reg("stop", s.stop);
  v.reg("stopped", s.stopped);
  for (unsigned i = 0; i < p.fc_cycles; ++i) {
    v.open("stage", i);
    v.reg("out", s.pipe[i]);
    v.reg("in", s.pipe[p.fc_cycles + i]);
    v.close();
  }
}

}  // namespace slackline::flow_controller
