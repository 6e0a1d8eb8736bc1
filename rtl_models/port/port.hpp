// port: a host's end of its links. It sends the packets of its source (source.hpp), takes in one flit a cycle, and checks
// every one of them. It knows no traffic.
//
//   source -> [sender: sent#] -> flit_out#                  flow_controller -> stopped#  <- stop_in
//                                                            (gates the sender)
//   flit_in -> [sink: payload, order, exactly-once checks] -> counters#                        stop_out = 0 always
//               `-> source
//
// A packet goes on one virtual channel, and the next one begins after its tail. Where switches let packets change
// channels, it takes the lowest that is not stopped and has credits, as in the switches; where a packet keeps its
// channel, the channels take turns. Where routes come from the source, the route flits go before the packet
// (source_stripped), or its head carries them (source_shifted). With Valiant's routing the source draws an intermediate
// host for each packet, any of them with the same probability.
//
// Where switches take part in barriers, the port has a part of theirs, too (barrier/host_side.hpp), whose messages go
// before packets.
//
// Timing contract
//   packet due at edge N, sender idle and not stopped      -> head on flit_out in cycle N, then one flit a cycle
//   tail sent at edge N, next packet due by N+1            -> its head in cycle N+1, next to a packet switch Place::gap later
//   on a link of one flit in n cycles                      -> one flit every n cycles
//   stop_in sampled at edge N -> the last flit leaves in cycle N + fc
//   flit_in sampled at edge N -> counted in cycle N; latency = N - created (total), N - edge of the head on flit_out
//   (network)
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>

#include "rtl_models/barrier/host_side.hpp"
#include "rtl_models/common/arena.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/link_pacer.hpp"
#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/violation.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/port/latency_tally.hpp"
#include "rtl_models/port/packet_format.hpp"
#include "rtl_models/port/source.hpp"
#include "rtl_models/port/source_routes.hpp"
#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::port {

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
  std::uint8_t port_bits = 1;                  ///< routes from the source: bits of a port number ...
  std::uint8_t class_bits = 0;                 ///< ... and of a class of virtual channels
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
  bool has_credits() const { return flow_controller::returns_credits(flow_control); }
  unsigned flow_channels() const { return virtual_channels + unsigned{barriers}; }
  /// Neither credits nor virtual cut-through nor barriers: the step has a form of its own.
  bool plain() const { return !whole_packets && !has_credits() && !barriers; }
  bool one_plain_vc() const { return virtual_channels == 1 && plain(); }
};

/// Parameters shared by the ports of a network, but for their links.
struct Params {
  std::uint32_t nodes = 2;     ///< hosts of the network, 2..2^24
  std::uint8_t fc_cycles = 0;  ///< registers that a STOP passes at this end, 0..63
  PacketFormat format = PacketFormat::compact;
  std::uint8_t workloads = 1;  ///< that packets belong to, 1..8
  std::uint64_t seed = 1;      ///< varies what the port draws for routes
  Links links;                 ///< set by the network, like the switches' own

  Violations violations() const;
  /// The watermarks play a part where hosts send STOP, too.
  flow_controller::Params flow() const {
    return {links.stop_at, links.go_at, fc_cycles, links.flow_control,
            links.barriers ? std::max<std::uint16_t>(links.credits, links.barrier_credits) : links.credits};
  }
};
inline constexpr unsigned most_workloads = 8;

/// Identity of a port.
struct Place {
  NodeId node;
  CyclesPerFlit cycles_per_flit = 1;  ///< of the link into the network
  std::uint32_t gap = 0;              ///< cycles between two packets there: before a packet switch
};

/// Sums over the packets that have arrived, in cycles; how they are distributed: LatencyTally.
struct LatencySums {
  std::uint64_t packets = 0;
  std::uint64_t total = 0;    ///< from creation to the tail's arrival
  std::uint64_t network = 0;  ///< from the head on the source's output register to the tail's arrival
};

/// Packets and flits that have passed a port; of all workloads together, or of one of them.
struct Counters {
  std::uint64_t packets_sent = 0, flits_sent = 0;
  std::uint64_t route_flits_sent = 0;                      ///< of flits_sent, those of whole packets
  std::uint64_t packets_received = 0, flits_received = 0;  ///< with packets that their senders ended on purpose
  LatencySums latency;
};

/// Counts a packet that has arrived, its flits aside.
inline void count_arrival(Counters& counters, std::uint64_t total, std::uint64_t network) {
  ++counters.packets_received;
  ++counters.latency.packets;
  counters.latency.total += total;
  counters.latency.network += network;
}

