// The flit word: what one link carries in one cycle, packed in 64 bits.
//
//    63            39 38    35 34   32 31                     0
//   +----------------+--------+-------+------------------------+
//   |   tag (25)     | vc (4) | kind  |       data (32)        |
//   +----------------+--------+-------+------------------------+
//
// The word 0 means "no flit on the wire"; kind idle with other bits set is never driven (at an RTL pin, kind alone
// decides). The tag indexes the packet table and is for monitors only: hardware never reads it, and RTL has no pin for
// it (its flit is the low 39 bits).
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"

namespace slackline {

/// Kinds as wired. In a worm bit 0 opens it, bit 1 closes it, bit 2 marks data of it; padding and barrier are separate.
enum class FlitKind : std::uint8_t {
  idle = 0,     ///< no flit
  padding = 1,  ///< holds a path, discarded by the destination
  abort = 2,    ///< closes a worm whose tail was lost
  barrier = 3,  ///< of no worm: for the barrier unit behind the link; `vc` gives the part of a message
  body = 4,
  head = 5,
  tail = 6,
  single = 7,  ///< head and tail in one
};

class Flit {
 public:
  static constexpr unsigned data_bits = 32, kind_bits = 3, vc_bits = 4, tag_bits = 25;
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

  /// The same flit with other data, on another virtual channel, or, of a body or a tail, as the first one of its
  /// packet.
  constexpr Flit with_data(std::uint32_t data) const { return Flit((word_ & ~std::uint64_t{0xffffffffu}) | data); }
  constexpr Flit on(VcId vc) const {
    constexpr unsigned at = data_bits + kind_bits;
    return Flit((word_ & ~(std::uint64_t{(1u << vc_bits) - 1} << at)) | std::uint64_t(vc.value) << at);
  }
  constexpr Flit as_header() const { return Flit(word_ | std::uint64_t{5} << data_bits); }

  friend constexpr bool operator==(Flit a, Flit b) { return a.word_ == b.word_; }
  friend constexpr bool operator!=(Flit a, Flit b) { return a.word_ != b.word_; }

 private:
  constexpr unsigned kind_field() const { return static_cast<unsigned>(word_ >> data_bits) & 7; }
  std::uint64_t word_ = 0;
};

/// The word for messages and waves: "head", "tail", ...
const char* to_string(FlitKind kind);

}  // namespace slackline
