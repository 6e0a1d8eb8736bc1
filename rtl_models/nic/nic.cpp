#include "rtl_models/nic/nic.hpp"

#include <algorithm>

#include "rtl_models/nic/clock_hold.hpp"

namespace slackline::nic {

namespace {

void step_host_queues(State& s, const Inputs& in) {
  s.told = !s.completions.empty();
  if (s.told) {
    s.completion = s.completions.front();
    s.completions.pop();
  }
  if (in.command != nullptr && !s.commands.full()) s.commands.push(*in.command);
}

/// Clock, timers and the packets that it sends aside, nothing goes on in it.
bool is_quiet(const Params& p, const State& s) {
  const bool moves = s.dma.next != never || s.send.stamp_valid || s.receive.word_valid || can_take(p, s.receive) ||
                     !s.completions.empty() || s.told;
  const bool sends_for_barrier = s.barrier != nullptr && s.barrier->out_count != 0;
  return rests(p, s) && !moves && !sends_for_barrier;
}

/// `wake`, or an edge before it at which a word or the flow controller needs one.
Cycle wake_for_words(const State& s, const port::Wires& wires, const port::Inputs& in, Cycle wake, Cycle now) {
  const bool settled = flow_controller::settled(wires.params.flow(), wires.port.flow, in.stop_in);
  return settled && !s.receive.word_valid ? std::min(wake, std::max<Cycle>(now + 1, s.dma.next)) : now + 1;
}

/// The words of an edge, the flow controller aside. Returns the flit that leaves.
Flit move_words_at(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host, Cycle now,
                   VcMask open, Flit flit_in) {
  const flow_controller::Params flow = wires.params.flow();
  Flit out;
  s.memory.free_ports = p.memory_ports - unsigned{wants_port(s.receive)};
  if (s.send.begun) out = step(p, place, s.send, wires, s.time, s.receive, s.memory, now, open);
  if (flit_in.valid()) receive(s.send, wires, flit_in, now);
  step(p, s.receive, {flow, wires.port.flow}, {place, s.time}, s.memory, flit_in, now);
  step(p, s.dma, s.memory, host, now);
  return out;
}

/// Words of NIC memory, from a byte address on.
struct Words {
  std::uint32_t address = 0, count = 0;
};
bool overlap(Words a, Words b) { return a.address < b.address + 4 * b.count && b.address < a.address + 4 * a.count; }

/// True if one engine reads words that another one writes at the same edges, so that the order of their words matters.
bool share_words(const State& s, const ArrivingFlits& arriving) {
  Words filling, moved;
  if (arriving.flits != nullptr || s.receive.word_valid) {
    const ReceiveLane& lane = s.receive.lanes[0];
    if (lane.filling) filling = {lane.buffer, s.receive.buffer_words[lane.buffer_class]};
  }
  if (s.dma.next != never) moved = {s.dma.transfers.front().address, s.dma.transfers.front().words};
  if (overlap(filling, moved)) return true;
  if (!s.send.begun) return false;
  const Descriptor& d = serving(s.send).front();
  const Words header{d.header, d.header_words}, payload{d.payload, d.payload_words};
  const bool is_written = s.dma.next != never && !s.dma.transfers.front().to_host;
  return (d.flags & NIC_TX_FOLLOW) != 0 || overlap(filling, header) || overlap(filling, payload) ||
         (is_written && (overlap(moved, header) || overlap(moved, payload)));
}

/// The same edges one after the other, where engines may wait for a port of the memory, or for one another's words.
void move_words_in_order(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host,
                         Cycle from, Cycle to, ArrivingFlits& arriving, TimedFlits& sent) {
  const VcMask open = port::open_channels(wires.params, wires.port);
  for (Cycle edge = from; edge < to;) {
    const Flit flit_in = arriving.next() == edge ? arriving.flits[arriving.taken++] : Flit();
    if (const Flit flit = move_words_at(p, place, s, wires, host, edge, open, flit_in); flit.valid())
      sent.add(flit, edge);
    Cycle next = std::min(arriving.next(), Cycle(s.dma.next));
    if (s.receive.word_valid) next = edge + 1;
    if (s.send.begun) next = std::min(next, next_work(p, place, s.send, wires, s.time, s.receive, edge, open, false));
    edge = std::max(next, edge + 1);
  }
}

}  // namespace

const char* to_string(FirmwareErrorKind kind) {
  switch (kind) {
    case FirmwareErrorKind::none: return "none";
    case FirmwareErrorKind::unknown_register: return "there is no such register";
    case FirmwareErrorKind::read_only: return "that register cannot be written";
    case FirmwareErrorKind::bad_address: return "no word of NIC memory is there";
    case FirmwareErrorKind::bad_value: return "that register cannot take the value";
    case FirmwareErrorKind::full_queue: return "the queue is full";
    case FirmwareErrorKind::bad_descriptor: return "the descriptor does not describe words of NIC memory";
    case FirmwareErrorKind::too_many_writes: return "a handler writes too much";
    case FirmwareErrorKind::endless: return "the handler does not end";
    case FirmwareErrorKind::too_long: return "the handler takes longer than the watchdog allows";
    case FirmwareErrorKind::raised: return "the firmware cannot go on";
    case FirmwareErrorKind::no_code: return "the firmware has no code for it";
    case FirmwareErrorKind::stale: return "the handler reads a register that it has changed";
    case FirmwareErrorKind::unhandled: return "the event stays pending, and its handler changes nothing";
    case FirmwareErrorKind::bad_text: return "the text to be logged is not in the code";
    case FirmwareErrorKind::core_fault: return "its code cannot be executed";
  }
  return "";
}

const char* event_name(std::uint8_t event) {
  switch (event) {
    case NIC_EVENT_TIMER: return "TIMER";
    case NIC_EVENT_RX_HEADER: return "RX_HEADER";
    case NIC_EVENT_RX_DONE: return "RX_DONE";
    case NIC_EVENT_TX_DONE: return "TX_DONE";
    case NIC_EVENT_DMA_DONE: return "DMA_DONE";
    case NIC_EVENT_SLOT: return "SLOT";
    case NIC_EVENT_HOST: return "HOST";
    case NIC_EVENT_BARRIER: return "BARRIER";
    case NIC_EVENT_TX_STOPPED: return "TX_STOPPED";
    case NIC_EVENT_RX_CONTROL: return "RX_CONTROL";
    case NIC_EVENT_RX_REFUSED: return "RX_REFUSED";
    default: return "start";
  }
}

void bind(const Params& p, const Place& place, State& s, Arena& arena) {
  s = State();
  s.registers = arena.take<std::uint32_t>(register_words);
  s.memory.words = arena.take_words(p.memory_bytes / 4);
  s.memory.bytes = p.memory_bytes;
  s.time.clock = local_clock::reset(place.clock);
  bind(p, s.receive, arena);
  bind(s.send, arena);
  bind(s.dma, arena);
  bind(s.commands, p.host_queue, arena);
  bind(s.completions, p.host_queue, arena);
  s.processor.writes = arena.take<Write>(most_writes);
  s.processor.shown_count = p.firmware == nullptr ? 0 : std::min<std::uint32_t>(p.firmware->export_count, NIC_EXPORTS);
  s.processor.shown = arena.take<std::uint32_t>(s.processor.shown_count);
  if (p.rv32 != nullptr) s.processor.core = arena.take<rv32::State>(1);
  if (s.registers == nullptr) return;
  if (place.table != nullptr)
    std::copy(place.table->begin(), place.table->end(), s.memory.words + p.memory_bytes / 4 - place.table_words());
}

std::size_t storage_bytes(const Params& p) {
  Arena counting;
  State s;
  bind(p, Place(), s, counting);
  return counting.used_bytes();
}

Start start_of(Params params, Place place) {
  params.memory_ports = 4;  // nothing else needs one
  params.log = nullptr;
  params.instruments = nullptr;
  place.start_cycles = 0;
  Start found;
  if (place.table_words() > params.memory_bytes / 4) {
    found.error.kind = FirmwareErrorKind::raised;
    return found;
  }
  ZeroedMemory storage(storage_bytes(params));
  Arena arena(storage.data());
  State s;
  bind(params, place, s, arena);
  for (Cycle now(0); now != never && (!s.processor.started || s.processor.busy);
       now = std::min(next_work(params, s, now), next_event(place, s.time, false))) {
    catch_up(params, place, s, now);
    begin_handler(params, place, s, now);
    const bool held = holds_clock(s, false);
    catch_up(place, s.time, now + 1, held);
    step(place, s.time);
    finish_handler(params, place, s, now);
  }
  found.error = s.processor.error;
  if (found.error.kind == FirmwareErrorKind::none) found.cycles = s.processor.ends.value;
  return found;
}

void catch_up(const Params&, const Place& place, State& s, Cycle now) {
  if (now == s.time.as_of) return;
  const bool held = holds_clock(s, s.send.stalled);
  pass(s.send, now - s.time.as_of);
  catch_up(place, s.time, now, held);
}

bool is_idle(const Params& p, const State& s) {
  return is_quiet(p, s) && s.time.armed == 0 && !s.time.alarm_on && packets_in(s.send) == 0;
}

bool is_at_rest(const Params& p, const State& s, const port::State& port, VcMask open) {
  const SendWait what = waiting(p, s.send, port, s.time, s.receive, open).what;
  const bool held = holds_clock(s, s.send.stalled);
  const bool sends = (what == SendWait::slot && !held) || (what == SendWait::nothing && packets_in(s.send) != 0);
  const bool rings = s.time.armed != 0 || (s.time.alarm_on && !held);
  return is_quiet(p, s) && !sends && !rings;
}

Result step(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host, Cycle now,
            const Inputs& in) {
  const port::Params& port_p = wires.params;
  port::State& port = wires.port;
  const flow_controller::Params flow = port_p.flow();
  Result result;

  s.barrier = port.barrier;
  catch_up(p, place, s, now);
  begin_handler(p, place, s, now);
  s.memory.free_ports = p.memory_ports - unsigned{wants_port(s.receive)};

  const VcMask open = port::open_channels(port_p, port);
  const bool hold = holds_clock(s, open == 0 && has_flit(p, s.send, port, s.time));
  if (port.link.free <= now && port::has_barrier_flit(port_p, port))  // the link is busy with it for the send engine
    result.flit_out = port::send_barrier_flit(port_p, wires.place, port, now);
  if (const Flit flit = step(p, place, s.send, wires, s.time, s.receive, s.memory, now, open); flit.valid())
    result.flit_out = flit;
  const ReceiveFlow receive_flow{flow, port.flow};
  flow_controller::advance(flow, port.flow, in.stop_in);

  const bool is_of_packet = in.flit_in.valid() && !port::takes_for_barriers(port, in.flit_in);
  if (is_of_packet) receive(s.send, wires, in.flit_in, now);
  const bool known = is_of_packet && in.flit_in.vc().value < p.virtual_channels;
  const CutBuffers cut = step(p, s.receive, receive_flow, {place, s.time}, s.memory, known ? in.flit_in : Flit(), now);
  for (unsigned i = 0; i < cut.count; ++i) cut_followers(s.send, cut.buffers[i].address, cut.buffers[i].words);
  step(p, s.dma, s.memory, host, now);
  step_host_queues(s, in);
  catch_up(place, s.time, now + 1, hold);
  step(place, s.time);
  const std::uint32_t handled = finish_handler(p, place, s, now);

  const VcMask open_next = port::open_channels(port_p, port);
  offer_next(p, s.send, port, s.time, now + 1);
  s.send.stalled = open_next == 0 && has_flit(p, s.send, port, s.time);
  watch_events(s, now, handled);
  const bool clock_stopped = s.registers[NIC_CLOCK_STOP / 4] != 0;  // until a handler lets it go on
  const Cycle sends = next_work(p, place, s.send, wires, s.time, s.receive, now, open_next, clock_stopped);
  Cycle others = now + 1;
  if (!can_take(p, s.receive) && s.completions.empty() && !s.told)
    others = std::min(next_work(p, s, now), next_event(place, s.time, clock_stopped));
  s.quiet_until = s.send.stalled ? now + 1 : s.send.begun ? others : std::min(others, sends);
  result.wake = wake_for_words(s, wires, in, std::min(others, sends), now);
  if (port::has_barrier_flit(port_p, port))
    result.wake = std::min(result.wake, std::max<Cycle>(now + 1, port.link.free));
  return result;
}

std::optional<Result> step_words(const Params& p, const Place& place, State& s, const port::Wires& wires,
                                 HostMemory& host, Cycle now, const port::Inputs& in) {
  port::State& port = wires.port;
  if (now >= s.quiet_until || s.receive.fifos != nullptr || port.barrier != nullptr) return std::nullopt;
  if (!moves_words_alone(p, s.receive, in.flit_in) || (s.dma.next <= now && ends_transfer(s.dma))) return std::nullopt;
  const VcMask open = port::open_channels(wires.params, port);
  if (s.send.begun && !moves_words_alone(s.send, wires, now, open)) return std::nullopt;

  Result result;
  result.flit_out = move_words_at(p, place, s, wires, host, now, open, in.flit_in);
  flow_controller::advance(wires.params.flow(), port.flow, in.stop_in);

  const VcMask open_next = port::open_channels(wires.params, port);
  if (open_next == 0 && has_flit(p, s.send, port, s.time)) {
    catch_up(place, s.time, now + 1, holds_clock(s, false));  // from now on it may be held
    s.send.stalled = true;
    watch_events(s, now, 0);
    s.quiet_until = now + 1;
  }
  Cycle wake = s.quiet_until;
  if (s.send.begun) wake = std::min(wake, next_work(p, place, s.send, wires, s.time, s.receive, now, open_next, false));
  result.wake = wake_for_words(s, wires, in, wake, now);
  return result;
}

void move_words(const Params& p, const Place& place, State& s, const port::Wires& wires, HostMemory& host, Cycle from,
                Cycle to, ArrivingFlits& arriving, TimedFlits& sent) {
  constexpr unsigned movers = 3;  // engines that may want a port at one edge
  if (p.memory_ports < movers || share_words(s, arriving))
    return move_words_in_order(p, place, s, wires, host, from, to, arriving, sent);
  send_words(s.send, wires, s.memory, from, to, sent);
  const flow_controller::Params flow = wires.params.flow();
  const auto receive_at = [&](Flit flit, Cycle edge) {
    step(p, s.receive, {flow, wires.port.flow}, {place, s.time}, s.memory, flit, edge);
  };
  Cycle written = from;  // edge at which the word register is written, if it holds a word
  while (arriving.next() < to) {
    const Cycle edge = arriving.next();
    const Flit flit = arriving.flits[arriving.taken++];
    receive(s.send, wires, flit, edge);
    receive_at(flit, edge);
    written = edge + 1;
  }
  if (s.receive.word_valid && written < to) receive_at(Flit(), written);
  move_words(p, s.dma, s.memory, host, to);
}

Cycle next_step(const Params& p, const Place& place, const State& s, const port::Wires& wires,
                const ArrivingFlits& arriving, Cycle wake, Cycle now, const port::Inputs& in) {
  // While a packet is stopped each edge counts as stopped, and may hold the clock: step() is needed for each word.
  if (s.send.stalled) return std::min(wake, arriving.next());
  if (!flow_controller::settled(wires.params.flow(), wires.port.flow, in.stop_in)) return now + 1;
  const Cycle words = std::min({ends_words(s.send, wires, now), ends_words(p, s.receive, arriving, now),
                                std::max(now + 1, earliest_end(p, s.dma, place.node))});
  return std::min<Cycle>(s.quiet_until, words);
}

}  // namespace slackline::nic
