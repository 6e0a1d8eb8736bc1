// The flit word: what one link carries in one cycle, packed in 64 bits.
//
//    63            40 39    36 35      32 31                     0
//   +----------------+--------+----------+------------------------+
//   |   tag (24)     | vc (4) | kind (4) |       data (32)        |
//   +----------------+--------+----------+------------------------+
//
// The word 0 means "no flit on the wire"; kind idle with other bits set is never driven (at an RTL pin, kind alone
// decides). The tag indexes the packet table and is for monitors only: hardware never reads it, and RTL has no pin for
// it (its flit is the low 40 bits).
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"

namespace slackline {

/// Kinds as wired. In a worm bit 0 opens it, bit 1 closes it, bit 2 says that it carries data of it; padding is separate.
/// Codes 8 to 11 are words between barrier units, of no worm. 12 to 15 are those of 4 to 7 with a mark, and open and close
/// worms as those do: 13 and 15 have passed a congested switch (ECN), 12 and 14 are free, as is 3.
enum class FlitKind : std::uint8_t {
  idle = 0,     ///< no flit
  padding = 1,  ///< holds a path, discarded by the destination
  abort = 2,    ///< closes a worm whose tail was lost
  body = 4,
  head = 5,
  tail = 6,
  single = 7,            ///< head and tail in one
  barrier_first = 8,     ///< of the two flits of a message of a barrier
  barrier_second = 9,    ///< the same
  padding_request = 10,  ///< the worm on `vc` has been cut
  padding_end = 11,      ///< the worm on `vc` goes on
  marked_head = 13,      ///< head, with the mark of a congested switch
  marked_single = 15,    ///< the same of a single
};

class Flit {
 public:
  static constexpr unsigned data_bits = 32, kind_bits = 4, vc_bits = 4, tag_bits = 24;
  static constexpr unsigned rtl_bits = data_bits + kind_bits + vc_bits;  ///< width of a flit at an RTL pin

  constexpr Flit() = default;
  constexpr explicit Flit(std::uint64_t word) : word_(word) {}
  constexpr Flit(FlitKind kind, VcId vc, std::uint32_t data, std::uint32_t tag)
      : word_(data | std::uint64_t(kind) << data_bits | std::uint64_t(vc.value) << (data_bits + kind_bits) |
              std::uint64_t(tag) << rtl_bits) {}

  constexpr std::uint64_t word() const { return word_; }
  constexpr bool valid() const { return word_ != 0; }
  constexpr std::uint32_t data() const { return static_cast<std::uint32_t>(word_); }
  constexpr FlitKind kind() const { return static_cast<FlitKind>(kind_field()); }
  constexpr VcId vc() const { return VcId((word_ >> (data_bits + kind_bits)) & ((1u << vc_bits) - 1)); }
  constexpr std::uint32_t tag() const { return static_cast<std::uint32_t>(word_ >> rtl_bits); }

  /// True for head and single: a worm begins here.
  constexpr bool opens_worm() const { return (kind_field() & 5) == 5; }
  /// True for tail, single and abort: the worm's channel is free after this flit. Not to be asked of a barrier flit.
  constexpr bool closes_worm() const { return kind_field() & 2; }
  /// The first flit of a packet, with the mark of a congested switch.
  constexpr bool is_marked() const { return (kind_field() & 13) == 13; }
  /// A word between barrier units.
  constexpr bool is_barrier() const { return (kind_field() & 12) == 8; }

  /// The same flit with other data, on another virtual channel, or, of a body or a tail, as the first one of its
  /// packet.
  constexpr Flit with_data(std::uint32_t data) const { return Flit((word_ & ~std::uint64_t{0xffffffffu}) | data); }
  constexpr Flit on(VcId vc) const {
    constexpr unsigned at = data_bits + kind_bits;
    return Flit((word_ & ~(std::uint64_t{(1u << vc_bits) - 1} << at)) | std::uint64_t(vc.value) << at);
  }
  constexpr Flit as_header() const { return Flit(word_ | std::uint64_t{5} << data_bits); }
  /// A first flit, with the mark and without it.
  constexpr Flit marked() const { return Flit(word_ | mark_bit); }
  constexpr Flit unmarked() const { return is_marked() ? Flit(word_ & ~mark_bit) : *this; }

  friend constexpr bool operator==(Flit a, Flit b) { return a.word_ == b.word_; }
  friend constexpr bool operator!=(Flit a, Flit b) { return a.word_ != b.word_; }

 private:
  static constexpr std::uint64_t mark_bit = std::uint64_t{8} << data_bits;
  constexpr unsigned kind_field() const { return static_cast<unsigned>(word_ >> data_bits) & 15; }
  std::uint64_t word_ = 0;
};

/// The word for messages and waves: "head", "tail", ...
const char* to_string(FlitKind kind);

}  // namespace slackline
