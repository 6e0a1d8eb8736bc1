// host: the host at the host pins of a network interface: it posts the messages of its workloads as commands, takes
// completions, and checks every one of them.
//
//   sources# -> [post] -> command# -> host queue of the interface,   [post] -> host memory <-> DMA engine
//   interface: completion# -> [checks] -> counters#                                  # = register
//
// Workloads take turns, message by message. A packet of theirs is a message here, a flit of it a word. Messages are numbered from 0 on, as they are posted.
// Each must be completed exactly once, by the right interface, with its length: the firmware's firmware::Delivery
// defines where and how. Where it comes to host memory, the host checks that it is there (nic/host_memory.hpp). A message
// to a group must come to each of its members once: it counts as a message to each.
//
// Timing contract
//   message created at edge N, room in the host queue       -> its command on the pins in cycle N, for one cycle
//   commands on the pins                                    -> one a cycle at most, never more than there is room for
//   completion on the pins in cycle N - 1, sampled at edge N -> counted in cycle N; latency = N - created (total),
//                                                               N - edge of the command (network)
//   a program gets sent() at the edge of the command: the host has handed the message over; left() and delivered() at
//   those that count NIC_DONE_SENT and NIC_DONE_RECEIVED
#pragma once

#include <memory>
#include <type_traits>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/host_pins.hpp"
#include "rtl_models/generator/sources.hpp"
#include "rtl_models/host/barrier_calls.hpp"
#include "rtl_models/host/groups.hpp"
#include "rtl_models/host/message_table.hpp"
#include "rtl_models/nic/host_memory.hpp"

namespace slackline::host {

/// Parameters shared by all hosts.
struct Params {
  firmware::Delivery delivery = firmware::Delivery::peer;
  /// If not nullptr, hosts meet in its barriers as well.
  std::shared_ptr<const barrier::Traffic> barriers;
  /// Groups that programs send to; may be nullptr.
  std::shared_ptr<const Groups> groups;
};

/// Counters of events that must not happen.
struct ProtocolErrors {
  std::uint32_t unknown = 0;   ///< completions of no message, or of another host's
  std::uint32_t repeated = 0;  ///< for a message that had one already
  std::uint32_t wrong = 0;     ///< with a wrong peer or length
  std::uint32_t damaged = 0;   ///< for a message that is not in host memory as it has left its sender

  bool any() const { return (unknown | repeated | wrong | damaged) != 0; }
};

/// The state that the hosts of a network share.
struct Shared {
  const generator::Workloads& workloads;
  MessageTable& messages;
  port::Latencies& latencies;
  nic::HostMemory& memory;
};

/// Packets sent are the messages posted, packets received those completed here, and flits their words.
struct Counters : port::Counters {
  std::uint64_t told = 0;         ///< own messages reported as sent
  std::uint64_t failed = 0;       ///< own messages that were given up
  std::uint64_t failed_done = 0;  ///< messages both given up and done, counted by the host that is second
  Cycle ended;                    ///< edge of the last message that completed or failed here; 0: none did
  /// Where there are several workloads, the share of each in messages and their words; storage of the owner.
  port::Counters* workloads = nullptr;
  ProtocolErrors errors;
};

struct State : Counters {
  generator::SourcesState sources;
  bool posting = false;  ///< `command` is on the pins
  firmware::Command command;
  barrier::Member* members = nullptr;  ///< with Params::barriers: of the groups of this host ...
  std::uint16_t groups = 0;            ///< ... so many
  Timer<> enters{never};               ///< with barriers: the next command that enters one, if no completion comes
};

struct Inputs {
  std::uint32_t room = 0;                            ///< places in the host queue before the edge
  const firmware::Completion* completion = nullptr;  ///< on the pins before the edge; nullptr: none
};

/// As after reset, with traffic that begins at `first_edge`.
void bind(const Params& p, const generator::Workloads& workloads, NodeId node, Cycle first_edge, State& s,
          Arena& arena);

/// The command on the pins; nullptr: none.
inline const firmware::Command* command(const State& s) { return s.posting ? &s.command : nullptr; }

/// Messages and words of one workload.
inline const port::Counters& counters(const State& s, unsigned workload) {
  return s.workloads == nullptr ? static_cast<const port::Counters&>(s) : s.workloads[workload];
}

/// One clock edge.
void step(const Params& p, const Shared& shared, NodeId node, State& s, Cycle now, const Inputs& in);

/// After edge `now`: the next one at which the host has work, if no completion comes and the host queue keeps the
/// `room` that it has then.
inline Cycle wake(const State& s, std::uint32_t room, Cycle now) {
  if (s.posting) return now + 1;
  if (room == 0) return never;
  const Cycle next = s.enters < s.sources.due ? s.enters : s.sources.due;
  return next <= now ? now + 1 : next;
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit(const Params&, const generator::Workloads& workloads, S& s, Cycle now, Visitor& v) {
  generator::visit(workloads, s.sources, now, v);
  v.reg("posting", s.posting);
  v.reg("command_kind", s.command.kind);
  v.reg("command_peer", s.command.peer);
  v.reg("command_message", s.command.message);
  v.reg("command_words", s.command.words);
  barrier::visit(s.groups, s.members, now, v);
}

/// Values that follow from the registers.
template <class S, class Visitor>
void derive(const Params& p, const generator::Workloads& workloads, NodeId node, S& s, Visitor& v) {
  generator::derive(workloads, s.sources, v);
  if (s.groups == 0) return;
  v.derived("enters", s.enters.value, next_entry(*p.barriers, node.value, s.members).value);
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, const generator::Workloads& workloads, S& s, Cycle, Visitor& v) {
  using AsCounters = std::conditional_t<std::is_const_v<S>, const port::Counters, port::Counters>;
  port::visit_counters(static_cast<AsCounters&>(s), v);
  v.reg("told", s.told);
  v.reg("failed", s.failed);
  v.reg("failed_done", s.failed_done);
  v.reg("ended", s.ended.value);
  v.reg("unknown", s.errors.unknown);
  v.reg("repeated", s.errors.repeated);
  v.reg("wrong", s.errors.wrong);
  v.reg("damaged", s.errors.damaged);
  for (unsigned w = 0; s.workloads != nullptr && w < workloads.count(); ++w) {
    v.open("workload", w);
    port::visit_counters(s.workloads[w], v);
    v.close();
  }
  if (p.barriers != nullptr) barrier::visit_counters(*p.barriers, s.groups, s.members, v);
}

}  // namespace slackline::host
