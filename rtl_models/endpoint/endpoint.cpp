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

void measure(LatencySums& sums, const PacketRecord& packet, Cycle now) {
  const std::uint64_t total = now - packet.created;
  ++sums.packets;
  sums.total += total;
  sums.network += now - packet.injected;
  sums.total_least = std::min(sums.total_least, total);
  sums.total_most = std::max(sums.total_most, total);
}

/// Chooses the packet to be sent: a response if one is due. Numbers follow the order of sending. False: no tag is free.
bool begin(const TrafficParams& traffic, const Place& place, State& s, PacketTable& packets, Cycle now) {
  const auto sequence = static_cast<std::uint32_t>(s.packets_sent);
  if (s.requests != 0) {
    PacketRecord& request = *packets.find(s.first_request);
    const auto tag = packets.open(place.node, request.source, sequence, traffic.response_flits, request.delivered, now,
                                  PacketRole::response);
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
                                expects ? PacketRole::request : PacketRole::one_way);
  if (!tag) return false;
  s.tag = *tag;
  s.outstanding += expects;
  return true;
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
  return found;
}

void bind(const Params& p, const TrafficSource& source, const Place& place, State& s, Arena& arena) {
  s = State();
  s.flow.pipe = arena.take<PortMask>(p.flow().storage_words());
  s.next = source.first(place);
}

std::size_t storage_bytes(const Params& p) {
  Arena counting;
  counting.take<PortMask>(p.flow().storage_words());
  return counting.used_bytes();
}

Flit send(const TrafficSource& source, const Place& place, State& s, PacketTable& packets, Cycle now) {
  if (s.sent == 0 && !begin(source.params(), place, s, packets, now)) {
    ++s.faults.untagged;
    return Flit();
  }
  const PacketRecord& packet = *packets.find(s.tag);
  const Flit flit(kind_of(s.sent, packet.flits), VcId(0), payload_word(packet, s.sent), s.tag);
  s.link_free = now + place.cycles_per_flit;
  ++s.flits_sent;
  if (++s.sent == packet.flits) {
    s.sent = 0;
    ++s.packets_sent;
    if (s.responding)
      s.responding = false;
    else
      source.next(place, s.next);
  }
  return flit;
}

void receive(const Params& p, const Place& place, State& s, PacketTable& packets, Flit flit, Cycle now) {
  ++s.flits_received;
  if (now.value >= p.warmup) ++s.flits_accepted;

  if (flit.kind() == FlitKind::abort) {  // has no identity of its own: it ends the worm that is arriving
    ++s.faults.truncated;
    if (s.worm_open) packets.find(s.open_tag)->delivered = now;
    s.worm_open = false;
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
  const bool worm_fits = n == 0 ? !s.worm_open : s.worm_open && s.open_tag == flit.tag();
  if (!worm_fits || flit.kind() != kind_of(n, packet->flits)) ++s.faults.misframed;
  if (flit.data() != payload_word(*packet, n)) ++s.faults.corrupt;
  if (n == 0 && overtook(packets, *packet)) ++s.faults.disordered;
  s.open_tag = flit.tag();
  s.worm_open = !flit.closes_worm();
  if (!flit.closes_worm()) return;

  packet->delivered = now;
  ++s.packets_received;
  if (packet->created.value >= p.warmup) measure(s.latency, *packet, now);
  if (packet->role != PacketRole::one_way) exchange(s, packets, flit.tag(), packet->role);
}

}  // namespace slackline::endpoint
