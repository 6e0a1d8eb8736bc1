// preemption_unit: gets the virtual channels of a switch's outputs for barrier messages, one a port at a time: a free
// one, or one that it takes from the worm that holds it (Sun, Cheung, Lin 2001, section 3).
//
//   offer, hold, free, held, going, barrier_stopped, link_busy --> [port#] --> send: nothing | word | request | end
//                                                                    |
//                                                                    `--> vc#, which no header and no worm may use  # = register
//
// The steps of an output, which are those of its crossbar (section 3, and Fig. 6):
//   idle      a message is offered. With a free virtual channel: `pass` at the same edge. With none that it may have:
//             waits. Otherwise it cuts the worm that holds one of them, from this edge on: `request`
//   pass      sends the two flits of the message, then the channel is free again
//   request   break data -> out, connect generator -> out; then sends the padding request, which names the channel; in
//             architecture III, which has no way of its own for it, when flits of some channel can move
//   connect   break generator -> out, connect barrier -> out
//   hold      sends the flits offered; `hold` cycles after the last one, or 16 times that after the cut, sends the
//             padding end: in the latter case only if a message has gone, or STOP holds it back. Each group has its own
//             `hold`: the longest counts of those whose messages have come since the cut
//   restore   break barrier -> out, connect data -> out
//   give      the worm may send at one edge before it can be cut again
//
// Architecture::waiting cuts nothing: it waits until a channel is free, and takes it only at an edge at which the first
// flit can go, so that no worm ever waits for a message that waits itself. Messages come before headers; but after each
// message the next edge at which a channel is free is left to the headers, if one asks for the output: so neither a
// stream of messages nor one of worms keeps the other out.
//
// Timing contract (nothing offered before; no STOP, the link free)
//   offered in cycle D - 1, a channel is free  -> first flit sent at edge D, second at D + 1; the channel is free again
//                                                 for headers from edge D + 2 on
//   the same, a worm is cut                    -> it sends no flit from edge D on; request at D + 2, first flit at
//                                                 D + preempt, second at D + preempt + 1
//   last flit sent at edge L, nothing offered  -> padding end at edge L + hold, worm goes on from edge L + hold + 2 on
//   a message that waits for a free channel does not keep it from headers that ask at the same edge: it comes first
// STOP of the barrier's buffer behind the link holds a message back, a link that is busy any flit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::preemption_unit {

/// Support for barriers in the switch (Figs 6, 7 and 8).
enum class Architecture : std::uint8_t {
  none,
  any_channel,     ///< I: a crossbar of its own reaches all inputs: any virtual channel can be preempted
  fixed_channel,   ///< II: it is as small as 2x2: one virtual channel of each link can be preempted, the last one
  moving_channel,  ///< III: there is none: a virtual channel can be preempted only while its flits can move
  waiting,         ///< nothing is preempted: a message waits for a free channel (Sivaram, Stunkel, Panda 1997)
};

/// Which of several virtual channels is taken from its worm.
enum class Victim : std::uint8_t { random, lowest };

struct Params {
  Architecture architecture = Architecture::any_channel;
  Victim victim = Victim::random;
  std::uint8_t virtual_channels = 4;  ///< 1..15
  std::uint8_t preempt = 6;  ///< cycles from the cut to the first flit of a message, 4..64 (papers: Tp, 6 to 10)

  Violations violations() const;
  bool is_on() const { return architecture != Architecture::none; }
  bool cuts_worms() const { return is_on() && architecture != Architecture::waiting; }
  /// Virtual channels that a barrier message may use.
  VcMask usable() const {
    return architecture == Architecture::fixed_channel ? vc_bit(virtual_channels - 1u) : first_vcs(virtual_channels);
  }
};

/// Cycles without a message after which a channel is given back (papers: T). 16 times that after the cut it is given
/// back in any case, but not before a slow link has taken the first message: the output would cut again in vain.
constexpr std::uint16_t usual_hold = 32, longest_hold = 4096;

/// Up to here the edges since a cut are counted: `hold` is compared with no more.
constexpr std::uint64_t most_since = 16u * longest_hold;

enum class Phase : std::uint8_t { idle, pass, request, connect, hold, restore, give };

struct Port {
  Phase phase = Phase::idle;
  std::uint8_t vc = 0;        ///< while not idle
  bool second = false;        ///< the first flit of a message has been sent
  bool used = false;          ///< a flit of a message has been sent since the cut
  bool headers_turn = false;  ///< waiting: a message has gone, and no edge with a free channel since
  std::uint16_t hold = 0;     ///< while a worm is cut: the longest of the groups whose messages have come
  Timer<> wait;               ///< the phase waits for an event at this edge, or after it
  Age<most_since> since;      ///< while a worm is cut: since this edge

  bool held_too_long(Cycle now) const { return now - since >= 16u * std::uint64_t{hold}; }
};

struct Counters {
  std::uint64_t preemptions = 0;  ///< worms cut
  std::uint64_t cut_cycles = 0;   ///< edges at which they were, of those that have ended
  std::uint64_t passed = 0;       ///< messages that got a free channel
};

/// The inputs of a port at an edge.
struct Inputs {
  bool offer = false;               ///< the barrier unit has a flit for this output
  bool stopped = false;             ///< STOP from the barrier buffer behind the link
  bool link_busy = false;           ///< the link still carries the flit before
  VcMask free = 0;                  ///< virtual channels that a header could have
  VcMask held = 0;                  ///< those that worms hold
  VcMask going = 0;                 ///< those with GO, or credits
  bool header_asks = false;         ///< for this output
  std::uint16_t hold = usual_hold;  ///< of the group whose message is offered, 1..longest_hold
};

