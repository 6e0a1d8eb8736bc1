// send_engine: sends the packets of its descriptors, one after the other, from NIC memory. It is the source of the port.
//
//   TX_PUSH_CONTROL --> control# ---.
//   TX_PUSH --> descriptors# -------+--> [head] --------------------.
//       TX_ABORT --'                |                               v
//                   [address of the next word] --> NIC memory ----> word# --> flit_out#
//                                                                       |
//   sent# (event TX_DONE) <-- tail, if NOTIFY --------------------------'--> stopped cycles#, hold of the local clock
//
// Packets of the control queue go first; one that has begun is not interrupted. TX_ABORT removes a packet of the other
// queue, or ends it with an abort flit in the place of its next word.
//
// The header words come first, then the payload's. FOLLOW: words of a buffer that is still filling are read an edge
// after their writing at the earliest; until then nothing is sent. If the packet that fills it is cut short, an abort
// flit ends this one. AT_SLOT: the head waits until the slot has begun. While STOP, or lack of credits, holds back a
// flit that the packet has to send, cycles count as stopped, and with CLOCK_PAUSE or its own PAUSE the local clock is
// held. With TX_STOP_EVENT a packet's PAUSE makes event TX_STOPPED instead, and the firmware holds the clock. STAMP: the
// tick at which the head leaves goes into a word of NIC memory (stamp#), before the next word of the packet is read.
//
// Timing contract, with a port of the memory free and nothing stopped
//   descriptor pushed at edge N, queue empty -> head on flit_out in cycle N + 1, word i in cycle N + 2 + i
//   tail of a packet sent at edge N          -> head of the next one in cycle N + 1, sent# (TX_DONE) in cycle N
//   TX_ABORT at edge N, word i not yet sent  -> an abort flit in its place, in cycle N + 1 at the earliest
//   word written at edge N, FOLLOW           -> on flit_out in cycle N + 2 at the earliest
//   head with STAMP sent at edge N           -> TICK as it was before that edge is in NIC memory in cycle N + 1; a word
//                                               that would be on flit_out in cycle N + 1 is there in cycle N + 2
//   slot begins in cycle N (slot_start)      -> head on flit_out in cycle N + 1 at the earliest
#pragma once

#include "rtl_models/common/timed_flits.hpp"
#include "rtl_models/nic/local_time.hpp"
#include "rtl_models/nic/receive_engine.hpp"
#include "rtl_models/port/port.hpp"

namespace slackline::nic {

struct Descriptor {
  Cycle pushed;  ///< the packet's creation, for monitors
  std::uint32_t destination = 0;
  std::uint32_t header = 0, header_words = 0;
  std::uint32_t payload = 0, payload_words = 0;
  std::uint32_t flags = 0, slot = 0, cookie = 0;
  std::uint32_t stamp = 0;  ///< STAMP: address of the word
  bool cut = false;         ///< FOLLOW: the packet that it follows has been cut short; or TX_ABORT ends it
  bool aborted = false;     ///< the second

