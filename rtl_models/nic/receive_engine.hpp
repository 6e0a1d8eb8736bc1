// receive_engine: writes the packets that arrive into buffers of NIC memory, while they arrive.
//
//                        free lists of class 0..3#, buffer_words#
//                                   |
//   flit_in --> [lane of its channel#: buffer, words] --> word# --> NIC memory
//                                                           |-- so many words are there --> headers#  (event RX_HEADER)
//                                                           |-- the last one is there ----> received# (event RX_DONE)
//                                                           `-- of a control class -------> control#  (event RX_CONTROL)
//                                        no buffer: first words -------------------------> refused#  (event RX_REFUSED)
//
// The first word after the head gives the class, in its bits 31..30. The packet takes the oldest buffer of that class.
// Words beyond the buffer's end are dropped. The word register always gets a port of the memory.
//
// In the format `myrinet` a word comes in four flits, after a header of five; the CRC-8 that closes a packet is checked
// over all that has come, and a wrong one is reported in the packet's status, CORRUPT. In the format `servernet` the header
// has four flits, and the CRC-32 that closes a packet comes like a word, the last one.
//
// Where there is no buffer, or no room in `headers`, `received` or `control`, the packet is dropped, to its tail, and
// counted: the network is never held back. The first four words of one of a class with refusals go to `refused`, so that
// firmware can answer while the rest still comes; not of one that an abort flit ends before. `reserved` buffers of a class
// are for packets alone whose first word claims them. With WhenFull::stop it is not dropped for that: between flit_in and the lanes is a
// slack buffer for each virtual channel, with the flow controller of the port, as in a switch. A packet waits in it
// before its first word, and those of other channels pass; they take turns, one flit an edge.
//
//   flit_in --> fifo# (one a channel) --> [served#] --> [lane ...        STOP or credits <-- [flow of the port] <-- count
//
// Timing contract
//   flit with word i, or the last part of it, sampled at edge N -> word i in NIC memory in cycle N + 1
//   word RX_HEADER_WORDS (or the last, if there are less) written at edge N -> the buffer in `headers` in cycle N
//   the last word written at edge N                                         -> the buffer in `received` or `control` in
//                                                                              cycle N
//   word 3 of a refused packet, or its tail, sampled at edge N              -> its words in `refused` in cycle N
//   myrinet, servernet: end of the CRC sampled at edge N                    -> the buffer in `received` in cycle N + 1
//   abort flit, or head within a worm, sampled at edge N -> what has come is in `received` in cycle N + 1, TRUNCATED
//   so the handler of either runs at N + 1 at the earliest, 2 edges after that which sampled the flit
//   WhenFull::stop: flit sampled at edge N -> in the slack buffer in cycle N, taken from it at edge N + 1 at the
//     earliest: all of the above an edge later. Buffer freed at edge N -> a packet that waits for it goes on at N + 1
#pragma once

#include <array>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/timed_flits.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/nic/local_time.hpp"
#include "rtl_models/nic/memory.hpp"
#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/queue.hpp"