/// Counters of events that must not happen.
struct ProtocolErrors {
  std::uint32_t unknown = 0;       ///< flits of no packet in flight: duplicated or invented
  std::uint32_t misdelivered = 0;  ///< flits of a packet for another host
  std::uint32_t corrupt = 0;       ///< flits with wrong data
  std::uint32_t misframed = 0;     ///< flits whose kind does not fit their place in the packet, or that mix two worms
  std::uint32_t truncated = 0;     ///< worms that an abort flit closed which their senders did not: their tail was lost
  std::uint32_t untagged = 0;      ///< edges at which a packet waited because its source had all tags in flight
  std::uint32_t disordered = 0;    ///< packets that came before an earlier one they cannot overtake: that one got lost
  std::uint32_t crc = 0;           ///< formats with checks: packets whose CRC is wrong
  std::uint32_t header = 0;  ///< formats with checks: packets with a right CRC whose type, length or source is wrong

  bool any() const {
    return (unknown | misdelivered | corrupt | misframed | truncated | untagged | disordered | crc | header) != 0;
  }
};

/// Sink: the worm that is arriving on a virtual channel.
struct SinkLane {
  std::uint32_t open_tag = 0;
  bool worm_open = false;
  Checker checker;  ///< formats with checks
};

/// The counters of a whole port.
struct PortCounters : Counters {
  std::uint64_t demanded = 0;   ///< edges up to demand_from, see demanded_cycles()
  Cycle demand_from{never};     ///< something is to be sent from this edge on, as far as is known
  std::uint64_t overtaken = 0;  ///< packets that came before an earlier one of the same source, where that is allowed
  ProtocolErrors errors;
};

struct State : PortCounters {
  Cycle created{never};            ///< of its source: a packet waits from this edge on ...
  Cycle due{never};                ///< ... and may leave from this one on; while sent > 0: it is past
  std::uint32_t sent = 0;          ///< flits already sent of the packet that is being sent
  std::uint32_t tag = 0;           ///< its tag, while sent > 0
  LinkPacer link;                  ///< when the next flit may leave
  std::uint8_t vc = 0;             ///< while sent > 0: the virtual channel that it is sent on
  std::uint8_t vc_turn = 0;        ///< the virtual channel that comes first for the next packet
  std::uint16_t* route = nullptr;  ///< while sent > 0: its ports, one a switch; storage of the owner
  std::uint16_t route_flits = 0;   ///< while sent > 0: flits that go before it
  std::uint32_t route_word = 0;    ///< source_shifted, valiant: what its head carries
  Framer framer;
  flow_controller::State flow;
  SinkLane* sink = nullptr;              ///< per virtual channel; storage of the owner
  Counters* workloads = nullptr;         ///< the share of each workload, where there are several; storage of the owner
  RandomStream ways;                     ///< with draws_routes()
  barrier::HostPort* barrier = nullptr;  ///< with links.barriers
};

/// The counters of a workload.
inline const Counters& counters(const State& s, unsigned workload) {
  return s.workloads == nullptr ? static_cast<const Counters&>(s) : s.workloads[workload];
}

struct Inputs {
  Flit flit_in;
  VcMask stop_in = 0;  ///< STOP levels or credits, a bit a virtual channel
};

struct Result {
  Flit flit_out;      ///< value of the output register in this cycle
  Cycle wake{never};  ///< next edge at which the port has work, if no input changes before; never: none
};

/// As after reset; the source begins after it, with begin().
void bind(const Params& p, const Place& place, State& s, Arena& arena);
std::size_t storage_bytes(const Params& p);

/// Takes the edges of the source over, while nothing is being sent.
template <class Source>
inline void look_at(const Source& source, State& s) {
  s.created = source.created();
  s.due = source.due();
  s.demand_from = std::max<Cycle>(s.due, s.link.free);
}

/// The packet that was to be sent has been withdrawn before its head left.
inline void withdraw(State& s, Cycle next_edge) {
  s.demanded += next_edge - std::min(next_edge, s.demand_from);
  s.demand_from = never;
}

/// Edges before `now` at which there was something to send, or the link was busy with a flit. Those with a flit on the
/// link are link_busy_cycles(); at the others the network held the host back.
std::uint64_t demanded_cycles(const State& s, Cycle now);
inline std::uint64_t link_busy_cycles(const State& s, Cycle now) { return busy_cycles(s.link, now); }

/// True when a flit can leave at edge `now`, or at the next one if asked after the arrivals at `now`; the link aside.
inline bool ready(const State& s, Cycle now) { return s.due <= now; }

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
  return s.barrier != nullptr && barrier::has_flit(*s.barrier, (s.flow.stopped >> p.links.virtual_channels & 1) != 0);
}
/// Sends it. Call only when the link is not busy.
Flit send_barrier_flit(const Params& p, const Place& place, State& s, Cycle now);
/// The flit is of no packet.
inline bool takes_for_barriers(State& s, Flit flit) { return s.barrier != nullptr && barrier::takes(*s.barrier, flit); }

