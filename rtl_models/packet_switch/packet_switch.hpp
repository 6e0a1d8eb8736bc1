// packet_switch: a switch of frames, as in Ethernet: a frame goes on when it is there whole, or cuts through, and is dropped when there
// is no room for it.
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
//   last flit sampled at edge N, nothing in its way -> first flit in cycle N + lookup + d + 2; with `direct`, where the transfer of a
//                                                      flit takes no longer than cycles_per_flit, N + lookup + 2
//   n-th flit of a frame (0, 1, ...)                -> n * cycles_per_flit after the first, if the receiver stops none
//   flit `shortest` sampled at edge N, cut_through  -> first flit in cycle N + lookup + 2; a flit that has not been sampled one edge before
//                                                      it is due comes as much later, and the rest of the frame with it
//   last flit in cycle M                            -> its room is free at edge M + 1, and the next frame's first flit comes in
//                                                      cycle M + (1 + gap) * cycles_per_flit at the earliest
//   stop_in sampled at edge N                       -> no frame begins in cycle N; one that has begun goes on, or, where the
//                                                      receiver stops flits, has no flit in cycle N: if one was due there, the
//                                                      rest of the frame comes a cycle later
//   a transfer ends at edge N                       -> its input and its output begin another one at edge N + 1, and its room in an
//                                                      input's buffer is free there
//   a frame is taken in at edge N, or leaves        -> stop_out in cycle N
//   (with buffers at inputs: or its transfer ends)
//
// What happens at one edge sees the buffers as they were before it, with two exceptions. Frames that end at one edge are taken in one
// after the other, and each takes its room before the next one asks. The first one is of the input after that whose frame was the
// first to be taken in before. Then frames that cut through take room and transfers in the same way, one after the other.
//
// With cut_through a frame leaves as it comes in where its output has no frame and none is transferred to it. Frames that are there whole
// go first; of several inputs the one after `first_in` does. A frame that is too long has an abort flit in place of its flit `longest`; where
// the next header comes before the end of a frame, an abort flit is made, which leaves after the flits that have come. No cause is counted
// for either. A frame whose output is busy, or that finds no room, waits until it is there whole.
//
// Time passes without an event most of the time: registers hold the edges at which something ends. `next_event` is the next edge at
// which more than a flit of a frame moves, and `pass` is as many steps as there are until then. The engines do without these two: the
// fabric has `run_frames`, where frames move whole, and `step`. They are for other loops around the core, and tests hold them to `step`.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/register_times.hpp"
#include "rtl_models/packet_switch/params.hpp"

