#include "rtl_models/nic/register_file.hpp"

#include <algorithm>
#include <array>

namespace slackline::nic {

namespace {

using detail::MapEntry;
using detail::register_map;

constexpr std::array<RegisterUse, register_words> uses_by_word() {
  std::array<RegisterUse, register_words> uses{};
  for (const MapEntry& entry : register_map)
    for (std::uint32_t i = 0; i < entry.count; ++i) uses[entry.offset / 4 + i] = entry.use;
  return uses;
}

constexpr auto uses = uses_by_word();

/// The register that array `first` of registers has at `offset`.
constexpr std::uint32_t index(std::uint32_t offset, std::uint32_t first) { return (offset - first) / 4; }
constexpr bool within(std::uint32_t offset, std::uint32_t first, std::uint32_t count) {
  return offset >= first && index(offset, first) < count;
}

std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); }
std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

template <class Entry>
Entry oldest(const Queue<Entry>& queue) {
  return queue.empty() ? Entry() : queue.front();
}

FirmwareErrorKind give_buffer(State& s, std::uint32_t buffer_class, std::uint32_t address) {
  ReceiveEngine& r = s.receive;
  const std::uint32_t words = r.buffer_words[buffer_class];
  if (words == 0 || !s.memory.holds(address, words)) return FirmwareErrorKind::bad_address;
  if (r.free[buffer_class].full()) return FirmwareErrorKind::full_queue;
  r.free[buffer_class].push(address);
  return FirmwareErrorKind::none;
}

/// The size of buffers may change while there are none.
FirmwareErrorKind set_buffer_words(const Params& p, State& s, std::uint32_t buffer_class, std::uint32_t words) {
  ReceiveEngine& r = s.receive;
  bool in_use = !r.free[buffer_class].empty();
  for (unsigned v = 0; v < p.virtual_channels; ++v)
    in_use |= r.lanes[v].filling && r.lanes[v].buffer_class == buffer_class;
  if (in_use || words > most_words) return FirmwareErrorKind::bad_value;
  r.buffer_words[buffer_class] = words;
  return FirmwareErrorKind::none;
}

/// A bit a class.
FirmwareErrorKind set_classes(std::uint32_t& mask, std::uint32_t value) {
  if (value >> classes != 0) return FirmwareErrorKind::bad_value;
  mask = value;
  return FirmwareErrorKind::none;
}

FirmwareErrorKind push_descriptor(const Params& p, State& s, Cycle now, Queue<Descriptor>& queue) {
  const auto reg = [&](std::uint32_t offset) { return s.registers[offset / 4]; };
  if (queue.full()) return FirmwareErrorKind::full_queue;
  Descriptor d;
  d.pushed = now;
  d.destination = reg(NIC_TX_DESTINATION);
  d.header = reg(NIC_TX_HEADER);
  d.header_words = reg(NIC_TX_HEADER_WORDS);
  d.payload = reg(NIC_TX_PAYLOAD);
  d.payload_words = reg(NIC_TX_PAYLOAD_WORDS);
  d.flags = reg(NIC_TX_FLAGS);
  d.slot = reg(NIC_TX_SLOT);
  d.cookie = reg(NIC_TX_COOKIE);
  d.stamp = reg(NIC_TX_STAMP_ADDRESS);
  if (d.destination >= p.nodes || d.header_words < 1 || d.header_words > most_header_words ||
      d.payload_words > most_words || d.words() > p.most_packet_words || !s.memory.holds(d.header, d.header_words) ||
      (d.payload_words != 0 && !s.memory.holds(d.payload, d.payload_words)) ||
      ((d.flags & NIC_TX_STAMP) != 0 && !s.memory.holds(d.stamp, 1)))
    return FirmwareErrorKind::bad_descriptor;
  queue.push(d);
  // The packet that it follows may have been cut short since the handler saw it.
  for (std::uint32_t i = 0; (d.flags & NIC_TX_FOLLOW) != 0 && i < s.receive.received.count; ++i)
    if (const ReceivedPacket& packet = s.receive.received.at(i); (packet.status & NIC_RX_TRUNCATED) != 0)
      cut_followers(s.send, packet.buffer, s.receive.buffer_words[packet.status >> 8 & 3]);
  return FirmwareErrorKind::none;
}

FirmwareErrorKind push_transfer(const Params& p, State& s, Cycle now) {
  const auto reg = [&](std::uint32_t offset) { return s.registers[offset / 4]; };
  if (s.dma.transfers.full()) return FirmwareErrorKind::full_queue;
  Transfer t;
  t.to_host = reg(NIC_DMA_DIRECTION) != 0;
  t.peer = reg(NIC_DMA_PEER);
  t.message = reg(NIC_DMA_MESSAGE);
  t.offset = reg(NIC_DMA_OFFSET);
  t.address = reg(NIC_DMA_ADDRESS);
  t.words = reg(NIC_DMA_WORDS);
  t.cookie = reg(NIC_DMA_COOKIE);
  if (reg(NIC_DMA_DIRECTION) > 1 || t.words < 1 || t.words > most_words || !s.memory.holds(t.address, t.words))
    return FirmwareErrorKind::bad_descriptor;
  s.dma.transfers.push(t);
  begin_transfer(p, s.dma, now);
  return FirmwareErrorKind::none;
}

