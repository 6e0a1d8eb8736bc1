// Masks: one bit a port, so that hardware loops visit only the ports with work; one bit a virtual channel in a 16-bit
// word.
//
// Ports come in banks of 64. The ports of a switch are a PortMask, one word, where it has a single bank, and otherwise a
// PortSet, a word a bank. The functions below take either, so that code that is a template of `Ports` serves both.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace slackline {

/// Ports that a switch has at most.
inline constexpr unsigned most_ports_of_switch = 256;
inline constexpr unsigned ports_of_bank = 64;
inline constexpr unsigned most_banks = most_ports_of_switch / ports_of_bank;

/// One bit per port of a bank, bit p for its port p.
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

/// Banks of a switch with so many ports; and the ports of its bank number `bank`.
constexpr unsigned banks_of(unsigned ports) { return (ports + ports_of_bank - 1) / ports_of_bank; }
constexpr unsigned ports_in_bank(unsigned ports, unsigned bank) {
  const unsigned behind = ports - bank * ports_of_bank;
  return behind < ports_of_bank ? behind : ports_of_bank;
}
/// The bit of a port in the word of its bank.
constexpr PortMask bit_in_bank(unsigned port) { return bit(port % ports_of_bank); }

/// One bit per port of a switch, a word a bank.
struct PortSet {
  std::array<PortMask, most_banks> bank{};

  constexpr PortSet() = default;
  /// Of ports 0 to 63, as bit(3) | bit(5): for a port's number that may be higher, there are insert() and only().
  constexpr PortSet(PortMask of_bank_0) : bank{of_bank_0} {}

  friend constexpr bool operator==(const PortSet& a, const PortSet& b) {
    PortMask differ = 0;
    for (unsigned i = 0; i < most_banks; ++i) differ |= a.bank[i] ^ b.bank[i];
    return differ == 0;
  }
  friend constexpr bool operator!=(const PortSet& a, const PortSet& b) { return !(a == b); }
  friend constexpr bool operator<(const PortSet& a, const PortSet& b) {  // an order for tables
    for (unsigned i = most_banks; i-- > 0;)
      if (a.bank[i] != b.bank[i]) return a.bank[i] < b.bank[i];
    return false;
  }
  constexpr PortSet& operator|=(const PortSet& other) {
    for (unsigned i = 0; i < most_banks; ++i) bank[i] |= other.bank[i];
    return *this;
  }
  constexpr PortSet& operator&=(const PortSet& other) {
    for (unsigned i = 0; i < most_banks; ++i) bank[i] &= other.bank[i];
    return *this;
  }
  friend constexpr PortSet operator|(PortSet a, const PortSet& b) { return a |= b; }
  friend constexpr PortSet operator&(PortSet a, const PortSet& b) { return a &= b; }
  friend constexpr PortSet operator~(PortSet a) {
    for (PortMask& word : a.bank) word = ~word;
    return a;
  }
};

constexpr bool has(const PortSet& set, unsigned port) {
  return has(set.bank[port / ports_of_bank], port % ports_of_bank);
}
constexpr bool is_empty(PortMask mask) { return mask == 0; }
constexpr bool is_empty(const PortSet& set) { return set == PortSet(); }

constexpr void insert(PortMask& mask, unsigned port) { mask |= bit(port); }
constexpr void insert(PortSet& set, unsigned port) { set.bank[port / ports_of_bank] |= bit_in_bank(port); }
constexpr void erase(PortMask& mask, unsigned port) { mask &= ~bit(port); }
constexpr void erase(PortSet& set, unsigned port) { set.bank[port / ports_of_bank] &= ~bit_in_bank(port); }
/// Adds the port if `when`.
constexpr void insert_if(PortMask& mask, unsigned port, bool when) { mask |= PortMask{when} << port; }
constexpr void insert_if(PortSet& set, unsigned port, bool when) {
  set.bank[port / ports_of_bank] |= PortMask{when} << port % ports_of_bank;
}
/// Takes the port out if `when`.
constexpr void erase_if(PortMask& mask, unsigned port, bool when) { mask &= ~(PortMask{when} << port); }
constexpr void erase_if(PortSet& set, unsigned port, bool when) {
  set.bank[port / ports_of_bank] &= ~(PortMask{when} << port % ports_of_bank);
}
/// The port is in the set if `is_in`, and otherwise not.
template <class Ports>
constexpr void assign(Ports& set, unsigned port, bool is_in) {
  erase(set, port);
  insert_if(set, port, is_in);
}
/// The set of one port.
template <class Ports = PortSet>
constexpr Ports only(unsigned port) {
  Ports set{};
  insert(set, port);
  return set;
}

/// The lowest port; the set must not be empty.
inline unsigned lowest(const PortSet& set) {
  unsigned i = 0;
  while (set.bank[i] == 0) ++i;
  return i * ports_of_bank + lowest(set.bank[i]);
}
inline void erase_lowest(PortMask& mask) { mask &= mask - 1; }
inline void erase_lowest(PortSet& set) { erase(set, lowest(set)); }
inline unsigned count_of(const PortSet& set) {
  unsigned count = 0;
  for (const PortMask word : set.bank) count += count_of(word);
  return count;
}
inline unsigned nth_set(const PortSet& set, unsigned n) {
  unsigned i = 0;
  for (; n >= count_of(set.bank[i]); ++i) n -= count_of(set.bank[i]);
  return i * ports_of_bank + nth_set(set.bank[i], n);
}
template <class Body>
inline void for_each_bit(const PortSet& set, Body&& body) {
  for (unsigned i = 0; i < most_banks; ++i)
    for_each_bit(set.bank[i], [&](unsigned port) { body(i * ports_of_bank + port); });
}
/// Those of the set from `port` on; `port` below 64, or 256.
constexpr PortMask from_port(PortMask mask, unsigned port) { return mask & (~PortMask{0} << port); }
inline PortSet from_port(PortSet set, unsigned port) {
  const unsigned first = port / ports_of_bank;
  for (unsigned i = 0; i < first; ++i) set.bank[i] = 0;
  if (first < most_banks) set.bank[first] = from_port(set.bank[first], port % ports_of_bank);
  return set;
}
inline unsigned next_behind(const PortSet& set, unsigned port) {
  const PortSet behind = from_port(set, port + 1);
  return lowest(is_empty(behind) ? set : behind);
}
/// The set of the ports 0..count-1; count 0..256.
constexpr PortSet first_ports_of_banks(unsigned count) {
  PortSet set;
  for (unsigned i = 0; i * ports_of_bank < count; ++i) set.bank[i] = first_ports(ports_in_bank(count, i));
  return set;
}

/// The ports that a PortSet holds, as an edge of a switch with `Ports` sees them: all, or those of its only bank.
template <class Ports>
constexpr auto& ports_in(PortSet& set) {
  if constexpr (std::is_same_v<Ports, PortMask>)
    return set.bank[0];
  else
    return set;
}
template <class Ports>
constexpr const auto& ports_in(const PortSet& set) {
  if constexpr (std::is_same_v<Ports, PortMask>)
    return set.bank[0];
  else
    return set;
}

/// The word of a bank.
constexpr PortMask& bank_of(PortMask& mask, unsigned) { return mask; }
constexpr PortMask& bank_of(PortSet& set, unsigned bank) { return set.bank[bank]; }

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
