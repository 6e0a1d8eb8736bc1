// packet_switch, its step: what happens at a clock edge, and when there is something to do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "rtl_models/packet_switch/packet_switch.hpp"

namespace slackline::packet_switch {

namespace detail {

/// The port that leads to the destination of a frame; no_port: none does.
inline std::uint16_t port_of(const Wiring& wiring, const Slot& slot) {
  const std::uint32_t destination = slot.first.data();
  return destination < wiring.destinations ? wiring.port_to[destination] : no_port;
}

/// A transfer to the output may begin.
inline bool may_begin(const Params& p, const State& s, unsigned o) {
  const Output& out = s.outputs[o];
  return !p.has_transfers_to_one() || (!out.is_taking & (out.frames <= p.held_at(o)));  // without a branch
}

/// The least edge at which a transfer may begin, of the frames that wait.
template <class Ports>
Cycle least_begin(const Params& p, const State& s) {
  Cycle next = never;
  if (p.transfers != 0 && s.moving == p.transfers) return next;
  for_each_bit(ports_in<Ports>(s.waiting), [&](unsigned i) {
    if (may_begin(p, s, s.slots[s.inputs[i].queue.first].output)) next = std::min(next, s.input_due[i]);
  });
  return next;
}

inline Cycle group_end(const State& s, unsigned group) {
  const Cycle* ends = s.ends + group * ports_of_group;
  Cycle least = never;
  for (unsigned k = 0; k < ports_of_group; ++k) least = std::min(least, ends[k]);
  return least;
}
/// The least edge at which an output has something to do; those of `held_back` begin no frame.
template <class Ports>
Cycle least_send(const Params& p, const State& s, const Ports& held_back = {}) {
  Cycle next = never;
  for (unsigned group = 0; group < groups_of(p.ports); ++group) next = std::min(next, s.group_ends[group]);
  for_each_bit(ports_in<Ports>(s.busy) & ~(ports_in<Ports>(s.sending) | held_back),
               [&](unsigned o) { next = std::min(next, Cycle(s.outputs[o].free)); });
  return next;
}

/// The output that the frame which comes in leaves by from edge `now` on, if nothing else begins there and it finds room; no_port: none.
template <class Ports>
std::uint16_t cut_through_output(const Params& p, const Wiring& wiring, const State& s, unsigned i, Cycle now) {
  const Input& in = s.inputs[i];
  const Slot& slot = s.slots[in.slot];
  if (!in.is_open || in.received < p.shortest || in.received >= p.longest || slot.ready > now) return no_port;
  if (in.is_moving || !in.queue.empty()) return no_port;
  const std::uint16_t o = port_of(wiring, slot);
  if (o == no_port || o == i || !p.may_cut_through(i, o) || !s.outputs[o].queue.empty() || !may_begin(p, s, o))
    return no_port;
  bool is_taken = false;
  for_each_bit(ports_in<Ports>(s.arriving), [&](unsigned k) { is_taken = is_taken || s.inputs[k].moving_to == o; });
  return is_taken ? no_port : o;
}
/// The edge from `now` on at which a frame cuts through, if no flit comes in; never: none does.
template <class Ports>
Cycle next_cut_through(const Params& p, const Wiring& wiring, const State& s, Cycle now) {
  Cycle next = never;
  for (unsigned i = 0; i < p.ports; ++i) {
    const Cycle ready = std::max(Cycle(s.slots[s.inputs[i].slot].ready), now);
    if (cut_through_output<Ports>(p, wiring, s, i, ready) != no_port) next = std::min(next, ready);
  }
  return next;
}

/// A frame comes in that cuts through, or might.
inline bool some_frame_may_cut_through(const Params& p, const State& s) {
  if (!p.cut_through) return false;
  for (unsigned i = 0; i < p.ports; ++i)
    if (s.inputs[i].is_open) return true;
  return false;
}

/// The next event, at `now` at the earliest.
template <class Ports>
Cycle next_event(const Params& p, const Wiring& wiring, const State& s, const PortSet& is_stopped, Cycle now) {
  const Ports& stopped = ports_in<Ports>(is_stopped);
  if (!is_empty(stopped & ports_in<Ports>(s.sending) & ports_in<Ports>(wiring.stops_flits))) return now;
  const Cycle send = is_empty(stopped) ? s.send_next : least_send<Ports>(p, s, stopped);
  // A frame that waits for room, or for its turn, is let go by another event.
  return std::max(std::min(std::min(s.begin_next, s.move_next), send), now);
}

/// Calls body(port) for the ports of a set from `first` on, going round.
template <class Ports, class Body>
void for_each_from(const Ports& set, unsigned first, Body&& body) {
  const Ports from = from_port(set, first);
  for_each_bit(from, body);
  for_each_bit(set & ~from, body);
}

/// A clock edge. `Flits` holds the flits of frames: store(slot, n, flit), load(slot, n); or, with Flits::whole, begin(output, slot, edge)
/// is called when a frame begins to leave, and pause(input, is_paused, edge) when PAUSE changes. `Dropped` gets each lost frame: (input,
/// tag, cause). `Ports`: PortMask for up to 64 ports, or PortSet.
template <class Ports, class Flits, class Dropped>
struct Edge {
  const Params& p;
  const Wiring& wiring;
  State& s;
  Flits& memory;
  Dropped& dropped;
  Cycle now;
  bool has_taken = false;  ///< a frame, at this edge
  Ports begun{};           ///< inputs whose transfers begin, of frames that may leave at once
  Ports brought{};         ///< inputs that have brought a flit of a frame that cuts through

