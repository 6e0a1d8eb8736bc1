#include "testbench/tracing/barrier_waves.hpp"

#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

using barrier_unit::Message;

void BarrierWaves::look_at_port(const Chosen& at, const wormhole_switch::State& s) {
  const auto signal = [&](BarrierPortValue value) { return at.first + static_cast<Signal>(value); };
  const barrier::SwitchState& b = *s.barrier;
  const wormhole_switch::Params& p = netlist_.kind_of(at.instance);
  const unsigned vcs = p.virtual_channels, port = at.port;
  const preemption_unit::Port& preemption = b.preemption[port];
  const bool taken = preemption_unit::taken(preemption) != 0;
  std::uint64_t padding = 0;
  for (unsigned v = 0; v < vcs; ++v) padding |= std::uint64_t{has(b.padding[v].requested, port)} << v;
  writer_.set_small(signal(BarrierPortValue::phase), static_cast<unsigned>(preemption.phase));
  show(signal(BarrierPortValue::taken_vc), taken, preemption.vc);
  writer_.set_bit(signal(BarrierPortValue::cuts), taken && preemption.phase != preemption_unit::Phase::pass);
  writer_.set(signal(BarrierPortValue::padding), padding);
  writer_.set(signal(BarrierPortValue::in_messages), b.unit.in[port].count);
  writer_.set(signal(BarrierPortValue::out_messages), b.unit.out[port].count);
  writer_.set_bit(signal(BarrierPortValue::in_stop),
                  has(wormhole_switch::stop_out(p, s, vcs, port / ports_of_bank), port % ports_of_bank));
  if (counts_credits(p, s, port, vcs))
    writer_.set(signal(BarrierPortValue::out_stopped), credits_left(p, s, port, vcs));
  else
    writer_.set_bit(signal(BarrierPortValue::out_stopped), is_stopped(p, s, port, vcs));
}

void BarrierWaves::look_at_unit(const Chosen& at, const barrier_unit::State& s) {
  const auto signal = [&](BarrierUnitValue value) { return at.first + static_cast<Signal>(value); };
  writer_.set(signal(BarrierUnitValue::entries), s.used);
  writer_.set(signal(BarrierUnitValue::owing), s.owing);
  writer_.set(signal(BarrierUnitValue::completed), s.completed);
  writer_.set(signal(BarrierUnitValue::refused), s.refused);
  if (netlist_.kind_of(at.instance).barrier.unit.stages() == 0) return;
  const barrier_unit::Stage& newest = s.stages[0];
  const Message& m = newest.message;
  show(signal(BarrierUnitValue::message), newest.valid, static_cast<unsigned>(message_word(m.type)));
  show(signal(BarrierUnitValue::group), newest.valid, m.group);
  show(signal(BarrierUnitValue::from), newest.valid, m.from.bits());
  show(signal(BarrierUnitValue::to), newest.valid, m.to.bits());
  show(signal(BarrierUnitValue::output), newest.valid, newest.port);
}

void BarrierWaves::look_at_host(const Chosen& at, const barrier::HostPort& s) {
  writer_.set(at.first + static_cast<Signal>(BarrierHostValue::to_send), s.out_count);
  writer_.set(at.first + static_cast<Signal>(BarrierHostValue::received), s.in_count);
}

/// Each of the two flits holds a part of a message.
void BarrierWaves::look_at_link(const Chosen& at, Flit flit) {
  const auto signal = [&](BarrierLinkValue value) { return at.first + static_cast<Signal>(value); };
  const bool there = flit.is_barrier();
  const bool first = flit.kind() == FlitKind::barrier_first, second = flit.kind() == FlitKind::barrier_second;
  const Message m = first ? Message::from_flits(flit.data(), 0) : Message::from_flits(0, flit.data());
  const MessageWord word = first ? message_word(m.type) : message_word(flit.kind());
  show(signal(BarrierLinkValue::message), there, static_cast<unsigned>(word));
  show(signal(BarrierLinkValue::group), first, m.group);
  show(signal(BarrierLinkValue::to), first, m.to.bits());
  show(signal(BarrierLinkValue::from), second, m.from.bits());
  show(signal(BarrierLinkValue::padded_vc), there && !first && !second, flit.vc().value);
}

void BarrierWaves::show(Signal signal, bool there, std::uint64_t value) {
  if (there)
    writer_.set(signal, value);
  else
    writer_.set_none(signal);
}

}  // namespace slackline::tracing
