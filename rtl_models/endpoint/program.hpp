// program: runs on the hosts instead of a traffic source. It decides which packets they send, and is notified of
// arrivals, so that later packets can depend on earlier ones.
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

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/endpoint/traffic_source.hpp"

namespace slackline::endpoint {

class Program {
 public:
  virtual ~Program() = default;

  /// The same program before its beginning, with state of its own for the hosts.
  virtual std::shared_ptr<Program> fresh() const = 0;

  // In all that follows, `next` is the host's: `created` is the edge at which load() is called next, `never` while
  // only an arrival can bring something to send.
  /// Before the first edge.
  virtual void begin(NodeId host, TrafficState& next) = 0;
  /// The sender is idle and open, and next.created <= now. True: `next` is the packet that leaves now, asked again
  /// until it does. False: there is none yet.
  virtual bool load(NodeId host, Cycle now, TrafficState& next) = 0;
  /// The last flit of the packet that was loaded leaves at `now`, or the message is posted.
  virtual void sent(NodeId host, Cycle now, TrafficState& next) = 0;
  /// Network interfaces only: the message for which `next.message` was `message` has left. Not called if it has failed.
  virtual void left(NodeId host, std::uint32_t message, Cycle now, TrafficState& next) = 0;
  /// The last flit of a packet for this host arrives at `now`. While a packet is loaded next.created stays as it is.
  virtual void delivered(NodeId host, const PacketRecord& packet, Cycle now, TrafficState& next) = 0;
};

}  // namespace slackline::endpoint
