// flow_controller: keeps a link's sender from filling the buffer behind the link. One bank serves up to 64 lanes (64
// ports of a switch on one virtual channel, or the virtual channels of a host), one bit a lane.
//
//   receiving end of a link                          sending end of a link
//   count --> [compare] --> stop# --> fc # --> stop_out   ...link...   stop_in --> fc # --> stopped#  (gates sending)
//              ^----------------'                                                  # = register
//
// Kinds
//   stop_go     the wire is a level: STOP when count >= stop_at, GO when count <= go_at, between them as before
//               (watermarks; papers: ks, kg)
//   busy_ready  the same with one watermark: BUSY while count >= stop_at, READY below it (go_at = stop_at - 1)
//   credit      the wire is a pulse: high for one cycle for each flit that has left the buffer. The sender counts the
//               room that is left, `credits`: one down for a flit sent, one up for a pulse, up to the buffer's size.
//               It may not send when there is none
//
//   freed --> stop# --> fc # --> stop_out             stop_in --> fc # --> credits# (one a lane) --> stopped#
//
// The kind is that of the buffers at this end. The sending end of a lane follows the kind of the buffer at the far end
// of its link: in a network of several kinds of switches some lanes of a bank may count credits, and others not.
//
// Timing contract, with fc_cycles = fc (0: no register besides the two named)
//   count reaches stop_at in cycle N  -> stop_out high in cycle N + 1 + fc
//   count falls to go_at in cycle N   -> stop_out low in cycle N + 1 + fc
//   stop_in sampled at edge N         -> `stopped` changes in cycle N + fc, and gates sending from edge N + fc + 1 on
//   credit: a flit leaves at edge N   -> stop_out high in cycle N + 1 + fc, for one cycle
//           stop_in high at edge N    -> one credit more in cycle N + fc, which can be spent from edge N + fc + 1 on
//           a flit is sent at edge N  -> one credit less in cycle N
//   as a block alone: the pin `sent` is high at the edge at which the flit is sent (before it, in cycle N - 1), `freed`
//   in the cycle after the one at which a flit leaves, as `count` changes then
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::flow_controller {

enum class Kind : std::uint8_t { stop_go, busy_ready, credit };

/// A kind with its word in a configuration and its line on the reference page.
struct NamedKind {
  Kind kind;
  std::string_view word, summary;
  std::string_view go_at_rule;  ///< how go_at follows from stop_at; empty: it is free, or not used
};
/// All kinds, in the order of the enumerators: the key, messages, the random networks and the tests use this list.
inline constexpr NamedKind all_kinds[] = {
    {Kind::stop_go, "stop_go",
     "STOP at one watermark, GO at a lower one: for long links, and where a buffer is to be emptied before it fills "
     "again",
     ""},
    {Kind::busy_ready, "busy_ready",
     "BUSY when the buffer is nearly full, from stop_at on, READY below it, as ServerNet routers do: the same with one "
     "watermark",
     "stop_at - 1"},
    {Kind::credit, "credit",
     "the sender counts the free places, and a pulse comes back for each flit that leaves: for small buffers that are "
     "to be used in full, and virtual cut-through",
     ""},
};
constexpr const NamedKind& named(Kind kind) { return all_kinds[static_cast<unsigned>(kind)]; }

/// The receiver returns a credit for each flit that leaves; receivers of other kinds send a level, decided at stop_at and go_at.
constexpr bool returns_credits(Kind kind) { return kind == Kind::credit; }
constexpr bool has_watermarks(Kind kind) { return !returns_credits(kind); }
/// go_at is a watermark of its own, which a user may choose.
constexpr bool has_free_go_at(Kind kind) { return has_watermarks(kind) && named(kind).go_at_rule.empty(); }
/// go_at for a kind with watermarks: `chosen` where it is free.
constexpr std::uint16_t go_at_for(Kind kind, std::uint16_t stop_at, std::uint16_t chosen) {
  return kind == Kind::busy_ready ? static_cast<std::uint16_t>(stop_at - 1) : chosen;
}
/// The words of the kinds for which `is_meant` holds, for a message: "stop_go or busy_ready".
std::string words_of(bool (*is_meant)(Kind));

/// Of the buffers at this end.
struct Params {
  std::uint16_t stop_at = 53;  ///< occupancy in flits at which STOP is sent, 1..32768 (papers: ks)
  std::uint16_t go_at = 17;    ///< occupancy in flits at which GO is sent, 0..stop_at - 1 (papers: kg)
  std::uint8_t fc_cycles = 0;  ///< registers that the signal passes at each end, 0..63
  Kind kind = Kind::stop_go;
  std::uint16_t credits = 1;    ///< credit: flits that the buffer at the other end of a link holds, 1..32768
  bool counts_credits = false;  ///< some lanes count credits, whatever the kind: set by the network

  Violations violations() const;
  bool has_credits() const { return returns_credits(kind); }
  /// Words of pipeline storage that one bank needs: fc stages at each end.
  std::size_t storage_words() const { return 2u * fc_cycles; }
};

struct State {
  PortMask* pipe = nullptr;  ///< storage of the owner: fc stages towards stop_out, then fc stages from stop_in
  PortMask stop = 0;         ///< STOP as decided, one cycle after the count; credit: the pulses
  PortMask stopped = 0;      ///< lanes that may not send
  PortMask level = 0;        ///< next value of `stop`: the comparators' output for the present counts (no register)
  std::uint16_t* credits = nullptr;  ///< credit: storage of the owner, one a lane: flits that may still be sent
  // Wired in:
  std::uint16_t* most_credits = nullptr;  ///< credit: storage of the owner, one a lane: size of the buffer ahead
  PortMask by_credit = 0;                 ///< lanes whose receiver returns credits; the others: levels
  PortMask unlimited = 0;                 ///< lanes whose receiver takes in every flit, and returns nothing
};

struct Inputs {
  std::uint16_t count = 0;  ///< occupancy of the slack buffer (lane 0)
  bool stop_in = false;     ///< the STOP wire of the outgoing link
  bool freed = false;       ///< credit: a flit has left the buffer
  bool sent = false;        ///< credit: a flit has been sent; only when not stopped
};

/// Lays the arrays of a bank of `lanes` lanes out in `arena`, as after reset. The receivers are of the kind of `p`.
void bind(const Params& p, State& s, unsigned lanes, Arena& arena);

/// The receiver of `lane` returns credits for a buffer of `credits` flits, or sends levels. After bind(); credits only
/// where p.kind or p.counts_credits says that there are any.
void set_receiver(State& s, unsigned lane, Kind kind, std::uint16_t credits);

/// The comparator of a lane, as a bit of `level`.
inline PortMask compared(const Params& p, const State& s, unsigned lane, unsigned count) {
  return PortMask{count > p.go_at && (count >= p.stop_at || has(s.stop, lane))} << lane;
}

/// The comparators. Gives the bank a lane's new count; needed only when it changed: the rule is idempotent.
inline void watch(const Params& p, State& s, unsigned lane, unsigned count) {
  if (count <= p.go_at) {  // below stop_at, too: the commonest case, without the rest
    s.level &= ~bit(lane);
    return;
  }
  s.level = (s.level & ~bit(lane)) | compared(p, s, lane, count);
}

/// credit: a flit has left the buffers of `lanes`.
inline void free_slots(State& s, PortMask lanes) { s.level |= lanes; }

/// A flit is sent on `lane`, which counts credits and is not stopped.
inline void spend(State& s, unsigned lane) {
  if (!has(s.unlimited, lane) && --s.credits[lane] == 0) s.stopped |= bit(lane);
}

/// `lane` counts credits: there is room for `flits` more flits.
inline bool has_room(const State& s, unsigned lane, unsigned flits) {
  return has(s.unlimited, lane) || s.credits[lane] >= flits;
}

/// The wires that leave this bank: STOP levels, or pulses.
inline PortMask stop_out(const Params& p, const State& s) {
  return p.fc_cycles == 0 ? s.stop : s.pipe[p.fc_cycles - 1];
}

/// One clock edge: registers take their next values; `stop_in` is what the edge samples. `levels_only` is for speed:
/// the caller knows that no buffer at either end works by credits.
template <bool levels_only = false>
inline void advance(const Params& p, State& s, PortMask stop_in) {
  PortMask arrived = stop_in;
  if (const unsigned fc = p.fc_cycles; fc != 0) {
    PortMask* out = s.pipe;
    PortMask* in = s.pipe + fc;
    arrived = in[fc - 1];
    for (unsigned i = fc - 1; i > 0; --i) {
      out[i] = out[i - 1];
      in[i] = in[i - 1];
    }
    out[0] = s.stop;
    in[0] = stop_in;
  }
  s.stop = s.level;
  if (levels_only) {
    s.stopped = arrived;
    return;
  }
  if (p.has_credits()) s.level = 0;
  s.stopped = (s.stopped & ~arrived & s.by_credit) | (arrived & ~s.by_credit);
  for_each_bit(arrived & s.by_credit & ~s.unlimited,
               [&](unsigned lane) { s.credits[lane] += s.credits[lane] < s.most_credits[lane]; });
}

/// True when further edges with the same inputs change nothing: the bank may sleep. With credits, a pulse that has not
/// been counted, or is still to be driven or withdrawn, keeps it awake.
template <bool levels_only = false>
inline bool settled(const Params& p, const State& s, PortMask stop_in) {
  const bool pulses = !levels_only && p.has_credits();
  const PortMask levels_in = levels_only ? ~PortMask{0} : ~s.by_credit;
  PortMask moving = (pulses ? s.stop | s.level : s.stop ^ s.level) | ((s.stopped ^ stop_in) & levels_in);
  for (unsigned i = 0; i < p.fc_cycles; ++i)
    moving |= (pulses ? s.pipe[i] : s.pipe[i] ^ s.stop) | (s.pipe[p.fc_cycles + i] ^ (stop_in & levels_in));
  return moving == 0;
}

/// credit: the bank will not be stepped any more; pulses that it drives, or has on their way out, end.
inline void withdraw(const Params& p, State& s) {
  if (!p.has_credits()) return;
  s.stop = 0;
  for (unsigned i = 0; i < p.fc_cycles; ++i) s.pipe[i] = 0;
}

/// One clock edge of a bank of one lane alone.
inline void step(const Params& p, State& s, const Inputs& in) {
  if (!p.has_credits())
    watch(p, s, 0, in.count);
  else if (in.freed)
    free_slots(s, 1);
  if (p.has_credits() && in.sent && !(s.stopped & 1)) spend(s, 0);
  advance(p, s, in.stop_in);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Visitor& v, unsigned lanes = 1) {
  v.reg("stop", s.stop);
  v.reg("stopped", s.stopped);
  for (unsigned i = 0; i < p.fc_cycles; ++i) {
    v.open("stage", i);
    v.reg("out", s.pipe[i]);
    v.reg("in", s.pipe[p.fc_cycles + i]);
    v.close();
  }
  if (p.has_credits()) v.reg("freed", s.level);
  if (!p.has_credits() && !p.counts_credits) return;
  for (unsigned i = 0; i < lanes; ++i) {
    v.open("lane", i);
    v.reg("credits", s.credits[i]);
    v.close();
  }
}

}  // namespace slackline::flow_controller