  /// The next input, going round.
  std::uint16_t after(unsigned i) const { return static_cast<std::uint16_t>(i + 1 == p.ports ? 0 : i + 1); }
  static Ports& ports(PortSet& set) { return ports_in<Ports>(set); }
  static const Ports& ports(const PortSet& set) { return ports_in<Ports>(set); }
  void push(Queue& queue, SlotId slot) {
    s.slots[slot].next = no_slot;
    (queue.empty() ? queue.first : s.slots[queue.last].next) = slot;
    queue.last = slot;
  }
  SlotId pop(Queue& queue) {
    const SlotId slot = queue.first;
    queue.first = s.slots[slot].next;
    static_assert(no_slot == 0);
    queue.last *= queue.first != no_slot;  // without a branch
    return slot;
  }

  void receive(unsigned i, Flit flit) {
    Input& in = s.inputs[i];
    if (in.leaves()) {
      if (!flit.opens_worm()) return receive_leaving(i, flit);
      break_off(i);
    }
    if (flit.opens_worm()) open_frame(i, flit);
    if (!in.is_open) {
      ++s.counters[i].orphans;
      return;
    }
    count_flit(i, flit);
    if (!flit.closes_worm()) return;
    in.is_open = false;
    if (flit.kind() == FlitKind::abort)
      lose(i, Drop::aborted);
    else
      take_in(i);
  }

  /// The next header comes before the end of a frame that cuts through.
  void break_off(unsigned i) {
    ++s.inputs[i].received;
    ++s.counters[i].aborts_made;
    end_leaving(i, true);
  }
  void open_frame(unsigned i, Flit first) {
    Input& in = s.inputs[i];
    if (in.is_open) lose(i, Drop::aborted);
    in.is_open = true;
    in.received = 0;
    s.slots[in.slot].first = first;
  }
  /// A flit of a frame that is stored.
  void count_flit(unsigned i, Flit flit) {
    Input& in = s.inputs[i];
    if (in.received < p.longest) memory.store(in.slot, in.received, flit);
    if (in.received <= p.longest)
      ++in.received;
    else
      ++s.counters[i].flits_dropped;
    if (p.cut_through && in.received == p.shortest) s.slots[in.slot].ready = now + 1 + p.lookup;
  }

