// nic: a network interface: engines, memory and a processor between the pins of a host and those of the network.
//
//   host pins                                                                                     network pins
//   command ------> commands# ----.                              .--- receive_engine# <---------------- flit_in
//   completion# <-- completions# -+-- registers -- processor#    |         |
//                                 |       |            `---- NIC memory# --+-- dma_engine# (host memory)
//                                 |   local_time#                |         |
//                                 `-------+----------------------'--- send_engine# ---> [port] -------> flit_out#
//                                                                                          ^-------------- stop_in
//
// Virtual channels, flow control, route flits, and the records of monitors belong to the port (port.hpp), whose source is
// the send engine. Each part computes from the registers of the others as they are before the edge.
//
// A packet on the wire, after its route: the head, then header words and payload words from NIC memory, one a flit.
//
// Timing contract, with those of the parts
//   command on the pins in cycle N     -> in the host queue in cycle N + 1, its handler at edge N + 2 at the earliest;
//                                         the host posts only as many as there is room for
//   BARRIER_TX_PUSH at edge N          -> flits on flit_out in cycles N + 1 and N + 2, before those of packets; a packet
//                                         that has begun goes on after them
//   second flit of a barrier message
//   sampled at edge N                  -> BARRIER is pending in cycle N
//   DONE_PUSH takes effect at edge N   -> completion on the pins in cycle N + 1, for one cycle; one a cycle
#pragma once

#include <optional>

#include "rtl_models/nic/processor.hpp"

