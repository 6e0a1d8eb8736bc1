// sources: the workloads of one host as the source of its port (source.hpp), or of the messages that it posts to a network
// interface. Those that have something to send take turns, packet by packet.
//
//   workload 0: random traffic -> next# --.
//   workload 1: program                 --+--> [first after turn# that is due] --> port
//   ...                                                  |
//   arrived: by the workload of the packet          sending# (whose packet leaves)
//
// Random traffic with response_flits sends requests. The destination answers each with a response, which goes before any
// request of its own, so that the loop always drains. A host that has max_outstanding requests under way or unanswered
// holds the next ones back: what waits anywhere is bounded by that. Waiting requests form a list through their own
// records in the packet table, which keep their slots until they are answered.
//
// Timing contract
//   packet created at edge N                -> due at N
//   tail of a request arrives at edge N     -> its response is due at N + 1
//   tail of a response arrives at edge N    -> a request held back is due at N + 1 at the earliest
//   several are due, turn after workload w  -> the next of w + 1, w + 2, ... goes
#pragma once

#include <algorithm>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/generator/workload.hpp"

namespace slackline::generator {

/// One workload at one host.
struct SourceState {
  Cycle created{never};                               ///< a packet of it waits from this edge on ...
  Cycle due{never};                                   ///< ... and may leave from this one on
  TrafficState next;                                  ///< random: the own packet that is sent, or is to be
  bool responding = false;                            ///< the packet that is sent is a response, and not `next`
  std::uint32_t outstanding = 0;                      ///< own requests sent whose response has not arrived
  std::uint32_t requests = 0;                         ///< requests of others that wait for a response
  std::uint32_t first_request = 0, last_request = 0;  ///< their tags, while there are any
  port::ProgramState program;
};

struct SourcesState {
  SourceState* of = nullptr;  ///< by workload; storage of the owner
  std::uint8_t turn = 0;      ///< the workload that comes first for the next packet
  std::uint8_t chosen = 0;    ///< the workload of the packet that leaves
  // The earliest edges of all workloads:
  Cycle created{never}, due{never};
};

/// As after reset, with traffic that begins at `first_edge`.
void bind(const Workloads& workloads, NodeId host, Cycle first_edge, SourcesState& s, Arena& arena);

class Sources {
 public:
  static constexpr bool has_words = false;

  /// `packets`: nullptr without requests.
  Sources(const Workloads& workloads, NodeId host, SourcesState& s, PacketTable* packets)
      : workloads_(workloads), host_(host), s_(s), packets_(packets) {}

  Cycle created() const { return s_.created; }
  Cycle due() const { return s_.due; }
  bool next(Cycle now, port::Packet& packet);
  void head_left(Cycle now);
  void tail_left(Cycle now);
  bool arrived(Cycle now, std::uint32_t tag, const PacketRecord& packet);
  /// With network interfaces: the message of the workload has left.
  void left(unsigned workload, std::uint32_t message, Cycle now);

 private:
  bool next_of(unsigned workload, Cycle now, port::Packet& packet);
  void update(unsigned workload);
  void update_all();

  const Workloads& workloads_;
  const NodeId host_;
  SourcesState& s_;
  PacketTable* packets_;
};

template <class S, class Visitor, IfState<S, SourcesState> = 0>
void visit(const Workloads& workloads, S& s, Cycle now, Visitor& v) {
  v.reg("turn", s.turn);
  v.reg("chosen", s.chosen);
  for (unsigned w = 0; w < workloads.count(); ++w) {
    SourceState& source = s.of[w];
    v.open("source", w);
    visit_edge("created_in", "created_since", source.created, now, v);
    visit_edge("due_in", "due_since", source.due, now, v);
    if (workloads.program(w) != nullptr) {
      visit(source.program, now, v);
    } else {
      visit(source.next, now, v);
      v.reg("responding", source.responding);
      v.reg("outstanding", source.outstanding);
      v.reg("requests", source.requests);
      v.reg("first_request", source.first_request);
      v.reg("last_request", source.last_request);
    }
    v.close();
  }
}

/// The earliest edges of all workloads.
template <class S, class Visitor, IfState<S, SourcesState> = 0>
void derive(const Workloads& workloads, S& s, Visitor& v) {
  Cycle created = never, due = never;
  for (unsigned w = 0; w < workloads.count(); ++w) {
    created = std::min(created, s.of[w].created);
    due = std::min(due, s.of[w].due);
  }
  v.derived("sources_created", s.created.value, created.value);
  v.derived("sources_due", s.due.value, due.value);
}

}  // namespace slackline::generator
