// Strong integer types for the indices that a hardware model mixes up most easily.
#pragma once

#include <cstdint>

namespace slackline {

/// An index that converts to nothing else: a port is not a node. `value` is the plain number.
template <class Tag, class Rep>
struct StrongId {
  Rep value = 0;
  constexpr StrongId() = default;
  constexpr explicit StrongId(Rep v) : value(v) {}
  friend constexpr bool operator==(StrongId a, StrongId b) { return a.value == b.value; }
  friend constexpr bool operator!=(StrongId a, StrongId b) { return a.value != b.value; }
  friend constexpr bool operator<(StrongId a, StrongId b) { return a.value < b.value; }
};

/// A port of a switch, 0..255.
using PortId = StrongId<struct PortTag, std::uint8_t>;
/// A virtual channel of a port, 0..15.
using VcId = StrongId<struct VcTag, std::uint8_t>;
/// A host (endpoint) of the network, 0-based.
using NodeId = StrongId<struct NodeTag, std::uint32_t>;

/// A clock edge, counted from the start of the simulation. Edge N is the instant at which registers take the values
/// that are visible in cycle N; what is sampled at edge N was driven at N-1 or before.
struct Cycle {
  std::uint64_t value = 0;
  constexpr Cycle() = default;
  constexpr explicit Cycle(std::uint64_t v) : value(v) {}
  friend constexpr bool operator==(Cycle a, Cycle b) { return a.value == b.value; }
  friend constexpr bool operator!=(Cycle a, Cycle b) { return a.value != b.value; }
  friend constexpr bool operator<(Cycle a, Cycle b) { return a.value < b.value; }
  friend constexpr bool operator<=(Cycle a, Cycle b) { return a.value <= b.value; }
  friend constexpr bool operator>(Cycle a, Cycle b) { return a.value > b.value; }
  friend constexpr bool operator>=(Cycle a, Cycle b) { return a.value >= b.value; }
  friend constexpr Cycle operator+(Cycle a, std::uint64_t cycles) { return Cycle(a.value + cycles); }
  friend constexpr std::uint64_t operator-(Cycle a, Cycle b) { return a.value - b.value; }
};

/// "Never": later than every cycle that a run can reach.
inline constexpr Cycle never{~std::uint64_t{0}};

}  // namespace slackline
