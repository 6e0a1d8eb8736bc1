#include "rtl_models/common/packet_table.hpp"

#include <algorithm>

#include "rtl_models/common/random_stream.hpp"

namespace slackline {

PacketTable::PacketTable(std::uint32_t sources, std::uint64_t seed) : sources_(sources), source_bits_(0), seed_(seed) {
  while ((std::uint32_t{1} << source_bits_) < sources) ++source_bits_;
  source_mask_ = (std::uint32_t{1} << source_bits_) - 1;
  most_slots_ = std::uint32_t{1} << (Flit::tag_bits - source_bits_);
}

std::optional<std::uint32_t> PacketTable::free_slot(Source& source, Cycle now) {
  for (std::uint32_t tried = 0; tried < source.slots; ++tried) {
    const std::uint32_t slot = source.cursor;
    source.cursor = slot + 1 == source.slots ? 0 : slot + 1;
    // "delivered < now": a slot closed at this very edge counts as taken, so the order of stepping cannot matter.
    const PacketRecord& held = record(source, slot);
    if (held.flits == 0 || (held.delivered < now && held.answered < now)) return slot;
  }
  if (source.slots == most_slots_) return std::nullopt;
  // By half as many again: packets that got lost keep their slots for ever, and the search passes them by.
  const std::uint32_t slot = source.slots;
  const std::uint32_t goal = std::min(most_slots_, slot + std::max(chunk_slots, slot / 2));
  while (source.slots < goal) {
    source.chunks.push_back(std::make_unique<PacketRecord[]>(chunk_slots));
    source.slots += std::min(chunk_slots, most_slots_ - source.slots);
  }
  source.recent.resize(std::min(most_recent, source.slots));
  source.cursor = slot + 1 == source.slots ? 0 : slot + 1;
  return slot;
}

std::optional<std::uint32_t> PacketTable::open(NodeId source, NodeId destination, std::uint32_t sequence,
                                               std::uint32_t flits, Cycle created, Cycle now, PacketRole role,
                                               VcId order) {
  Source& own = sources_[source.value];
  // The latest packet of the same order to the same destination, among those sent of late. If its slot has been given
  // to another since, it has been delivered.
  const std::uint32_t order_key = destination.value | std::uint32_t{order.value} << 24;
  const Sent* predecessor = nullptr;
  for (const Sent& sent : own.recent)
    if (sent.order == order_key && (predecessor == nullptr || sent.sequence > predecessor->sequence))
      predecessor = &sent;
  const bool found = predecessor != nullptr;
  const std::uint32_t predecessor_slot = found ? predecessor->slot : 0;
  const std::uint32_t predecessor_sequence = found ? predecessor->sequence : 0;
  const std::optional<std::uint32_t> free = free_slot(own, now);
  if (!free) return std::nullopt;
  const std::uint32_t slot = *free;
  if (own.next_sent >= own.recent.size()) own.next_sent = 0;
  own.recent[own.next_sent++] = {order_key, slot, sequence};
  const std::uint32_t tag = slot << source_bits_ | source.value;

  PacketRecord& packet = record(own, slot);
  packet = PacketRecord();
  packet.created = created;
  packet.injected = now;
  packet.source = source;
  packet.destination = destination;
  packet.sequence = sequence;
  packet.flits = flits;
  packet.role = role;
  if (role == PacketRole::request) packet.answered = never;
  packet.payload = static_cast<std::uint32_t>(mix64(seed_ ^ mix64(std::uint64_t{source.value} << 32 | sequence)));
  packet.predecessor_tag = found ? predecessor_slot << source_bits_ | source.value : tag;
  packet.predecessor_sequence = found ? predecessor_sequence : sequence;
  return tag;
}

void PacketTable::forget(NodeId source) {
  Source& own = sources_[source.value];
  for (std::uint32_t slot = 0; slot < own.slots; ++slot) record(own, slot) = PacketRecord();
  std::fill(own.recent.begin(), own.recent.end(), Sent());
  own.next_sent = own.cursor = 0;
}

}  // namespace slackline