namespace slackline::packet_switch {

using SlotId = std::uint32_t;  ///< from 1 on
inline constexpr SlotId no_slot = 0;
inline constexpr std::uint16_t no_port = 0xffff;

/// Where the room is that a frame has.
enum class Room : std::uint8_t {
  buffer,
  module_of_input,   ///< an uplink's, besides a shared buffer
  module_of_output,  ///< the same
};

/// A frame that is held.
struct Slot {
  SlotId next = no_slot;  ///< in the queue that it is in, or in the list of free ones
  std::uint16_t flits = 0;
  std::uint16_t input = 0, output = 0;
  Room room = Room::buffer;
  bool is_aborted = false;  ///< an abort flit takes the place of its last one
  Timer<> ready;            ///< edge from which on it may be transferred
  Flit first;               ///< of it
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
  bool cuts_through = false;  ///< the frame that is transferred does, or has
  Timer<> moved;              ///< edge at which the transfer ends; means nothing before its last flit has come
  SlotId moving = no_slot;    ///< the frame
  std::uint16_t moving_flits = 0, moving_to = 0;  ///< its length, and output
  Queue queue;                                    ///< frames that wait for their transfer
  std::uint32_t frames = 0;                       ///< held that came by this input, those at outputs too
  std::uint32_t waiting = 0, waiting_flits = 0;   ///< in the buffer: in `queue`, and the one that is transferred
  std::uint32_t in_module = 0;                    ///< with Room::module_of_input
  /// The frame that comes in cuts through.
  bool leaves() const { return cuts_through && moving == slot; }
};

struct Output {
  Queue queue;                          ///< frames to be sent; the first one may be being sent
  std::uint32_t frames = 0, flits = 0;  ///< that have a place here, or of the shared buffer for here
  std::uint32_t in_module = 0;          ///< with Room::module_of_output
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
  std::uint64_t orphans = 0;        ///< flits of no frame
  std::uint64_t aborts_made = 0;    ///< flits that end frames which cut through and whose rest did not come
  std::uint64_t flits_dropped = 0;  ///< of frames that were dropped
  std::uint64_t flits_out = 0;      ///< of frames that have left whole; flits_sent() has those of the others, too
  std::uint64_t refused = 0;        ///< frames for the output that were dropped: full, threshold, streams
  std::uint64_t most_frames = 0;    ///< that the input's buffer has held, or the output's
};

/// Outputs whose ends share one minimum, so that the next end is found without a look at all ports.
inline constexpr unsigned ports_of_group = 8;
inline unsigned groups_of(unsigned ports) { return (ports + ports_of_group - 1) / ports_of_group; }

/// Storage belongs to the owner: `inputs`, `outputs`, `counters` and `input_due` have an entry for each port, `group_ends` one for each
/// group, `ends` one for each port of a group, `slots` one for each SlotId up to Params::slots(), and one for no_slot, `pairs` one for
/// each pair of ports where streams are counted, and is nullptr otherwise.
struct State {
  Input* inputs = nullptr;
  Output* outputs = nullptr;
  Slot* slots = nullptr;
  Counters* counters = nullptr;
  std::uint16_t* pairs = nullptr;  ///< frames that are held, by input * ports + output
  SlotId free = no_slot;  ///< the first of the slots that are free: the one that was left last, still in a cache
  std::uint32_t frames = 0, flits = 0;  ///< in a shared buffer
  std::uint16_t moving = 0;             ///< transfers
  std::uint16_t turn = 0;               ///< input after the one whose transfer began last, where not all may at once
  std::uint16_t first_in = 0;     ///< input whose frame is the first to be taken in, of those that end at one edge
  std::uint64_t most_shared = 0;  ///< counter: frames that a shared buffer has held

  // Derived: ports with something to do, and the edges at which they have.
  /// Per input: end of its transfer, or edge at which its first frame is ready; never: no frame, or one whose last flit has not come.
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
struct Wiring {
  const std::uint16_t* port_to = nullptr;  ///< by destination: the port that leads there, or no_port
  std::uint32_t destinations = 0;
  /// Outputs whose receiver stops flits, as a wormhole switch does; others finish the frame that they send, as with PAUSE.
  PortSet stops_flits = {};
};

/// rst_n low at an edge.
void reset(const Params& p, State& s);

// Before edge `now`.
/// Flits of the frame that an output sends that have left; 0: it sends none.
inline std::uint64_t flits_of_frame_sent(const Params& p, const Output& out, unsigned output, Cycle now) {
  const std::uint64_t cycles = p.cycles_of_flit(output);
  return out.is_sending ? (now - out.since + cycles - 1) / cycles : 0;
}
/// Flits that have left by an output.
inline std::uint64_t flits_sent(const Params& p, const State& s, unsigned output, Cycle now) {
  return s.counters[output].flits_out + flits_of_frame_sent(p, s.outputs[output], output, now);
}
/// Flits of frames that are held, those that are still coming in too.
std::uint64_t flits_held(const Params& p, const State& s, Cycle now);
/// Cycles in which the link of an output has carried a flit.
std::uint64_t link_busy_cycles(const Params& p, const State& s, unsigned output, Cycle now);

/// Calls visit(slot) for each frame that is held, whole or cutting through.
template <class Visit>
void for_each_frame(const Params& p, const State& s, Visit&& visit) {
  const auto queued = [&](const Queue& queue) {
    for (SlotId id = queue.first; id != no_slot; id = s.slots[id].next) visit(s.slots[id]);
  };
  for (unsigned i = 0; i < p.ports; ++i) {
    const Input& in = s.inputs[i];
    queued(in.queue);
    if (in.is_moving && !in.cuts_through && !p.leaves_at_once(i, in.moving_to))
      visit(s.slots[in.moving]);  // otherwise it is at its output already
    queued(s.outputs[i].queue);
  }
}

}  // namespace slackline::packet_switch
