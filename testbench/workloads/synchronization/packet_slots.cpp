#include "testbench/workloads/synchronization/packet_slots.hpp"

#include "rtl_models/firmware/fbs.h"

namespace slackline::synchronization {

PacketSlots::PacketSlots(const std::vector<std::uint32_t>& table) : table_(table) {
  const bool synchronizes = table[FBS_SYNCHRONIZE] != 0 && table[FBS_MESSAGES] != 0;
  const bool streams = table[FBS_STREAM_SLOTS] != 0 && table[FBS_INTERVAL] > table[FBS_SLOTS];
  sends_ = synchronizes || streams;
  rewind();
}

void PacketSlots::rewind() {
  number_ = round_ = position_ = 0;
  slot_ = table_[FBS_FIRST_SLOT];
}

void PacketSlots::advance() {
  if (has_packet()) ++number_;
  ++slot_;
  if (++position_ < table_[FBS_INTERVAL]) return;
  position_ = 0;
  ++round_;
}

bool PacketSlots::has_packet() const {
  const std::uint32_t slots = table_[FBS_SLOTS], frame = table_[FBS_STREAM_SLOTS];
  if (position_ < slots) return table_[FBS_SYNCHRONIZE] != 0 && table_[FBS_DESTINATIONS + position_] != FBS_NOBODY;
  return frame != 0 && table_[FBS_DESTINATIONS + 2 * slots + slot_ % frame] != FBS_NOBODY;
}

std::optional<PacketSlot> PacketSlots::of(std::uint32_t n) {
  if (!sends_) return std::nullopt;
  if (n < number_) rewind();
  while (round_ < table_[FBS_ROUNDS] && (number_ < n || !has_packet())) advance();
  if (round_ == table_[FBS_ROUNDS]) return std::nullopt;
  return PacketSlot{slot_, position_ < table_[FBS_SLOTS]};
}

}  // namespace slackline::synchronization
