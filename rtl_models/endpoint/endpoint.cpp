#include "rtl_models/endpoint/endpoint.hpp"

#include <algorithm>

namespace slackline::endpoint {

namespace {

/// Position `n` of a packet of `flits` flits on the wire.
FlitKind kind_of(std::uint32_t n, std::uint32_t flits) {
  if (flits == 1) return FlitKind::single;
  if (n == 0) return FlitKind::head;
  return n + 1 == flits ? FlitKind::tail : FlitKind::body;
}

/// True when the packet that the source sent before this one to the same host has not been delivered.
bool overtook(PacketTable& packets, const PacketRecord& packet) {
  const PacketRecord* before = packets.find(packet.predecessor_tag);
  return before != nullptr && before != &packet && before->sequence == packet.predecessor_sequence &&
         before->in_flight();
}

void measure(LatencySums& sums, LatencyTally& latencies, const PacketRecord& packet, Cycle now) {
  const std::uint64_t total = now - packet.created, network = now - packet.injected;
  ++sums.packets;
  sums.total += total;
  sums.network += network;
  latencies.total.add(total);
  latencies.network.add(network);
}

/// Chooses the packet to be sent: a response if one is due. Numbers follow the order of sending. False: no tag is free.
bool choose(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, VcId vc) {
  const TrafficParams& traffic = p.traffic;
  const VcId order = p.links.in_order ? vc : VcId(0);
  const auto sequence = static_cast<std::uint32_t>(s.packets_sent);
  if (s.requests != 0) {
    PacketRecord& request = *packets.find(s.first_request);
    const auto tag = packets.open(place.node, request.source, sequence, traffic.response_flits, request.delivered, now,
                                  PacketRole::response, order);
    if (!tag) return false;
    s.tag = *tag;
    s.first_request = request.next_request;
    request.answered = now;
    --s.requests;
    s.responding = true;
    return true;
  }
  const bool expects = traffic.response_flits != 0;
  const auto tag = packets.open(place.node, s.next.destination, sequence, s.next.flits, s.next.created, now,
                                expects ? PacketRole::request : PacketRole::one_way, order);
  if (!tag) return false;
  s.tag = *tag;
  s.outstanding += expects;
  if (p.program != nullptr) packets.find(s.tag)->message = s.next.message;
  return true;
}

/// The first of `channels` at or after `turn`, in a circle.
VcId in_turn(VcMask channels, unsigned turn) {
  const auto behind = static_cast<VcMask>(channels & (~0u << turn));
  return VcId(static_cast<std::uint8_t>(lowest(behind != 0 ? behind : channels)));
}

/// The route of the packet to `destination`, as far as the source determines it.
void draw_route(const Params& p, const Place& place, State& s, NodeId destination) {
  const Links& links = p.links;
  if (!links.routes_from_source()) {
    s.route_word = (s.ways.below(p.traffic.nodes) + 1) << 16 | destination.value;
    return;
  }
  const unsigned switches = links.routes->draw(place.node, destination, s.route, links.longest_route, s.ways);
  s.route_flits = static_cast<std::uint16_t>(links.route_flits(switches));
  if (links.routing == route_unit::Kind::source_shifted)
    s.route_word = shifted_header(s.route, switches, links.port_bits, links.class_bits);
}

/// The packet's channel, record and route. False: no tag is free.
bool begin(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, VcMask open) {
  const VcId vc = in_turn(open, p.links.take_turns ? s.vc_turn : 0);
  if (!choose(p, place, s, packets, now, vc)) return false;
  s.vc = vc.value;
  s.vc_turn = vc.value + 1u == p.links.virtual_channels ? 0 : static_cast<std::uint8_t>(vc.value + 1);
  start(s.framer);
  if (p.links.draws_routes()) draw_route(p, place, s, packets.find(s.tag)->destination);
  return true;
}

/// Data of the flit that is to be sent. On the hot path with two callers, so the compiler alone would not inline it.
[[gnu::always_inline]] inline std::uint32_t data_to_send(const Params& p, State& s, const PacketRecord& packet) {
  if (!p.links.routes_from_source())  // always compact
    return s.sent == 0 && p.links.valiant ? s.route_word : payload_word(packet, s.sent);
  if (s.sent < s.route_flits) return frame_route(s.framer, s.route[s.sent]);
  if (s.sent == 0 && p.links.routing == route_unit::Kind::source_shifted) return s.route_word;
  return frame(p.format, s.framer, packet, s.sent - s.route_flits);
}

/// The expected data of flit `n` of a packet on arrival; nothing for the CRC, which has its own check.
[[gnu::always_inline]] inline bool data_fits(const Params& p, const PacketRecord& packet, std::uint32_t n,
                                             std::uint32_t data) {
  if (!p.links.routes_from_source()) return data == payload_word(packet, n);            // always compact
  if (n == 0 && p.links.routing == route_unit::Kind::source_shifted) return data == 0;  // all of the route is used up
  if (p.format == PacketFormat::myrinet && n + 1 >= packet.flits) return true;
  return data == flit_data(p.format, packet, n);
}

/// The receiver's own check of a packet of the myrinet format, after its last flit.
void check_packet(State& s, const Checker& checker, const PacketRecord& packet) {
  if (!crc_ok(checker))
    ++s.faults.crc;
  else if (!length_ok(checker) || !source_ok(checker, packet.source) || !type_ok(checker, packet.role))
    ++s.faults.header;
}

/// The edge from which on there is something to send, when nothing is being sent.
Cycle next_demand(const TrafficParams& traffic, const State& s) {
  if (s.requests != 0) return s.link.free;
  if (traffic.response_flits != 0 && s.outstanding >= traffic.max_outstanding) return never;
  return std::max<Cycle>(s.next.created, s.link.free);
}

/// Gets the packet that leaves now from the program. False: there is none.
bool load(const Params& p, const Place& place, State& s, Cycle now) {
  const bool any = p.program->load(place.node, now, s.next);
  s.demand_from = next_demand(p.traffic, s);
  return any;
}

/// The next flit of the packet leaves, of `flits` with those of its route.
[[gnu::always_inline]] inline Flit put(const Params& p, const Place& place, State& s, std::uint32_t flits,
                                       std::uint32_t data, Cycle now) {
  const Flit flit(kind_of(s.sent, flits), VcId(s.vc), data, s.tag);
  if (p.links.has_credits()) flow_controller::spend(s.flow, s.vc);
  pace(s.link, place.cycles_per_flit, now);
  ++s.flits_sent;
  ++s.sent;
  return flit;
}

/// The packet has left.
inline void finish(State& s) {
  s.sent = 0;
  ++s.packets_sent;
  s.route_flits_sent += s.route_flits;
}

/// The same for a host that sends words of its own: nothing is to be sent until the host asks for it.
void no_more_to_send(State& s) {
  finish(s);
  s.demanded += s.link.free - s.demand_from;
  s.demand_from = s.next.created = never;
}

/// Adds the words of a packet, one after the other.
inline void add_to_sum(std::uint32_t& sum, std::uint32_t word) { sum = (sum ^ word) * 0x9e3779b1u + 1; }

void end_of_packet(Program& program, const Place& place, State& s, Cycle now) {
  ++s.next.sequence;
  program.sent(place.node, now, s.next);
}

/// The last flit of a request or of a response has arrived.
void exchange(State& s, PacketTable& packets, std::uint32_t tag, PacketRole role) {
  if (role == PacketRole::response) {
    if (s.outstanding != 0) --s.outstanding;  // 0: this host was reset while the response was under way
    return;
  }
  if (s.requests == 0)
    s.first_request = tag;
  else
    packets.find(s.last_request)->next_request = tag;
  s.last_request = tag;
  ++s.requests;
}

}  // namespace

Violations Params::violations() const {
  Violations found = traffic.violations();
  check_range(found, "fc_cycles", fc_cycles, 0, 63);
  const unsigned least = smallest_packet(format);
  if (traffic.lengths.empty())
    check_range(found, "packet_flits", std::max<unsigned>(1, traffic.packet_flits), least, 65535);
  for (const LengthWeight& length : traffic.lengths) check_range(found, "lengths", length.flits, least, 65535);
  if (traffic.response_flits != 0) check_range(found, "response_flits", traffic.response_flits, least, 65535);
  if (traffic.nodes > most_nodes(format)) check_range(found, "nodes", traffic.nodes, 2, most_nodes(format));
  if (format == PacketFormat::myrinet && links.routing != route_unit::Kind::source_stripped)
    found.push_back({"format", "myrinet", "with routes from the source that switches strip"});
  if (format == PacketFormat::myrinet && links.class_bits > 1)
    found.push_back(
        {"format", "myrinet", "with at most 2 classes: a byte with its top bit set is a type, not a route"});
  return found;
}

namespace {

void bind_barriers(const Params& p, const Place& place, State& s, Arena& arena) {
  if (!p.links.barriers) return;
  s.barrier = arena.take<BarrierPort>(1);
  if (p.links.has_credits() && s.flow.credits != nullptr) {
    // flow() has the larger of both.
    for (unsigned v = 0; v < p.links.virtual_channels; ++v)
      flow_controller::set_receiver(s.flow, v, flow_controller::Kind::credit, p.links.credits);
    flow_controller::set_receiver(s.flow, p.links.virtual_channels, flow_controller::Kind::credit,
                                  p.links.barrier_credits);
  }
  if (p.barriers == nullptr) return;
  bind(*p.barriers, place.node.value, s.members, arena);
  s.groups = static_cast<std::uint16_t>(p.barriers->hosts[place.node.value].size());
}

}  // namespace

void bind(const Params& p, const TrafficSource& source, const Place& place, State& s, Arena& arena) {
  s = State();
  flow_controller::bind(p.flow(), s.flow, p.links.flow_channels(), arena);
  s.sink = arena.take<SinkLane>(p.links.virtual_channels);
  s.route = arena.take<std::uint8_t>(p.links.longest_route);
  bind_barriers(p, place, s, arena);
  if (p.program != nullptr)
    p.program->begin(place.node, s.next);
  else
    s.next = source.first(place);
  s.ways = RandomStream(p.traffic.seed, place.node.value, RandomPurpose::ways);
  s.demand_from = s.next.created;
}

std::size_t storage_bytes(const Params& p) {
  Arena counting;
  flow_controller::State flow;
  flow_controller::bind(p.flow(), flow, p.links.flow_channels(), counting);
  counting.take<SinkLane>(p.links.virtual_channels);
  counting.take<std::uint8_t>(p.links.longest_route);
  if (p.links.barriers) counting.take<BarrierPort>(1);
  if (p.links.barriers && p.barriers != nullptr) reserve(*p.barriers, counting);
  return counting.used_bytes();
}

Flit send_barrier_flit(const Params& p, const Place& place, State& s, Cycle now) {
  if (p.links.has_credits() && !s.barrier->second) flow_controller::spend(s.flow, p.links.virtual_channels);
  pace(s.link, place.cycles_per_flit, now);
  // The demand before it and its own time count; a packet that waits is in demand again after it.
  s.demanded += s.link.free - std::min(now, s.demand_from);
  s.demand_from = std::max<Cycle>(s.demand_from, s.link.free);
  return send(*s.barrier);
}

Cycle wake_for_barriers(const Params& p, const Place& place, State& s, Cycle now) {
  const Cycle next = p.barriers != nullptr ? step(*p.barriers, place.node.value, s.members, *s.barrier, now) : never;
  return has_barrier_flit(p, s) ? std::min(next, std::max<Cycle>(now + 1, s.link.free)) : next;
}

Flit send(const Params& p, const TrafficSource& source, const Place& place, State& s, PacketTable& packets, Cycle now,
          VcMask open) {
  if (s.sent == 0) {
    if (p.program != nullptr && !load(p, place, s, now)) return Flit();
    if (!begin(p, place, s, packets, now, open)) {
      ++s.faults.untagged;
      return Flit();
    }
  }
  const PacketRecord& packet = *packets.find(s.tag);
  const std::uint32_t flits = s.route_flits + packet.flits;
  const Flit flit = put(p, place, s, flits, data_to_send(p, s, packet), now);
  if (s.sent == flits) {
    finish(s);
    if (s.responding)
      s.responding = false;
    else if (p.program != nullptr)
      end_of_packet(*p.program, place, s, now);
    else
      source.next(place, s.next);
    s.demanded += s.link.free - s.demand_from;
    s.demand_from = next_demand(p.traffic, s);
  }
  return flit;
}

bool begin_packet(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, VcMask open) {
  const bool begun = begin(p, place, s, packets, now, open);
  if (!begun) ++s.faults.untagged;
  return begun;
}

Flit send_word(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, std::uint32_t word) {
  PacketRecord& packet = *packets.find(s.tag);
  const std::uint32_t flits = s.route_flits + packet.flits;
  std::uint32_t data = 0;
  if (const std::uint32_t n = s.sent - s.route_flits;
      s.sent >= s.route_flits && carries_word(p.format, n, packet.flits)) {
    data = frame_word(p.format, s.framer, word, n);
    add_to_sum(packet.sent_sum, data);
  } else {
    data = data_to_send(p, s, packet);
  }
  const Flit flit = put(p, place, s, flits, data, now);
  if (s.sent == flits) no_more_to_send(s);
  return flit;
}

Flit send_abort(const Params& p, const Place& place, State& s, Cycle now) {
  const Flit sent = put(p, place, s, 0, 0, now);
  no_more_to_send(s);
  return Flit(FlitKind::abort, sent.vc(), 0, sent.tag());
}

std::uint64_t demanded_cycles(const State& s, Cycle now) {
  if (s.demand_from < now) return s.demanded + (now - s.demand_from);
  return s.demanded - (s.link.free > now ? s.link.free - now : 0);
}

namespace {

/// `words`: the data after the head are known by their sum alone.
template <bool words>
inline void take_in(const Params& p, const Place& place, State& s, PacketTable& packets, LatencyTally& latencies,
                    Flit flit, Cycle now) {
  ++s.flits_received;
  if (flit.vc().value >= p.links.virtual_channels) {
    ++s.faults.unknown;
    return;
  }
  SinkLane& lane = s.sink[flit.vc().value];
  if (flit.kind() == FlitKind::abort) {  // has no identity of its own: it ends the worm that is arriving
    ++s.faults.truncated;
    if (lane.worm_open) packets.find(lane.open_tag)->delivered = now;
    lane.worm_open = false;
    return;
  }
  PacketRecord* packet = packets.find(flit.tag());
  if (packet == nullptr || !packet->in_flight()) {
    ++s.faults.unknown;
    return;
  }
  if (packet->destination != place.node) {
    ++s.faults.misdelivered;
    return;
  }
  const std::uint32_t n = packet->received++;
  const bool worm_fits = n == 0 ? !lane.worm_open : lane.worm_open && lane.open_tag == flit.tag();
  if (!worm_fits || flit.kind() != kind_of(n, packet->flits)) ++s.faults.misframed;
  if (words && carries_word(p.format, n, packet->flits))
    add_to_sum(packet->received_sum, flit.data());
  else if (!data_fits(p, *packet, n, flit.data()))
    ++s.faults.corrupt;
  if (words && flit.closes_worm() && packet->received_sum != packet->sent_sum) ++s.faults.corrupt;
  if (n == 0 && overtook(packets, *packet)) p.links.in_order ? ++s.faults.disordered : ++s.overtaken;
  if (p.format == PacketFormat::myrinet) {
    if (flit.opens_worm()) start(lane.checker);
    take(lane.checker, flit.data());
  }
  lane.open_tag = flit.tag();
  lane.worm_open = !flit.closes_worm();
  if (!flit.closes_worm()) return;

  packet->delivered = now;
  if (p.format == PacketFormat::myrinet) check_packet(s, lane.checker, *packet);
  ++s.packets_received;
  measure(s.latency, latencies, *packet, now);
  if (p.program != nullptr) {
    p.program->delivered(place.node, *packet, now, s.next);
    if (s.sent == 0) s.demand_from = next_demand(p.traffic, s);
  }
  if (packet->role == PacketRole::one_way) return;
  exchange(s, packets, flit.tag(), packet->role);
  if (s.sent == 0) s.demand_from = std::min(s.demand_from, std::max(next_demand(p.traffic, s), now + 1));
}

}  // namespace

void receive(const Params& p, const Place& place, State& s, PacketTable& packets, LatencyTally& latencies, Flit flit,
             Cycle now) {
  take_in<false>(p, place, s, packets, latencies, flit, now);
}

void receive_words(const Params& p, const Place& place, State& s, PacketTable& packets, LatencyTally& latencies,
                   Flit flit, Cycle now) {
  take_in<true>(p, place, s, packets, latencies, flit, now);
}

}  // namespace slackline::endpoint