  std::uint32_t words() const { return header_words + payload_words; }
};

struct SentPacket {
  std::uint32_t cookie = 0, status = 0, stopped = 0;
};

struct SendCounters {
  std::uint64_t stopped_total = 0;  ///< cycles in which packets being sent were stopped
  std::uint64_t packets = 0;
};

struct SendEngine : SendCounters {
  Queue<Descriptor> descriptors;  ///< the first one is being sent, or is to be, unless one of `control` is
  Queue<Descriptor> control;
  bool serves_control = false;  ///< the packet being sent, or the next one, is the first of `control`
  Queue<SentPacket> sent;
  std::uint32_t fetched = 0;  ///< words of the first descriptor that have been read
  bool word_valid = false;    ///< the word register is full
  std::uint32_t word = 0;
  bool stamp_valid = false;  ///< the stamp of a head that has left is still to be written
  std::uint32_t stamp = 0, stamp_address = 0;
  std::uint32_t stopped = 0;  ///< cycles in which the packet being sent was stopped
  bool stalled = false;       ///< at present it has a flit that may not leave
  bool begun = false;         ///< the head of the packet has left
};

/// The queue whose first packet is being sent, or is to be.
inline const Queue<Descriptor>& serving(const SendEngine& s) { return s.serves_control ? s.control : s.descriptors; }
inline Queue<Descriptor>& serving(SendEngine& s) { return s.serves_control ? s.control : s.descriptors; }
/// Packets that are being sent, or are to be.
inline std::uint32_t packets_in(const SendEngine& s) { return s.control.count + s.descriptors.count; }
/// The n-th packet from now on, if nothing changes: first what has begun, then control packets.
inline const Descriptor& packet_at(const SendEngine& s, std::uint32_t n) {
  const bool data_first = s.begun && !s.serves_control;
  if (data_first && n == 0) return s.descriptors.front();
  const std::uint32_t control = n - unsigned{data_first};
  return control < s.control.count ? s.control.at(control) : s.descriptors.at(n - s.control.count);
}

/// The packet being sent, or the next one, has this bit of TX_FLAGS.
inline bool has_flag(const SendEngine& s, std::uint32_t flag) {
  return !serving(s).empty() && (serving(s).front().flags & flag) != 0;
}

void bind(SendEngine& s, Arena& arena);

/// One clock edge. `open`: virtual channels on which a flit may leave.
Flit step(const Params& p, const Place& place, SendEngine& s, const port::Wires& wires, const LocalTime& time,
          const ReceiveEngine& receive, Memory& memory, Cycle now, VcMask open);

/// At the next edge a word of the packet that has begun leaves, or is fetched, and nothing else happens: neither STOP, nor its end.
bool moves_words_alone(const SendEngine& s, const port::Wires& wires, Cycle now, VcMask open);

/// After an edge: a lower bound of the next one at which the packet that has begun does more than send and fetch words.
Cycle ends_words(const SendEngine& s, const port::Wires& wires, Cycle now);

/// The words that leave at the edges `from` to `to` - 1, and those that are fetched, with a port of the memory for each. Nothing else
/// happens at these edges, nobody writes into the words of the packet, and each flit carries one.
void send_words(SendEngine& s, const port::Wires& wires, Memory& memory, Cycle from, Cycle to, TimedFlits& sent);

/// A flit of a packet has come: the checks and counters of the port.
void receive(SendEngine& s, const port::Wires& wires, Flit flit, Cycle now);

/// After the edge: the next one at which it has work, unless something changes.
Cycle next_work(const Params& p, const Place& place, const SendEngine& s, const port::Wires& wires,
                const LocalTime& time, const ReceiveEngine& receive, Cycle now, VcMask open, bool clock_stopped);

/// The reason why the first packet waits.
enum class SendWait : std::uint8_t {
  nothing,   ///< there is none, or it goes on alone
  link,      ///< STOP, or lack of credits
  word,      ///< FOLLOW: the next word has not come
  slot,      ///< AT_SLOT: it has not begun
  firmware,  ///< NOTIFY: there is no room in `sent`
};
struct Waiting {
  SendWait what = SendWait::nothing;
  std::uint8_t channel = 0;  ///< word: the channel on which it is to come
};

/// After an edge. `open`: virtual channels on which a flit may leave.
Waiting waiting(const Params& p, const SendEngine& s, const port::State& port, const LocalTime& time,
                const ReceiveEngine& receive, VcMask open);

/// It has a flit to send, the link aside.
bool has_flit(const Params& p, const SendEngine& s, const port::State& port, const LocalTime& time);

/// After the edge: the port learns that a packet is to begin.
void offer_next(const Params& p, SendEngine& s, port::State& port, const LocalTime& time, Cycle next_edge);

/// The packet that fills `buffer`, of `words`, has been cut short.
void cut_followers(SendEngine& s, std::uint32_t buffer, std::uint32_t words);

/// TX_ABORT. False: a packet is to be removed, and `sent` has no room for its entry.
bool abort(SendEngine& s, std::uint32_t cookie);

/// `edges` edges pass in which nothing else happens.
inline void pass(SendEngine& s, std::uint64_t edges) {
  if (!s.stalled) return;
  s.stopped += static_cast<std::uint32_t>(edges);
  s.stopped_total += edges;
}

template <class S, class Visitor, IfState<S, SendEngine> = 0>
void visit(S& s, Visitor& v) {
  const auto visit_descriptor = [&](Descriptor& d) {
    v.reg("pushed", d.pushed.value);
    v.reg("destination", d.destination);
    v.reg("header", d.header);
    v.reg("header_words", d.header_words);
    v.reg("payload", d.payload);
    v.reg("payload_words", d.payload_words);
    v.reg("flags", d.flags);
    v.reg("slot", d.slot);
    v.reg("cookie", d.cookie);
    v.reg("stamp", d.stamp);
    v.reg("cut", d.cut);
    v.reg("aborted", d.aborted);
  };
  visit(s.descriptors, "descriptors", v, visit_descriptor);
  visit(s.control, "control_descriptors", v, visit_descriptor);
  v.reg("serves_control", s.serves_control);
  visit(s.sent, "sent", v, [&](SentPacket& packet) {
    v.reg("cookie", packet.cookie);
    v.reg("status", packet.status);
    v.reg("stopped", packet.stopped);
  });
  v.reg("fetched", s.fetched);
  v.reg("send_word_valid", s.word_valid);
  v.reg("send_word", s.word);
  v.reg("stamp_valid", s.stamp_valid);
  v.reg("stamp", s.stamp);
  v.reg("stamp_address", s.stamp_address);
  v.reg("stopped", s.stopped);
}

template <class S, class Visitor, IfState<S, SendEngine> = 0>
void visit_counters(S& s, Visitor& v) {
  visit_counters(s.descriptors, "descriptors", v);
  visit_counters(s.control, "control_descriptors", v);
  visit_counters(s.sent, "sent", v);
  v.reg("stopped_total", s.stopped_total);
  v.reg("packets_sent_by_engine", s.packets);
}

}  // namespace slackline::nic