// The parts of a step that do not depend on the source.
/// Begins `packet`: its channel, record and route. Call only when s.sent is 0 and `open` not. False: no tag is free.
bool begin(const Params& p, const Place& place, State& s, PacketTable& packets, const Packet& packet, Cycle now,
           VcMask open);
/// Sends the next flit of the packet that has begun. After the last one s.sent is 0.
Flit send_flit(const Params& p, const Place& place, State& s, const PacketTable& packets, Cycle now);
/// It carries a word of the source, or a part of one (packet_format.hpp) ...
bool needs_word(const Params& p, const State& s, const PacketTable& packets);
/// ... which is `word`.
Flit send_word(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, std::uint32_t word);
/// The next flit of the packet that has begun is its last one.
inline bool ends_packet(const State& s, const PacketTable& packets) {
  return s.sent + 1 == s.route_flits + packets.find(s.tag)->flits;
}
/// The earliest edge at which the last flit of the packet that has begun leaves.
inline Cycle earliest_end(const Place& place, const State& s, const PacketTable& packets) {
  return earliest_edge_of(s.link, place.cycles_per_flit, s.route_flits + packets.find(s.tag)->flits - s.sent - 1);
}
/// Ends the packet that has begun early. `on_purpose`: that is no loss.
Flit send_abort(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, bool on_purpose);
/// Takes in one flit: all checks and counters of the sink. `words`: the data after the head are known by their sum alone.
/// Returns the record of the packet of which this was the last flit; nullptr: it was not.
template <bool words>
const PacketRecord* take_in(const Params& p, const Place& place, State& s, PacketTable& packets, Latencies& latencies,
                            Flit flit, Cycle now);

/// A port, and the state that all ports of a network share.
struct Wires {
  const Params& params;
  const Place& place;
  State& port;
  PacketTable& packets;
  Latencies& latencies;
};

// Work done once a packet is kept out of a step, and gets its arguments by value, which are made there alone.
/// Begins the next packet of the source. False: it has none yet, or the packet table no tag for it.
template <class Source>
[[gnu::noinline]] bool begin_next(Wires w, Source source, Cycle now, VcMask open) {
  Packet packet;
  if (!source.next(now, packet)) {
    look_at(source, w.port);
    return false;
  }
  if (!begin(w.params, w.place, w.port, w.packets, packet, now, open)) {
    ++w.port.errors.untagged;
    return false;
  }
  source.head_left(now);
  return true;
}

/// The last flit of a packet has left.
template <class Source>
[[gnu::noinline]] void end_packet(State& s, Source source, Cycle now) {
  source.tail_left(now);
  look_at(source, s);
}

/// The last flit of a packet has arrived.
template <class Source>
[[gnu::noinline]] void hand_over(State& s, Source source, std::uint32_t tag, const PacketRecord& packet, Cycle now) {
  if (source.arrived(now, tag, packet) && s.sent == 0) look_at(source, s);
}

/// Sends the next flit, or none when the source has no packet yet, or the packet table no tag for it. Call only when
/// there is something to send, the link is not busy, and `open`, the channels it may go on, are not none. `source()`
/// makes the source, where it is needed.
template <class MakeSource>
inline Flit send(const Wires& w, const MakeSource& source, Cycle now, VcMask open) {
  State& s = w.port;
  if (s.sent == 0 && !begin_next(w, source(), now, open)) return Flit();
  Flit flit;
  if constexpr (std::invoke_result_t<MakeSource>::has_words) {
    if (!needs_word(w.params, s, w.packets))
      flit = send_flit(w.params, w.place, s, w.packets, now);
    else if (source().is_cut())
      flit = send_abort(w.params, w.place, s, w.packets, now, source().is_aborted());
    else
      flit = send_word(w.params, w.place, s, w.packets, now, source().word());
  } else {
    flit = send_flit(w.params, w.place, s, w.packets, now);
  }
  if (s.sent == 0) end_packet(s, source(), now);
  return flit;
}

/// Takes in one flit of a packet.
template <class MakeSource>
inline void receive(const Wires& w, const MakeSource& source, Flit flit, Cycle now) {
  constexpr bool words = std::invoke_result_t<MakeSource>::has_words;
  const PacketRecord* packet = take_in<words>(w.params, w.place, w.port, w.packets, w.latencies, flit, now);
  if (packet != nullptr) hand_over(w.port, source(), flit.tag(), *packet, now);
}

