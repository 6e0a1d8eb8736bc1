// wormhole_switch: k ports with up to 16 virtual channels each, input-buffered; a worm holds an output's virtual
// channel from head to tail.
//
//   lane = one virtual channel (VC) of one port
//
//   flit_in[i] -> slack_buffer[i,v] -> route_unit -> requests[o,v]# -> allocation -> crossbar -> stages# -> flit_out[o]
//                     | count, freed                                      ^
//                     v                                                   | stopped#
//   stop_out[i] <- flow_controller[v] <------------------------------ stop_in[o]                       # = register
//
// Timing contract (zero load; W = edge at which a flit is written into the slack buffer)
//   header          on flit_out at W + header_delay  (rd = buffer read + routing + arbitration + crossbar)
//   other flits     on flit_out at W + data_delay    (sd = buffer read + crossbar), one flit a cycle
//   A waiting header has buffer read and routing behind it. When the output lane is released, or the tail before it in
//   its own buffer leaves, at edge R (the tail is taken from the buffer), it is taken at R + 1 + arbitration, and is on
//   flit_out crossbar - 1 edges later. With header_delay 1 a new header may win an output every cycle.
//   A link of one flit in n cycles: behind a flit taken at edge N, the next one for this output is taken at N + n.
//   Routes from the source, stripped: the route flit is taken when the header would be, and dropped; the flit behind it
//   becomes the header, and follows as data: on flit_out at the later of W + rd + 1 and W + sd + n, on links of one
//   flit in n cycles (n = 1: one cycle later than the header would be, as rd >= sd).
//   STOP/GO, credits: as in flow_controller.hpp; `stopped` gates taking a flit from the buffer, so crossbar - 1 flits
//   are still to come (`stages_after_grant`). Virtual cut-through: see Switching.
//
// Allocation per edge, all from the registers before it: separable, input first, one iteration.
//   1. Each lane whose next flit may leave bids: a worm for its output lane, a header for its output if a lane of it
//      that routing allows is free and not stopped.
//   2. An input port with several bids keeps one: of the lane least recently chosen, whether or not that one then sent
//      a flit. (A pointer that goes round would starve lanes here: a lane whose link takes one flit in two cycles bids
//      in every other cycle, and may meet the pointer at the same place each time. A choice that stays with a lane
//      until it has sent would let a lane that its output's arbiter starves hold up the others of its port.)
//   3. At each output the arbiter picks one of the headers that are left; it, and the worms that are left, share the
//      link flit by flit: the VC least recently served goes first, so that VCs which all have flits go round. A header
//      takes the lowest output lane that it may have, with its first flit.
// So an input sends at most one flit an edge, an output takes at most one. With one VC nothing is left to decide in 2
// and 3 but the arbiter's pick.
#pragma once

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/crossbar/crossbar.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::wormhole_switch {

inline constexpr unsigned most_virtual_channels = 16;

enum class Switching : std::uint8_t {
  wormhole,  ///< flits are held back one by one
  /// A header leaves only when the buffer behind has room for its packet, which then is not held back.
  virtual_cut_through,
};

/// What all switches of one kind share.
struct Params {
  std::uint8_t ports = 5;  ///< 2..64
  slack_buffer::Params buffer;
  flow_controller::Params flow;
  route_unit::Params route;
  router_arbiter::Policy arbiter = router_arbiter::Policy::round_robin;
  std::uint16_t header_delay = 1;     ///< cycles, data_delay + arbitration .. 1000 (papers: rd)
  std::uint16_t data_delay = 1;       ///< cycles, crossbar .. 1000 (papers: sd)
  std::uint16_t arbitration = 0;      ///< cycles of header_delay that begin with the release of the output
  std::uint16_t crossbar = 1;         ///< cycles of both delays from leaving the buffer to the output register, 1..64
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16; a slack buffer each
  Switching switching = Switching::wormhole;
  /// virtual_cut_through: flits of the longest packet, 1..65535. With credits a header waits for so many; STOP holds
  /// back headers only, and the buffer must have room for the rest of a packet (network::smallest_buffer).
  std::uint16_t longest_packet = 1;
  /// Packets end in a CRC-8 over all that is before it; where a route flit is stripped, it is brought up to date.
  bool trailing_crc = false;

  Violations violations() const;
  /// With what the blocks inside need to know of one another: the virtual channels and ports of the route unit, the
  /// credits of the flow controller.
  Params completed() const;

  unsigned lanes() const { return unsigned{ports} * virtual_channels; }
  router_arbiter::Params arbiter_params() const { return {ports, arbiter}; }
  /// Among the virtual channels of a port.
  router_arbiter::Params vc_arbiter_params() const { return {virtual_channels, router_arbiter::Policy::matrix}; }
  crossbar::Params crossbar_params() const { return {ports, virtual_channels}; }
  /// A header may be taken from the buffer when it is older than this.
  std::uint32_t header_wait() const { return header_delay - crossbar; }
  /// Likewise any other flit.
  std::uint32_t data_wait() const { return data_delay - crossbar; }
  /// Registers between the buffer and the output register.
  unsigned stages_after_grant() const { return crossbar - 1u; }
  bool strips_routes() const { return route.kind == route_unit::Kind::source_stripped; }
  bool has_credits() const { return flow.kind == flow_controller::Kind::credit; }
  /// A header chooses among output ports.
  bool has_choice() const { return route.has_choice(); }
  /// Adaptive routing: a virtual channel that is not an escape channel.
  bool is_adaptive(unsigned vc) const { return route.choice == route_unit::Choice::adaptive && vc >= route.classes; }
  /// Every header comes to the front of its buffer, where it may turn to an escape channel: in virtual cut-through a
  /// packet whose head is in a buffer leaves the one before it, and with credits none enters a buffer behind another.
  /// With STOP and wormhole switching a header may stand behind the rest of another packet, in a full buffer.
  bool headers_reach_escapes() const {
    return route.choice != route_unit::Choice::adaptive || has_credits() || switching == Switching::virtual_cut_through;
  }
  /// What most networks are: wormhole switching by levels of STOP, and headers that no switch changes, and that have no
  /// choice.
  bool plain() const {
    return !has_credits() && switching == Switching::wormhole && !strips_routes() && !route.changes_headers() &&
           !has_choice();
  }
  /// The commonest case of all, for which the step has a form of its own.
  bool one_plain_vc() const { return virtual_channels == 1 && plain(); }
};

/// What is wired in at one place of the network.
struct Place {
  route_unit::Place route;
  PortMask wired = 0;  ///< outputs that have a link
  PortMask slow = 0;   ///< outputs whose link takes one flit in several cycles
};

/// A virtual channel of an input port.
struct InputLane {
  slack_buffer::State buffer;
  route_unit::State route;      ///< the output asked for, while asking
  bool promote = false;         ///< the route flit before has been stripped: the next flit becomes the header
  std::uint8_t crc_update = 0;  ///< what the stripped route flit adds to the CRC so far
  std::uint16_t peak = 0;       ///< counter: most flits that the buffer has held
  /// A header may ask from this edge on (arbitration is charged behind the tail before it); while one asks, the edge at
  /// which it began.
  Cycle ask_at;
  /// Counter: sum of the edges at which flits left the buffer, less those of their writes.
  std::uint64_t occupancy = 0;
};

/// Counters of what headers at the front of a lane's buffer have waited. Not in InputLane: whoever waited for nothing
/// leaves them alone, and what each flit touches stays close together.
struct HeaderWaits {
  std::uint64_t cycles = 0;       ///< that headers have asked before they were let go
  std::uint64_t hol_blocked = 0;  ///< of them, those with another header behind in the buffer
};

/// A virtual channel of an output port.
struct OutputLane {
  PortMask requests =
      0;          ///< input ports whose lane of this number has a header that asks for this output (any lane of it)
  Cycle free_at;  ///< a header may take this lane from this edge on (arbitration is charged after a release)
};

struct OutputPort {
  router_arbiter::State arbiter;
  std::uint64_t flits = 0;  ///< counter: flits sent
};

/// What of an output port is touched less often than by each flit.
struct OutputLink {
  std::uint64_t demanded = 0;         ///< counter of edges, see demanded_cycles()
  Cycle demanded_to;                  ///< likewise
  Cycle link_free;                    ///< slow links: a flit may be taken for this output from this edge on
  std::uint16_t cycles_per_flit = 1;  ///< of the link, 1..1000; not a register: wired in by set_cycles_per_flit
};

/// Counters of what must not happen.
struct Faults {
  std::uint32_t overflows = 0;  ///< flits lost because a slack buffer was full
  std::uint32_t orphans = 0;    ///< flits outside any worm, discarded
  std::uint32_t truncated = 0;  ///< worms closed because a new header came before their tail
  std::uint32_t misrouted = 0;  ///< headers whose output has no link, discarded
  std::uint32_t empty = 0;      ///< packets with nothing behind a route flit that was stripped

  bool any() const { return (overflows | orphans | truncated | misrouted | empty) != 0; }
};

/// What a virtual channel is to all ports at once: one bit a port.
struct VirtualChannel {
  PortMask occupied = 0;    ///< input ports whose buffer holds a flit
  PortMask requesting = 0;  ///< input ports whose header asks for an output
  flow_controller::State flow;
};

struct State {
  InputLane* in = nullptr;                         ///< per lane, at crossbar::lane_index
  OutputLane* out_lane = nullptr;                  ///< likewise
  OutputPort* out = nullptr;                       ///< per port
  OutputLink* link = nullptr;                      ///< per output port
  HeaderWaits* waits = nullptr;                    ///< per input lane
  router_arbiter::State* among_inputs = nullptr;   ///< per input port: among its VCs, where there is more than one
  router_arbiter::State* among_outputs = nullptr;  ///< per output port: likewise
  VirtualChannel* vc = nullptr;                    ///< per VC
  route_unit::Options* options = nullptr;          ///< per lane, with a choice: what its header chooses from
  crossbar::State crossbar;
  PortMask wanted = 0;  ///< outputs that a header asks for
  // What follows from the registers, kept so that an edge visits only VCs with work; of no meaning with one VC.
  VcMask with_flits = 0;             ///< VCs with `occupied`
  VcMask unsettled = 0;              ///< VCs whose flow controllers have something under way
  Flit* stage_flits = nullptr;       ///< stages_after_grant rows of `ports` flits; the row used at edge N is N mod rows
  PortMask* stage_valid = nullptr;   ///< which flits of a row are there
  std::uint64_t stripped = 0;        ///< counter: route flits stripped
  std::uint64_t aborts_dropped = 0;  ///< counter: aborts of worms of which only route flits had come
  Faults faults;
};

/// What an edge samples.
struct Inputs {
  PortMask arrivals = 0;              ///< input ports with a flit on their wire
  const PortMask* stop_in = nullptr;  ///< per VC: output ports whose STOP or credit wire is high
  /// VCs of which stop_in differs from the edge before, or holds credits; more may be named.
  VcMask stop_changed = static_cast<VcMask>(~0u);
};

/// The link at output `port` takes one flit in `cycles` cycles. Behind bind().
void set_cycles_per_flit(Place& place, State& s, PortId port, std::uint16_t cycles);

/// Behind output `port` is a receiver that takes in every flit and returns no credits: a host. Behind bind().
void set_unlimited(const Params& p, State& s, PortId port);

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

/// The wires that leave the input ports on one VC, a bit a port: STOP levels, or credits.
inline PortMask stop_out(const Params& p, const State& s, unsigned vc) {
  return flow_controller::stop_out(p.flow, s.vc[vc].flow);
}

/// Edges before `now` at which output `port` was in demand: a header asked for it, a worm held it, or its link was busy
/// with a flit. Those with a flit on the link are link_busy_cycles(); at the others it was stalled. A flit counts from
/// the edge on at which it is taken from the buffer, crossbar - 1 cycles before it is on the link.
///
///   header asks          tail goes                     the edge of the tail counts, and on a slow link those that the
///   |<--- in demand ------->|  cycles_per_flit - 1 |   tail takes there
///
/// While the output is in demand the register holds the sum less the edge at which that began; a sum and an edge
/// (demanded_to) while it is not. So each spell costs an addition at either end, and a cycle in between nothing.
std::uint64_t demanded_cycles(const Params& p, const State& s, PortId port, Cycle now);
std::uint64_t link_busy_cycles(const State& s, PortId port, Cycle now);

/// Sum over the edges before `now` of the flits in the buffer of a lane: divided by them, its mean occupancy. (Little:
/// the flits in it, summed over time, are the times that flits spend there, summed over flits.)
inline std::uint64_t occupancy_sum(const InputLane& lane, Cycle now) {
  return lane.occupancy + lane.buffer.count * now.value;
}

/// Flits inside: buffers and crossbar stages.
std::uint64_t flits_held(const Params& p, const State& s);

/// Flits lost inside, whatever the reason.
inline std::uint64_t flits_discarded(const State& s) {
  return std::uint64_t{s.faults.overflows} + s.faults.orphans + s.faults.misrouted + s.aborts_dropped;
}

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  v.reg("wanted", s.wanted);
  v.reg("stripped", s.stripped);
  v.reg("aborts_dropped", s.aborts_dropped);
  crossbar::visit(p.crossbar_params(), s.crossbar, v);
  v.reg("overflows", s.faults.overflows);
  v.reg("orphans", s.faults.orphans);
  v.reg("truncated", s.faults.truncated);
  v.reg("misrouted", s.faults.misrouted);
  v.reg("empty", s.faults.empty);
  for (unsigned c = 0; c < p.virtual_channels; ++c) {
    v.open("vc", c);
    v.reg("occupied", s.vc[c].occupied);
    v.reg("requesting", s.vc[c].requesting);
    flow_controller::visit(p.flow, s.vc[c].flow, v, p.ports);
    v.close();
  }
  for (unsigned i = 0; i < p.lanes(); ++i) {
    v.open("lane", i);
    slack_buffer::visit(p.buffer, s.in[i].buffer, v);
    route_unit::visit(s.in[i].route, v);
    v.reg("promote", s.in[i].promote);
    v.reg("crc_update", s.in[i].crc_update);
    v.reg("ask_at", s.in[i].ask_at.value);
    v.reg("occupancy", s.in[i].occupancy);
    v.reg("header_wait", s.waits[i].cycles);
    v.reg("hol_blocked", s.waits[i].hol_blocked);
    v.reg("peak", s.in[i].peak);
    if (p.has_choice()) route_unit::visit(s.options[i], v);
    v.reg("requests", s.out_lane[i].requests);
    v.reg("free_at", s.out_lane[i].free_at.value);
    v.close();
  }
  for (unsigned o = 0; o < p.ports; ++o) {
    v.open("port", o);
    router_arbiter::visit(p.arbiter_params(), s.out[o].arbiter, v);
    v.reg("flits", s.out[o].flits);
    v.reg("demanded", s.link[o].demanded);
    v.reg("demanded_to", s.link[o].demanded_to.value);
    v.reg("link_free", s.link[o].link_free.value);
    if (p.virtual_channels > 1) {
      v.open("in_vcs", 0);
      router_arbiter::visit(p.vc_arbiter_params(), s.among_inputs[o], v);
      v.close();
      v.open("link_vcs", 0);
      router_arbiter::visit(p.vc_arbiter_params(), s.among_outputs[o], v);
      v.close();
    }
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
