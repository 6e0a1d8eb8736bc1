// Times in registers. A core stores edges, which cost nothing while nothing happens; hardware counts cycles. A visitor
// sees the count that hardware would hold before edge `now`:
//
//   Timer   stored: the edge at which it expires      seen: cycles left, 0 from that edge on
//   Age     stored: the edge at which it began        seen: cycles since, 0 until one has gone by
//
// A count stays at `largest`, as in hardware. `offset` is the same without that limit, for what is to be restored. A
// Timer at `never` does not run: its offset, and its count, are the largest there are.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/common/ids.hpp"

namespace slackline {

inline constexpr std::uint64_t unlimited_count = ~std::uint64_t{0};

template <std::uint64_t largest = unlimited_count>
struct Timer : Cycle {
  constexpr Timer() = default;
  constexpr Timer(Cycle expires) : Cycle(expires) {}

  constexpr std::uint64_t offset(Cycle now) const {
    return *this == never ? never.value : std::max(value, now.value) - now.value;
  }
  constexpr std::uint64_t count(Cycle now) const { return std::min(offset(now), largest); }
  /// The Timer with that offset.
  static constexpr Timer at_offset(std::uint64_t left, Cycle now) {
    return left == never.value ? Timer(never) : Timer(now + left);
  }
};

template <std::uint64_t largest = unlimited_count>
struct Age : Cycle {
  constexpr Age() = default;
  constexpr Age(Cycle begins) : Cycle(begins) {}

  constexpr std::uint64_t offset(Cycle now) const { return std::max(value, now.value) - value; }
  constexpr std::uint64_t count(Cycle now) const { return std::min(offset(now), largest); }
  static constexpr Age at_offset(std::uint64_t since, Cycle now) { return Age(Cycle(now.value - since)); }
};

/// An Age whose edge is stored in 32 bits: to be asked within 2^32 cycles.
struct ShortAge {
  std::uint32_t value = 0;  ///< the low half of the edge at which it began
  constexpr ShortAge() = default;
  constexpr ShortAge(Cycle begins) : value(static_cast<std::uint32_t>(begins.value)) {}

  constexpr std::uint64_t offset(Cycle now) const { return static_cast<std::uint32_t>(now.value) - value; }
  constexpr std::uint64_t count(Cycle now) const { return offset(now); }
  static constexpr ShortAge at_offset(std::uint64_t since, Cycle now) { return ShortAge(Cycle(now.value - since)); }
};

}  // namespace slackline