namespace slackline::nic {

struct Inputs : port::Inputs {
  const firmware::Command* command = nullptr;  ///< nullptr: none
};

struct Result {
  Flit flit_out;      ///< value of the output register in this cycle
  Cycle wake{never};  ///< next edge at which the interface has work, if no input changes before; never: none
};

std::size_t storage_bytes(const Params& p);
void bind(const Params& p, const Place& place, State& s, Arena& arena);

/// The outcome of start() after reset.
struct Start {
  FirmwareError error;
  std::uint64_t cycles = 0;  ///< that it takes; 0 with an error
};

/// Starts the firmware of an interface that nothing is connected to, unobserved: of the hardware only clock and timers run. A table that finds no room is an error, too.
Start start_of(Params params, Place place);

/// Places that the host may fill with commands.
inline std::uint32_t room(const State& s) { return s.commands.space(); }
/// The completion on the pins; nullptr: none.
inline const firmware::Completion* completion(const State& s) { return s.told ? &s.completion : nullptr; }

/// One clock edge. `host`: the memory of the hosts.
Result step(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host, Cycle now,
            const Inputs& in);

/// The same edge as step(), at a fraction of its cost, where nothing can happen but that words go on: of a packet that leaves, of others
/// that arrive, and of a transfer. Call only without a command. Nothing: call step().
std::optional<Result> step_words(const Params& p, const Place& place, State& s, const port::Wires& wires,
                                 HostMemory& host, Cycle now, const port::Inputs& in);

/// The edges `from` to `to` - 1, at which no more happens: as step_words() at each of them, at a cost for each word that moves alone.
/// Words that leave are added to `sent`. Not for barriers, buffers that hold the link back, and formats other than compact.
void move_words(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host, Cycle from,
                Cycle to, ArrivingFlits& arriving, TimedFlits& sent);

/// After step() or step_words() at edge `now`, which has returned `wake`: a lower bound of the next edge at which anything happens but that
/// words move, now + 1 or later, if no input changes but by what arrives.
Cycle next_step(const Params& p, const Place& place, const State& s, const port::Wires& wires,
                const ArrivingFlits& arriving, Cycle wake, Cycle now, const port::Inputs& in);

/// After an edge: it stays idle until something comes to its pins.
bool is_idle(const Params& p, const State& s);

/// As is_idle(), but it may have a packet to send that waits for what comes to its pins, or for ever.
bool is_at_rest(const Params& p, const State& s, const port::State& port, VcMask open);

/// An interface sleeps while nothing happens to it but that its clock goes on, and that its packet is stopped; while words move alone its
/// clock waits as well. Lets both go on, so that the registers show what they are before edge `now`. They are in `s` itself,
/// not in the arrays that it points to: observers bring a copy of it up to date.
void catch_up(const Params& p, const Place& place, State& s, Cycle now);

/// Names every register; words of NIC memory and of an RV32 processor only with `memory`: there are many.
template <class S, class Visitor>
void visit(const Params& p, const Place& place, S& s, Cycle now, Visitor& v, bool memory = false) {
  visit_plain_registers(s.registers, v);
  visit(place, s.time, v);
  visit(p, s.receive, now, v);
  visit(s.send, v);
  visit(s.dma, now, v);
  const auto visit_command = [&](auto& command) {
    v.reg("kind", command.kind);
    v.reg("peer", command.peer);
    v.reg("message", command.message);
    v.reg("words", command.words);
  };
  const auto visit_completion = [&](auto& completion) {
    v.reg("kind", completion.kind);
    v.reg("peer", completion.peer);
    v.reg("message", completion.message);
    v.reg("words", completion.words);
  };
  visit(s.commands, "commands", v, visit_command);
  visit(s.completions, "completions", v, visit_completion);
  v.reg("told", s.told);
  v.open("completion", 0);
  visit_completion(s.completion);
  v.close();
  visit(s.processor, now, v);
  if (p.rv32 != nullptr) {
    v.open("core", 0);
    visit(p.rv32->program, *s.processor.core, p.rv32->clock.first(now), v, memory);
    v.close();
  }
  for (std::uint32_t word = 0; memory && word < s.memory.bytes / 4; ++word) {
    v.open("memory", word);
    v.reg("word", s.memory.words[word]);
    v.close();
  }
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, const Place&, S& s, Cycle now, Visitor& v) {
  visit_counters(s.receive, v);
  visit_counters(s.send, v);
  visit_counters(s.dma, v);
  visit_counters(s.commands, "commands", v);
  visit_counters(s.completions, "completions", v);
  visit_counters(s.processor, v);
  if (p.rv32 != nullptr) visit_counters(p.rv32->program, *s.processor.core, now, v);
  v.reg("memory_waits", s.memory.waits);
}

/// Values that follow from the registers of the interface and of its port.
template <class S, class Port, class Visitor>
void derive(const Params& p, S& s, const port::Params& port_p, Port& port, Visitor& v) {
  const flow_controller::Params flow = port_p.flow();
  if (s.receive.fifos != nullptr && !flow.has_credits()) {
    PortMask level = 0;
    for (unsigned c = 0; c < p.virtual_channels; ++c)
      level |= flow_controller::compared(flow, port.flow, c, s.receive.fifos[c].count);
    v.derived("level", port.flow.level, level);
  }
  const bool stalled = port::open_channels(port_p, port) == 0 && has_flit(p, s.send, port, s.time);
  v.derived("stalled", s.send.stalled, stalled);
  v.derived("begun", s.send.begun, port.sent != 0);
  const bool offers = port.sent == 0 && has_flit(p, s.send, port, s.time);
  const Cycle pushed = offers ? serving(s.send).front().pushed : never;
  port::derive_edges(port, pushed, pushed, v);
  v.derived("pending", s.processor.pending, pending_events(s));
}

/// The registers and counters of an interface and a port of equal parameters, as they were before edge `now`, words of
/// NIC memory included. `counters`: those of the interface.
inline void restore(const Params& p, const Place& place, State& s, const port::Params& port_p, port::State& port,
                    Cycle now, RegisterLoader& saved, bool counters = true) {
  visit(p, place, s, now, saved, true);
  if (counters) visit_counters(p, place, s, now, saved);
  visit_all(port_p, port, now, saved);
  s.time.as_of = s.quiet_until = now;
  s.barrier = port.barrier;  // before derive(), which needs it: its messages are an event
  derive(p, s, port_p, port, saved);
}

}  // namespace slackline::nic
