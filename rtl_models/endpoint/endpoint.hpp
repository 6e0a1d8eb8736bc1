// endpoint: a host at the pins of the network: it sends the packets of its traffic source, takes in one flit a cycle,
// and checks every one of them.
//
//   traffic_source -> [sender: sent#] -> flit_out#          flow_controller -> stopped#  <- stop_in
//                                                            (gates the sender)
//   flit_in -> [sink: payload, order, exactly-once checks] -> counters#                        stop_out = 0 always
//               `-> requests to be answered, first come first served -> [sender]
//
// With traffic.response_flits, packets are requests. The destination answers each with a response, which it sends before any
// request of its own, so that the loop always drains. A host that has max_outstanding requests under way or unanswered
// holds the next ones back: what waits anywhere is bounded by that. Waiting requests form a list through their own
// records in the packet table, which keep their slots until they are answered.
//
// Timing contract
//   packet created at edge N, sender idle and not stopped -> head on flit_out in cycle N, then one flit a cycle
//   tail sent at edge N, next packet created by N+1        -> its head in cycle N+1
//   on a link of one flit in n cycles                      -> one flit every n cycles
//   stop_in sampled at edge N -> the last flit leaves in cycle N + fc
//   tail of a request sampled at edge N -> head of its response on flit_out in cycle N + 1 at the earliest
//   tail of a response sampled at edge N -> head of a request held back on flit_out in cycle N + 1 at the earliest
//   flit_in sampled at edge N -> counted in cycle N; latency = N - created (total), N - edge of the head on flit_out (network)
#pragma once

#include <algorithm>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/endpoint/traffic_source.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"

namespace slackline::endpoint {

/// What all hosts of a network share.
struct Params {
  TrafficParams traffic;
  std::uint8_t fc_cycles = 0;  ///< registers that a STOP passes at this end, 0..63
  std::uint64_t warmup = 0;    ///< packets created before this edge are delivered and checked, but not measured

  Violations violations() const;
  /// A host receives STOP and never sends it: the watermarks of its bank play no part.
  flow_controller::Params flow() const { return {1, 0, fc_cycles}; }
};

/// Sums over the measured packets (created at or after the end of the warm-up), in cycles.
struct LatencySums {
  std::uint64_t packets = 0;
  std::uint64_t total = 0;    ///< from creation to the tail's arrival
  std::uint64_t network = 0;  ///< from the head on the source's output register to the tail's arrival
  std::uint64_t total_least = ~std::uint64_t{0};
  std::uint64_t total_most = 0;
};

/// Counters of what must not happen.
struct Faults {
  std::uint32_t unknown = 0;       ///< flits of no packet in flight: duplicated, or made up
  std::uint32_t misdelivered = 0;  ///< flits of a packet for another host
  std::uint32_t corrupt = 0;       ///< flits with wrong data
  std::uint32_t misframed = 0;     ///< flits whose kind does not fit their place in the packet, or that mix two worms
  std::uint32_t truncated = 0;     ///< worms that a switch closed with an abort flit: their tail was lost
  std::uint32_t untagged = 0;      ///< edges at which a packet waited because its source had all tags in flight
  std::uint32_t disordered = 0;    ///< packets that overtook an earlier one of the same source and destination

