// endpoint: a host at the pins of the network: it sends the packets of its traffic source, takes in one flit a cycle,
// and checks every one of them.
//
//   traffic_source -> [sender: sent#] -> flit_out#          flow_controller -> stopped#  <- stop_in
//                                                            (gates the sender)
//   flit_in -> [sink: payload, order, exactly-once checks] -> counters#                        stop_out = 0 always
//               `-> requests to be answered, first come first served -> [sender]
//
// With traffic.response_flits, packets are requests. The destination answers each with a response, which it sends
// before any request of its own, so that the loop always drains. A host that has max_outstanding requests under way or
// unanswered holds the next ones back: what waits anywhere is bounded by that. Waiting requests form a list through
// their own records in the packet table, which keep their slots until they are answered.
//
// A packet goes on one virtual channel, and the next one begins after its tail. Where switches let packets change
// channels, it takes the lowest that is not stopped and has credits, as in the switches; where a packet keeps its
// channel, the channels take turns. Where routes come from the source, the route flits go before the packet
// (source_stripped), or its head carries them (source_shifted). With Valiant's routing the source draws an intermediate
// host for each packet, any of them with the same probability.
//
// Where switches take part in barriers, the host has a barrier port, too (barrier_port.hpp), whose messages go before
// packets; hosts without a network interface have barriers of their own (barrier_members.hpp).
//
// Where a program runs on the hosts (program.hpp), it decides which packets they send, and is notified of arrivals.
//
// Timing contract
//   packet created at edge N, sender idle and not stopped -> head on flit_out in cycle N, then one flit a cycle
//   tail sent at edge N, next packet created by N+1        -> its head in cycle N+1
//   on a link of one flit in n cycles                      -> one flit every n cycles
//   stop_in sampled at edge N -> the last flit leaves in cycle N + fc
//   tail of a request sampled at edge N -> head of its response on flit_out in cycle N + 1 at the earliest
//   tail of a response sampled at edge N -> head of a request held back on flit_out in cycle N + 1 at the earliest
//   flit_in sampled at edge N -> counted in cycle N; latency = N - created (total), N - edge of the head on flit_out
//   (network)
#pragma once

#include <algorithm>
#include <memory>

#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/endpoint/barrier_members.hpp"
#include "rtl_models/endpoint/latency_tally.hpp"
#include "rtl_models/endpoint/packet_format.hpp"
#include "rtl_models/endpoint/program.hpp"
#include "rtl_models/endpoint/source_routes.hpp"
#include "rtl_models/endpoint/traffic_source.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::endpoint {

/// The network's requirements on a host at its links.
struct Links {
  std::uint8_t virtual_channels = 1;  ///< 1..16
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  std::uint16_t credits = 1;   ///< credit: flits of the buffer behind the link, a virtual channel
  bool whole_packets = false;  ///< virtual cut-through: a packet that has begun is not held back
  std::uint32_t longest = 1;   ///< whole_packets with credits: flits for which there must be room, 1..65535
  bool in_order = true;        ///< packets of one source, destination and virtual channel cannot overtake one another
  bool take_turns = false;     ///< packets keep the virtual channel that they are sent on
  route_unit::Kind routing = route_unit::Kind::dimension_order;
  std::uint8_t port_bits = 1;                  ///< source_shifted: bits of a port number
  std::uint8_t class_bits = 0;                 ///< source_shifted: bits of a class of virtual channels
  bool valiant = false;                        ///< heads name an intermediate host; see route_unit.hpp
  std::uint16_t longest_route = 0;             ///< routes from the source: switches on the longest route
  std::shared_ptr<const SourceRoutes> routes;  ///< routes from the source: the routes
  bool host_stops = false;                     ///< hosts hold their links back, by a buffer like those of switches
  std::uint16_t stop_at = 1, go_at = 0;        ///< host_stops: its watermarks
  bool barriers = false;             ///< switches take part in them: one more STOP wire, after those of the channels
  std::uint8_t barrier_credits = 1;  ///< barriers with credits: messages that the switch's buffer holds

  /// Flits before a packet of its own flits, on a route over `switches`.
  std::uint32_t route_flits(std::uint32_t switches) const {
    return routing == route_unit::Kind::source_stripped ? switches : 0;
  }
  bool routes_from_source() const {
    return routing >= route_unit::Kind::source_stripped;  // the last two kinds
  }
  /// A packet's way depends on what the source draws for it.
  bool draws_routes() const { return routes_from_source() || valiant; }
  bool has_credits() const { return flow_control == flow_controller::Kind::credit; }
  unsigned flow_channels() const { return virtual_channels + unsigned{barriers}; }
  /// Neither credits nor virtual cut-through nor barriers: the step has a form of its own.
  bool plain() const { return !whole_packets && !has_credits() && !barriers; }
  bool one_plain_vc() const { return virtual_channels == 1 && plain(); }
};

