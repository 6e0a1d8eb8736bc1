// switch_side: the part that a switch takes in barriers (Sun, Cheung, Lin 2001, sections 2 and 3), and its interface to the
// switch. The switch keeps SwitchParams, SwitchPlace and SwitchState with its own, and calls SwitchEdge at each clock edge.
//
//   flit_in[i] --- barrier flits ---> barrier_unit# ---> preemption_unit[o]# ---> crossbar ---> flit_out[o]
//      |   `--- requests, ends -----> padding_generator[i,v]# --.                    ^
//      `--- flits of worms ---------> slack_buffer[i,v]# <------'  ---> allocation --'  not of lanes that are barred  # = register
//
// Barrier flits live in the barrier unit's buffers only: no STOP of a virtual channel holds them back, but one of their
// own does, which goes the same way as that of one more virtual channel: the flow channel of number vcs(). On the link
// they come before data. Links from and to hosts carry them between the flits of worms, without a preemption.
#pragma once

#include <cstdint>

#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"
#include "rtl_models/barrier/padding_generator/padding_generator.hpp"
#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"
#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"

namespace slackline::barrier {

struct SwitchParams {
  preemption_unit::Params preemption{preemption_unit::Architecture::none};
  barrier_unit::Params unit;
  std::uint8_t padding_delay = 2;  ///< cycles from a padding request to padding, 1..16
  /// Messages in an input buffer of the barrier unit at which its STOP is sent, 1..unit.buffer; credits: not used.
  std::uint8_t stop_at = 2;
  flow_controller::Params flow;  ///< of these buffers, in messages: set by completed()
  /// Cycles without a message after which a cut channel is given back, 1..4096; of groups outside of SwitchPlace::holds.
  std::uint16_t hold = preemption_unit::usual_hold;

  bool is_on() const { return preemption.is_on(); }
  /// Padding that a slack buffer may hold so that one flit can leave it at each edge, `data_wait` edges after its write.
  unsigned padding_room(std::uint32_t data_wait) const { return preemption.cuts_worms() ? data_wait + 1u : 0u; }
  /// Of a switch that has `ports`, `virtual_channels`, and flow controllers with `of_switch`.
  SwitchParams completed(std::uint16_t ports, std::uint8_t virtual_channels,
                         const flow_controller::Params& of_switch) const;
  /// Of completed parameters.
  Violations violations() const;
};

/// The values wired in at one place of the network.
struct SwitchPlace {
  barrier_unit::Place unit;
  PortSet hosts;                         ///< ports that lead to a host
  const std::uint16_t* holds = nullptr;  ///< SwitchParams::hold of groups 0 to groups_with_holds - 1
  std::uint16_t groups_with_holds = 0;
  std::uint32_t victims = 1;  ///< the start value of its random choices of worms; not 0
};

/// Counters of an output, of flits put on its link that are not of packets: of barriers, requests and ends among them, and
/// padding.
struct LinkUse {
  std::uint64_t flits = 0, padding = 0;
};

struct SwitchCounters {
  std::uint64_t sent = 0, received = 0;  ///< barrier flits, requests and ends among them
  std::uint64_t padding_dropped = 0;     ///< padding flits with only a route flit before them
  std::uint64_t lost = 0;                ///< flits that fit no message
};

struct SwitchState : SwitchCounters {
  barrier_unit::State unit;
  bool unit_awake = false;                        ///< no register: it has work without inputs
  preemption_unit::Port* preemption = nullptr;    ///< per output port
  preemption_unit::Counters* counters = nullptr;  ///< per output port
  LinkUse* use = nullptr;                         ///< per output port
  PortSet busy;                                   ///< output ports whose preemption unit is not idle
  std::uint32_t random = 0;                       ///< of preemption_unit::choose
  padding_generator::State* padding = nullptr;    ///< per VC
  PortSet* barred = nullptr;  ///< per VC: outputs whose lane data may not use; follows from `preemption`
  // During an edge, no registers: input ports at which a flit of a message has come, and which (per port); those at
  // which one for a virtual channel has; output ports that have sent one of a message.
  PortSet arrivals, written, taken;
  std::uint32_t* words = nullptr;
};

/// As after reset, without what wire_in() sets. Returns nullptr if `arena` only counts.
SwitchState* bind(const SwitchParams& p, Arena& arena);
/// The registers that begin with values wired in at the place.
void wire_in(const SwitchParams& p, const SwitchPlace& place, SwitchState& s);

/// Barriers have the lane of output `port` on `vc`: data may not use it.
inline bool is_barred(const SwitchState& s, unsigned port, unsigned vc) { return has(s.barred[vc], port); }

/// The part of a switch's clock edge that barriers are. They use of the switch, a `Switch`, nothing but this:
///
///   now, busy                          the edge; outputs whose link still carries the flit before
///   vcs(), ports(set)                  its virtual channels; a set of its ports as it keeps them
///   linked()                           outputs that have a link
///   is_held(o, v), is_stopped(o, v)    a worm has the lane; STOP or a lack of credits holds it up
///   may_go_on(o, v)                    the worm that has the lane could send a flit
///   is_released(o, v)                  the lane could be given to a header, if it is not held
///   header_asks(o)                     some header asks for the output
///   put_between_worms(o, flit)         puts a flit on a link that is not busy
///   pad(i, v)                          writes padding into a slack buffer, if that has room; true: it has
///   has_credits(), channel(v, i), note_flow(flow, v), counts_credits(o, v), spend(v, o)
///                                      the flow controllers of all flow channels, and their credits
template <class Switch>
class SwitchEdge {
 public:
  SwitchEdge(const SwitchParams& params, const SwitchPlace& place, SwitchState& state, Switch& of)
      : p_(params), place_(place), s_(state), switch_(of) {}