namespace slackline::nic {

/// The packet that is arriving on a virtual channel.
struct ReceiveLane {
  bool open = false;     ///< its head has come, and its tail not
  bool filling = false;  ///< it has a buffer, and is not in `received`
  bool dropped = false;  ///< it has none
  bool refused = false;  ///< the same, and its first words are to go to `refused`
  bool queued = false;   ///< it is, or was, in `headers`
  bool marked = false;   ///< its head has the mark of a congested switch
  std::uint8_t buffer_class = 0;
  std::uint8_t status = 0;
  std::uint32_t buffer = 0;
  std::uint8_t header = 0;                           ///< flits of the header that are still to come
  std::uint8_t parts = 0;                            ///< flits of the word that is coming, that have come ...
  std::uint32_t part = 0;                            ///< ... and what they carry
  std::uint32_t crc = 0;                             ///< formats with checks: of the flits that have come
  std::uint32_t words = 0;                           ///< words that have come
  std::uint32_t written = 0;                         ///< words of them in NIC memory
  std::array<std::uint32_t, refused_words> first{};  ///< refused: its first words
};

struct ReceivedPacket {
  std::uint32_t buffer = 0, words = 0;
  std::uint32_t status = 0;  ///< as register RX_DONE_STATUS
  std::uint32_t tick = 0;    ///< TICK when it had come whole
};

struct RefusedPacket {
  std::array<std::uint32_t, refused_words> first{};  ///< its first words
};

struct ReceiveCounters {
  std::array<std::uint32_t, classes> fewest_free{};  ///< the shortest each free list has been, once filled
  std::uint64_t packets = 0;                         ///< packets received
  std::uint32_t overflows = 0;                       ///< flits that found a slack buffer full
};

struct ReceiveEngine : ReceiveCounters {
  ReceiveLane* lanes = nullptr;          ///< one a virtual channel; storage of the owner
  slack_buffer::State* fifos = nullptr;  ///< WhenFull::stop: one a virtual channel; storage of the owner
  std::uint8_t served = 0;               ///< WhenFull::stop: the channel that the last flit was taken from
  std::array<Queue<std::uint32_t>, classes> free;
  std::array<std::uint32_t, classes> buffer_words{};
  std::uint32_t header_words = 0;  ///< 0: no packet is queued for its header
  Queue<std::uint32_t> headers;
  Queue<ReceivedPacket> received;
  Queue<ReceivedPacket> control;
  Queue<RefusedPacket> refused;
  std::uint32_t control_classes = 0, refused_classes = 0;  ///< a bit a class
  std::array<std::uint32_t, classes> reserved{};           ///< buffers of each class
  // The word register.
  bool word_valid = false;   ///< there is a word, or an end
  bool word_ends = false;    ///< it is the last of its packet
  bool word_counts = false;  ///< there is data, which is to be written
  std::uint8_t word_lane = 0;
  std::uint32_t word = 0;
  std::uint32_t dropped = 0;       ///< packets, as firmware reads it
  std::uint32_t refused_lost = 0;  ///< those that found `refused` full
};

void bind(const Params& p, ReceiveEngine& s, Arena& arena);

/// Buffers of packets that have ended TRUNCATED at an edge: packets sent from them must end as well.
struct CutBuffers {
  struct Buffer {
    std::uint32_t address = 0, words = 0;
  };
  std::array<Buffer, 2> buffers;  ///< one from the word register, one by a head within a worm
  unsigned count = 0;
};

/// It takes a port of the memory at the next edge.
inline bool wants_port(const ReceiveEngine& s) {
  if (!s.word_valid || !s.word_counts) return false;
  const ReceiveLane& lane = s.lanes[s.word_lane];
  return lane.filling && lane.written < s.buffer_words[lane.buffer_class];
}

/// The flow controller of the port, where the engine holds the link back.
struct ReceiveFlow {
  const flow_controller::Params& params;
  flow_controller::State& state;  ///< after its own edge
};

/// The clock from which a packet that has come whole gets its tick.
struct TickSource {
  const Place& place;
  const LocalTime& time;  ///< before the edge
};

/// Gives the flow controller the fill levels of the slack buffers.
void watch_fifos(const Params& p, const ReceiveEngine& s, const ReceiveFlow& flow);

/// One clock edge, at which it has a port if it wants one; `flit` is what it samples, of a channel that there is.
CutBuffers step(const Params& p, ReceiveEngine& s, const ReceiveFlow& flow, const TickSource& ticks, Memory& memory,
                Flit flit, Cycle now);

/// At the next edge, at which `flit` comes, words of packets that have a buffer, or are dropped, go on, and nothing else happens.
bool moves_words_alone(const Params& p, const ReceiveEngine& s, Flit flit);

/// After edge `now`: a lower bound of the next one at which more happens than that words of the packet that comes go on. Each flit but
/// the first carries a word.
Cycle ends_words(const Params& p, const ReceiveEngine& s, const ArrivingFlits& arriving, Cycle now);

/// A flit waits that can go on at the next edge.
bool can_take(const Params& p, const ReceiveEngine& s);

/// WhenFull::stop: flits wait in the slack buffer of the channel, and can only go on when firmware makes room for them.
bool is_full(const Params& p, const ReceiveEngine& s, unsigned vc);

/// The channel on which the word at `address` is still to come; `lanes`: none, it lies in no buffer that is still
/// filling, or has been written.
inline unsigned channel_of_missing(const ReceiveEngine& s, unsigned lanes, std::uint32_t address) {
  for (unsigned v = 0; v < lanes; ++v) {
    const ReceiveLane& lane = s.lanes[v];
    if (!lane.filling || address < lane.buffer) continue;
    const std::uint32_t word = (address - lane.buffer) / 4;
    if (word < s.buffer_words[lane.buffer_class]) return word < lane.written ? lanes : v;
  }
  return lanes;
}
inline bool is_there(const ReceiveEngine& s, unsigned lanes, std::uint32_t address) {
  return channel_of_missing(s, lanes, address) == lanes;
}

template <class S, class Visitor, IfState<S, ReceiveEngine> = 0>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  for (unsigned i = 0; i < p.virtual_channels; ++i) {
    ReceiveLane& lane = s.lanes[i];
    v.open("receive_lane", i);
    v.reg("open", lane.open);
    v.reg("filling", lane.filling);
    v.reg("dropped", lane.dropped);
    v.reg("refused", lane.refused);
    v.reg("queued", lane.queued);
    v.reg("marked", lane.marked);
    v.reg("class", lane.buffer_class);
    v.reg("status", lane.status);
    v.reg("buffer", lane.buffer);
    v.reg("header", lane.header);
    v.reg("parts", lane.parts);
    v.reg("part", lane.part);
    v.reg("crc", lane.crc);
    v.reg("words", lane.words);
    v.reg("written", lane.written);
    for (unsigned word = 0; word < refused_words; ++word) {
      v.open("first", word);
      v.reg("word", lane.first[word]);
      v.close();
    }
    if (s.fifos != nullptr) slack_buffer::visit(p.fifo, s.fifos[i], now, v);
    v.close();
  }
  if (s.fifos != nullptr) v.reg("served", s.served);
  for (unsigned i = 0; i < classes; ++i) {
    v.open("class", i);
    visit(s.free[i], "free", v, [&](std::uint32_t& buffer) { v.reg("buffer", buffer); });
    v.reg("buffer_words", s.buffer_words[i]);
    v.reg("reserved", s.reserved[i]);
    v.close();
  }
  v.reg("header_words", s.header_words);
  visit(s.headers, "headers", v, [&](std::uint32_t& buffer) { v.reg("buffer", buffer); });
  const auto visit_received = [&](ReceivedPacket& packet) {
    v.reg("buffer", packet.buffer);
    v.reg("words", packet.words);
    v.reg("status", packet.status);
    v.reg("tick", packet.tick);
  };
  visit(s.received, "received", v, visit_received);
  visit(s.control, "control_received", v, visit_received);
  visit(s.refused, "refused_packets", v, [&](RefusedPacket& packet) {
    for (unsigned word = 0; word < refused_words; ++word) {
      v.open("first", word);
      v.reg("word", packet.first[word]);
      v.close();
    }
  });
  v.reg("control_classes", s.control_classes);
  v.reg("refused_classes", s.refused_classes);
  v.reg("word_valid", s.word_valid);
  v.reg("word_ends", s.word_ends);
  v.reg("word_counts", s.word_counts);
  v.reg("word_lane", s.word_lane);
  v.reg("word", s.word);
  v.reg("packets_dropped", s.dropped);
  v.reg("refused_lost", s.refused_lost);
}

template <class S, class Visitor, IfState<S, ReceiveEngine> = 0>
void visit_counters(S& s, Visitor& v) {
  for (unsigned i = 0; i < classes; ++i) {
    v.open("class", i);
    visit_counters(s.free[i], "free", v);
    v.reg("fewest_free", s.fewest_free[i]);
    v.close();
  }
  visit_counters(s.headers, "headers", v);
  visit_counters(s.received, "received", v);
  visit_counters(s.control, "control_received", v);
  visit_counters(s.refused, "refused_packets", v);
  v.reg("packets_received", s.packets);
  v.reg("receive_overflows", s.overflows);
}

}  // namespace slackline::nic
