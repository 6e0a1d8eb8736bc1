#include "rtl_models/port/port.hpp"

#include <algorithm>

namespace slackline::port {

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

/// The counters of the packet's workload; nullptr: it has none of its own.
Counters* share_of(State& s, const PacketRecord& packet) {
  return s.workloads == nullptr || packet.workload == no_workload ? nullptr : &s.workloads[packet.workload];
}

void measure(State& s, Latencies& latencies, const PacketRecord& packet, Cycle now) {
  const std::uint64_t total = now - packet.created, network = now - packet.injected;
  count_arrival(s, total, network);
  if (Counters* share = share_of(s, packet)) count_arrival(*share, total, network);
  latencies.add(packet.workload, total, network);
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
    s.route_word = (s.ways.below(p.nodes) + 1) << 16 | destination.value;
    return;
  }
  const unsigned switches = links.routes->draw(place.node, destination, s.route, links.longest_route, s.ways);
  s.route_flits = static_cast<std::uint16_t>(links.route_flits(switches));
  if (links.routing == route_unit::Kind::source_shifted)
    s.route_word = shifted_header(s.route, switches, links.port_bits, links.class_bits);
}

/// Data of the flit that is to be sent. On the hot path with two callers, so the compiler alone would not inline it.
[[gnu::always_inline]] inline std::uint32_t data_to_send(const Params& p, State& s, const PacketRecord& packet) {
  if (!p.links.routes_from_source()) {
    if (s.sent == 0 && p.links.valiant) return s.route_word;
    return p.format == PacketFormat::compact ? payload_word(packet, s.sent) : frame(p.format, s.framer, packet, s.sent);
  }
  if (s.sent < s.route_flits) {
    const route_unit::TableEntry entry(s.route[s.sent]);
    return frame_route(s.framer, route_unit::stripped_route_flit(entry, p.links.port_bits));
  }
  if (s.sent == 0 && p.links.routing == route_unit::Kind::source_shifted) return s.route_word;
  return frame(p.format, s.framer, packet, s.sent - s.route_flits);
}

/// The expected data of flit `n` of a packet on arrival; nothing for the CRC, which has its own check.
[[gnu::always_inline]] inline bool data_fits(const Params& p, const PacketRecord& packet, std::uint32_t n,
                                             std::uint32_t data) {
  if (p.format == PacketFormat::compact && !p.links.routes_from_source()) return data == payload_word(packet, n);
  if (n == 0 && p.links.routing == route_unit::Kind::source_shifted) return data == 0;  // all of the route is used up
  if (has_checks(p.format) && n + trailer_flits(p.format) >= packet.flits) return true;
  return data == flit_data(p.format, packet, n);
}

/// The receiver's own check of a packet of a format with checks, after its last flit.
void check_packet(PacketFormat format, State& s, const Checker& checker, const PacketRecord& packet) {
  const bool has_source = format == PacketFormat::myrinet;
  if (!crc_ok(format, checker))
    ++s.errors.crc;
  else if (!length_ok(checker) || (has_source && !source_ok(checker, packet.source)) || !type_ok(checker, packet.role))
    ++s.errors.header;
}

/// A packet has come that its sender has ended.
void count_aborted(State& s, const PacketRecord& packet) {
  ++s.packets_received;
  if (Counters* share = share_of(s, packet); share != nullptr) ++share->packets_received;
}

/// The packet has left.
void finish(State& s, const PacketRecord& packet) {
  s.sent = 0;
  ++s.packets_sent;
  s.route_flits_sent += s.route_flits;
  s.demanded += s.link.free - s.demand_from;
  Counters* share = share_of(s, packet);
  if (share == nullptr) return;
  ++share->packets_sent;
  share->route_flits_sent += s.route_flits;
}

/// The next flit of the packet leaves, of `flits` with those of its route.
[[gnu::always_inline]] inline Flit put(const Params& p, const Place& place, State& s, const PacketRecord& packet,
                                       std::uint32_t flits, std::uint32_t data, Cycle now) {
  const Flit flit(kind_of(s.sent, flits), VcId(s.vc), data, s.tag);
  if (p.links.has_credits()) flow_controller::spend(s.flow, s.vc);
  pace(s.link, place.cycles_per_flit, now);
  ++s.flits_sent;
  if (Counters* share = share_of(s, packet)) ++share->flits_sent;
  ++s.sent;
  if (s.sent == flits) {
    finish(s, packet);  // before the gap, which is no demand
    leave_gap(s.link, place.gap);
  }
  return flit;
}

