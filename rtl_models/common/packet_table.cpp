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
  const std::uint32_t slot = source.slots;
  source.chunks.push_back(std::make_unique<PacketRecord[]>(chunk_slots));
  source.slots += std::min(chunk_slots, most_slots_ - source.slots);
  source.order_of.resize(source.slots, ~0u);
  source.cursor = slot + 1;
  return slot;
}

std::optional<std::uint32_t> PacketTable::open(NodeId source, NodeId destination, std::uint32_t sequence,
                                               std::uint32_t flits, Cycle created, Cycle now, PacketRole role,
                                               VcId order) {
  Source& own = sources_[source.value];
  // The latest packet of the same order to the same destination. Only what this source wrote is read: sinks may step at the same time.
  const std::uint32_t wanted = destination.value | std::uint32_t{order.value} << 24;
  std::uint32_t predecessor_slot = 0, predecessor_sequence = 0;
  bool found = false;
  for (std::uint32_t slot = 0; slot < own.slots; ++slot) {
    if (own.order_of[slot] != wanted) continue;
    const std::uint32_t candidate = record(own, slot).sequence;
    if (found && candidate < predecessor_sequence) continue;
    found = true;
    predecessor_slot = slot;
    predecessor_sequence = candidate;
  }
  const std::optional<std::uint32_t> free = free_slot(own, now);
  if (!free) return std::nullopt;
  const std::uint32_t slot = *free;
  own.order_of[slot] = wanted;
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
  std::fill(own.order_of.begin(), own.order_of.end(), ~0u);
}

}  // namespace slackline