  /// A flit of a frame that cuts through.
  void receive_leaving(unsigned i, Flit flit) {
    Input& in = s.inputs[i];
    memory.store(in.slot, in.received, flit);
    ++in.received;
    insert(brought, i);
    if (flit.closes_worm() || in.received == p.longest) end_leaving(i, !flit.closes_worm());
  }
  /// No more flits come of a frame that cuts through, so it gives back the room that it does not need. `is_aborted`: the last one counted is
  /// an abort flit of our own.
  void end_leaving(unsigned i, bool is_aborted) {
    Input& in = s.inputs[i];
    Slot& slot = s.slots[in.slot];
    Output& out = s.outputs[slot.output];
    slot.is_aborted = is_aborted;
    insert(brought, i);
    const std::uint32_t too_much = slot.flits - in.received;
    slot.flits = in.moving_flits = in.received;
    in.waiting_flits -= too_much;
    if (slot.room == Room::buffer) {
      out.flits -= too_much;
      if (p.buffers == Buffers::shared) s.flits -= too_much;
    }
    if (out.is_sending && out.queue.first == in.slot)
      set_end(slot.output, out.since + (slot.flits - 1) * std::uint64_t{p.cycles_of_flit(slot.output)});
    in.is_open = false;
    s.input_due[i] = in.moved = now + 1;
    s.move_next = std::min(s.move_next, s.input_due[i]);
    next_slot(in);
  }
  void next_slot(Input& in) { in.slot = std::exchange(s.free, s.slots[s.free].next); }

  [[gnu::noinline]] void lose(unsigned i, Drop cause) {
    ++s.counters[i].dropped[static_cast<std::size_t>(cause)];
    s.counters[i].flits_dropped += s.inputs[i].received;
    dropped(i, s.slots[s.inputs[i].slot].first.tag(), cause);
  }

  void refuse(unsigned i, unsigned o, Drop cause) {
    ++s.counters[o].refused;
    lose(i, cause);
  }

  /// A buffer for `size` frames that holds `frames` frames and `flits` flits has room for the frame.
  bool has_room(std::uint32_t size, std::uint32_t frames, std::uint32_t flits, std::uint32_t flits_of_frame) const {
    return frames < size && (p.flits == 0 || flits + flits_of_frame <= p.flits);
  }
  Room room_between(unsigned i, unsigned o) const {
    if (p.buffers != Buffers::shared) return Room::buffer;
    if (has(p.uplinks, i) && s.inputs[i].in_module < p.uplink->frames) return Room::module_of_input;
    if (has(p.uplinks, o) && s.outputs[o].in_module < p.uplink->frames) return Room::module_of_output;
    return Room::buffer;
  }
  std::uint16_t& frames_between(unsigned i, unsigned o) { return s.pairs[i * p.ports + o]; }
  /// The uplinks on its way carry the frame's stream.
  [[gnu::noinline]] bool has_stream(unsigned i, unsigned o) {
    if (frames_between(i, o) != 0) return true;
    unsigned from = 0, to = 0;
    for (unsigned port = 0; port < p.ports; ++port) {
      from += frames_between(i, port) != 0;
      to += frames_between(port, o) != 0;
    }
    return !(has(p.uplinks, i) && from >= p.uplink->streams) && !(has(p.uplinks, o) && to >= p.uplink->streams);
  }
  bool is_within_share(const Output& out) const {
    switch (p.threshold) {
      case Threshold::fixed: return out.frames < p.most;
      case Threshold::dynamic: return 8 * out.frames < p.alpha8 * (p.frames - s.frames);
      case Threshold::none: break;
    }
    return true;
  }