/// What all hosts of a network share.
struct Params {
  TrafficParams traffic;
  std::uint8_t fc_cycles = 0;  ///< registers that a STOP passes at this end, 0..63

  PacketFormat format = PacketFormat::compact;
  Links links;  ///< set by the network, like the switches' own
  /// If not nullptr, hosts send its packets instead of those of `traffic`. Every engine runs one of its own.
  std::shared_ptr<Program> program;
  /// If not nullptr, the barriers of hosts without network interfaces.
  std::shared_ptr<const BarrierTraffic> barriers;

  Violations violations() const;
  /// The watermarks play a part where hosts send STOP, too.
  flow_controller::Params flow() const {
    return {links.stop_at, links.go_at, fc_cycles, links.flow_control,
            links.barriers ? std::max<std::uint16_t>(links.credits, links.barrier_credits) : links.credits};
  }
};

/// Sums over the packets that have arrived, in cycles; how they are distributed: LatencyTally.
struct LatencySums {
  std::uint64_t packets = 0;
  std::uint64_t total = 0;    ///< from creation to the tail's arrival
  std::uint64_t network = 0;  ///< from the head on the source's output register to the tail's arrival
};

/// Counters of events that must not happen.
struct Faults {
  std::uint32_t unknown = 0;       ///< flits of no packet in flight: duplicated or invented
  std::uint32_t misdelivered = 0;  ///< flits of a packet for another host
  std::uint32_t corrupt = 0;       ///< flits with wrong data
  std::uint32_t misframed = 0;     ///< flits whose kind does not fit their place in the packet, or that mix two worms
  std::uint32_t truncated = 0;     ///< worms that a switch closed with an abort flit: their tail was lost
  std::uint32_t untagged = 0;      ///< edges at which a packet waited because its source had all tags in flight
  std::uint32_t disordered = 0;    ///< packets that came before an earlier one they cannot overtake: that one got lost
  std::uint32_t crc = 0;           ///< myrinet: packets whose CRC is wrong
  std::uint32_t header = 0;        ///< myrinet: packets with a right CRC whose type, length or source is wrong

  bool any() const {
    return (unknown | misdelivered | corrupt | misframed | truncated | untagged | disordered | crc | header) != 0;
  }
};

/// Sink: the worm that is arriving on a virtual channel.
struct SinkLane {
  std::uint32_t open_tag = 0;
  bool worm_open = false;
  Checker checker;  ///< myrinet
};

struct State {
  TrafficState next;              ///< the packet being sent, or to be sent next
  std::uint32_t sent = 0;         ///< flits of it already sent
  std::uint32_t tag = 0;          ///< its tag, while sent > 0
  LinkPacer link;                 ///< when the next flit may leave
  std::uint8_t vc = 0;            ///< while sent > 0: the virtual channel that it is sent on
  std::uint8_t vc_turn = 0;       ///< the virtual channel that comes first for the next packet
  std::uint8_t* route = nullptr;  ///< while sent > 0: its ports, one a switch; storage of the owner
  std::uint16_t route_flits = 0;  ///< while sent > 0: flits that go before it
  std::uint32_t route_word = 0;   ///< source_shifted, valiant: what its head carries
  Framer framer;
  bool responding = false;                            ///< while sent > 0: it is a response, and not `next`
  std::uint32_t outstanding = 0;                      ///< own requests sent whose response has not arrived
  std::uint32_t requests = 0;                         ///< requests of others that wait for a response
  std::uint32_t first_request = 0, last_request = 0;  ///< their tags, while there are any
  flow_controller::State flow;
  SinkLane* sink = nullptr;  ///< per virtual channel; storage of the owner
  std::uint64_t packets_sent = 0, flits_sent = 0;
  std::uint64_t route_flits_sent = 0;  ///< of flits_sent, those of whole packets
  std::uint64_t packets_received = 0, flits_received = 0;
  std::uint64_t demanded = 0;   ///< counter of edges up to demand_from, see demanded_cycles()
  Cycle demand_from{never};     ///< something is to be sent from this edge on, as far as is known
  std::uint64_t overtaken = 0;  ///< packets that came before an earlier one of the same source, where that is allowed
  LatencySums latency;
  Faults faults;
  RandomStream ways;               ///< with draws_routes()
  BarrierPort* barrier = nullptr;  ///< with links.barriers
  Member* members = nullptr;       ///< with Params::barriers: of the groups of this host ...
  std::uint16_t groups = 0;        ///< ... so many
};

