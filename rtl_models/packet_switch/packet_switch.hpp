// packet_switch: a store-and-forward switch of frames, as in Ethernet: a frame goes on when it is there whole, and is dropped when
// there is no room for it.
//
//            +-----------+  full: drop   +--------+   +----------+ transfer +--------+
//  flit_in ->| receiving |--[ lookup ]-->| buffer |-->| backplane|--------->| output |--> flit_out#
//            +-----------+               +--------+   +----------+          +--------+
//             1 per input                 of inputs, of outputs,             1 per output          # = register
//                                         or one for all
//
// A frame is a worm on virtual channel 0: head, bodies, tail, or a single. Its first flit carries the destination, and a table has
// the port that leads there. A frame takes room of a buffer from its last flit on; the frame that comes in has a place of its own.
//
// Timing contract, with d = transfer * flits of the frame, at least 1
//   last flit sampled at edge N, nothing in its way -> first flit in cycle N + lookup + d + 2; with `direct`, N + lookup + 2
//   n-th flit of a frame (0, 1, ...)                -> n * cycles_per_flit after the first, if the receiver stops none
//   last flit in cycle M                            -> its room is free at edge M + 1, and the next frame's first flit comes in
//                                                      cycle M + (1 + gap) * cycles_per_flit at the earliest
//   stop_in sampled at edge N                       -> no frame begins in cycle N; one that has begun goes on, or, where the
//                                                      receiver stops flits, has no flit in cycle N: if one was due there, the
//                                                      rest of the frame comes a cycle later
//   a transfer ends at edge N                       -> its input and its output begin another one at edge N + 1, and its room in an
//                                                      input's buffer is free there
//   a frame is taken in at edge N, or leaves        -> pause_out in cycle N
//
// What happens at one edge sees the buffers as they were before it, with one exception: frames that end at one edge are taken in one
// after the other, and each takes its room before the next one asks. The first one is of the input after that whose frame was the
// first to be taken in before.
//
// Time passes without an event most of the time: registers hold the edges at which something ends. `next_event` is the next edge at
// which more than a flit of a frame moves, and `pass` is as many steps as there are until then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/register_times.hpp"
#include "rtl_models/packet_switch/params.hpp"

namespace slackline::packet_switch {

using SlotId = std::uint32_t;  ///< from 1 on
inline constexpr SlotId no_slot = 0;
inline constexpr std::uint16_t no_port = 0xffff;

/// A frame that is held.
struct Slot {
  SlotId next = no_slot;  ///< in the queue that it is in, or in the list of free ones
  std::uint16_t flits = 0;
  std::uint16_t input = 0, output = 0;
  Timer<> ready;  ///< edge from which on it may be transferred
  Flit first;     ///< of it
};

/// First in, first out.
struct Queue {
  SlotId first = no_slot, last = no_slot;
  bool empty() const { return first == no_slot; }
};

struct Input {
  SlotId slot = no_slot;       ///< of the frame that comes in, or of the next one
  std::uint16_t received = 0;  ///< flits of it; longest + 1: more
  bool is_open = false;        ///< its last flit has not come
  bool is_moving = false;      ///< a frame is being transferred
  bool is_paused = false;
  Timer<> moved;                                  ///< edge at which the transfer ends
  SlotId moving = no_slot;                        ///< the frame
  std::uint16_t moving_flits = 0, moving_to = 0;  ///< its length, and output
  Queue queue;                                    ///< frames that wait for their transfer
  std::uint32_t frames = 0;                       ///< held that came by this input, those at outputs too
  std::uint32_t waiting = 0, waiting_flits = 0;   ///< in the buffer: in `queue`, and the one that is transferred
};

struct Output {
  Queue queue;                          ///< frames to be sent; the first one may be being sent
  std::uint32_t frames = 0, flits = 0;  ///< that have a place here, or of the shared buffer for here
  bool is_taking = false;               ///< a transfer ends here
  bool is_sending = false;
  Age<> since;             ///< edge of the first flit of the frame that is sent
  Timer<> free;            ///< edge from which on a frame may begin
  std::uint16_t turn = 0;  ///< input after the one whose frame was transferred last
  PortSet wants;           ///< derived: inputs in State::waiting whose first frame leaves here
  Flit flit;               ///< output register
};

/// Counts of an input, and of the output with its number.
struct Counters {
  std::uint64_t frames_in = 0, frames_out = 0;
  std::array<std::uint64_t, drop_causes> dropped{};
  std::uint64_t orphans = 0;      ///< flits of no frame
  std::uint64_t refused = 0;      ///< frames for the output that were dropped for want of room, or by its threshold
  std::uint64_t most_frames = 0;  ///< that the input's buffer has held, or the output's
};

/// Outputs whose ends share one minimum, so that the next end is found without a look at all ports.
inline constexpr unsigned ports_of_group = 8;
inline unsigned groups_of(unsigned ports) { return (ports + ports_of_group - 1) / ports_of_group; }

/// Storage belongs to the owner: `inputs`, `outputs`, `counters` and `input_due` have an entry for each port, `group_ends` one for each
/// group, `ends` one for each port of a group, `slots` one for each SlotId up to Params::slots(), and one for no_slot.
struct State {
  Input* inputs = nullptr;
  Output* outputs = nullptr;
  Slot* slots = nullptr;
  Counters* counters = nullptr;
  SlotId free = no_slot;  ///< the first of the slots that are free: the one that was left last, still in a cache
  std::uint32_t frames = 0, flits = 0;  ///< in a shared buffer
  std::uint16_t moving = 0;             ///< transfers
  std::uint16_t turn = 0;               ///< input after the one whose transfer began last, where not all may at once
  std::uint16_t first_in = 0;     ///< input whose frame is the first to be taken in, of those that end at one edge
  std::uint64_t most_shared = 0;  ///< counter: frames that a shared buffer has held