FirmwareErrorKind push_barrier_message(State& s) {
  if (s.barrier == nullptr || !barrier::has_room(*s.barrier)) return FirmwareErrorKind::full_queue;
  barrier::push(*s.barrier, barrier_unit::Message::from_flits(s.registers[NIC_BARRIER_TX_FIRST / 4],
                                                              s.registers[NIC_BARRIER_TX_SECOND / 4]));
  return FirmwareErrorKind::none;
}

bool has_barrier_message(const State& s) { return s.barrier != nullptr && s.barrier->in_count != 0; }

/// Flit `n` of the oldest message of the barrier port.
std::uint32_t barrier_word(const State& s, unsigned n) {
  return has_barrier_message(s) ? barrier::front(*s.barrier).flits()[n] : 0;
}

FirmwareErrorKind push_completion(State& s) {
  const auto reg = [&](std::uint32_t offset) { return s.registers[offset / 4]; };
  if (s.completions.full()) return FirmwareErrorKind::full_queue;
  s.completions.push({reg(NIC_DONE_KIND), reg(NIC_DONE_PEER), reg(NIC_DONE_MESSAGE), reg(NIC_DONE_WORDS)});
  return FirmwareErrorKind::none;
}

}  // namespace

RegisterUse register_use(std::uint32_t offset) {
  return offset % 4 == 0 && offset / 4 < uses.size() ? uses[offset / 4] : RegisterUse::unknown;
}

std::uint32_t read_register(const Params& p, const Place& place, const State& s, Cycle now, std::uint32_t offset) {
  if (within(offset, NIC_PARAMETER, NIC_PARAMETERS)) return p.parameters[index(offset, NIC_PARAMETER)];
  if (within(offset, NIC_OWN_PARAMETER, NIC_OWN_PARAMETERS)) return p.own_parameters[index(offset, NIC_OWN_PARAMETER)];
  if (within(offset, NIC_TIMER, timers)) return ticks_left(place, s.time, index(offset, NIC_TIMER));
  if (within(offset, NIC_RX_FREE_COUNT, classes)) return s.receive.free[index(offset, NIC_RX_FREE_COUNT)].count;
  if (within(offset, NIC_RX_BUFFER_WORDS, classes)) return s.receive.buffer_words[index(offset, NIC_RX_BUFFER_WORDS)];
  if (within(offset, NIC_RX_RESERVED, classes)) return s.receive.reserved[index(offset, NIC_RX_RESERVED)];
  if (within(offset, NIC_RX_REFUSED_FIRST, refused_words))
    return oldest(s.receive.refused).first[index(offset, NIC_RX_REFUSED_FIRST)];
  const local_clock::State& clock = s.time.clock;
  switch (offset) {
    case NIC_NODE: return place.node.value;
    case NIC_NODES: return p.nodes;
    case NIC_MEMORY_BYTES: return p.memory_bytes;
    case NIC_CYCLE_LOW: return low(now.value);
    case NIC_CYCLE_HIGH: return high(now.value);
    case NIC_TICK: return tick(place, s.time);
    case NIC_TABLE_ADDRESS: return p.memory_bytes - 4 * place.table_words();
    case NIC_TABLE_WORDS: return place.table_words();
    case NIC_EVENT_PENDING: return pending_events(s);
    case NIC_TIMER_EXPIRED: return s.time.expired;
    case NIC_SLOT_LOW: return low(clock.slot);
    case NIC_SLOT_HIGH: return high(clock.slot);
    case NIC_SLOT_POSITION: return clock.position;
    case NIC_SLOT_TICKS: return place.clock.slot_ticks;
    case NIC_SLOT_ALARM_CYCLE_LOW: return low(s.time.alarm_cycle.value);
    case NIC_SLOT_ALARM_CYCLE_HIGH: return high(s.time.alarm_cycle.value);
    case NIC_SLOT_ALARM: return s.time.alarm_slot;
    case NIC_SLOT_ALARM_ON: return s.time.alarm_on;
    case NIC_CLOCK_HELD: return low(clock.held);
    case NIC_RX_HEADER_WORDS: return s.receive.header_words;
    case NIC_RX_HEADER_BUFFER: return oldest(s.receive.headers);
    case NIC_RX_DONE_BUFFER: return oldest(s.receive.received).buffer;
    case NIC_RX_DONE_WORDS: return oldest(s.receive.received).words;
    case NIC_RX_DONE_STATUS: return oldest(s.receive.received).status;
    case NIC_RX_DONE_TICK: return oldest(s.receive.received).tick;
    case NIC_RX_DROPPED: return s.receive.dropped;
    case NIC_RX_REFUSED_CLASSES: return s.receive.refused_classes;
    case NIC_RX_REFUSED_LOST: return s.receive.refused_lost;
    case NIC_RX_CONTROL_CLASSES: return s.receive.control_classes;
    case NIC_RX_CONTROL_BUFFER: return oldest(s.receive.control).buffer;
    case NIC_RX_CONTROL_WORDS: return oldest(s.receive.control).words;
    case NIC_RX_CONTROL_STATUS: return oldest(s.receive.control).status;
    case NIC_TX_SPACE: return s.send.descriptors.space();
    case NIC_TX_CONTROL_SPACE: return s.send.control.space();
    case NIC_TX_DONE_COOKIE: return oldest(s.send.sent).cookie;
    case NIC_TX_DONE_STATUS: return oldest(s.send.sent).status;
    case NIC_TX_DONE_STOPPED: return oldest(s.send.sent).stopped;
    case NIC_TX_STOPPED: return tx_stopped(s);
    case NIC_HOST_COMMANDS: return s.commands.count;
    case NIC_HOST_KIND: return oldest(s.commands).kind;
    case NIC_HOST_PEER: return oldest(s.commands).peer;
    case NIC_HOST_MESSAGE: return oldest(s.commands).message;
    case NIC_HOST_WORDS: return oldest(s.commands).words;
    case NIC_DONE_SPACE: return s.completions.space();
    case NIC_DMA_SPACE: return s.dma.transfers.space();
    case NIC_DMA_DONE_COOKIE: return oldest(s.dma.done);
    case NIC_BARRIER_TX_SPACE: return s.barrier == nullptr ? 0 : barrier::room(*s.barrier);
    case NIC_BARRIER_RX_FIRST: return barrier_word(s, 0);
    case NIC_BARRIER_RX_SECOND: return barrier_word(s, 1);
    default: return s.registers[offset / 4];  // written and read back; 0 where writes only do something
  }
}