/// Adds the words of a packet, one after the other.
inline void add_to_sum(std::uint32_t& sum, std::uint32_t word) { sum = (sum ^ word) * 0x9e3779b1u + 1; }

}  // namespace

Violations Params::violations() const {
  Violations found;
  check_range(found, "fc_cycles", fc_cycles, 0, 63);
  check_range(found, "nodes", nodes, 2, most_nodes(format));
  check_range(found, "workloads", workloads, 1, most_workloads);
  const bool are_stripped = links.routing == route_unit::Kind::source_stripped;
  if (format == PacketFormat::myrinet && !are_stripped)
    found.push_back({"format", "myrinet",
                     links.routes_from_source() ? "compact, or routing.switch: source_stripped"
                                                : "compact or servernet, or routing.switch: source_stripped"});
  if (format == PacketFormat::servernet && links.routes_from_source())
    found.push_back({"format", "servernet",
                     are_stripped ? "compact or myrinet, or routing.switch: auto or table"
                                  : "compact, or routing.switch: auto or table"});
  if (format == PacketFormat::myrinet && links.port_bits + links.class_bits > 7)
    found.push_back(
        {"format", "myrinet",
         "compact, or switches of up to 64 ports with at most 2 classes of virtual channels, or of up to 128 with 1 (a "
         "route byte has 7 bits for both)"});
  return found;
}

namespace {

void bind_barrier_port(const Params& p, State& s, Arena& arena) {
  if (!p.links.barriers) return;
  s.barrier = arena.take<barrier::HostPort>(1);
  if (!p.links.has_credits() || s.flow.credits == nullptr) return;
  // flow() has the larger of both.
  for (unsigned v = 0; v < p.links.virtual_channels; ++v)
    flow_controller::set_receiver(s.flow, v, p.links.flow_control, p.links.credits);
  flow_controller::set_receiver(s.flow, p.links.virtual_channels, p.links.flow_control, p.links.barrier_credits);
}

}  // namespace

void bind(const Params& p, const Place& place, State& s, Arena& arena) {
  s = State();
  flow_controller::bind(p.flow(), s.flow, p.links.flow_channels(), arena);
  s.sink = arena.take<SinkLane>(p.links.virtual_channels);
  s.route = arena.take<std::uint16_t>(p.links.longest_route);
  if (p.workloads > 1) s.workloads = arena.take<Counters>(p.workloads);
  bind_barrier_port(p, s, arena);
  s.ways = RandomStream(p.seed, place.node.value, RandomPurpose::ways);
}

std::size_t storage_bytes(const Params& p) {
  Arena counting;
  State s;
  bind(p, Place(), s, counting);
  return counting.used_bytes();
}

Flit send_barrier_flit(const Params& p, const Place& place, State& s, Cycle now) {
  if (p.links.has_credits() && barrier::begins_message(*s.barrier))
    flow_controller::spend(s.flow, p.links.virtual_channels);
  pace(s.link, place.cycles_per_flit, now);
  // The demand before it and its own time count; a packet that waits is in demand again after it.
  s.demanded += s.link.free - std::min(now, s.demand_from);
  s.demand_from = std::max<Cycle>(s.demand_from, s.link.free);
  return barrier::send(*s.barrier);
}

/// The order of packets is that of one virtual channel, where they cannot overtake on it.
bool begin(const Params& p, const Place& place, State& s, PacketTable& packets, const Packet& packet, Cycle now,
           VcMask open) {
  const VcId vc = in_turn(open, p.links.take_turns ? s.vc_turn : 0);
  const auto tag = packets.open(place.node, packet.destination, static_cast<std::uint32_t>(s.packets_sent),
                                packet.flits, packet.created, now, packet.role, p.links.in_order ? vc : VcId(0));
  if (!tag) return false;
  s.tag = *tag;
  PacketRecord& record = *packets.find(s.tag);
  record.message = packet.message;
  record.workload = packet.workload;
  s.vc = vc.value;
  s.vc_turn = vc.value + 1u == p.links.virtual_channels ? 0 : static_cast<std::uint8_t>(vc.value + 1);
  start(p.format, s.framer);
  if (p.links.draws_routes()) draw_route(p, place, s, packet.destination);
  return true;
}

