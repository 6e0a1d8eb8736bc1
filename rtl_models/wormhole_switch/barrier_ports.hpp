// barrier_ports: barrier functions of a wormhole_switch at one clock edge (Sun, Cheung, Lin 2001, sections 2 and 3).
//
//   flit_in[i] --- barrier flits ---> barrier_unit# ---> preemption_unit[o]# ---> crossbar ---> flit_out[o]
//      |   `--- requests, ends -----> padding_generator[i,v]# --.                    ^
//      `--- flits of worms ---------> slack_buffer[i,v]# <------'  ---> allocation --'  not of lanes that are barred  # = register
//
// Barrier flits live in the barrier unit's buffers only: no STOP of a virtual channel holds them back, but one of their
// own does, which goes the same way as that of one more virtual channel. On the link they come before data. Links
// from and to hosts carry them between the flits of worms, without a preemption.
#pragma once

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch::detail {

/// Some part of `s.barrier` has work without inputs.
inline bool barriers_awake(const State& s, unsigned vcs) {
  const BarrierPorts& b = *s.barrier;
  PortSet working = b.unit.offers | b.busy;
  for (unsigned v = 0; v < vcs; ++v) working |= b.padding[v].requested;
  return b.unit_awake || !is_empty(working);
}

/// The hold of the group whose message is offered for output `o`.
template <class Edge>
std::uint16_t hold_of_offer(const Edge& e, unsigned o) {
  const unsigned group = barrier_unit::group_out(e.p.barrier.unit, e.s.barrier->unit, o);
  return group < e.place.groups_with_holds ? e.place.holds[group] : e.p.barrier.hold;
}

template <class Edge>
preemption_unit::Inputs inputs_of_preemption(const Edge& e, unsigned o) {
  preemption_unit::Inputs in;
  in.offer = has(e.ports(e.s.barrier->unit.offers), o);
  in.stopped = e.is_stopped(o, e.vcs());
  in.link_busy = has(e.busy, o);
  in.header_asks = has(e.ports(e.s.wanted), o);
  if (in.offer) in.hold = hold_of_offer(e, o);
  for (unsigned v = 0; v < e.vcs(); ++v) {
    if (e.is_held(o, v))
      in.held |= vc_bit(v);
    else if (e.now >= e.s.out_lane[e.index(o, v)].free_at)
      in.free |= vc_bit(v);
    if (!e.is_stopped(o, v)) in.going |= vc_bit(v);
  }
  return in;
}

/// A barrier flit goes through the crossbar. The output is in demand while it does, even if no worm wants it.
template <class Edge>
void put_barrier(Edge& e, unsigned o, Flit flit) {
  ++e.s.barrier->sent;
  ++e.s.barrier->use[o].flits;
  insert(e.busy, o);
  e.note_demand_begins(o);
  e.put(o, flit);
  e.note_demand_ends(o);
}

/// Sends the flit that the barrier unit offers for `o`; the unit knows whether it is the first or the second of its
/// message.
template <class Edge>
void put_word(Edge& e, unsigned o) {
  BarrierPorts& b = *e.s.barrier;
  const bool second = has(e.ports(b.unit.second), o);
  const std::uint32_t word = barrier_unit::word_out(e.p.barrier.unit, b.unit, o);
  put_barrier(e, o, Flit(second ? FlitKind::barrier_second : FlitKind::barrier_first, VcId(0), word, 0));
  insert(e.ports(b.taken), o);
  if (!second && e.counts_credits(o, e.vcs())) e.spend(e.vcs(), o);
}

template <class Edge>
void step_preemption(Edge& e, unsigned o) {
  BarrierPorts& b = *e.s.barrier;
  preemption_unit::Port& port = b.preemption[o];
  using preemption_unit::Send;
  const Send sent =
      preemption_unit::step(e.p.barrier.preemption, port, b.counters[o], b.random, e.now, inputs_of_preemption(e, o));
  if (sent == Send::word) put_word(e, o);
  if (sent == Send::request) put_barrier(e, o, Flit(FlitKind::padding_request, VcId(port.vc), 0, 0));
  if (sent == Send::end) put_barrier(e, o, Flit(FlitKind::padding_end, VcId(port.vc), 0, 0));
  assign(e.ports(b.busy), o, port.phase != preemption_unit::Phase::idle);
  const VcMask barred = preemption_unit::taken(port);
  for (unsigned v = 0; v < e.vcs(); ++v) assign(e.ports(b.barred[v]), o, has(barred, v));
}

/// Before data bid: the flits that barriers send, and the lanes that they take.
template <class Edge>
void serve_barriers(Edge& e) {
  BarrierPorts& b = *e.s.barrier;
  b.taken = b.arrivals = b.written = {};
  const auto &offers = e.ports(b.unit.offers), &hosts = e.ports(e.place.hosts);
  for_each_bit((offers & ~hosts) | e.ports(b.busy), [&](unsigned o) { step_preemption(e, o); });
  for_each_bit(offers & hosts & ~e.busy, [&](unsigned o) { put_word(e, o); });
}

/// A flit that comes to input `i`. True: it goes into no buffer of a virtual channel.
template <class Edge>
bool is_for_barriers(Edge& e, unsigned i, Flit flit) {
  BarrierPorts& b = *e.s.barrier;
  const unsigned vc = flit.vc().value;
  if (!flit.is_barrier()) {
    insert(e.ports(b.written), i);
    if (flit.kind() == FlitKind::padding || vc >= e.vcs()) return false;
    padding_generator::note(b.padding[vc], i, flit.opens_worm(), flit.closes_worm());
    return false;
  }
  ++b.received;
  const FlitKind kind = flit.kind();
  const bool is_message = kind == FlitKind::barrier_first || kind == FlitKind::barrier_second;
  if (is_message && (kind == FlitKind::barrier_second) == has(e.ports(b.unit.has_half), i)) {
    b.words[i] = flit.data();
    insert(e.ports(b.arrivals), i);
  } else if (is_message || vc >= e.vcs()) {
    ++b.lost;
  } else if (kind == FlitKind::padding_request) {
    padding_generator::request(b.padding[vc], i, e.now, e.p.barrier.padding_delay);
  } else {
    padding_generator::end(b.padding[vc], i, e.now, e.p.barrier.padding_delay);
  }
  return true;
}

/// After the arrivals: padding after worms that have been cut upstream. A port writes one flit an edge.
template <class Edge>
void write_padding(Edge& e) {
  for (unsigned v = 0; v < e.vcs(); ++v) {
    padding_generator::State& generator = e.s.barrier->padding[v];
    if (is_empty(e.ports(generator.requested))) continue;
    for_each_bit(padding_generator::generating(generator, e.now) & ~e.s.barrier->written, [&](unsigned i) {
      const slack_buffer::State& buffer = e.s.in[e.index(i, v)].buffer;
      if (buffer.count >= e.p.padding_room()) return;
      const std::uint32_t tag = slack_buffer::back(e.p.buffer, buffer).flit().tag();
      e.store(i, v, Flit(FlitKind::padding, VcId(static_cast<std::uint8_t>(v)), 1, tag));
      ++generator.flits;
    });
  }
}

/// Outputs to other switches by which a message would be sent without cutting a worm, and without waiting for one.
template <class Edge>
PortSet open_outputs(const Edge& e) {
  using preemption_unit::Phase;
  const preemption_unit::Params& p = e.p.barrier.preemption;
  PortSet open;
  for_each_bit(e.place.wired & ~e.place.hosts, [&](unsigned o) {
    const preemption_unit::Inputs in = inputs_of_preemption(e, o);
    const Phase phase = e.s.barrier->preemption[o].phase;
    const bool is_free = (phase == Phase::idle || phase == Phase::give) && (in.free & p.usable()) != 0;
    insert_if(open, o, !in.stopped && (is_free || phase == Phase::hold));
  });
  return open;
}

/// The barrier unit's edge, and the STOP or credits of its buffers.
template <class Edge>
void step_barrier_unit(Edge& e, const PortSet* dead) {
  BarrierPorts& b = *e.s.barrier;
  if (!b.unit_awake && is_empty(e.ports(b.arrivals) | e.ports(b.taken))) return;
  const PortSet open = e.place.barrier.ways_count != 0 ? open_outputs(e) : PortSet();
  b.unit_awake = barrier_unit::step(e.p.barrier.unit, e.place.barrier, b.unit,
                                    {b.arrivals, b.words, b.taken, open, dead == nullptr ? PortSet() : *dead, e.now});
  for_each_bit(e.ports(b.unit.freed) | e.ports(b.arrivals), [&](unsigned i) {
    flow_controller::State& flow = e.channel(e.vcs(), i).flow;
    if (!e.has_credits())
      flow_controller::watch(e.p.barrier.flow, flow, i % ports_of_bank, b.unit.in[i].count);
    else if (has(e.ports(b.unit.freed), i))
      flow_controller::free_slots(flow, bit_in_bank(i));
    e.note_flow(flow, e.vcs());
  });
}

}  // namespace slackline::wormhole_switch::detail
