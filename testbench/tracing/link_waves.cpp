#include "testbench/tracing/link_waves.hpp"

namespace slackline::tracing {

[[gnu::flatten]] bool LinkWaves::look_at_link(Link& link, Flit flit, const PacketTable& packets, Cycle now) {
  if (flit.valid()) send(link, now);
  const bool busy = now < link.pacer.free;
  writer_.set_bit(signal(link, LinkValue::busy), busy);
  if (flit == link.flit && has_looked_) return busy;
  writer_.set_small(signal(link, LinkValue::kind), static_cast<unsigned>(flit.kind()));
  if (!has_looked_ || !same_packet(link.flit, flit)) show_packet(link, flit, packets);
  if (flit.valid()) {
    writer_.set(signal(link, LinkValue::data), flit.data());
  } else {
    writer_.set_none(signal(link, LinkValue::data));
  }
  if (several_vcs_) {
    if (flit.valid() && !flit.is_barrier())
      writer_.set_small(signal(link, LinkValue::vc), flit.vc().value);
    else
      writer_.set_none(signal(link, LinkValue::vc));
  }
  link.flit = flit;
  return busy;
}

void LinkWaves::show_packet(const Link& link, Flit flit, const PacketTable& packets) {
  const Signal packet = signal(link, LinkValue::packet);
  const Signal source = signal(link, LinkValue::source), destination = signal(link, LinkValue::destination);
  const PacketRecord* record = names_packet(flit) ? packets.find(flit.tag()) : nullptr;
  if (record != nullptr) {
    writer_.set(packet, packet_number(*record));
    writer_.set(source, record->source.value);
    writer_.set(destination, record->destination.value);
    return;
  }
  for (const Signal of_packet : {packet, source, destination}) {
    if (flit.valid() && !flit.is_barrier())
      writer_.set_unknown(of_packet);
    else
      writer_.set_none(of_packet);
  }
}

}  // namespace slackline::tracing