struct Inputs {
  Flit flit_in;
  VcMask stop_in = 0;  ///< STOP levels or credits, a bit a virtual channel
};

struct Result {
  Flit flit_out;      ///< value of the output register in this cycle
  Cycle wake{never};  ///< next edge at which the endpoint has work, if no input changes before; never: none
};

void bind(const Params& p, const TrafficSource& source, const Place& place, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

/// Edges before `now` at which there was something to send, or the link was busy with a flit. Those with a flit on the
/// link are link_busy_cycles(); at the others the network held the host back.
std::uint64_t demanded_cycles(const State& s, Cycle now);
inline std::uint64_t link_busy_cycles(const State& s, Cycle now) { return busy_cycles(s.link, now); }

/// Takes in one flit: all checks and counters of the sink.
void receive(const Params& p, const Place& place, State& s, PacketTable& packets, LatencyTally& latencies, Flit flit,
             Cycle now);

/// True when a flit can leave at edge `now`, or at the next one if asked after the arrivals at `now`; the link aside.
inline bool ready(const TrafficParams& p, const State& s, Cycle now) {
  if (p.response_flits == 0) return s.next.created <= now;
  return s.sent != 0 || s.requests != 0 || (s.next.created <= now && s.outstanding < p.max_outstanding);
}

/// The virtual channels on which the next flit may leave. `fixed_vcs` and `plain` as in step().
template <unsigned fixed_vcs = 0, bool plain = false>
inline VcMask open_channels(const Params& p, const State& s) {
  if (fixed_vcs == 1 && plain) return static_cast<VcMask>(~s.flow.stopped & 1);
  const unsigned vcs = fixed_vcs != 0 ? fixed_vcs : p.links.virtual_channels;
  const auto going = static_cast<VcMask>(~s.flow.stopped & first_vcs(vcs));
  if (plain || !p.links.whole_packets) return s.sent == 0 ? going : static_cast<VcMask>(going & vc_bit(s.vc));
  if (s.sent != 0) return vc_bit(s.vc);
  VcMask open = going;
  if (p.links.has_credits())
    for_each_bit(going, [&](unsigned v) {
      if (!flow_controller::has_room(s.flow, v, p.links.longest)) open &= static_cast<VcMask>(~vc_bit(v));
    });
  return open;
}

/// A flit of a barrier may leave, the link aside.
inline bool has_barrier_flit(const Params& p, const State& s) {
  return s.barrier != nullptr && has_flit(*s.barrier, (s.flow.stopped >> p.links.virtual_channels & 1) != 0);
}
/// Sends it. Call only when the link is not busy.
Flit send_barrier_flit(const Params& p, const Place& place, State& s, Cycle now);
/// The flit is for the barrier port, or padding. Counted, and not to be taken in as part of a packet.
inline bool is_for_barrier_port(State& s, Flit flit) {
  if (s.barrier == nullptr || (!flit.is_barrier() && flit.kind() != FlitKind::padding)) return false;
  if (flit.is_barrier())
    receive(*s.barrier, flit);
  else
    ++s.barrier->padding;
  return true;
}

/// Sends the next flit of the current packet, or none when the packet table has no tag for it. Call only when ready,
/// the link is not busy, and `open`, the channels it may go on, are not none.
Flit send(const Params& p, const TrafficSource& source, const Place& place, State& s, PacketTable& packets, Cycle now,
          VcMask open);

// Functions for a network interface at the host's port, which decides which packets leave, and their data.
/// Begins s.next. Call only when s.sent is 0 and `open` not. False: the packet table has no tag for it.
bool begin_packet(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, VcMask open);
/// Sends the next flit of the packet that has begun; call only when the link is not busy, and a channel open. Where it
/// carries a word, or a part of one (packet_format.hpp), that is `word`. After the last flit s.sent is 0, and
/// s.next.created `never`.
Flit send_word(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, std::uint32_t word);
/// Ends the packet that has begun early.
Flit send_abort(const Params& p, const Place& place, State& s, Cycle now);
/// As receive(), of a packet from such a host: its words are checked by their sum, after the last one.
void receive_words(const Params& p, const Place& place, State& s, PacketTable& packets, LatencyTally& latencies,
                   Flit flit, Cycle now);

/// The barriers of a host without a network interface go on. Returns the next edge at which they have something to do.
Cycle wake_for_barriers(const Params& p, const Place& place, State& s, Cycle now);

/// One clock edge. `fixed_vcs` and `plain` are for speed: links.virtual_channels where the caller knows it,
/// otherwise 0; and whether it knows that there are neither credits nor virtual cut-through.
template <unsigned fixed_vcs = 0, bool plain = false>
inline Result step(const Params& p, const TrafficSource& source, const Place& place, State& s, PacketTable& packets,
                   LatencyTally& latencies, Cycle now, const Inputs& in) {
  const flow_controller::Params flow = p.flow();
  Result result;
  const VcMask open = open_channels<fixed_vcs, plain>(p, s);
  if (!plain && s.link.free <= now && has_barrier_flit(p, s))
    result.flit_out = send_barrier_flit(p, place, s, now);
  else if (open != 0 && s.link.free <= now && ready(p.traffic, s, now))
    result.flit_out = send(p, source, place, s, packets, now, open);
  flow_controller::advance<plain>(flow, s.flow, in.stop_in);
  if (in.flit_in.valid() && (plain || !is_for_barrier_port(s, in.flit_in)))
    receive(p, place, s, packets, latencies, in.flit_in, now);

  if (!flow_controller::settled<plain>(flow, s.flow, in.stop_in))
    result.wake = now + 1;
  else if (open_channels<fixed_vcs, plain>(p, s) != 0)  // a stopped host sleeps until STOP falls, or a credit comes
    result.wake = ready(p.traffic, s, now) ? std::max<Cycle>(now + 1, s.link.free)
                  : s.next.created <= now  ? never
                                           : s.next.created;
  if (!plain && s.barrier != nullptr) result.wake = std::min(result.wake, wake_for_barriers(p, place, s, now));
  return result;
}

/// The wires back to the network, a bit a virtual channel: STOP levels or credits. 0 without links.host_stops.
inline VcMask stop_out(const Params& p, const State& s) {
  return p.links.host_stops ? static_cast<VcMask>(flow_controller::stop_out(p.flow(), s.flow)) : 0;
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  visit(s.next, now, v);
  v.reg("sent", s.sent);
  v.reg("tag", s.tag);
  visit(s.link, now, v);
  v.reg("vc", s.vc);
  v.reg("vc_turn", s.vc_turn);
  v.reg("route_flits", s.route_flits);
  v.reg("route_word", s.route_word);
  if (p.links.draws_routes()) v.reg("ways_stream", s.ways.state);
  for (unsigned i = 0; i < p.links.longest_route; ++i) {
    v.open("route", i);
    v.reg("port", s.route[i]);
    v.close();
  }
  visit(s.framer, v);
  v.reg("responding", s.responding);
  v.reg("outstanding", s.outstanding);
  v.reg("requests", s.requests);
  v.reg("first_request", s.first_request);
  v.reg("last_request", s.last_request);
  flow_controller::visit(p.flow(), s.flow, v, p.links.flow_channels());
  for (unsigned c = 0; c < p.links.virtual_channels; ++c) {
    v.open("vc", c);
    v.reg("open_tag", s.sink[c].open_tag);
    v.reg("worm_open", s.sink[c].worm_open);
    visit(s.sink[c].checker, v);
    v.close();
  }
  v.reg("packets_sent", s.packets_sent);
  v.reg("flits_sent", s.flits_sent);
  v.reg("route_flits_sent", s.route_flits_sent);
  v.reg("packets_received", s.packets_received);
  v.reg("flits_received", s.flits_received);
  v.reg("demanded", s.demanded);
  v.reg("demand_from", s.demand_from.value);
  v.reg("overtaken", s.overtaken);
  v.reg("latency_packets", s.latency.packets);
  v.reg("latency_total", s.latency.total);
  v.reg("latency_network", s.latency.network);
  v.reg("unknown", s.faults.unknown);
  v.reg("misdelivered", s.faults.misdelivered);
  v.reg("corrupt", s.faults.corrupt);
  v.reg("misframed", s.faults.misframed);
  v.reg("truncated", s.faults.truncated);
  v.reg("untagged", s.faults.untagged);
  v.reg("disordered", s.faults.disordered);
  v.reg("crc", s.faults.crc);
  v.reg("header", s.faults.header);
  if (s.barrier != nullptr) {
    v.open("barrier", 0);
    visit(*s.barrier, v);
    v.close();
  }
  if (p.barriers != nullptr) visit(*p.barriers, s.groups, s.members, now, v);
}

}  // namespace slackline::endpoint
