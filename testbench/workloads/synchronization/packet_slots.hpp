// packet_slots: the slot in which the n-th packet of a host goes, and whether that is one of a synchronization, by its
// table (rtl_models/firmware/fbs.h), for users that know only a packet's number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace slackline::synchronization {

struct PacketSlot {
  std::uint32_t slot = 0;
  bool synchronizes = false;
};

class PacketSlots {
 public:
  /// `table` must outlive this.
  explicit PacketSlots(const std::vector<std::uint32_t>& table);

  /// The slot of the n-th packet, from 0 on; nothing: the host has fewer. Cheap where n grows from call to call.
  std::optional<PacketSlot> of(std::uint32_t n);

 private:
  void rewind();
  void advance();
  bool has_packet() const;

  const std::vector<std::uint32_t>& table_;
  bool sends_ = false;                                 ///< anything at all
  std::uint32_t number_ = 0;                           ///< packets before this slot: ...
  std::uint32_t round_ = 0, slot_ = 0, position_ = 0;  ///< ... `position_` in its round
};

}  // namespace slackline::synchronization
