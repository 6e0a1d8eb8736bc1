// The registers and counters of a wormhole_switch. The rules are in wormhole_switch.hpp.
#pragma once

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/link_pacer.hpp"
#include "rtl_models/common/register_times.hpp"
#include "rtl_models/crossbar/crossbar.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"
#include "rtl_models/wormhole_switch/params.hpp"

namespace slackline::wormhole_switch {

/// A virtual channel of an input port. Its counters are among its registers, as the same edges touch them.
struct InputLane {
  slack_buffer::State buffer;
  route_unit::State route;  ///< the output asked for, while asking
  /// The route flit before has been stripped, and the next flit becomes the header: 1; with the mark that it had: 2.
  std::uint8_t promote = 0;
  std::uint8_t crc_update = 0;  ///< what the stripped route flit adds to the CRC so far
  std::uint16_t peak = 0;       ///< counter: most flits that the buffer has held
  /// A header may ask from this edge on (arbitration is charged behind the tail before it); while one asks, the edge at
  /// which it began.
  Cycle ask_at;
  /// Counter: sum of the edges at which flits left the buffer, less those of their writes.
  std::uint64_t occupancy = 0;
};

/// Counters of how long headers at the front of a lane's buffer have waited. Not in InputLane: a header that waits for
/// nothing leaves them alone, and the data that each flit touches stays close together.
struct HeaderWaits {
  std::uint64_t cycles = 0;       ///< that headers have asked before they were let go
  std::uint64_t hol_blocked = 0;  ///< of them, those with another header further back in the buffer
};

/// With Params::worm_timeout, of an input lane: since when its worm could go on, and its buffer has been empty.
struct Starving {
  Age<> since;
};

/// Padding or an abort for which the sender upstream has spent no credit; on the link they have no data.
inline bool is_made_here(Flit flit) {
  return (flit.kind() == FlitKind::padding || flit.kind() == FlitKind::abort) && flit.data() != 0;
}

/// A virtual channel of an output port. A switch of several banks has one for each bank of input ports.
struct OutputLane {
  PortMask requests =
      0;            ///< input ports whose lane of this number has a header that asks for this output (any lane of it)
  Timer<> free_at;  ///< a header may take this lane from this edge on (arbitration is charged after a release); of the
                    ///< first bank only
};

struct OutputPort {
  router_arbiter::State arbiter;
  std::uint64_t flits = 0;  ///< counter: flits sent
};

/// Edges at which an output was in demand, see demanded_cycles().
struct DemandCounters {
  std::uint64_t demanded = 0;
  Cycle demanded_to;
};

/// Rarely used state of an output port.
struct OutputLink : DemandCounters {
  LinkPacer pacer;                ///< slow links: when the next flit may be taken for this output
  CyclesPerFlit cycles_per_flit;  ///< of the link; not a register: wired in by set_cycles_per_flit
};

/// Counters of events that must not happen.
struct ProtocolErrors {
  std::uint32_t overflows = 0;  ///< flits lost because a slack buffer was full
  std::uint32_t orphans = 0;    ///< flits outside any worm, discarded
  std::uint32_t truncated = 0;  ///< worms closed because a new header came before their tail
  std::uint32_t misrouted = 0;  ///< headers whose output has no link, discarded
  std::uint32_t empty = 0;      ///< packets with no flit after a route flit that was stripped
  std::uint32_t timed_out = 0;  ///< worms closed because nothing more of them came: Params::worm_timeout

  bool any() const { return (overflows | orphans | truncated | misrouted | empty | timed_out) != 0; }
};

/// State of a virtual channel at all ports of a bank together: one bit a port.
struct VirtualChannel {
  PortMask occupied = 0;    ///< input ports whose buffer holds a flit
  PortMask requesting = 0;  ///< input ports whose header asks for an output
  flow_controller::State flow;
};

/// Of the switch as a whole.
struct Counters {
  std::uint64_t stripped = 0;        ///< route flits stripped
  std::uint64_t aborts_dropped = 0;  ///< aborts of worms of which only route flits had come
  ProtocolErrors errors;
};

struct State : Counters {
  InputLane* in = nullptr;                         ///< per lane, at crossbar::lane_index
  OutputLane* out_lane = nullptr;                  ///< per bank and lane: bank x lanes + crossbar::lane_index
  OutputPort* out = nullptr;                       ///< per port
  OutputLink* link = nullptr;                      ///< per output port
  HeaderWaits* waits = nullptr;                    ///< per input lane
  Starving* starving = nullptr;                    ///< per input lane, with Params::worm_timeout
  router_arbiter::State* among_inputs = nullptr;   ///< per input port: among its VCs, where there is more than one
  router_arbiter::State* among_outputs = nullptr;  ///< per output port: among its VCs, where there is more than one
  VirtualChannel* vc = nullptr;                    ///< per bank and VC: bank x flow channels + VC
  route_unit::Options* options = nullptr;          ///< per lane, with a choice: the options of its header
  crossbar::State crossbar;
  PortSet wanted;  ///< outputs that a header asks for
  // Derived from the registers, so that an edge visits only VCs with work; not used with one VC.
  VcMask with_flits = 0;            ///< VCs with `occupied`
  VcMask unsettled = 0;             ///< VCs whose flow controllers are still changing
  Flit* stage_flits = nullptr;      ///< stages_after_grant rows of `ports` flits; the row used at edge N is N mod rows
  PortMask* stage_valid = nullptr;  ///< which flits of a row are there: row x banks + bank
  barrier::SwitchState* barrier = nullptr;  ///< nullptr: none
  // Wired in by set_receiver:
  PortSet cut_through;                 ///< output ports whose receiver takes in whole packets: virtual cut-through
  std::uint8_t* output_vcs = nullptr;  ///< per output port: its virtual channels
};

/// The state of a flow channel at the bank of a port.
inline VirtualChannel& channel_at(const Params& p, State& s, unsigned vc, unsigned port) {
  return s.vc[port / ports_of_bank * p.flow_channels() + vc];
}
inline const VirtualChannel& channel_at(const Params& p, const State& s, unsigned vc, unsigned port) {
  return s.vc[port / ports_of_bank * p.flow_channels() + vc];
}
// Its state for one port: of an input, whether its buffer has a header that asks for an output; of an output, whether the
// far end holds it up, whether it returns credits, and how many are left.
inline bool is_requesting(const Params& p, const State& s, unsigned port, unsigned vc) {
  return has(channel_at(p, s, vc, port).requesting, port % ports_of_bank);
}
inline bool counts_credits(const Params& p, const State& s, unsigned port, unsigned vc) {
  return has(channel_at(p, s, vc, port).flow.by_credit, port % ports_of_bank);
}
inline std::uint16_t credits_left(const Params& p, const State& s, unsigned port, unsigned vc) {
  return channel_at(p, s, vc, port).flow.credits[port % ports_of_bank];
}
inline bool is_stopped(const Params& p, const State& s, unsigned port, unsigned vc) {
  return has(channel_at(p, s, vc, port).flow.stopped, port % ports_of_bank);
}
/// Row `row` of the crossbar's stages has a flit for an output.
inline bool is_staged(const Params& p, const State& s, unsigned row, unsigned port) {
  return has(s.stage_valid[row * p.banks() + port / ports_of_bank], port % ports_of_bank);
}

}  // namespace slackline::wormhole_switch
