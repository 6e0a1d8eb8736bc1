// program: a source of all hosts of a network, of which only this interface is known: a replayed trace, for example. It
// decides which packets the hosts send, and is notified of arrivals, so that later packets can depend on earlier ones.
//
//   [program of a host] -- load() ----> sender -> flit_out#
//          ^    ^---------- sent() ------ tail put on flit_out
//          `--------------- delivered() - tail of a packet for this host sampled
//
// With network interfaces the packets are messages, which the host posts (host.hpp): sent() is called when it has, and
// left() when the interface reports that the message has left.
//
// The state that it holds for a host may change only by these calls and by its own clock: at a call in cycle `now` it
// first does what it had to do up to then, so that the order in which hosts are stepped cannot matter.
//
// Timing contract
//   packet ready at edge N, sender idle and not stopped -> its head on flit_out in cycle N
//   delivered() or sent() at edge N                     -> a packet that depends on it is ready at N + 1 or later
#pragma once

#include <memory>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/port/source.hpp"

namespace slackline::port {

/// The state of a program at one host.
struct ProgramState {
  Cycle due{never};  ///< edge from which on load() is called; never: only an arrival can bring something to send
  Packet packet;     ///< the packet that load() has given last
  std::uint64_t progress = 0;  ///< stands for all that has happened to it at this host
};

template <class S, class Visitor, IfState<S, ProgramState> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  visit_edge("due_in", "due_since", s.due, now, v);
  visit_edge("created_in", "created_since", s.packet.created, now, v);
  v.reg("destination", s.packet.destination.value);
  v.reg("to_group", s.packet.to_group);
  v.reg("flits", s.packet.flits);
  v.reg("message", s.packet.message);
  v.reg("progress", s.progress);
}

class Program {
 public:
  virtual ~Program() = default;

  /// The same program before its beginning, with state of its own for the hosts.
  virtual std::shared_ptr<Program> fresh() const = 0;
  /// Network interfaces only: some messages may be for groups of hosts, which the network then has to know.
  virtual bool sends_to_groups() const { return false; }

  // In all that follows, `s` is the host's.
  /// Before the first edge.
  virtual void begin(NodeId host, ProgramState& s) = 0;
  /// The sender is idle and open, and s.due <= now. True: s.packet is the packet that leaves now, asked again until it
  /// does. False: there is none yet.
  virtual bool load(NodeId host, Cycle now, ProgramState& s) = 0;
  /// The last flit of the packet that was loaded leaves at `now`, or the message is posted.
  virtual void sent(NodeId host, Cycle now, ProgramState& s) = 0;
  /// Network interfaces only: the message that s.packet.message named has left. Not called if it has failed.
  virtual void left(NodeId host, std::uint32_t message, Cycle now, ProgramState& s) = 0;
  /// The last flit of a packet for this host arrives at `now`. While a packet is loaded s.due stays as it is.
  virtual void delivered(NodeId host, const PacketRecord& packet, Cycle now, ProgramState& s) = 0;
};

}  // namespace slackline::port