enum class Send : std::uint8_t { nothing, word, request, end };

/// The virtual channel that data may not use, as a mask.
inline VcMask taken(const Port& s) { return s.phase == Phase::idle || s.phase == Phase::give ? 0 : vc_bit(s.vc); }

/// A worm is cut.
inline bool is_cut(const Port& s) { return s.phase >= Phase::request && s.phase <= Phase::restore; }

/// One of `channels`, which are not none. `random`: a register of its own, that goes on with each choice.
inline unsigned choose(const Params& p, std::uint32_t& random, VcMask channels) {
  if (p.victim == Victim::lowest) return lowest(channels);
  random ^= random << 13;  // xorshift32
  random ^= random >> 17;
  random ^= random << 5;
  return nth_set(channels, random % count_of(channels));
}

namespace detail {

inline Send send_word(Port& s, const Inputs& in) {
  if (!in.offer || (in.stopped && !s.second) || in.link_busy) return Send::nothing;
  s.second = !s.second;
  return Send::word;
}

inline Send pass(Port& s, Counters& n, const Inputs& in) {
  const Send sent = send_word(s, in);
  if (sent == Send::word && !s.second) {
    s.phase = Phase::idle;
    ++n.passed;
  }
  return sent;
}

inline Send hold(Port& s, Cycle now, const Inputs& in) {
  const bool too_long = s.held_too_long(now) && (s.used || in.stopped);
  if (s.second || (in.offer && !too_long)) {
    const Send sent = send_word(s, in);
    if (sent == Send::nothing) return sent;
    s.used = true;
    s.hold = std::max(s.hold, in.hold);
    s.wait = now + s.hold;
    return sent;
  }
  if ((now < s.wait && !too_long) || in.link_busy) return Send::nothing;
  s.phase = Phase::restore;
  s.wait = now + 2;
  return Send::end;
}

/// Nothing is cut: a message may have a channel that is free at this edge.
inline bool takes_its_turn(Port& s, const Inputs& in) {
  if (std::exchange(s.headers_turn, false) && in.header_asks) return false;
  s.headers_turn = !in.stopped && !in.link_busy;
  return s.headers_turn;
}

inline Send begin(const Params& p, Port& s, Counters& n, std::uint32_t& random, Cycle now, const Inputs& in) {
  if (!in.offer) return Send::nothing;
  if (const VcMask free = in.free & p.usable(); free != 0) {
    if (!p.cuts_worms() && !takes_its_turn(s, in)) return Send::nothing;
    s.vc = static_cast<std::uint8_t>(lowest(free));
    s.phase = Phase::pass;
    return pass(s, n, in);
  }
  if (!p.cuts_worms()) return Send::nothing;
  VcMask held = in.held & p.usable();
  if (p.architecture == Architecture::moving_channel) held &= in.going;
  if (held == 0) return Send::nothing;
  s.vc = static_cast<std::uint8_t>(choose(p, random, held));
  s.phase = Phase::request;
  s.wait = now + 2;
  s.since = now;
  s.used = false;
  s.hold = in.hold;
  ++n.preemptions;
  return Send::nothing;
}

}  // namespace detail

/// One clock edge of one port.
inline Send step(const Params& p, Port& s, Counters& n, std::uint32_t& random, Cycle now, const Inputs& in) {
  if (now < s.wait && s.phase != Phase::hold) return Send::nothing;
  switch (s.phase) {
    case Phase::idle: return detail::begin(p, s, n, random, now, in);
    case Phase::pass: return detail::pass(s, n, in);
    case Phase::request:
      if (in.link_busy || (p.architecture == Architecture::moving_channel && in.going == 0)) return Send::nothing;
      s.phase = Phase::connect;
      s.wait = std::max(now + 2, s.since + p.preempt);
      return Send::request;
    case Phase::connect:
      s.phase = Phase::hold;
      s.wait = now + s.hold;
      return detail::hold(s, now, in);
    case Phase::hold: return detail::hold(s, now, in);
    case Phase::restore:
      s.phase = Phase::give;
      n.cut_cycles += now - s.since;
      return Send::nothing;
    case Phase::give: s.phase = Phase::idle; return detail::begin(p, s, n, random, now, in);
  }
  return Send::nothing;
}

template <class S, class Visitor, IfState<S, Port> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  v.reg("phase", s.phase);
  v.reg("vc", s.vc);
  v.reg("second", s.second);
  v.reg("used", s.used);
  v.reg("headers_turn", s.headers_turn);
  v.reg("hold", s.hold);
  v.reg("wait", s.wait, now);
  Age<most_since> none(never);
  v.reg("since", is_cut(s) ? s.since : none, now);
}

/// `s`: the registers, which a loader has written before.
template <class N, class Visitor, IfState<N, Counters> = 0>
void visit_counters(const Port& s, N& n, Cycle now, Visitor& v) {
  v.reg("preemptions", n.preemptions);
  const std::uint64_t of_this_cut = is_cut(s) ? s.since.offset(now) : 0;
  std::uint64_t cut_cycles = n.cut_cycles + of_this_cut;  // hardware counts on while a worm is cut
  v.reg("cut_cycles", cut_cycles);
  if constexpr (is_loader<Visitor>) n.cut_cycles = cut_cycles - of_this_cut;
  v.reg("passed", n.passed);
}

}  // namespace slackline::preemption_unit
