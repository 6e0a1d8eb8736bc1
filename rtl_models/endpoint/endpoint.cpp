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
  const std::uint32_t flits = s.next.flits;
  if (s.sent == 0) s.tag = packets.open(place.node, s.next.destination, s.next.sequence, flits, s.next.created, now);
  const Flit flit(kind_of(s.sent, flits), VcId(0), payload_word(*packets.find(s.tag), s.sent), s.tag);
  ++s.flits_sent;
  if (++s.sent == flits) {
    s.sent = 0;
    ++s.packets_sent;
    source.next(place, s.next);
  }
  return flit;
}

void receive(const Params& p, const Place& place, State& s, PacketTable& packets, Flit flit, Cycle now) {
  ++s.flits_received;
  if (now.value >= p.warmup) ++s.flits_accepted;

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
}

}  // namespace slackline::endpoint