  /// A frame is there whole.
  void take_in(unsigned i) {
    Input& in = s.inputs[i];
    if (in.received > p.longest) return lose(i, Drop::giant);
    if (in.received < p.shortest) return lose(i, Drop::runt);
    Slot& slot = s.slots[in.slot];
    const std::uint16_t o = port_of(wiring, slot);
    if (o == no_port) return lose(i, Drop::unknown);
    if (o == i) return lose(i, Drop::returned);
    const Room room = room_between(i, o);
    if (const std::optional<Drop> cause = refusal(i, o, room, in.received)) return refuse(i, o, *cause);
    take_room(i, o, room, in.received);
    slot.ready = now + 1 + p.lookup;
    if (in.queue.empty() && !in.is_moving) wait_for_transfer(i, slot);
    push(in.queue, in.slot);
    next_slot(in);
    if (!has_taken) s.first_in = after(i);
    has_taken = true;
  }
  /// The reason to refuse a frame of `flits` flits, or nullopt.
  std::optional<Drop> refusal(unsigned i, unsigned o, Room room, std::uint32_t flits) {
    const Input& in = s.inputs[i];
    const Output& out = s.outputs[o];
    if (p.counts_streams() && !has_stream(i, o)) return Drop::streams;
    switch (p.buffers) {
      case Buffers::input:
        if (!has_room(p.frames_at(i), in.waiting, in.waiting_flits, flits)) return Drop::full;
        break;
      case Buffers::output:
        if (!has_room(p.frames_at(o), out.frames, out.flits, flits)) return Drop::full;
        break;
      case Buffers::shared:
        if (room != Room::buffer) break;
        if (!has_room(p.frames, s.frames, s.flits, flits)) return Drop::full;
        if (!is_within_share(out)) return Drop::threshold;
        break;
    }
    return std::nullopt;
  }
  /// Takes room for `flits` flits of the frame that comes in.
  void take_room(unsigned i, std::uint16_t o, Room room, std::uint16_t flits) {
    Input& in = s.inputs[i];
    Output& out = s.outputs[o];
    if (p.buffers == Buffers::shared && room == Room::buffer) {
      s.most_shared = std::max<std::uint64_t>(s.most_shared, ++s.frames);
      s.flits += flits;
    }
    if (room == Room::module_of_input) ++in.in_module;
    if (room == Room::module_of_output) ++out.in_module;
    if (room == Room::buffer && p.buffers != Buffers::input) add_place(o, flits);
    if (p.buffers != Buffers::input) note_most(o, out.frames + out.in_module);
    if (p.counts_streams()) ++frames_between(i, o);
    Slot& slot = s.slots[in.slot];
    slot.room = room;
    slot.flits = flits;
    slot.is_aborted = false;
    slot.input = static_cast<std::uint16_t>(i);
    slot.output = o;
    ++in.waiting;
    in.waiting_flits += flits;
    ++s.counters[i].frames_in;
    ++in.frames;
    if (p.buffers == Buffers::input) note_most(i, in.waiting);
  }

  /// The frame is the head of its input's queue from now on, and waits for its transfer.
  void wait_for_transfer(unsigned i, const Slot& slot) {
    insert(ports(s.waiting), i);
    insert(ports(s.outputs[slot.output].wants), i);
    insert(ports(s.wanted), slot.output);
    s.input_due[i] = slot.ready;
    if (!is_limited() && may_begin(slot.output)) s.begin_next = std::min(s.begin_next, s.input_due[i]);
  }
  /// A transfer to the output may begin again.
  void note_may_begin(unsigned o) {
    if (!p.has_transfers_to_one() || is_limited() || !may_begin(o)) return;
    for_each_bit(ports(s.outputs[o].wants), [&](unsigned i) { s.begin_next = std::min(s.begin_next, s.input_due[i]); });
  }
  void add_place(unsigned o, std::uint32_t flits) {
    Output& out = s.outputs[o];
    ++out.frames;
    out.flits += flits;
  }
  void note_most(unsigned port, std::uint64_t frames) {
    s.counters[port].most_frames = std::max(s.counters[port].most_frames, frames);
  }
  /// PAUSE of an input goes by the frames in its buffer, or of another buffer those that it has brought.
  void pause(unsigned i) {
    Input& in = s.inputs[i];
    const std::uint32_t frames = p.buffers == Buffers::input ? in.waiting : in.frames;
    const bool before = in.is_paused;
    in.is_paused = frames >= p.pause_at || (before && frames > p.resume_at);
    if constexpr (Flits::whole) {
      if (in.is_paused != before) memory.pause(i, in.is_paused, now);
    }
  }

