// receive_engine: writes the packets that arrive into buffers of NIC memory, while they arrive.
//
//                        free lists of class 0..3#, buffer_words#
//                                   |
//   flit_in --> [lane of its channel#: buffer, words] --> word# --> NIC memory
//                                                           |-- so many words are there --> headers#  (event RX_HEADER)
//                                                           `-- the last one is there ----> received# (event RX_DONE)
//
// The first word behind the head says the class, in its bits 31..30. The packet takes the oldest buffer of that class;
// where there is none it is dropped, to its tail, and counted. Words beyond the buffer's end are dropped. It never holds
// the network back: the word register always gets a port of the memory.
//
// Timing contract
//   flit with word i sampled at edge N -> word i in NIC memory in cycle N + 1
//   word RX_HEADER_WORDS (or the last, if there are less) written at edge N -> the buffer in `headers` in cycle N
//   the last word written at edge N                                         -> the buffer in `received` in cycle N
//   abort flit, or head within a worm, sampled at edge N -> what has come is in `received` in cycle N + 1, TRUNCATED
//   so the handler of either runs at N + 1 at the earliest, 2 edges behind that which sampled the flit
#pragma once

#include <array>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/nic/memory.hpp"
#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/queue.hpp"

namespace slackline::nic {

/// The packet that is arriving on a virtual channel.
struct ReceiveLane {
  bool open = false;     ///< its head has come, and its tail not
  bool filling = false;  ///< it has a buffer, and is not in `received`
  bool dropped = false;  ///< it has none
  bool queued = false;   ///< it is, or was, in `headers`
  std::uint8_t buffer_class = 0;
  std::uint8_t status = 0;
  std::uint32_t buffer = 0;
  std::uint32_t words = 0;    ///< words that have come
  std::uint32_t written = 0;  ///< words of them in NIC memory
};

struct ReceivedPacket {
  std::uint32_t buffer = 0, words = 0;
  std::uint32_t status = 0;  ///< as register RX_DONE_STATUS
};

struct ReceiveEngine {
  ReceiveLane* lanes = nullptr;  ///< one a virtual channel; storage of the owner
  std::array<Queue<std::uint32_t>, classes> free;
  std::array<std::uint32_t, classes> buffer_words{};
  std::uint32_t header_words = 0;  ///< 0: no packet is queued for its header
  Queue<std::uint32_t> headers;
  Queue<ReceivedPacket> received;
  // The word register.
  bool word_valid = false;   ///< there is a word, or an end
  bool word_ends = false;    ///< it is the last of its packet
  bool word_counts = false;  ///< there is data, which is to be written
  std::uint8_t word_lane = 0;
  std::uint32_t word = 0;

  std::array<std::uint32_t, classes> fewest_free{};  ///< counters: the shortest each free list has been, once filled
  std::uint64_t packets = 0;                         ///< counter: packets received
  std::uint32_t dropped = 0;                         ///< counter: packets dropped
};

void bind(const Params& p, ReceiveEngine& s, Arena& arena);

/// Buffers of packets that have ended TRUNCATED at an edge: who sends from them must end as well.
struct CutBuffers {
  struct Buffer {
    std::uint32_t address = 0, words = 0;
  };
  std::array<Buffer, 2> buffers;  ///< one from the word register, one by a head within a worm
  unsigned count = 0;
};

/// It will take a port of the memory at the next edge.
inline bool wants_port(const ReceiveEngine& s) {
  if (!s.word_valid || !s.word_counts) return false;
  const ReceiveLane& lane = s.lanes[s.word_lane];
  return lane.filling && lane.written < s.buffer_words[lane.buffer_class];
}

/// One clock edge, at which it has a port if it wants one; `flit` is what it samples.
CutBuffers step(ReceiveEngine& s, Memory& memory, Flit flit);

/// True when the word at `address` is there: it lies in no buffer that is still filling, or has been written.
inline bool is_there(const ReceiveEngine& s, unsigned lanes, std::uint32_t address) {
  for (unsigned v = 0; v < lanes; ++v) {
    const ReceiveLane& lane = s.lanes[v];
    if (!lane.filling || address < lane.buffer) continue;
    const std::uint32_t word = (address - lane.buffer) / 4;
    if (word < s.buffer_words[lane.buffer_class]) return word < lane.written;
  }
  return true;
}

template <class Visitor>
void visit(const Params& p, ReceiveEngine& s, Visitor& v) {
  for (unsigned i = 0; i < p.virtual_channels; ++i) {
    ReceiveLane& lane = s.lanes[i];
    v.open("receive_lane", i);
    v.reg("open", lane.open);
    v.reg("filling", lane.filling);
    v.reg("dropped", lane.dropped);
    v.reg("queued", lane.queued);
    v.reg("class", lane.buffer_class);
    v.reg("status", lane.status);
    v.reg("buffer", lane.buffer);
    v.reg("words", lane.words);
    v.reg("written", lane.written);
    v.close();
  }
  for (unsigned i = 0; i < classes; ++i) {
    v.open("class", i);
    visit(s.free[i], "free", v, [&](std::uint32_t& buffer) { v.reg("buffer", buffer); });
    v.reg("buffer_words", s.buffer_words[i]);
    v.reg("fewest_free", s.fewest_free[i]);
    v.close();
  }
  v.reg("header_words", s.header_words);
  visit(s.headers, "headers", v, [&](std::uint32_t& buffer) { v.reg("buffer", buffer); });
  visit(s.received, "received", v, [&](ReceivedPacket& packet) {
    v.reg("buffer", packet.buffer);
    v.reg("words", packet.words);
    v.reg("status", packet.status);
  });
  v.reg("word_valid", s.word_valid);
  v.reg("word_ends", s.word_ends);
  v.reg("word_counts", s.word_counts);
  v.reg("word_lane", s.word_lane);
  v.reg("word", s.word);
  v.reg("packets_received", s.packets);
  v.reg("packets_dropped", s.dropped);
}

}  // namespace slackline::nic
