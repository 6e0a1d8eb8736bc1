#include "rtl_models/nic/receive_engine.hpp"

#include <algorithm>

namespace slackline::nic {

namespace {

constexpr std::uint32_t most_lanes = 16;

/// Its first word has come.
void take_buffer(ReceiveEngine& s, ReceiveLane& lane, std::uint32_t first_word) {
  lane.buffer_class = static_cast<std::uint8_t>(first_word >> 30);
  Queue<std::uint32_t>& free = s.free[lane.buffer_class];
  // A packet must find a place among the received ones in the end, with all others that are still arriving.
  if (free.empty() || s.received.space() <= most_lanes) {
    lane.dropped = true;
    ++s.dropped;
    return;
  }
  lane.buffer = free.front();
  free.pop();
  s.fewest_free[lane.buffer_class] = std::min(s.fewest_free[lane.buffer_class], free.count);
  lane.filling = true;
}

/// The packet is over.
void end(ReceiveEngine& s, ReceiveLane& lane, CutBuffers& cut) {
  if (!lane.filling) return;
  lane.filling = false;
  ++s.packets;
  s.received.push({lane.buffer, lane.written, lane.status | std::uint32_t{lane.buffer_class} << 8});
  if ((lane.status & NIC_RX_TRUNCATED) != 0)
    cut.buffers[cut.count++] = {lane.buffer, s.buffer_words[lane.buffer_class]};
}

/// What the word register holds goes into NIC memory.
void write_word(ReceiveEngine& s, Memory& memory, CutBuffers& cut) {
  ReceiveLane& lane = s.lanes[s.word_lane];
  if (wants_port(s))
    memory.at(lane.buffer + 4 * lane.written++) = s.word;
  else if (s.word_counts)
    lane.status |= NIC_RX_TOO_LONG;
  if (!lane.queued && s.header_words != 0 && (s.word_ends || lane.written >= s.header_words)) {
    lane.queued = true;
    if (!s.headers.full()) s.headers.push(lane.buffer);
  }
  if (s.word_ends) end(s, lane, cut);
}

}  // namespace

void bind(const Params& p, ReceiveEngine& s, Arena& arena) {
  s = ReceiveEngine();
  s.lanes = arena.take<ReceiveLane>(p.virtual_channels);
  for (Queue<std::uint32_t>& list : s.free) bind(list, free_depth, arena);
  s.fewest_free.fill(free_depth);
  bind(s.headers, header_depth, arena);
  bind(s.received, received_depth, arena);
}

CutBuffers step(ReceiveEngine& s, Memory& memory, Flit flit) {
  CutBuffers cut;
  if (s.word_valid) {
    write_word(s, memory, cut);
    s.word_valid = false;
  }
  if (!flit.valid() || flit.kind() == FlitKind::padding) return cut;

  ReceiveLane& lane = s.lanes[flit.vc().value];
  if (flit.opens_worm()) {
    lane.status |= NIC_RX_TRUNCATED;  // where one is still arriving: its tail was lost
    end(s, lane, cut);
    lane = ReceiveLane();
    lane.open = !flit.closes_worm();
    s.dropped += flit.closes_worm();  // it has no word that names a class
    return cut;
  }
  if (!lane.open) return cut;
  const bool aborted = flit.kind() == FlitKind::abort;
  if (aborted)
    lane.status |= NIC_RX_TRUNCATED;
  else if (lane.words++ == 0)
    take_buffer(s, lane, flit.data());
  lane.open = !flit.closes_worm();
  s.word_valid = lane.filling;
  s.word_ends = flit.closes_worm();
  s.word_counts = !aborted;
  s.word_lane = flit.vc().value;
  s.word = flit.data();
  return cut;
}

}  // namespace slackline::nic