  bool may_begin(unsigned o) const { return detail::may_begin(p, s, o); }
  bool is_limited() const { return p.transfers != 0 && s.moving == p.transfers; }
  /// Of an input in `waiting`.
  bool asks(unsigned i) const { return s.input_due[i] <= now; }
  /// With buffers at inputs each output takes a frame of one of them, in turn. Where the backplane cannot carry all, inputs go in turn.
  void begin_transfers() {
    if (p.transfers == 0 && p.has_transfers_to_one()) {  // outputs do not depend on one another
      s.begin_next = never;
      for_each_bit(ports(s.wanted), [&](unsigned o) {
        if (!may_begin(o)) return;
        if (const unsigned i = chosen_by(o); i < p.ports)
          begin_transfer(i);
        else
          note_may_begin(o);
      });
      return;
    }
    begin_transfers_in_turn();
  }
  [[gnu::noinline]] void begin_transfers_in_turn() {
    for_each_from(ports(s.waiting), s.turn, [&](unsigned i) {
      if (!is_limited() && asks(i) && is_chosen(i)) begin_transfer(i);
    });
    s.begin_next = least_begin<Ports>(p, s);
  }
  /// The first input from the output's turn on that asks for it; p.ports: none does.
  unsigned chosen_by(unsigned o) const {
    const Output& out = s.outputs[o];
    Ports asking{};
    for_each_bit(ports(out.wants), [&](unsigned i) { insert_if(asking, i, asks(i)); });
    if (is_empty(asking)) return p.ports;
    const Ports behind = from_port(asking, out.turn);
    return lowest(is_empty(behind) ? asking : behind);
  }
  bool is_chosen(unsigned i) const {
    const std::uint16_t o = s.slots[s.inputs[i].queue.first].output;
    return may_begin(o) && (!p.has_transfers_to_one() || chosen_by(o) == i);
  }
  void begin_transfer(unsigned i) {
    Input& in = s.inputs[i];
    const SlotId id = pop(in.queue);
    const Slot& slot = s.slots[id];
    insert_if(begun, i, p.leaves_at_once(i, slot.output));
    erase(ports(s.waiting), i);
    Output& out = s.outputs[slot.output];
    erase(ports(out.wants), i);
    erase_if(ports(s.wanted), slot.output, is_empty(ports(out.wants)));
    s.input_due[i] = in.moved = now + p.transfer_cycles(i, slot.output, slot.flits);
    s.move_next = std::min(s.move_next, s.input_due[i]);
    note_transfer(i, id);
  }
  void note_transfer(unsigned i, SlotId id) {
    Input& in = s.inputs[i];
    const Slot& slot = s.slots[id];
    Output& out = s.outputs[slot.output];
    in.moving = id;
    in.is_moving = true;
    in.moving_flits = slot.flits;
    in.moving_to = slot.output;
    insert(ports(s.arriving), i);
    ++s.moving;
    if (p.transfers != 0) s.turn = after(i);
    if (!p.has_transfers_to_one()) return;
    out.is_taking = true;
    out.turn = after(i);
    add_place(slot.output, slot.flits);
  }

  [[gnu::noinline]] void cut_through() {
    Ports all{};
    bool has_begun = false;
    for (unsigned i = 0; i < p.ports; ++i) insert_if(all, i, s.inputs[i].is_open);
    for_each_from(all, s.first_in, [&](unsigned i) {
      Input& in = s.inputs[i];
      const std::uint16_t o = cut_through_output<Ports>(p, wiring, s, i, now);
      if (o == no_port || is_limited()) return;
      const Room room = room_between(i, o);
      if (refusal(i, o, room, p.longest)) return;
      has_begun = true;
      take_room(i, o, room, p.longest);
      in.cuts_through = true;
      in.moved = now + 1;
      s.input_due[i] = never;
      insert(begun, i);
      note_transfer(i, in.slot);
    });
    if (has_begun) s.begin_next = least_begin<Ports>(p, s);
  }

  void end_transfer(unsigned i) {
    Input& in = s.inputs[i];
    in.is_moving = false;
    erase(ports(s.arriving), i);
    s.input_due[i] = never;
    const bool was_limited = is_limited();
    --s.moving;
    --in.waiting;
    in.waiting_flits -= in.moving_flits;
    s.outputs[in.moving_to].is_taking = false;
    if (!in.queue.empty()) wait_for_transfer(i, s.slots[in.queue.first]);
    if (was_limited)
      s.begin_next = least_begin<Ports>(p, s);
    else
      note_may_begin(in.moving_to);
    if (!std::exchange(in.cuts_through, false) && !p.leaves_at_once(i, in.moving_to)) join(in);
  }
  /// The frame that is transferred from there may be sent.
  void join(const Input& in) {
    Output& out = s.outputs[in.moving_to];
    if (out.queue.empty()) {
      insert(ports(s.busy), in.moving_to);
      s.send_next = std::min(s.send_next, Cycle(out.free));
    }
    push(out.queue, in.moving);
  }