  /// Some part has work without inputs.
  bool is_awake() const {
    PortSet working = s_.unit.offers | s_.busy;
    for (unsigned v = 0; v < switch_.vcs(); ++v) working |= s_.padding[v].requested;
    return s_.unit_awake || !is_empty(working);
  }

  /// Before data bid: the flits that barriers send, and the lanes that they take.
  void serve() {
    s_.taken = s_.arrivals = s_.written = {};
    const auto &offers = switch_.ports(s_.unit.offers), &hosts = switch_.ports(place_.hosts);
    for_each_bit((offers & ~hosts) | switch_.ports(s_.busy), [&](unsigned o) { step_preemption(o); });
    for_each_bit(offers & hosts & ~switch_.busy, [&](unsigned o) { put_word(o); });
  }

  /// A flit that comes to input `i`. True: it goes into no buffer of a virtual channel.
  bool takes(unsigned i, Flit flit) {
    const unsigned vc = flit.vc().value;
    if (!flit.is_barrier()) {
      insert(switch_.ports(s_.written), i);
      if (flit.kind() == FlitKind::padding || vc >= switch_.vcs()) return false;
      padding_generator::note(s_.padding[vc], i, flit.opens_worm(), flit.closes_worm());
      return false;
    }
    ++s_.received;
    const FlitKind kind = flit.kind();
    const bool is_message = kind == FlitKind::barrier_first || kind == FlitKind::barrier_second;
    if (is_message && (kind == FlitKind::barrier_second) == has(switch_.ports(s_.unit.has_half), i)) {
      s_.words[i] = flit.data();
      insert(switch_.ports(s_.arrivals), i);
    } else if (is_message || vc >= switch_.vcs()) {
      ++s_.lost;
    } else if (kind == FlitKind::padding_request) {
      padding_generator::request(s_.padding[vc], i, switch_.now, p_.padding_delay);
    } else {
      padding_generator::end(s_.padding[vc], i, switch_.now, p_.padding_delay);
    }
    return true;
  }

  /// After the arrivals: padding after worms that have been cut upstream. A port writes one flit an edge.
  void write_padding() {
    for (unsigned v = 0; v < switch_.vcs(); ++v) {
      padding_generator::State& generator = s_.padding[v];
      if (is_empty(switch_.ports(generator.requested))) continue;
      for_each_bit(padding_generator::generating(generator, switch_.now) & ~s_.written,
                   [&](unsigned i) { generator.flits += switch_.pad(i, v); });
    }
  }