Flit send_flit(const Params& p, const Place& place, State& s, const PacketTable& packets, Cycle now) {
  const PacketRecord& packet = *packets.find(s.tag);
  return put(p, place, s, packet, s.route_flits + packet.flits, data_to_send(p, s, packet), now);
}

bool needs_word(const Params& p, const State& s, const PacketTable& packets) {
  return s.sent >= s.route_flits && carries_word(p.format, s.sent - s.route_flits, packets.find(s.tag)->flits);
}

Flit send_word(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, std::uint32_t word) {
  PacketRecord& packet = *packets.find(s.tag);
  const std::uint32_t data = frame_word(p.format, s.framer, word, s.sent - s.route_flits);
  add_to_sum(packet.sent_sum, data);
  return put(p, place, s, packet, s.route_flits + packet.flits, data, now);
}

Flit send_abort(const Params& p, const Place& place, State& s, PacketTable& packets, Cycle now, bool on_purpose) {
  PacketRecord& packet = *packets.find(s.tag);
  packet.aborted = on_purpose;
  const Flit sent = put(p, place, s, packet, s.sent + 1, 0, now);
  return Flit(FlitKind::abort, sent.vc(), 0, sent.tag());
}

std::uint64_t demanded_cycles(const State& s, Cycle now) {
  if (s.demand_from < now) return s.demanded + (now - s.demand_from);
  return s.demanded - (flit_end(s.link) > now ? flit_end(s.link) - now : 0);
}

template <bool words>
const PacketRecord* take_in(const Params& p, const Place& place, State& s, PacketTable& packets, Latencies& latencies,
                            Flit flit, Cycle now) {
  ++s.flits_received;
  if (flit.vc().value >= p.links.virtual_channels) {
    ++s.errors.unknown;
    return nullptr;
  }
  SinkLane& lane = s.sink[flit.vc().value];
  if (flit.kind() == FlitKind::abort) {  // has no identity of its own: it ends the worm that is arriving
    PacketRecord* ended = lane.worm_open ? packets.find(lane.open_tag) : nullptr;
    if (ended != nullptr) ended->delivered = now;
    lane.worm_open = false;
    if (ended == nullptr || !ended->aborted)
      ++s.errors.truncated;
    else
      count_aborted(s, *ended);
    return nullptr;
  }
  PacketRecord* packet = packets.find(flit.tag());
  if (packet == nullptr || !packet->in_flight()) {
    ++s.errors.unknown;
    return nullptr;
  }
  if (packet->destination != place.node) {
    ++s.errors.misdelivered;
    return nullptr;
  }
  if (Counters* share = share_of(s, *packet)) ++share->flits_received;
  const std::uint32_t n = packet->received++;
  const bool worm_fits = n == 0 ? !lane.worm_open : lane.worm_open && lane.open_tag == flit.tag();
  if (!worm_fits || flit.unmarked().kind() != kind_of(n, packet->flits)) ++s.errors.misframed;
  if (words && carries_word(p.format, n, packet->flits))
    add_to_sum(packet->received_sum, flit.data());
  else if (!data_fits(p, *packet, n, flit.data()))
    ++s.errors.corrupt;
  if (words && flit.closes_worm() && packet->received_sum != packet->sent_sum) ++s.errors.corrupt;
  if (n == 0 && overtook(packets, *packet)) p.links.in_order ? ++s.errors.disordered : ++s.overtaken;
  if (has_checks(p.format)) {
    if (flit.opens_worm()) start(p.format, lane.checker);
    take(p.format, lane.checker, flit.data());
  }
  lane.open_tag = flit.tag();
  lane.worm_open = !flit.closes_worm();
  if (!flit.closes_worm()) return nullptr;

  packet->delivered = now;
  if (has_checks(p.format)) check_packet(p.format, s, lane.checker, *packet);
  measure(s, latencies, *packet, now);
  return packet;
}

template const PacketRecord* take_in<false>(const Params&, const Place&, State&, PacketTable&, Latencies&, Flit, Cycle);
template const PacketRecord* take_in<true>(const Params&, const Place&, State&, PacketTable&, Latencies&, Flit, Cycle);

}  // namespace slackline::port