  // Derived: ports with something to do, and the edges at which they have.
  /// Per input: end of its transfer, or edge at which its first frame is ready; never: no frame.
  Cycle* input_due = nullptr;
  Cycle* ends = nullptr;        ///< per output: edge of the last flit of the frame that it sends; never: it sends none
  Cycle* group_ends = nullptr;  ///< per group of outputs: the least of `ends`
  // The least edge at which a transfer may begin, one ends, and an output has something to do; never: none.
  Cycle begin_next = never, move_next = never, send_next = never;
  PortSet waiting;   ///< inputs with frames and no transfer
  PortSet arriving;  ///< inputs with a transfer
  PortSet wanted;    ///< outputs for which they wait
  PortSet busy;      ///< outputs with frames
  PortSet sending;   ///< outputs that send one
  PortSet driven;    ///< outputs with a flit on the register
};

/// Wired in.
struct Place {
  const std::uint16_t* port_to = nullptr;  ///< by destination: the port that leads there, or no_port
  std::uint32_t destinations = 0;
  /// Outputs whose receiver stops flits, as a wormhole switch does; others finish the frame that they send, as with PAUSE.
  PortSet stops_flits = {};
};

namespace detail {

/// A transfer to the output may begin.
inline bool may_begin(const Params& p, const Output& out) {
  return !p.has_transfers_to_one() || (!out.is_taking && out.frames <= p.held);
}

/// The least edge at which a transfer may begin, of the frames that wait.
template <class Ports>
Cycle least_begin(const Params& p, const State& s) {
  Cycle next = never;
  if (p.transfers != 0 && s.moving == p.transfers) return next;
  for_each_bit(ports_in<Ports>(s.waiting), [&](unsigned i) {
    if (may_begin(p, s.outputs[s.slots[s.inputs[i].queue.first].output])) next = std::min(next, s.input_due[i]);
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

/// The next event, at `now` at the earliest.
template <class Ports>
Cycle next_event(const Params& p, const Place& place, const State& s, const PortSet& is_stopped, Cycle now) {
  const Ports& stopped = ports_in<Ports>(is_stopped);
  if (!is_empty(stopped & ports_in<Ports>(s.sending) & ports_in<Ports>(place.stops_flits))) return now;
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
/// is called when a frame begins to leave, and pause(input, is_paused, edge) when PAUSE changes. `Dropped` gets each lost frame: (input, tag, cause). `Ports`: PortMask where there are 64 at
/// most.
template <class Ports, class Flits, class Dropped>
struct Edge {
  const Params& p;
  const Place& place;
  State& s;
  Flits& memory;
  Dropped& dropped;
  Cycle now;
  bool has_taken = false;  ///< a frame, at this edge
  Ports begun{};           ///< inputs whose transfers begin, of frames that may leave at once

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
    if (queue.first == no_slot) queue.last = no_slot;
    return slot;
  }

  void receive(unsigned i, Flit flit) {
    Input& in = s.inputs[i];
    if (flit.opens_worm()) {
      if (in.is_open) lose(i, Drop::aborted);
      in.is_open = true;
      in.received = 0;
      s.slots[in.slot].first = flit;
    } else if (!in.is_open) {
      ++s.counters[i].orphans;
      return;
    }
    if (in.received < p.longest) memory.store(in.slot, in.received, flit);
    if (in.received <= p.longest) ++in.received;
    if (!flit.closes_worm()) return;
    in.is_open = false;
    if (flit.kind() == FlitKind::abort)
      lose(i, Drop::aborted);
    else
      take_in(i);
  }

  [[gnu::noinline]] void lose(unsigned i, Drop cause) {
    ++s.counters[i].dropped[static_cast<std::size_t>(cause)];
    dropped(i, s.slots[s.inputs[i].slot].first.tag(), cause);
  }

  void refuse(unsigned i, unsigned o, Drop cause) {
    ++s.counters[o].refused;
    lose(i, cause);
  }

  /// A buffer with so much in it has room for the frame.
  bool has_room(const Input& in, std::uint32_t frames, std::uint32_t flits) const {
    return frames < p.frames && (p.flits == 0 || flits + in.received <= p.flits);
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
    const std::uint32_t destination = slot.first.data();
    const std::uint16_t o = destination < place.destinations ? place.port_to[destination] : no_port;
    if (o == no_port) return lose(i, Drop::unknown);
    if (o == i) return lose(i, Drop::returned);
    Output& out = s.outputs[o];
    switch (p.buffers) {
      case Buffers::input:
        if (!has_room(in, in.waiting, in.waiting_flits)) return refuse(i, o, Drop::full);
        break;
      case Buffers::output:
        if (!has_room(in, out.frames, out.flits)) return refuse(i, o, Drop::full);
        break;
      case Buffers::shared:
        if (!has_room(in, s.frames, s.flits)) return refuse(i, o, Drop::full);
        if (!is_within_share(out)) return refuse(i, o, Drop::threshold);
        s.most_shared = std::max<std::uint64_t>(s.most_shared, ++s.frames);
        s.flits += in.received;
        break;
    }
    if (p.buffers != Buffers::input) add_place(o, in.received);
    slot.flits = in.received;
    slot.input = static_cast<std::uint16_t>(i);
    slot.output = o;
    slot.ready = now + 1 + p.lookup;
    if (in.queue.empty() && !in.is_moving) wait_for_transfer(i, slot);
    push(in.queue, in.slot);
    ++in.waiting;
    in.waiting_flits += in.received;
    in.slot = std::exchange(s.free, s.slots[s.free].next);
    if (!has_taken) s.first_in = after(i);
    has_taken = true;
    ++s.counters[i].frames_in;
    ++in.frames;
    if (p.buffers == Buffers::input) note_most(i, in.waiting);
  }

  /// It is the first one of its input.
  void wait_for_transfer(unsigned i, const Slot& slot) {
    insert(ports(s.waiting), i);
    insert(ports(s.outputs[slot.output].wants), i);
    insert(ports(s.wanted), slot.output);
    s.input_due[i] = slot.ready;
    if (!is_limited() && may_begin(s.outputs[slot.output])) s.begin_next = std::min(s.begin_next, s.input_due[i]);
  }
  /// A transfer to the output may begin again.
  void note_may_begin(const Output& out) {
    if (!p.has_transfers_to_one() || is_limited() || !may_begin(out)) return;
    for_each_bit(ports(out.wants), [&](unsigned i) { s.begin_next = std::min(s.begin_next, s.input_due[i]); });
  }
  void add_place(unsigned o, std::uint32_t flits) {
    Output& out = s.outputs[o];
    ++out.frames;
    out.flits += flits;
    if (p.buffers != Buffers::input) note_most(o, out.frames);
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

  bool may_begin(const Output& out) const { return detail::may_begin(p, out); }
  bool is_limited() const { return p.transfers != 0 && s.moving == p.transfers; }
  /// Of an input in `waiting`.
  bool asks(unsigned i) const { return s.input_due[i] <= now; }
  /// With buffers at inputs each output takes a frame of one of them, in turn. Where the backplane cannot carry all, inputs go in turn.
  void begin_transfers() {
    if (p.transfers == 0 && p.has_transfers_to_one()) {  // outputs do not depend on one another
      s.begin_next = never;
      for_each_bit(ports(s.wanted), [&](unsigned o) {
        if (!may_begin(s.outputs[o])) return;
        if (const unsigned i = chosen_by(o); i < p.ports)
          begin_transfer(i);
        else
          note_may_begin(s.outputs[o]);
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
    return may_begin(s.outputs[o]) && (!p.has_transfers_to_one() || chosen_by(o) == i);
  }
  void begin_transfer(unsigned i) {
    Input& in = s.inputs[i];
    in.moving = pop(in.queue);
    const Slot& slot = s.slots[in.moving];
    in.is_moving = true;
    in.moving_flits = slot.flits;
    in.moving_to = slot.output;
    insert_if(begun, i, p.leaves_at_once(slot.output));
    erase(ports(s.waiting), i);
    Output& out = s.outputs[slot.output];
    erase(ports(out.wants), i);
    erase_if(ports(s.wanted), slot.output, is_empty(ports(out.wants)));
    insert(ports(s.arriving), i);
    s.input_due[i] = in.moved = now + std::max<std::uint64_t>(std::uint64_t{p.transfer} * slot.flits, 1);
    s.move_next = std::min(s.move_next, s.input_due[i]);
    ++s.moving;
    if (p.transfers != 0) s.turn = after(i);
    if (!p.has_transfers_to_one()) return;
    out.is_taking = true;
    out.turn = after(i);
    add_place(slot.output, slot.flits);
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
      note_may_begin(s.outputs[in.moving_to]);
    if (!p.leaves_at_once(in.moving_to)) join(in);
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
  /// Outputs that may begin a frame, and those that send the last flit of one.
  Ports due_outputs() const {
    Ports due{};
    for_each_bit(ports(s.busy) & ~ports(s.sending), [&](unsigned o) { insert_if(due, o, s.outputs[o].free <= now); });
    for (unsigned group = 0; group < groups_of(p.ports); ++group)
      if (s.group_ends[group] <= now)
        for (unsigned o = group * ports_of_group; o < (group + 1) * ports_of_group; ++o)
          insert_if(due, o, s.ends[o] <= now);
    return due;
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
      if (!begins && is_stopped && has(place.stops_flits, o)) {
        // All that is left of the frame comes a cycle later.
        out.since = out.since + 1;
        set_end(o, s.ends[o] + 1);
        return;
      }
      out.flit = memory.load(out.queue.first, static_cast<std::uint32_t>(since / cycles));
      insert(ports(s.driven), o);
    }
    if (s.ends[o] == now) end_sending(o);
  }
  void end_sending(unsigned o) {
    Output& out = s.outputs[o];
    const SlotId id = pop(out.queue);
    const Slot& slot = s.slots[id];
    out.is_sending = false;
    erase(ports(s.sending), o);
    erase_if(ports(s.busy), o, out.queue.empty());
    out.free = now + std::uint64_t{1u + p.gap} * p.cycles_of_flit(o);
    set_end(o, never);
    --out.frames;
    out.flits -= slot.flits;
    if (p.buffers == Buffers::shared) {
      --s.frames;
      s.flits -= slot.flits;
    }
    Input& in = s.inputs[slot.input];
    --in.frames;
    s.slots[id].next = std::exchange(s.free, id);
    ++s.counters[o].frames_out;
    note_may_begin(out);
  }

  Cycle next_event(const PortSet& is_stopped) const {
    return detail::next_event<Ports>(p, place, s, is_stopped, now + 1);
  }

  /// The rest of the edge, after the frames that come in. An earlier part does not see what a later one makes free.
  void go_on(const PortSet& is_stopped) {
    if (s.begin_next <= now) begin_transfers();
    if (!Flits::whole || s.send_next <= now) {
      for_each_bit(Flits::whole ? due_outputs() : ports(s.busy), [&](unsigned o) { send(o, has(is_stopped, o)); });
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
auto with_edge(const Params& p, const Place& place, State& s, Cycle now, Flits& memory, Dropped& dropped, Body&& body) {
  if (p.ports <= ports_of_bank) return body(detail::Edge<PortMask, Flits, Dropped>{p, place, s, memory, dropped, now});
  return body(detail::Edge<PortSet, Flits, Dropped>{p, place, s, memory, dropped, now});
}

/// One clock edge. `flit_in` has an entry for each port; `is_stopped`: outputs at which STOP or PAUSE is sampled; `memory` and `dropped` as of
/// detail::Edge.
template <class Flits, class Dropped>
void step(const Params& p, const Place& place, State& s, const Flit* flit_in, const PortSet& is_stopped, Cycle now,
          Flits& memory, Dropped&& dropped) {
  with_edge(p, place, s, now, memory, dropped, [&](auto edge) {
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
/// a frame comes before; never: none. `is_stopped` as it stays until then: while it holds back a frame in its middle each edge is an event.
inline Cycle next_event(const Params& p, const Place& place, const State& s, const PortSet& is_stopped, Cycle now) {
  return p.ports <= ports_of_bank ? detail::next_event<PortMask>(p, place, s, is_stopped, now)
                                  : detail::next_event<PortSet>(p, place, s, is_stopped, now);
}

/// A frame whose last flit comes at this edge.
struct Arrival {
  unsigned input;
  Flit first;
  std::uint16_t flits;      ///< Params::longest + 1: more
  bool is_aborted = false;  ///< its sender has ended it
};

/// The edges from `now` to `end` - 1 where frames are not moved flit by flit: `arrivals`, in the order of their inputs, are the frames
/// that end at `now`, and none ends later before `end`; `is_stopped` stays as it is, and place.stops_flits is empty.
/// memory.begin(output, slot, edge) is called for frames that begin to leave, and memory.pause(input, is_paused, edge) where PAUSE
/// changes. Only events are looked at, so a call costs nothing for the edges between. The output registers stay empty, `received` and
/// `is_open` of inputs are not kept, and flits of no frame are not counted. Returns the next event, from `end` on.
template <class Arrivals, class Flits, class Dropped>
Cycle run_frames(const Params& p, const Place& place, State& s, const Arrivals& arrivals, const PortSet& is_stopped,
                 Cycle now, Cycle end, Flits& memory, Dropped&& dropped) {
  return with_edge(p, place, s, now, memory, dropped, [&](auto edge) {
    const unsigned first = s.first_in;
    const auto take_in = [&](bool is_behind) {
      for (const Arrival& arrival : arrivals) {
        if ((arrival.input >= first) != is_behind) continue;
        s.slots[s.inputs[arrival.input].slot].first = arrival.first;
        s.inputs[arrival.input].received = arrival.flits;
        if (arrival.is_aborted)
          edge.lose(arrival.input, Drop::aborted);
        else
          edge.take_in(arrival.input);
      }
    };
    if (!arrivals.empty()) {
      take_in(true);
      take_in(false);
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
    in.received = static_cast<std::uint16_t>(std::min<std::uint32_t>(in.received + received[i], p.longest + 1u));
  }
  for_each_bit(s.driven, [&](unsigned o) { s.outputs[o].flit = Flit(); });
  s.driven = PortSet();
  for_each_bit(s.busy, [&](unsigned o) {
    Output& out = s.outputs[o];
    if (!out.is_sending || (last - out.since) % p.cycles_of_flit(o) != 0) return;
    out.flit = memory.load(out.queue.first, static_cast<std::uint32_t>((last - out.since) / p.cycles_of_flit(o)));
    insert(s.driven, o);
  });
}

/// rst_n low at an edge.
void reset(const Params& p, State& s);

}  // namespace slackline::packet_switch