  void set_end(unsigned o, Cycle end) {
    const bool was_never = s.ends[o] == never;
    Cycle& least = s.group_ends[o / ports_of_group];
    s.ends[o] = end;
    least = was_never ? std::min(least, end) : group_end(s, o / ports_of_group);
  }
  /// The edge if `is`, and otherwise never: without a branch.
  static Cycle if_or_never(bool is, Cycle edge) { return Cycle(edge.value | (std::uint64_t{is} - 1)); }
  /// Where frames are moved whole: outputs that may begin a frame, and those that send the last flit of one, act, and send_next follows.
  /// Few branches go by data here: which output acts next is as good as random.
  void send_due(const PortSet& is_stopped) {
    Ports due{};
    Cycle next = never;
    for_each_bit(ports(s.busy) & ~ports(s.sending), [&](unsigned o) {
      const Cycle free = s.outputs[o].free;
      insert_if(due, o, free <= now);
      next = std::min(next, if_or_never(free > now, free));
    });
    PortMask groups = 0;
    for (unsigned group = 0; group < groups_of(p.ports); ++group) insert_if(groups, group, s.group_ends[group] <= now);
    for_each_bit(groups, [&](unsigned group) {
      for (unsigned o = group * ports_of_group; o < (group + 1) * ports_of_group; ++o)
        insert_if(due, o, s.ends[o] <= now);
    });
    for_each_bit(due, [&](unsigned o) {
      send(o, has(is_stopped, o));
      next = std::min(next, if_or_never(has(ports(s.busy) & ~ports(s.sending), o), s.outputs[o].free));
    });
    for (unsigned group = 0; group < groups_of(p.ports); ++group) next = std::min(next, s.group_ends[group]);
    s.send_next = next;
  }

  /// `o`, which has frames, sends the flit that is due at this edge.
  void send(unsigned o, bool is_stopped) {
    Output& out = s.outputs[o];
    const bool begins = !out.is_sending;
    if (begins) {
      if (is_stopped || now < out.free) return;
      out.is_sending = true;
      insert(ports(s.sending), o);
      out.since = now;
      set_end(o, now + std::uint64_t{s.slots[out.queue.first].flits - 1u} * p.cycles_of_flit(o));
    }
    if constexpr (Flits::whole) {
      if (begins) memory.begin(o, out.queue.first, now);
    } else {
      const std::uint32_t cycles = p.cycles_of_flit(o);
      const std::uint64_t since = now - out.since;
      if (since % cycles != 0) return;
      const bool is_held_back = !begins && is_stopped && has(wiring.stops_flits, o);
      if (is_held_back || since / cycles >= flits_there(out.queue.first)) {
        // All that is left of the frame comes a cycle later.
        out.since = out.since + 1;
        set_end(o, s.ends[o] + 1);
        return;
      }
      out.flit = flit_of(out.queue.first, static_cast<std::uint32_t>(since / cycles));
      insert(ports(s.driven), o);
    }
    if (s.ends[o] == now) end_sending(o);
  }
  Flit flit_of(SlotId id, std::uint32_t n) const {
    const Slot& slot = s.slots[id];
    if (slot.is_aborted && n + 1 == slot.flits) return Flit(FlitKind::abort, VcId(0), 0, slot.first.tag());
    return memory.load(id, n);
  }
  /// Flits of a frame at an output that were there before this edge.
  std::uint64_t flits_there(SlotId id) const {
    const Slot& slot = s.slots[id];
    const Input& in = s.inputs[slot.input];
    if (!p.cut_through || !in.cuts_through || in.moving != id) return slot.flits;
    return (in.slot == id ? in.received : slot.flits) - (has(brought, slot.input) ? 1u : 0u);
  }
  void end_sending(unsigned o) {
    Output& out = s.outputs[o];
    const SlotId id = pop(out.queue);
    const Slot& slot = s.slots[id];
    out.is_sending = false;
    s.counters[o].flits_out += slot.flits;
    erase(ports(s.sending), o);
    erase_if(ports(s.busy), o, out.queue.empty());
    out.free = now + std::uint64_t{1u + p.gap} * p.cycles_of_flit(o);
    set_end(o, never);
    Input& in = s.inputs[slot.input];
    --in.frames;
    leave_room(out, in, slot);
    if (p.counts_streams()) --frames_between(slot.input, o);
    s.slots[id].next = std::exchange(s.free, id);
    ++s.counters[o].frames_out;
    note_may_begin(o);
  }
  void leave_room(Output& out, Input& in, const Slot& slot) {
    if (slot.room == Room::module_of_input) {
      --in.in_module;
    } else if (slot.room == Room::module_of_output) {
      --out.in_module;
    } else {
      --out.frames;
      out.flits -= slot.flits;
      if (p.buffers != Buffers::shared) return;
      --s.frames;
      s.flits -= slot.flits;
    }
  }