/// One clock edge. `fixed_vcs` and `plain` are for speed: links.virtual_channels where the caller knows it,
/// otherwise 0; and whether it knows that there are neither credits nor virtual cut-through.
template <unsigned fixed_vcs = 0, bool plain = false, class MakeSource>
[[gnu::always_inline]] inline Result step(const Wires& w, const MakeSource& source, Cycle now, const Inputs& in) {
  const Params& p = w.params;
  State& s = w.port;
  const flow_controller::Params flow = p.flow();
  Result result;
  const VcMask open = open_channels<fixed_vcs, plain>(p, s);
  if (!plain && s.link.free <= now && has_barrier_flit(p, s))
    result.flit_out = send_barrier_flit(p, w.place, s, now);
  else if (open != 0 && s.link.free <= now && ready(s, now))
    result.flit_out = send(w, source, now, open);
  flow_controller::advance<plain>(flow, s.flow, in.stop_in);
  if (in.flit_in.valid() && (plain || !takes_for_barriers(s, in.flit_in))) receive(w, source, in.flit_in, now);

  if (!flow_controller::settled<plain>(flow, s.flow, in.stop_in))
    result.wake = now + 1;
  else if (open_channels<fixed_vcs, plain>(p, s) != 0)  // a stopped host sleeps until STOP falls, or a credit comes
    result.wake = ready(s, now) ? std::max<Cycle>(now + 1, s.link.free) : s.due;
  return result;
}

/// The next edge at which the barrier port has a flit to send, if nothing changes.
inline Cycle wake_for_barrier_flit(const Params& p, const State& s, Cycle now) {
  return has_barrier_flit(p, s) ? std::max<Cycle>(now + 1, s.link.free) : never;
}

/// The wires back to the network, a bit a virtual channel: STOP levels or credits. 0 without links.host_stops.
inline VcMask stop_out(const Params& p, const State& s) {
  return p.links.host_stops ? static_cast<VcMask>(flow_controller::stop_out(p.flow(), s.flow)) : 0;
}

template <class S, class Visitor, IfState<S, Counters> = 0>
void visit_counters(S& s, Visitor& v) {
  v.reg("packets_sent", s.packets_sent);
  v.reg("flits_sent", s.flits_sent);
  v.reg("route_flits_sent", s.route_flits_sent);
  v.reg("packets_received", s.packets_received);
  v.reg("flits_received", s.flits_received);
  v.reg("latency_packets", s.latency.packets);
  v.reg("latency_total", s.latency.total);
  v.reg("latency_network", s.latency.network);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  visit_edge("created_in", "created_since", s.created, now, v);
  visit_edge("due_in", "due_since", s.due, now, v);
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
  flow_controller::visit(p.flow(), s.flow, v, p.links.flow_channels());
  for (unsigned c = 0; c < p.links.virtual_channels; ++c) {
    v.open("vc", c);
    v.reg("open_tag", s.sink[c].open_tag);
    v.reg("worm_open", s.sink[c].worm_open);
    visit(s.sink[c].checker, v);
    v.close();
  }
  if (s.barrier != nullptr) {
    v.open("barrier", 0);
    barrier::visit(*s.barrier, v);
    v.close();
  }
}

/// While nothing is being sent, a port's edges are those of its source.
template <class S, class Visitor>
void derive_edges(S& s, Cycle created, Cycle due, Visitor& v) {
  if (s.sent != 0) return;
  v.derived("created", s.created.value, created.value);
  v.derived("due", s.due.value, due.value);
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit_counters(const Params& p, S& s, Cycle, Visitor& v) {
  using AsCounters = std::conditional_t<std::is_const_v<S>, const Counters, Counters>;
  visit_counters(static_cast<AsCounters&>(s), v);
  for (unsigned w = 0; p.workloads > 1 && w < p.workloads; ++w) {
    v.open("workload", w);
    visit_counters(s.workloads[w], v);
    v.close();
  }
  visit_counters(s.link, v);
  v.reg("demanded", s.demanded);
  v.reg("demand_from", s.demand_from.value);
  v.reg("overtaken", s.overtaken);
  v.reg("unknown", s.errors.unknown);
  v.reg("misdelivered", s.errors.misdelivered);
  v.reg("corrupt", s.errors.corrupt);
  v.reg("misframed", s.errors.misframed);
  v.reg("truncated", s.errors.truncated);
  v.reg("untagged", s.errors.untagged);
  v.reg("disordered", s.errors.disordered);
  v.reg("crc", s.errors.crc);
  v.reg("header", s.errors.header);
  if (s.barrier == nullptr) return;
  v.open("barrier", 0);
  barrier::visit_counters(*s.barrier, v);
  v.close();
}

}  // namespace slackline::port
