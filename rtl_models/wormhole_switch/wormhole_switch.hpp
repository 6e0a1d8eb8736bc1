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
//   A waiting header has passed buffer read and routing. When the output lane is released, or the tail before it in
//   its own buffer leaves, at edge R (the tail is taken from the buffer), it is taken at R + 1 + arbitration, and is on
//   flit_out crossbar - 1 edges later. With header_delay 1 a new header may win an output every cycle.
//   A link of one flit in n cycles: after a flit taken at edge N, the next one for this output is taken at N + n; where
//   n is a fraction, edges are rounded up, and a flit that follows at once makes up for it (link_pacer.hpp).
//   Routes from the source, stripped: the route flit is taken when the header would be, and dropped; the next flit
//   becomes the header, and follows as data: on flit_out at the later of W + rd + 1 and W + sd + n, on links of one
//   flit in n cycles, whole ones (n = 1: one cycle later than the header would be, as rd >= sd).
//   STOP/GO, credits: as in flow_controller.hpp; `stopped` gates taking a flit from the buffer, so crossbar - 1 flits
//   are still to come (`stages_after_grant`). Virtual cut-through: see Switching.
//
// Allocation per edge, all from the registers before it: separable, input first, one iteration. Where headers have a
// choice of ports, those that wait first choose which output to bid for (port_choice.hpp).
//   1. Each lane whose next flit may leave bids: a worm for its output lane, a header for its output if a lane of it
//      that routing allows is free and not stopped.
//   2. An input port with several bids keeps one: of the lane least recently chosen, whether or not that one then sent
//      a flit. (A pointer that goes round would starve lanes here: a lane whose link takes one flit in two cycles bids
//      in every other cycle, and may meet the pointer at the same place each time. A choice that stays with a lane
//      until it has sent would let a lane that its output's arbiter starves hold up the others of its port.)
//   3. At each output the arbiter picks one of the headers that are left; it, and the worms that are left, share the
//      link flit by flit: the VC least recently served goes first, so that VCs which all have flits go round. A header
//      takes the lowest output lane that it may have, with its first flit.
// A worm may lose its rest: its sender dies. With worm_timeout it does not keep its outputs for ever: when its buffer has
// been empty for so many edges at which it could have gone on, an abort flit is written there, which closes it on all its
// way. Edges under STOP, or without credits, do not count, so a worm that is held up somewhere is not given up. An abort
// that comes later, from a switch before this one, is dropped.
//
// So in one edge an input sends one flit or none, and an output takes one or none. With one VC only the arbiter's pick
// is left to decide in 2 and 3.
#pragma once

#include <array>
#include <vector>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/wormhole_switch/params.hpp"
#include "rtl_models/wormhole_switch/state.hpp"