  Cycle next_event(const PortSet& is_stopped) const {
    return detail::next_event<Ports>(p, wiring, s, is_stopped, now + 1);
  }

  /// The rest of the edge, after the frames that come in. An earlier part does not see what a later one makes free.
  void go_on(const PortSet& is_stopped) {
    if (s.begin_next <= now) begin_transfers();
    if constexpr (!Flits::whole) {
      if (p.cut_through) cut_through();
    }
    if constexpr (Flits::whole) {
      if (s.send_next <= now) send_due(is_stopped);
    } else {
      for_each_bit(ports(s.busy), [&](unsigned o) { send(o, has(is_stopped, o)); });
      s.send_next = least_send<Ports>(p, s);
    }
    if (s.move_next <= now) {
      Cycle next = never;
      for_each_bit(ports(s.arriving), [&](unsigned i) {
        if (s.input_due[i] <= now)
          end_transfer(i);
        else
          next = std::min(next, s.input_due[i]);
      });
      s.move_next = next;
    }
    for_each_bit(std::exchange(begun, Ports{}), [&](unsigned i) { join(s.inputs[i]); });
    if (p.pause_at == 0) return;
    for (unsigned i = 0; i < p.ports; ++i) pause(i);
  }
};

}  // namespace detail

/// Calls body(edge) with an Edge for the ports that there are.
template <class Flits, class Dropped, class Body>
auto with_edge(const Params& p, const Wiring& wiring, State& s, Cycle now, Flits& memory, Dropped& dropped,
               Body&& body) {
  if (p.ports <= ports_of_bank) return body(detail::Edge<PortMask, Flits, Dropped>{p, wiring, s, memory, dropped, now});
  return body(detail::Edge<PortSet, Flits, Dropped>{p, wiring, s, memory, dropped, now});
}

/// One clock edge. `flit_in` has an entry for each port; `is_stopped`: outputs at which STOP or PAUSE is sampled; `memory` and `dropped` as of
/// detail::Edge.
template <class Flits, class Dropped>
void step(const Params& p, const Wiring& wiring, State& s, const Flit* flit_in, const PortSet& is_stopped, Cycle now,
          Flits& memory, Dropped&& dropped) {
  with_edge(p, wiring, s, now, memory, dropped, [&](auto edge) {
    const unsigned first = s.first_in;
    for (unsigned k = 0; k < p.ports; ++k) {
      const unsigned i = first + k < p.ports ? first + k : first + k - p.ports;
      if (flit_in[i].valid()) edge.receive(i, flit_in[i]);
    }
    for_each_bit(s.driven, [&](unsigned o) { s.outputs[o].flit = Flit(); });
    s.driven = PortSet();
    edge.go_on(is_stopped);
  });
}

/// The first edge from `now` on, the next one, at which more happens than that flits of frames come in and leave, if no last flit of
/// a frame comes before; never: none. `is_stopped` as it stays until then: while it holds back a frame in its middle each edge is an event,
/// and so is each while a frame comes in that may cut through.
inline Cycle next_event(const Params& p, const Wiring& wiring, const State& s, const PortSet& is_stopped, Cycle now) {
  if (detail::some_frame_may_cut_through(p, s)) return now;
  return p.ports <= ports_of_bank ? detail::next_event<PortMask>(p, wiring, s, is_stopped, now)
                                  : detail::next_event<PortSet>(p, wiring, s, is_stopped, now);
}

/// The first edge from `now` on, the next one, at which a register changes, if no flit comes in and `is_stopped` stays as it is; never: none.
inline Cycle next_change(const Params& p, const Wiring& wiring, const State& s, const PortSet& is_stopped, Cycle now) {
  if (!is_empty(s.driven)) return now;
  const bool is_small = p.ports <= ports_of_bank;
  Cycle next = is_small ? detail::next_event<PortMask>(p, wiring, s, is_stopped, now)
                        : detail::next_event<PortSet>(p, wiring, s, is_stopped, now);
  if (p.cut_through)
    next = std::min(next, is_small ? detail::next_cut_through<PortMask>(p, wiring, s, now)
                                   : detail::next_cut_through<PortSet>(p, wiring, s, now));
  for_each_bit(s.sending, [&](unsigned o) {
    const std::uint32_t cycles = p.cycles_of_flit(o);
    const auto since_flit = static_cast<std::uint32_t>((now - s.outputs[o].since) % cycles);
    next = std::min(next, since_flit == 0 ? now : now + (cycles - since_flit));
  });
  return next;
}

/// A frame whose last flit comes at this edge.
struct Arrival {
  unsigned input;
  Flit first;
  std::uint16_t flits;      ///< Params::longest + 1: more
  bool is_aborted = false;  ///< its sender has ended it
};

/// The edges from `now` to `end` - 1 where frames are not moved flit by flit: `arrivals`, in the order of their inputs, are the frames
/// that end at `now`, and none ends later before `end`; `is_stopped` stays as it is, and wiring.stops_flits is empty.
/// No frame cuts through. memory.begin(output, slot, edge) is called for frames that begin to leave, and memory.pause(input, is_paused,
/// edge) where PAUSE changes. Only events are looked at, so a call costs nothing for the edges between. The output registers stay empty,
/// `received` and `is_open` of inputs are not kept, and flits of no frame, or beyond `longest`, are not counted. Returns the next event,
/// from `end` on.
template <class Arrivals, class Flits, class Dropped>
Cycle run_frames(const Params& p, const Wiring& wiring, State& s, const Arrivals& arrivals, const PortSet& is_stopped,
                 Cycle now, Cycle end, Flits& memory, Dropped&& dropped) {
  return with_edge(p, wiring, s, now, memory, dropped, [&](auto edge) {
    const unsigned first = s.first_in;
    const auto take_in = [&](const Arrival& arrival) {
      s.slots[s.inputs[arrival.input].slot].first = arrival.first;
      s.inputs[arrival.input].received = arrival.flits;
      if (arrival.is_aborted)
        edge.lose(arrival.input, Drop::aborted);
      else
        edge.take_in(arrival.input);
    };
    if (arrivals.size() == 1) {
      take_in(arrivals.front());
    } else {
      for (const bool is_behind : {true, false})
        for (const Arrival& arrival : arrivals)
          if ((arrival.input >= first) == is_behind) take_in(arrival);
    }
    for (;;) {
      edge.go_on(is_stopped);
      const Cycle next = edge.next_event(is_stopped);
      if (next >= end) return next;
      edge.now = next;
    }
  });
}

/// The edges from `now` to `end` - 1, of which none is an event. `received`: flits that have come in meanwhile by each input, of
/// frames of which neither the first nor the last was among them.
template <class Flits>
void pass(const Params& p, State& s, const std::uint32_t* received, Cycle now, Cycle end, Flits& memory) {
  if (end == now) return;
  const Cycle last(end.value - 1);
  for (unsigned i = 0; i < p.ports; ++i) {
    Input& in = s.inputs[i];
    const std::uint32_t all = in.received + received[i], kept = std::min<std::uint32_t>(all, p.longest + 1u);
    s.counters[i].flits_dropped += all - kept;
    in.received = static_cast<std::uint16_t>(kept);
  }
  for_each_bit(s.driven, [&](unsigned o) { s.outputs[o].flit = Flit(); });
  s.driven = PortSet();
  for_each_bit(s.busy, [&](unsigned o) {
    Output& out = s.outputs[o];
    if (!out.is_sending) return;
    if ((last - out.since) % p.cycles_of_flit(o) != 0) return;
    out.flit = memory.load(out.queue.first, static_cast<std::uint32_t>((last - out.since) / p.cycles_of_flit(o)));
    insert(s.driven, o);
  });
}

}  // namespace slackline::packet_switch