  bool any() const { return (unknown | misdelivered | corrupt | misframed | truncated | untagged | disordered) != 0; }
};

struct State {
  TrafficState next;                                  ///< the packet being sent, or to be sent next
  std::uint32_t sent = 0;                             ///< flits of it already sent
  std::uint32_t tag = 0;                              ///< its tag, while sent > 0
  Cycle link_free;                                    ///< the next flit may leave from this edge on
  bool responding = false;                            ///< while sent > 0: it is a response, and not `next`
  std::uint32_t outstanding = 0;                      ///< own requests sent whose response has not arrived
  std::uint32_t requests = 0;                         ///< requests of others that wait for a response
  std::uint32_t first_request = 0, last_request = 0;  ///< their tags, while there are any
  flow_controller::State flow;
  std::uint32_t open_tag = 0;  ///< sink: the worm that is arriving
  bool worm_open = false;
  std::uint64_t packets_sent = 0, flits_sent = 0;
  std::uint64_t packets_received = 0, flits_received = 0;
  std::uint64_t flits_accepted = 0;  ///< flits received at or after the end of the warm-up
  LatencySums latency;
  Faults faults;
};

struct Inputs {
  Flit flit_in;
  bool stop_in = false;
};

struct Result {
  Flit flit_out;      ///< value of the output register in this cycle
  Cycle wake{never};  ///< next edge at which the endpoint has work, if no input changes before; never: none
};

void bind(const Params& p, const TrafficSource& source, const Place& place, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

/// Takes in one flit: all checks and counters of the sink.
void receive(const Params& p, const Place& place, State& s, PacketTable& packets, Flit flit, Cycle now);

/// True when a flit can leave at edge `now`, or at the next one if asked behind what arrived at `now`; the link aside.
inline bool ready(const TrafficParams& p, const State& s, Cycle now) {
  if (p.response_flits == 0) return s.next.created <= now;
  return s.sent != 0 || s.requests != 0 || (s.next.created <= now && s.outstanding < p.max_outstanding);
}

/// Sends the next flit of the current packet, or none when the packet table has no tag for it. Call only when ready, and
/// the link is neither stopped nor busy.
Flit send(const TrafficSource& source, const Place& place, State& s, PacketTable& packets, Cycle now);

/// One clock edge.
inline Result step(const Params& p, const TrafficSource& source, const Place& place, State& s, PacketTable& packets,
                   Cycle now, const Inputs& in) {
  Result result;
  const bool stopped = s.flow.stopped & 1;
  if (!stopped && s.link_free <= now && ready(p.traffic, s, now))
    result.flit_out = send(source, place, s, packets, now);
  flow_controller::advance(p.flow(), s.flow, in.stop_in);
  if (in.flit_in.valid()) receive(p, place, s, packets, in.flit_in, now);

  if (!flow_controller::settled(p.flow(), s.flow, in.stop_in))
    result.wake = now + 1;
  else if (!(s.flow.stopped & 1))  // a stopped host sleeps until its STOP wire falls
    result.wake = ready(p.traffic, s, now) ? std::max(now + 1, s.link_free)
                  : s.next.created <= now  ? never
                                           : s.next.created;
  return result;
}

template <class Visitor>
void visit(const Params& p, State& s, Visitor& v) {
  v.reg("next_created", s.next.created.value);
  v.reg("next_destination", s.next.destination.value);
  v.reg("next_sequence", s.next.sequence);
  v.reg("next_flits", s.next.flits);
  v.reg("arrivals_stream", s.next.arrivals.stream.state);
  v.reg("arrivals_fraction", s.next.arrivals.fraction);
  v.reg("arrivals_burst_end", s.next.arrivals.burst_end);
  v.reg("destinations_stream", s.next.destinations.state);
  v.reg("lengths_stream", s.next.lengths.state);
  v.reg("sent", s.sent);
  v.reg("tag", s.tag);
  v.reg("link_free", s.link_free.value);
  v.reg("responding", s.responding);
  v.reg("outstanding", s.outstanding);
  v.reg("requests", s.requests);
  v.reg("first_request", s.first_request);
  v.reg("last_request", s.last_request);
  flow_controller::visit(p.flow(), s.flow, v);
  v.reg("open_tag", s.open_tag);
  v.reg("worm_open", s.worm_open);
  v.reg("packets_sent", s.packets_sent);
  v.reg("flits_sent", s.flits_sent);
  v.reg("packets_received", s.packets_received);
  v.reg("flits_received", s.flits_received);
  v.reg("flits_accepted", s.flits_accepted);
  v.reg("latency_packets", s.latency.packets);
  v.reg("latency_total", s.latency.total);
  v.reg("latency_network", s.latency.network);
  v.reg("latency_total_least", s.latency.total_least);
  v.reg("latency_total_most", s.latency.total_most);
  v.reg("unknown", s.faults.unknown);
  v.reg("misdelivered", s.faults.misdelivered);
  v.reg("corrupt", s.faults.corrupt);
  v.reg("misframed", s.faults.misframed);
  v.reg("truncated", s.faults.truncated);
  v.reg("untagged", s.faults.untagged);
  v.reg("disordered", s.faults.disordered);
}

}  // namespace slackline::endpoint
