// The lists of a packet_switch's registers, counters and derived values.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/packet_switch/packet_switch_step.hpp"

namespace slackline::packet_switch {

/// The registers before edge `now`; the flits of frames are in a memory, which has no list.
template <class S, class Visitor, IfState<S, State> = 0>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  for (unsigned i = 0; i < p.ports; ++i) {
    auto& in = s.inputs[i];
    v.open("input", i);
    v.reg("slot", in.slot);
    v.reg("received", in.received);
    v.reg("is_open", in.is_open);
    v.reg("is_moving", in.is_moving);
    v.reg("is_paused", in.is_paused);
    v.reg("cuts_through", in.cuts_through);
    v.reg("moved", in.moved, now);
    v.reg("moving_slot", in.moving);
    v.reg("moving_flits", in.moving_flits);
    v.reg("moving_to", in.moving_to);
    v.reg("waiting_first", in.queue.first);
    v.reg("waiting_last", in.queue.last);
    v.reg("waiting", in.waiting);
    v.reg("waiting_flits", in.waiting_flits);
    v.reg("brought", in.frames);
    v.reg("input_module", in.in_module);
    v.close();
    auto& out = s.outputs[i];
    v.open("output", i);
    v.reg("queue_first", out.queue.first);
    v.reg("queue_last", out.queue.last);
    v.reg("frames", out.frames);
    v.reg("flits", out.flits);
    v.reg("output_module", out.in_module);
    v.reg("is_taking", out.is_taking);
    v.reg("is_sending", out.is_sending);
    // Hardware counts the flits that have left, and the cycles until the next one may.
    const std::uint64_t cycles = p.cycles_of_flit(i);
    auto sent = static_cast<std::uint16_t>(flits_of_frame_sent(p, out, i, now));
    Timer<> wait = out.is_sending ? Timer<>(out.since + sent * cycles) : out.free;
    v.reg("sent", sent);
    v.reg("wait", wait, now);
    if constexpr (is_loader<Visitor>) {
      out.free = wait;
      if (out.is_sending) out.since = Cycle(wait.value - sent * cycles);
    }
    v.reg("next_input", out.turn);
    v.reg("flit_out", out.flit);
    v.close();
  }
  for (SlotId id = 1; id <= p.slots(); ++id) {
    auto& slot = s.slots[id];
    v.open("slot", id);
    v.reg("next", slot.next);
    v.reg("length", slot.flits);
    v.reg("input", slot.input);
    v.reg("output", slot.output);
    v.reg("room", slot.room);
    v.reg("is_aborted", slot.is_aborted);
    v.reg("ready", slot.ready, now);
    v.reg("head", slot.first);
    v.close();
  }
  if (p.counts_streams())
    for (unsigned pair = 0; pair < p.ports * p.ports; ++pair) {
      v.open("pair", pair);
      v.reg("held_between", s.pairs[pair]);
      v.close();
    }
  v.reg("free_first", s.free);
  v.reg("shared_frames", s.frames);
  v.reg("shared_flits", s.flits);
  v.reg("moving", s.moving);
  v.reg("turn", s.turn);
  v.reg("first_in", s.first_in);
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, S& s, Cycle now, Visitor& v) {
  for (unsigned i = 0; i < p.ports; ++i) {
    auto& counters = s.counters[i];
    v.open("port", i);
    v.reg("frames_in", counters.frames_in);
    v.reg("frames_out", counters.frames_out);
    for (std::size_t cause = 0; cause < drop_causes; ++cause)
      v.reg(to_string(static_cast<Drop>(cause)), counters.dropped[cause]);
    v.reg("orphans", counters.orphans);
    v.reg("aborts_made", counters.aborts_made);
    v.reg("flits_dropped", counters.flits_dropped);
    std::uint64_t sent = flits_sent(p, s, i, now);
    v.reg("flits_out", sent);
    if constexpr (is_loader<Visitor>) counters.flits_out = sent - flits_of_frame_sent(p, s.outputs[i], i, now);
    v.reg("refused", counters.refused);
    v.reg("most_frames", counters.most_frames);
    v.close();
  }
  v.reg("most_shared", s.most_shared);
}

/// The sets of ports and the edges, which follow from the registers.
template <class S, class Visitor, IfState<S, State> = 0>
void derive(const Params& p, S& s, Visitor& v) {
  PortSet waiting, arriving, wanted, busy, sending, driven;
  const auto waits = [&](unsigned i) { return !s.inputs[i].queue.empty() && !s.inputs[i].is_moving; };
  for (unsigned i = 0; i < p.ports; ++i) {
    const Input& in = s.inputs[i];
    insert_if(waiting, i, waits(i));
    PortSet wants;
    for (unsigned j = 0; j < p.ports; ++j)
      insert_if(wants, j, waits(j) && s.slots[s.inputs[j].queue.first].output == i);
    insert_if(wanted, i, !is_empty(wants));
    insert_if(arriving, i, in.is_moving);
    const Output& out = s.outputs[i];
    insert_if(busy, i, !out.queue.empty());
    insert_if(sending, i, out.is_sending);
    insert_if(driven, i, out.flit.valid());
    v.open("port", i);
    derive_ports("wants", s.outputs[i].wants, wants, p.ports, v);
    const Cycle first_due = in.queue.empty() ? never : Cycle(s.slots[in.queue.first].ready);
    const Cycle transfer_end = in.leaves() ? never : Cycle(in.moved);
    v.derived("input_due", s.input_due[i].value, in.is_moving ? transfer_end.value : first_due.value);
    const std::uint64_t to_last = (s.slots[out.queue.first].flits - 1) * std::uint64_t{p.cycles_of_flit(i)};
    v.derived("end", s.ends[i].value, out.is_sending ? (out.since + to_last).value : never.value);
    v.close();
  }
  for (unsigned group = 0; group < groups_of(p.ports); ++group) {
    v.open("group", group);
    // The last group has ends of ports that there are not.
    for (unsigned o = std::max<unsigned>(p.ports, group * ports_of_group); o < (group + 1) * ports_of_group; ++o)
      v.derived("no_port", s.ends[o].value, never.value);
    v.derived("end", s.group_ends[group].value, detail::group_end(s, group).value);
    v.close();
  }
  Cycle move_next = never;
  for_each_bit(arriving, [&](unsigned i) { move_next = std::min(move_next, s.input_due[i]); });
  v.derived("move_next", s.move_next.value, move_next.value);
  derive_ports("waiting", s.waiting, waiting, p.ports, v);
  v.derived("begin_next", s.begin_next.value, detail::least_begin<PortSet>(p, s).value);
  derive_ports("arriving", s.arriving, arriving, p.ports, v);
  derive_ports("wanted", s.wanted, wanted, p.ports, v);
  derive_ports("busy", s.busy, busy, p.ports, v);
  derive_ports("sending", s.sending, sending, p.ports, v);
  v.derived("send_next", s.send_next.value, detail::least_send<PortSet>(p, s).value);
  derive_ports("driven", s.driven, driven, p.ports, v);
}

/// The State with these registers and counters before edge `now`.
template <class Reader>
void restore(const Params& p, State& s, Cycle now, Reader& reader) {
  visit_all(p, s, now, reader);
  derive(p, s, reader);
}

}  // namespace slackline::packet_switch