  /// Padding leaves with its worm by output `o`; or has come before the worm's header and is dropped.
  void note_padding_sent(unsigned o) { ++s_.use[o].padding; }
  void note_padding_dropped() { ++s_.padding_dropped; }

  /// The barrier unit's edge, and the STOP or credits of its buffers. `dead`: outputs whose link has failed; nullptr: none.
  void step_unit(const PortSet* dead) {
    if (!s_.unit_awake && is_empty(switch_.ports(s_.arrivals) | switch_.ports(s_.taken))) return;
    const PortSet open = place_.unit.ways_count != 0 ? open_outputs() : PortSet();
    s_.unit_awake =
        barrier_unit::step(p_.unit, place_.unit, s_.unit,
                           {s_.arrivals, s_.words, s_.taken, open, dead == nullptr ? PortSet() : *dead, switch_.now});
    for_each_bit(switch_.ports(s_.unit.freed) | switch_.ports(s_.arrivals), [&](unsigned i) {
      flow_controller::State& flow = switch_.channel(switch_.vcs(), i).flow;
      if (!switch_.has_credits())
        flow_controller::watch(p_.flow, flow, i % ports_of_bank, s_.unit.in[i].count);
      else if (has(switch_.ports(s_.unit.freed), i))
        flow_controller::free_slots(flow, bit_in_bank(i));
      switch_.note_flow(flow, switch_.vcs());
    });
  }

 private:
  /// The hold of the group whose message is offered for output `o`.
  std::uint16_t hold_of_offer(unsigned o) const {
    const unsigned group = barrier_unit::group_out(p_.unit, s_.unit, o);
    return group < place_.groups_with_holds ? place_.holds[group] : p_.hold;
  }

  preemption_unit::Inputs inputs_of_preemption(unsigned o) const {
    preemption_unit::Inputs in;
    in.offer = has(switch_.ports(s_.unit.offers), o);
    in.stopped = switch_.is_stopped(o, switch_.vcs());
    in.link_busy = has(switch_.busy, o);
    in.header_asks = switch_.header_asks(o);
    if (in.offer) in.hold = hold_of_offer(o);
    for (unsigned v = 0; v < switch_.vcs(); ++v) {
      const bool is_held = switch_.is_held(o, v);
      if (is_held)
        in.held |= vc_bit(v);
      else if (switch_.is_released(o, v))
        in.free |= vc_bit(v);
      if (is_held ? switch_.may_go_on(o, v) : !switch_.is_stopped(o, v)) in.going |= vc_bit(v);
    }
    return in;
  }

  void put(unsigned o, Flit flit) {
    ++s_.sent;
    ++s_.use[o].flits;
    switch_.put_between_worms(o, flit);
  }

  /// Sends the flit that the barrier unit offers for `o`; the unit knows whether it is the first or the second of its
  /// message.
  void put_word(unsigned o) {
    const bool second = has(switch_.ports(s_.unit.second), o);
    const std::uint32_t word = barrier_unit::word_out(p_.unit, s_.unit, o);
    put(o, Flit(second ? FlitKind::barrier_second : FlitKind::barrier_first, VcId(0), word, 0));
    insert(switch_.ports(s_.taken), o);
    if (!second && switch_.counts_credits(o, switch_.vcs())) switch_.spend(switch_.vcs(), o);
  }

  void step_preemption(unsigned o) {
    preemption_unit::Port& port = s_.preemption[o];
    using preemption_unit::Send;
    const Send sent =
        preemption_unit::step(p_.preemption, port, s_.counters[o], s_.random, switch_.now, inputs_of_preemption(o));
    if (sent == Send::word) put_word(o);
    if (sent == Send::request) put(o, Flit(FlitKind::padding_request, VcId(port.vc), 0, 0));
    if (sent == Send::end) put(o, Flit(FlitKind::padding_end, VcId(port.vc), 0, 0));
    assign(switch_.ports(s_.busy), o, port.phase != preemption_unit::Phase::idle);
    const VcMask barred = preemption_unit::taken(port);
    for (unsigned v = 0; v < switch_.vcs(); ++v) assign(switch_.ports(s_.barred[v]), o, has(barred, v));
  }

