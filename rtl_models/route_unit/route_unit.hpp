// route_unit: from the destination in a worm's header to the output port it asks for.
//
//   header --> [look up] --> port (combinational)  --> port#, valid#
//
// Dimension order (the e-cube routing of Dally and Seitz 1987): the first dimension in which the packet is not yet where
// it must go decides; deadlock-free on a mesh.
//
// Port numbers of a mesh switch with n dimensions: 2i towards higher coordinates of dimension i, 2i+1 towards lower, 2n+h
// to its host h. Node d belongs to switch d / hosts_per_switch, as host d % hosts_per_switch; switch numbers count
// dimension 0 fastest.
//
// Timing contract
//   header sampled at edge N -> port and valid in cycle N
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::route_unit {

inline constexpr unsigned max_dimensions = 4;

/// What all switches of a network share.
struct Params {
  std::uint8_t dimensions = 2;                                 ///< 1..4
  std::array<std::uint16_t, max_dimensions> size{2, 2, 1, 1};  ///< switches along each dimension, 1..1024
  std::uint8_t hosts_per_switch = 1;                           ///< 1..60

  Violations violations() const;
  unsigned ports() const { return 2u * dimensions + hosts_per_switch; }
};

/// Where one switch stands: wired in at build time.
struct Place {
  std::array<std::uint16_t, max_dimensions> at{};  ///< coordinates
};

struct State {
  std::uint8_t port = 0;  ///< the output asked for
  bool valid = false;     ///< a header has been routed
};

/// The output port that a packet to `destination` asks for at `place`.
inline PortId route(const Params& p, const Place& place, NodeId destination) {
  const std::uint32_t hosts = p.hosts_per_switch;
  std::uint32_t rest = hosts == 1 ? destination.value : destination.value / hosts;
  for (unsigned i = 0; i < p.dimensions; ++i) {
    const std::uint32_t size = p.size[i], to = rest % size;
    rest /= size;
    if (to != place.at[i]) return PortId(static_cast<std::uint8_t>(2 * i + (to < place.at[i])));
  }
  return PortId(static_cast<std::uint8_t>(2u * p.dimensions + (hosts == 1 ? 0 : destination.value % hosts)));
}

/// One clock edge of the block by itself: registers the route of a header, clears `valid` when none is there.
inline void step(const Params& p, const Place& place, State& s, Flit header) {
  s.valid = header.valid() && header.opens_worm();
  if (s.valid) s.port = route(p, place, NodeId(header.data())).value;
}

template <class Visitor>
void visit(State& s, Visitor& v) {
  v.reg("port", s.port);
  v.reg("valid", s.valid);
}

}  // namespace slackline::route_unit
