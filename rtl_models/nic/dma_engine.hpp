// dma_engine: copies words between host memory and NIC memory, one transfer after the other.
//
//   DMA_PUSH --> transfers# --> [one word in n cycles] <--> NIC memory
//                                    |
//   done# (event DMA_DONE) <-- last word
//
// Words come from host memory, and go there, by the message that they belong to (host_memory.hpp). Words that come other
// than they have left are counted. Those of message NIC_OWN_WORDS are the interface's own.
//
// Timing contract, with a port of the memory free
//   transfer pushed at edge N, engine idle -> its first word read or written at edge N + 1 + latency
//   one word at edge N                     -> the next at edge N + cycles_per_word
//   last word at edge N                    -> its cookie in `done` in cycle N; the next transfer begins as if pushed at N
#pragma once

#include "rtl_models/common/registers.hpp"
#include "rtl_models/nic/host_memory.hpp"
#include "rtl_models/nic/memory.hpp"
#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/queue.hpp"

namespace slackline::nic {

struct Transfer {
  bool to_host = false;
  std::uint32_t peer = 0, message = 0, offset = 0;  ///< whose message, its number there, the first word
  std::uint32_t address = 0, words = 0;             ///< in NIC memory
  std::uint32_t cookie = 0;
};

struct DmaCounters {
  std::uint64_t words = 0;         ///< of all transfers
  std::uint64_t host_words = 0;    ///< of those, words of messages that came to the host
  std::uint64_t host_corrupt = 0;  ///< words that came to a host other than they had left theirs
};

struct DmaEngine : DmaCounters {
  Queue<Transfer> transfers;  ///< the first one is under way
  Queue<std::uint32_t> done;  ///< cookies
  std::uint32_t moved = 0;    ///< words of the first transfer that have been moved
  Timer<> next{never};        ///< edge of its next word; `never`: there is no transfer
};

inline void bind(DmaEngine& s, Arena& arena) {
  s = DmaEngine();
  bind(s.transfers, dma_depth, arena);
  bind(s.done, dma_done_depth, arena);
}

/// The engine, when idle, begins with its first transfer, that came at edge `now`.
inline void begin_transfer(const Params& p, DmaEngine& s, Cycle now) {
  if (s.next == never && !s.transfers.empty()) s.next = now + 1 + p.dma_latency;
}

/// The next word is the last one of its transfer. Call only while there is one.
inline bool ends_transfer(const DmaEngine& s) { return s.moved + 1 == s.transfers.front().words; }

inline void move_own(HostMemory& host, const Transfer& t, std::uint32_t word, std::uint32_t& place) {
  if (t.to_host)
    host.write_own(NodeId(t.peer), word, place);
  else
    place = host.read_own(NodeId(t.peer), word);
}

/// One clock edge.
inline void step(const Params& p, DmaEngine& s, Memory& memory, HostMemory& host, Cycle now) {
  if (now < s.next) return;
  const Transfer& t = s.transfers.front();
  const bool last = ends_transfer(s);
  if ((last && s.done.full()) || !memory.take_port()) {
    s.next = now + 1;
    return;
  }
  const std::uint32_t word = t.offset + s.moved;
  std::uint32_t& place = memory.at(t.address + 4 * s.moved);
  if (t.message == NIC_OWN_WORDS)
    move_own(host, t, word, place);
  else if (t.to_host) {
    s.host_corrupt += !host.write(NodeId(t.peer), t.message, word, place, now);
    ++s.host_words;
  } else
    place = host.read(NodeId(t.peer), t.message, word);
  ++s.words;
  ++s.moved;
  s.next = now + p.dma_cycles_per_word;
  if (!last) return;
  s.done.push(t.cookie);
  s.transfers.pop();
  s.moved = 0;
  s.next = never;
  begin_transfer(p, s, now);
}

/// After an edge: the earliest one at which a word moves that cannot be moved later without a difference: the last one of a transfer, or any
/// word of a message of another host, which may be over in between. never: there is no transfer.
inline Cycle earliest_end(const Params& p, const DmaEngine& s, NodeId node) {
  if (s.next == never) return never;
  const Transfer& t = s.transfers.front();
  if (!t.to_host && t.message != NIC_OWN_WORDS && NodeId(t.peer) != node) return s.next;
  return s.next + std::uint64_t{t.words - s.moved - 1} * p.dma_cycles_per_word;
}

/// Words of the edges before `to`, none the last of its transfer, with a port of the memory for each.
inline void move_words(const Params& p, DmaEngine& s, Memory& memory, HostMemory& host, Cycle to) {
  while (s.next < to) {
    memory.free_ports = 1;
    step(p, s, memory, host, s.next);
  }
}

template <class S, class Visitor, IfState<S, DmaEngine> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  visit(s.transfers, "transfers", v, [&](Transfer& t) {
    v.reg("to_host", t.to_host);
    v.reg("peer", t.peer);
    v.reg("message", t.message);
    v.reg("offset", t.offset);
    v.reg("address", t.address);
    v.reg("words", t.words);
    v.reg("cookie", t.cookie);
  });
  visit(s.done, "dma_done", v, [&](std::uint32_t& cookie) { v.reg("cookie", cookie); });
  v.reg("dma_moved", s.moved);
  v.reg("dma_next", s.next, now);
}

template <class S, class Visitor, IfState<S, DmaEngine> = 0>
void visit_counters(S& s, Visitor& v) {
  visit_counters(s.transfers, "transfers", v);
  visit_counters(s.done, "dma_done", v);
  v.reg("dma_words", s.words);
  v.reg("host_words", s.host_words);
  v.reg("host_corrupt", s.host_corrupt);
}

}  // namespace slackline::nic