  /// Outputs to other switches by which a message would be sent without cutting a worm, and without waiting for one.
  PortSet open_outputs() const {
    using preemption_unit::Phase;
    PortSet open;
    for_each_bit(switch_.linked() & ~place_.hosts, [&](unsigned o) {
      const preemption_unit::Inputs in = inputs_of_preemption(o);
      const Phase phase = s_.preemption[o].phase;
      const bool is_free = (phase == Phase::idle || phase == Phase::give) && (in.free & p_.preemption.usable()) != 0;
      insert_if(open, o, !in.stopped && (is_free || phase == Phase::hold));
    });
    return open;
  }

  const SwitchParams& p_;
  const SwitchPlace& place_;
  SwitchState& s_;
  Switch& switch_;
};

template <class S, class Visitor, IfState<S, SwitchState> = 0>
void visit(const SwitchParams& p, S& s, Cycle now, Visitor& v) {
  barrier_unit::visit(p.unit, s.unit, v);
  v.reg("unit_awake", s.unit_awake);
  v.reg("random", s.random);
  for (unsigned o = 0; o < p.unit.ports; ++o) {
    v.open("output", o);
    preemption_unit::visit(s.preemption[o], now, v);
    v.close();
  }
  for (unsigned c = 0; c < p.preemption.virtual_channels; ++c) {
    v.open("padding", c);
    padding_generator::visit(s.padding[c], p.unit.ports, now, v);
    v.close();
  }
}

template <class S, class Visitor, IfState<S, SwitchState> = 0>
void visit_counters(const SwitchParams& p, S& s, Cycle now, Visitor& v) {
  barrier_unit::visit_counters(p.unit, s.unit, v);
  v.reg("sent", s.sent);
  v.reg("received", s.received);
  v.reg("padding_dropped", s.padding_dropped);
  v.reg("lost", s.lost);
  for (unsigned o = 0; o < p.unit.ports; ++o) {
    v.open("output", o);
    preemption_unit::visit_counters(s.preemption[o], s.counters[o], now, v);
    v.reg("barrier_flits", s.use[o].flits);
    v.reg("padding_flits", s.use[o].padding);
    v.close();
  }
  for (unsigned c = 0; c < p.preemption.virtual_channels; ++c) {
    v.open("padding", c);
    padding_generator::visit_counters(s.padding[c], v);
    v.close();
  }
}

/// Values that follow from the registers. `flow_of(port)`: the flow controller of the unit's buffers at the bank of a port.
template <class S, class FlowOf, class Visitor, IfState<S, SwitchState> = 0>
void derive(const SwitchParams& p, S& s, const FlowOf& flow_of, Visitor& v) {
  const unsigned ports = p.unit.ports;
  PortSet busy, level;
  for (unsigned o = 0; o < ports; ++o) {
    insert_if(busy, o, s.preemption[o].phase != preemption_unit::Phase::idle);
    level.bank[o / ports_of_bank] |=
        flow_controller::compared(p.flow, flow_of(o), o % ports_of_bank, s.unit.in[o].count);
  }
  barrier_unit::derive(p.unit, s.unit, v);
  derive_ports("busy", s.busy, busy, ports, v);
  if (!p.flow.has_credits())
    visit_banks(ports, v,
                [&](unsigned bank) { v.derived("level", flow_of(bank * ports_of_bank).level, level.bank[bank]); });
  for (unsigned c = 0; c < p.preemption.virtual_channels; ++c) {
    PortSet barred;
    for (unsigned o = 0; o < ports; ++o) insert_if(barred, o, has(preemption_unit::taken(s.preemption[o]), c));
    v.open("vc", c);
    derive_ports("barred", s.barred[c], barred, ports, v);
    v.close();
  }
}

}  // namespace slackline::barrier