FirmwareErrorKind write_register(const Params& p, const Place& place, State& s, Cycle now, std::uint32_t offset,
                                 std::uint32_t value) {
  if (register_use(offset) == RegisterUse::read_write) {
    s.registers[offset / 4] = value;
    return FirmwareErrorKind::none;
  }
  if (within(offset, NIC_TIMER, timers)) {
    start_timer(place, s.time, index(offset, NIC_TIMER), value);
    return FirmwareErrorKind::none;
  }
  if (within(offset, NIC_RX_FREE, classes)) return give_buffer(s, index(offset, NIC_RX_FREE), value);
  if (within(offset, NIC_RX_BUFFER_WORDS, classes))
    return set_buffer_words(p, s, index(offset, NIC_RX_BUFFER_WORDS), value);
  if (within(offset, NIC_RX_RESERVED, classes)) {
    if (value > free_depths[index(offset, NIC_RX_RESERVED)]) return FirmwareErrorKind::bad_value;
    s.receive.reserved[index(offset, NIC_RX_RESERVED)] = value;
    return FirmwareErrorKind::none;
  }
  switch (offset) {
    case NIC_ERROR: return FirmwareErrorKind::raised;
    case NIC_TIMER_EXPIRED: s.time.expired &= ~value; break;
    case NIC_SLOT_ALARM: s.time.alarm_slot = value; break;
    case NIC_SLOT_ALARM_ON: s.time.alarm_on = (value & 1) != 0; break;
    case NIC_RX_HEADER_WORDS:
      if (value > most_header_words) return FirmwareErrorKind::bad_value;
      s.receive.header_words = value;
      break;
    case NIC_RX_HEADER_POP: s.receive.headers.pop(); break;
    case NIC_RX_DONE_POP: s.receive.received.pop(); break;
    case NIC_RX_REFUSED_CLASSES: return set_classes(s.receive.refused_classes, value);
    case NIC_RX_REFUSED_POP: s.receive.refused.pop(); break;
    case NIC_RX_CONTROL_CLASSES: return set_classes(s.receive.control_classes, value);
    case NIC_RX_CONTROL_POP: s.receive.control.pop(); break;
    case NIC_TX_PUSH: return push_descriptor(p, s, now, s.send.descriptors);
    case NIC_TX_PUSH_CONTROL: return push_descriptor(p, s, now, s.send.control);
    case NIC_TX_ABORT:
      if (!abort(s.send, value)) return FirmwareErrorKind::full_queue;
      break;
    case NIC_TX_DONE_POP: s.send.sent.pop(); break;
    case NIC_HOST_POP: s.commands.pop(); break;
    case NIC_DONE_PUSH: return push_completion(s);
    case NIC_DMA_PUSH: return push_transfer(p, s, now);
    case NIC_DMA_DONE_POP: s.dma.done.pop(); break;
    case NIC_BARRIER_TX_PUSH: return push_barrier_message(s);
    case NIC_BARRIER_RX_POP:
      if (has_barrier_message(s)) barrier::pop(*s.barrier);
      break;
    default: break;
  }
  return FirmwareErrorKind::none;
}

}  // namespace slackline::nic
