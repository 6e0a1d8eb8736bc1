// Masks: one bit a port in a 64-bit word, so that hardware loops visit only the ports with work; one bit a virtual
// channel in a 16-bit word.
#pragma once

#include <cstdint>

namespace slackline {

/// One bit per port, bit p for port p.
using PortMask = std::uint64_t;
/// One bit per virtual channel of a port, bit v for channel v.
using VcMask = std::uint16_t;

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }
constexpr bool has(PortMask mask, unsigned port) { return (mask >> port) & 1; }

/// Index of the lowest set bit; `mask` must not be 0.
inline unsigned lowest(PortMask mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }

/// The first set bit after `port`, going round; `mask` must not be 0.
inline unsigned next_behind(PortMask mask, unsigned port) {
  const PortMask behind = port >= 63 ? 0 : mask & (~PortMask{0} << (port + 1));
  return lowest(behind != 0 ? behind : mask);
}

/// How many bits are set.
inline unsigned count_of(PortMask mask) { return static_cast<unsigned>(__builtin_popcountll(mask)); }

/// Index of the set bit that has `n` set ones below it; n < count_of(mask).
inline unsigned nth_set(PortMask mask, unsigned n) {
  for (; n != 0; --n) mask &= mask - 1;
  return lowest(mask);
}

/// Calls `body(port)` for every set bit, lowest first.
template <class Body>
inline void for_each_bit(PortMask mask, Body&& body) {
  for (; mask != 0; mask &= mask - 1) body(lowest(mask));
}

/// A mask of the ports 0..count-1; count 0..64.
constexpr PortMask first_ports(unsigned count) { return count >= 64 ? ~PortMask{0} : bit(count) - 1; }

constexpr VcMask vc_bit(unsigned vc) { return static_cast<VcMask>(1u << vc); }
/// A mask of the virtual channels 0..count-1; count 0..16.
constexpr VcMask first_vcs(unsigned count) { return static_cast<VcMask>((1u << count) - 1); }

/// Smallest power of two >= n; n >= 1.
constexpr std::uint32_t power_of_two_at_least(std::uint32_t n) {
  std::uint32_t size = 1;
  while (size < n) size <<= 1;
  return size;
}

}  // namespace slackline
