#include "rtl_models/nic/receive_engine.hpp"

#include <algorithm>

#include "rtl_models/common/crc8.hpp"

namespace slackline::nic {

namespace {

constexpr std::uint32_t most_lanes = 16;

std::uint8_t class_of(std::uint32_t first_word) { return static_cast<std::uint8_t>(first_word >> 30); }
bool is_control(const ReceiveEngine& s, unsigned buffer_class) { return (s.control_classes >> buffer_class & 1) != 0; }

bool has_buffer(const ReceiveEngine& s, std::uint32_t first_word) {
  const unsigned of = class_of(first_word);
  const std::uint32_t kept = (first_word & NIC_PACKET_CLAIMS) != 0 ? 0 : s.reserved[of];
  return s.free[of].count > kept;
}

/// There is room for a packet with this first word. It must have a place in its queues in the end, with all
/// others that are still arriving.
bool has_place(const ReceiveEngine& s, std::uint32_t first_word) {
  if (!has_buffer(s, first_word)) return false;
  if (is_control(s, class_of(first_word))) return s.control.space() > most_lanes;
  return s.headers.space() > most_lanes && s.received.space() > most_lanes;
}

/// Its first word has come.
void take_buffer(ReceiveEngine& s, ReceiveLane& lane, std::uint32_t first_word) {
  lane.buffer_class = class_of(first_word);
  Queue<std::uint32_t>& free = s.free[lane.buffer_class];
  if (!has_place(s, first_word)) {
    lane.dropped = true;
    lane.refused = (s.refused_classes >> lane.buffer_class & 1) != 0;
    ++s.dropped;
    return;
  }
  lane.buffer = free.front();
  free.pop();
  s.fewest_free[lane.buffer_class] = std::min(s.fewest_free[lane.buffer_class], free.count);
  lane.filling = true;
}

/// The packet is over.
void end(ReceiveEngine& s, ReceiveLane& lane, const TickSource& ticks, CutBuffers& cut) {
  if (!lane.filling) return;
  lane.filling = false;
  ++s.packets;
  const std::uint32_t mark = lane.marked ? NIC_RX_MARKED : 0;
  Queue<ReceivedPacket>& queue = is_control(s, lane.buffer_class) ? s.control : s.received;
  queue.push({lane.buffer, lane.written, lane.status | std::uint32_t{lane.buffer_class} << 8 | mark,
              tick(ticks.place, ticks.time)});
  if ((lane.status & NIC_RX_TRUNCATED) != 0)
    cut.buffers[cut.count++] = {lane.buffer, s.buffer_words[lane.buffer_class]};
}

/// With so many words in NIC memory, the packet goes to `headers`.
bool is_header_there(const ReceiveEngine& s, const ReceiveLane& lane, std::uint32_t words) {
  return !lane.queued && s.header_words != 0 && (s.word_ends || words >= s.header_words) &&
         !is_control(s, lane.buffer_class);
}

/// The word register is written into NIC memory.
void write_word(ReceiveEngine& s, const TickSource& ticks, Memory& memory, CutBuffers& cut) {
  ReceiveLane& lane = s.lanes[s.word_lane];
  if (wants_port(s))
    memory.at(lane.buffer + 4 * lane.written++) = s.word;
  else if (s.word_counts)
    lane.status |= NIC_RX_TOO_LONG;
  if (is_header_there(s, lane, lane.written)) {
    lane.queued = true;
    s.headers.push(lane.buffer);
  }
  if (s.word_ends) end(s, lane, ticks, cut);
}

/// It closes a packet, and carries neither a word nor a part of one.
bool is_trailer(const Params& p, Flit flit) { return trailer_flits(p.format) == 1 && flit.closes_worm(); }
/// The last word of a packet is its CRC.
bool ends_in_crc_word(const Params& p) { return trailer_flits(p.format) > 1; }

/// The bits of a first word that its flit with the class carries, at their place in the word.
std::uint32_t first_bits(const Params& p, Flit flit) { return flit.data() << (32 - data_bits(p.format)); }

/// `head`: it opens the packet.
void add_to_crc(const Params& p, ReceiveLane& lane, Flit flit, bool head) {
  if (port::counts_for_crc(p.format, head ? 0 : 1))
    lane.crc = port::crc_step(p.format, lane.crc, static_cast<std::uint8_t>(flit.data()));
}

void take_head(const Params& p, ReceiveEngine& s, ReceiveLane& lane, Flit flit, const TickSource& ticks,
               CutBuffers& cut) {
  lane.status |= NIC_RX_TRUNCATED;  // where one is still arriving: its tail was lost
  end(s, lane, ticks, cut);
  lane = ReceiveLane();
  lane.open = !flit.closes_worm();
  lane.marked = flit.is_marked();
  lane.header = static_cast<std::uint8_t>(header_flits(p.format) - 1);
  lane.crc = port::crc_at_start(p.format);
  add_to_crc(p, lane, flit, true);
  s.dropped += flit.closes_worm();  // it has no word that names a class
}

/// A part of a word. True: the word is whole.
bool take_part(const Params& p, ReceiveEngine& s, ReceiveLane& lane, Flit flit) {
  if (lane.words == 0 && lane.parts == 0) take_buffer(s, lane, first_bits(p, flit));
  lane.part = flits_per_word(p.format) == 1 ? flit.data() : lane.part << data_bits(p.format) | flit.data();
  if (++lane.parts != flits_per_word(p.format)) return false;
  lane.parts = 0;
  ++lane.words;
  return true;
}

/// A flit of a refused packet has come. `whole`: it ends a word.
void note_refused(ReceiveEngine& s, ReceiveLane& lane, bool whole) {
  if (whole) lane.first[lane.words - 1] = lane.part;
  if (lane.words != refused_words && lane.open) return;
  lane.refused = false;
  const bool is_cut = (lane.status & NIC_RX_TRUNCATED) != 0;
  if (is_cut) return;
  if (s.refused.full())
    ++s.refused_lost;
  else
    s.refused.push({lane.first});
}

/// A flit goes on into its lane, and the word that it completes into the word register.
void take_flit(const Params& p, ReceiveEngine& s, Flit flit, const TickSource& ticks, CutBuffers& cut) {
  if (!flit.valid() || flit.kind() == FlitKind::padding) return;
  ReceiveLane& lane = s.lanes[flit.vc().value];
  if (flit.opens_worm()) return take_head(p, s, lane, flit, ticks, cut);
  if (!lane.open) return;
  lane.open = !flit.closes_worm();
  add_to_crc(p, lane, flit, false);
  bool whole = false;
  if (flit.kind() == FlitKind::abort) {
    lane.status |= NIC_RX_TRUNCATED;
  } else if (is_trailer(p, flit)) {
    if (lane.crc != 0) lane.status |= NIC_RX_CORRUPT;
    if (lane.words == 0 && lane.parts == 0) ++s.dropped;  // without a word that names a class
  } else if (lane.header != 0) {
    --lane.header;
  } else {
    whole = take_part(p, s, lane, flit);
    if (ends_in_crc_word(p) && flit.closes_worm()) {
      if (lane.crc != 0) lane.status |= NIC_RX_CORRUPT;
      whole = false;
    }
  }
  if (lane.refused) note_refused(s, lane, whole);
  s.word_valid = lane.filling && (whole || !lane.open);
  s.word_ends = flit.closes_worm();
  s.word_counts = whole;
  s.word_lane = flit.vc().value;
  s.word = lane.part;
}

/// The oldest flit of a channel can go on: it is not the beginning of a first word that finds no place.
bool can_go_on(const Params& p, const ReceiveEngine& s, unsigned vc) {
  if (s.fifos[vc].count == 0) return false;
  const ReceiveLane& lane = s.lanes[vc];
  const Flit flit = slack_buffer::front(s.fifos[vc]);
  const bool carries_word =
      !flit.opens_worm() && flit.kind() != FlitKind::abort && flit.kind() != FlitKind::padding && !is_trailer(p, flit);
  if (!lane.open || lane.header != 0 || lane.words != 0 || lane.parts != 0 || !carries_word) return true;
  return has_place(s, first_bits(p, flit));
}

VcMask channels_that_can_go_on(const Params& p, const ReceiveEngine& s) {
  VcMask channels = 0;
  for (unsigned v = 0; v < p.virtual_channels; ++v) channels |= static_cast<VcMask>(unsigned{can_go_on(p, s, v)} << v);
  return channels;
}

/// Takes a flit out of the slack buffers, and stores the one that comes. Returns the taken flit; an invalid one: none.
Flit step_fifos(const Params& p, ReceiveEngine& s, const ReceiveFlow& flow, Flit flit, Cycle now) {
  Flit taken;
  unsigned popped = p.virtual_channels;
  if (const VcMask ready = channels_that_can_go_on(p, s); ready != 0) {
    popped = next_behind(ready, s.served);
    s.served = static_cast<std::uint8_t>(popped);
    taken = slack_buffer::front(s.fifos[popped]);
    slack_buffer::pop(p.fifo, s.fifos[popped]);
    if (flow.params.has_credits()) flow_controller::free_slots(flow.state, bit(popped));
  }
  if (flit.valid()) {
    const unsigned vc = flit.vc().value;
    slack_buffer::State& fifo = s.fifos[vc];
    s.overflows += !slack_buffer::push(p.fifo, fifo, flit, now, fifo.count + unsigned{vc == popped});
  }
  watch_fifos(p, s, flow);
  return taken;
}

}  // namespace

void bind(const Params& p, ReceiveEngine& s, Arena& arena) {
  s = ReceiveEngine();
  s.lanes = arena.take<ReceiveLane>(p.virtual_channels);
  if (p.when_full == WhenFull::stop) {
    s.fifos = arena.take<slack_buffer::State>(p.virtual_channels);
    auto* slots = arena.take<slack_buffer::Slot>(std::size_t{p.virtual_channels} * p.fifo.flits);
    for (unsigned v = 0; v < p.virtual_channels && slots != nullptr; ++v) s.fifos[v].slots = slots + v * p.fifo.flits;
  }
  for (unsigned c = 0; c < classes; ++c) {
    bind(s.free[c], free_depths[c], arena);
    s.fewest_free[c] = free_depths[c];
  }
  bind(s.headers, header_depth, arena);
  bind(s.received, received_depth, arena);
  bind(s.control, control_received_depth, arena);
  bind(s.refused, refused_depth, arena);
}

void watch_fifos(const Params& p, const ReceiveEngine& s, const ReceiveFlow& flow) {
  if (s.fifos == nullptr || flow.params.has_credits()) return;
  for (unsigned v = 0; v < p.virtual_channels; ++v)
    flow_controller::watch(flow.params, flow.state, v, s.fifos[v].count);
}

CutBuffers step(const Params& p, ReceiveEngine& s, const ReceiveFlow& flow, const TickSource& ticks, Memory& memory,
                Flit flit, Cycle now) {
  CutBuffers cut;
  if (s.word_valid) {
    write_word(s, ticks, memory, cut);
    s.word_valid = false;
  }
  take_flit(p, s, s.fifos == nullptr ? flit : step_fifos(p, s, flow, flit, now), ticks, cut);
  return cut;
}

bool moves_words_alone(const Params& p, const ReceiveEngine& s, Flit flit) {
  if (s.word_valid) {
    const ReceiveLane& lane = s.lanes[s.word_lane];
    if (s.word_ends || !wants_port(s)) return false;
    if (is_header_there(s, lane, lane.written + 1)) return false;
  }
  if (!flit.valid()) return true;
  if (flit.kind() != FlitKind::body || flit.vc().value >= p.virtual_channels) return false;
  const ReceiveLane& lane = s.lanes[flit.vc().value];
  return lane.open && lane.header == 0 && !lane.refused && (lane.words != 0 || lane.parts != 0);
}

Cycle ends_words(const Params& p, const ReceiveEngine& s, const ArrivingFlits& arriving, Cycle now) {
  if (!moves_words_alone(p, s, Flit())) return now + 1;  // of the word register
  if (arriving.flits == nullptr) return never;
  const Flit next = arriving.flits[arriving.taken];
  if (!moves_words_alone(p, s, next)) return arriving.next();
  Cycle end = arriving.last();
  const ReceiveLane& lane = s.lanes[next.vc().value];
  if (!lane.filling) return end;
  // Word n comes with flit n, the head being flit 0, and is written an edge later.
  const auto when_written = [&](std::uint32_t word) {
    const std::uint32_t number = std::max(word, arriving.taken);
    if (number < arriving.count) end = std::min(end, arriving.edge_of(number) + 1);
  };
  when_written(s.buffer_words[lane.buffer_class] + 1);
  if (!lane.queued && s.header_words != 0 && !is_control(s, lane.buffer_class)) when_written(s.header_words);
  return std::max(end, now + 1);
}

bool can_take(const Params& p, const ReceiveEngine& s) {
  return s.fifos != nullptr && channels_that_can_go_on(p, s) != 0;
}

bool is_full(const Params& p, const ReceiveEngine& s, unsigned vc) {
  return s.fifos != nullptr && s.fifos[vc].count != 0 && !can_go_on(p, s, vc);
}

}  // namespace slackline::nic