namespace slackline::wormhole_switch {

/// The inputs of an edge. `Ports`: PortMask at a switch of one bank, PortSet at one of several.
template <class Ports>
struct InputsOf {
  Ports arrivals{};  ///< input ports with a flit on their wire
  /// Per bank and VC, as State::vc: output ports whose STOP or credit wire is high.
  const PortMask* stop_in = nullptr;
  /// VCs of which stop_in differs from the edge before, or holds credits; more may be named.
  VcMask stop_changed = static_cast<VcMask>(~0u);
  const FaultsInside* faults = nullptr;  ///< nullptr: none
};
using Inputs = InputsOf<PortMask>;

/// The registers that begin with values wired in at the place. After bind().
void wire_in(const Params& p, const Place& place, State& s);

/// Sets how fast the link at output `port` takes flits. After bind().
void set_cycles_per_flit(Place& place, State& s, PortId port, CyclesPerFlit cycles);

/// The receiver at output `port`; of the switch's own kind unless set. After bind(). Where the receivers' kinds
/// ask for it, the network has set Params::mixed and the flags of Params::flow.
void set_receiver(const Params& p, Place& place, State& s, PortId port, const Receiver& receiver);

/// The receiver at output `port` takes in every flit and returns no credits: a host. After bind().
void set_unlimited(const Params& p, State& s, PortId port);

/// Lays the arrays of `s` out in `arena`, as after reset.
void bind(const Params& p, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

/// The wires that leave the input ports of a bank on one VC, a bit a port: STOP levels, or credits.
inline PortMask stop_out(const Params& p, const State& s, unsigned vc, unsigned bank = 0) {
  return flow_controller::stop_out(vc == p.virtual_channels ? p.barrier.flow : p.flow,
                                   s.vc[bank * p.flow_channels() + vc].flow);
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

/// Barriers have the lane of output `port` on `vc`: data may not use it.
inline bool is_barred(const State& s, unsigned port, unsigned vc) {
  return s.barrier != nullptr && barrier::is_barred(*s.barrier, port, vc);
}

/// Flits inside: buffers and crossbar stages.
std::uint64_t flits_held(const Params& p, const State& s);

/// Flits lost inside, whatever the reason.
inline std::uint64_t flits_discarded(const State& s) {
  return std::uint64_t{s.errors.overflows} + s.errors.orphans + s.errors.misrouted + s.aborts_dropped;
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  crossbar::visit(p.crossbar_params(), s.crossbar, v);
  for (unsigned c = 0; c < p.flow_channels(); ++c) {
    v.open("vc", c);
    visit_banks(p.ports, v, [&](unsigned bank) {
      flow_controller::visit(p.flow, s.vc[bank * p.flow_channels() + c].flow, v, ports_in_bank(p.ports, bank));
    });
    v.close();
  }
  for (unsigned i = 0; i < p.lanes(); ++i) {
    v.open("lane", i);
    slack_buffer::visit(p.buffer, s.in[i].buffer, now, v);
    route_unit::visit(s.in[i].route, v);
    v.reg("promote", s.in[i].promote);
    v.reg("crc_update", s.in[i].crc_update);
    visit_edge("ask_in", "asked_since", s.in[i].ask_at, now, v);
    if (p.worm_timeout != 0) v.reg("starving_since", s.starving[i].since, now);
    if (p.has_choice()) route_unit::visit_options(s.options[i], p.ports, v);
    v.reg("free_at", s.out_lane[i].free_at, now);
    v.close();
  }
  for (unsigned o = 0; o < p.ports; ++o) {
    v.open("port", o);
    router_arbiter::visit(p.arbiter_params(), s.out[o].arbiter, now, v);
    visit(s.link[o].pacer, now, v);
    if (p.virtual_channels > 1) {
      v.open("in_vcs", 0);
      router_arbiter::visit(p.vc_arbiter_params(), s.among_inputs[o], now, v);
      v.close();
      v.open("link_vcs", 0);
      router_arbiter::visit(p.vc_arbiter_params(), s.among_outputs[o], now, v);
      v.close();
    }
    v.close();
  }
  if (p.barrier.is_on()) {
    v.open("barrier", 0);
    barrier::visit(p.barrier, *s.barrier, now, v);
    v.close();
  }
  for (unsigned row = 0; row < p.stages_after_grant(); ++row) {
    v.open("stage", row);
    visit_banks(p.ports, v, [&](unsigned bank) { v.reg("valid", s.stage_valid[row * p.banks() + bank]); });
    for (unsigned o = 0; o < p.ports; ++o) {
      v.open("output", o);
      v.reg("flit", s.stage_flits[row * p.ports + o]);
      v.close();
    }
    v.close();
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, S& s, Cycle now, Visitor& v) {
  v.reg("stripped", s.stripped);
  v.reg("aborts_dropped", s.aborts_dropped);
  v.reg("overflows", s.errors.overflows);
  v.reg("orphans", s.errors.orphans);
  v.reg("truncated", s.errors.truncated);
  v.reg("misrouted", s.errors.misrouted);
  v.reg("empty", s.errors.empty);
  v.reg("timed_out", s.errors.timed_out);
  for (unsigned i = 0; i < p.lanes(); ++i) {
    v.open("lane", i);
    v.reg("occupancy", s.in[i].occupancy);
    v.reg("peak", s.in[i].peak);
    v.reg("header_wait", s.waits[i].cycles);
    v.reg("hol_blocked", s.waits[i].hol_blocked);
    v.close();
  }
  for (unsigned o = 0; o < p.ports; ++o) {
    v.open("port", o);
    v.reg("flits", s.out[o].flits);
    v.reg("demanded", s.link[o].demanded);
    v.reg("demanded_to", s.link[o].demanded_to.value);
    visit_counters(s.link[o].pacer, v);
    v.close();
  }
  if (!p.barrier.is_on()) return;
  v.open("barrier", 0);
  barrier::visit_counters(p.barrier, *s.barrier, now, v);
  v.close();
}

namespace detail {

/// Of one virtual channel. `asked_for`: output ports that its headers ask for are added.
template <class S, class Visitor>
void derive_channel(const Params& p, S& s, unsigned c, PortSet& asked_for, Visitor& v) {
  PortSet occupied, requesting, level;
  std::vector<PortSet> requests(p.ports);
  for (unsigned i = 0; i < p.ports; ++i) {
    const InputLane& lane = s.in[crossbar::lane_index(i, c, p.virtual_channels)];
    insert_if(occupied, i, lane.buffer.count != 0);
    insert_if(requesting, i, lane.route.valid);
    level.bank[i / ports_of_bank] |=
        flow_controller::compared(p.flow, channel_at(p, s, c, i).flow, i % ports_of_bank, lane.buffer.count);
    if (lane.route.valid) insert(requests[lane.route.port], i);
  }
  v.open("vc", c);
  visit_banks(p.ports, v, [&](unsigned bank) {
    auto& vc = s.vc[bank * p.flow_channels() + c];
    v.derived("occupied", vc.occupied, occupied.bank[bank]);
    v.derived("requesting", vc.requesting, requesting.bank[bank]);
    if (!p.has_credits()) v.derived("level", vc.flow.level, level.bank[bank]);
  });
  for (unsigned o = 0; o < p.ports; ++o) {
    const unsigned lane = crossbar::lane_index(o, c, p.virtual_channels);
    v.open("output", o);
    visit_banks(p.ports, v, [&](unsigned bank) {
      v.derived("requests", s.out_lane[bank * p.lanes() + lane].requests, requests[o].bank[bank]);
    });
    v.close();
    insert_if(asked_for, o, !is_empty(requests[o]));
  }
  v.close();
}

}  // namespace detail

/// Values that follow from the registers, kept so that an edge looks only at ports and virtual channels with work.
/// `unsettled` is not one of them: it depends on wires, too.
template <class S, class Visitor>
void derive(const Params& p, S& s, Visitor& v) {
  PortSet wanted;
  for (unsigned c = 0; c < p.virtual_channels; ++c) detail::derive_channel(p, s, c, wanted, v);
  derive_ports("wanted", s.wanted, wanted, p.ports, v);
  if (is_loader<Visitor> || p.virtual_channels > 1) {  // the short form of an edge, for one, leaves it alone
    VcMask with_flits = 0;
    for (unsigned c = 0; c < p.virtual_channels; ++c) {
      PortMask occupied = 0;
      for (unsigned bank = 0; bank < p.banks(); ++bank) occupied |= s.vc[bank * p.flow_channels() + c].occupied;
      with_flits = static_cast<VcMask>(with_flits | unsigned{occupied != 0} << c);
    }
    v.derived("with_flits", s.with_flits, with_flits);
  }
  if (!p.barrier.is_on()) return;
  v.open("barrier", 0);
  const auto flow_of = [&](unsigned port) -> auto& { return channel_at(p, s, p.virtual_channels, port).flow; };
  barrier::derive(p.barrier, *s.barrier, flow_of, v);
  v.close();
}

/// The registers and counters of a switch of equal parameters, as they were before edge `now`. Inputs::stop_changed of that edge must
/// name all VCs.
inline void restore(const Params& p, State& s, Cycle now, RegisterLoader& saved) {
  visit_all(p, s, now, saved);
  derive(p, s, saved);
}

}  // namespace slackline::wormhole_switch
