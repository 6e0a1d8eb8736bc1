// route_unit: from the header of a worm to the output port it asks for, and the virtual channels it may take there.
//
//   header, vc --> [look up] --> port, vcs (combinational) --> port#, vcs#, valid#
//
// Where the port comes from (Kind):
//   dimension_order  the e-cube routing of Dally and Seitz (1987): the first dimension in which the packet is not yet
//                    where it must go decides. The header carries the destination. Deadlock-free on a mesh; on a torus
//                    by virtual channels in two classes, see below
//   table            a table of this switch, an entry for each destination. The header carries the destination
//   source_stripped  the header is an entry; the switch takes it off, and the next flit is the header from there on
//   source_shifted   the low bits of the header are an entry; the switch shifts them out
//
// Port numbers of a mesh or torus switch with n dimensions: 2i towards higher coordinates of dimension i, 2i+1 towards
// lower, 2n+h to its host h. Node d belongs to switch d / hosts_per_switch, as host d % hosts_per_switch; switch
// numbers count dimension 0 fastest.
//
// On a torus of k switches a row a packet goes the shorter way. Where both are of k/2 hops it goes towards higher
// coordinates from an even coordinate, towards lower ones from an odd one: both directions carry as much, and since the
// next hop is no tie, a packet never turns back. With k = 2 every hop is such a tie: 0 -> 1 by port 2i, 1 -> 0 by port
// 2i+1. These are the two directions of one link; the other link between the two, around the edge, carries nothing.
//
// The links around the edge close each row to a cycle. It is cut at the dateline between the coordinates k-1 and 0
// (after Dally and Seitz 1987): of V virtual channels, a packet with the dateline still ahead, or crossing it by this
// very hop, takes those of class 0, [0, V/2), any other those of class 1, [V/2, V). To its host it may take all:
// a host takes in whatever comes.
//
// Timing contract
//   header sampled at edge N -> port, vcs and valid in cycle N
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::route_unit {

inline constexpr unsigned max_dimensions = 4;
inline constexpr unsigned max_ports = 64;
/// "No such port": what a header asks for that cannot be routed. So does any other number from max_ports on.
inline constexpr std::uint8_t no_port = 255;
inline constexpr unsigned max_classes = 4;

/// Where the output port comes from.
enum class Kind : std::uint8_t { dimension_order, table, source_stripped, source_shifted };

/// Which output virtual channels a packet may take.
enum class VcAssignment : std::uint8_t {
  any,   ///< all that routing allows
  keep,  ///< the one it came on; on a torus, within its dateline class
};

/// What an entry of a route table, or an element of a route from the source, says: an output port, and a class of
/// virtual channels.
///
///    7   6 5            0
///   +-----+--------------+
///   |class|     port     |   255: no route
///   +-----+--------------+
class TableEntry {
 public:
  constexpr TableEntry() = default;
  constexpr explicit TableEntry(std::uint8_t byte) : byte_(byte) {}
  constexpr TableEntry(unsigned port, unsigned vc_class) : byte_(static_cast<std::uint8_t>(vc_class << 6 | port)) {}

  constexpr std::uint8_t byte() const { return byte_; }
  constexpr bool leads_on() const { return byte_ != no_port; }
  /// no_port: no route.
  constexpr std::uint8_t port() const { return leads_on() ? static_cast<std::uint8_t>(byte_ % max_ports) : no_port; }
  constexpr unsigned vc_class() const { return byte_ / max_ports; }

 private:
  std::uint8_t byte_ = no_port;
};

/// What choice of output ports a table leaves a packet.
enum class Choice : std::uint8_t {
  none,      ///< the port of the entry
  minimal,   ///< any port of a set, on the virtual channels of the entry's class
  adaptive,  ///< any port of a set on the adaptive virtual channels, or the entry's on its escape channel
};

/// What all switches of a network share.
struct Params {
  std::uint8_t dimensions = 2;                                 ///< 1..4
  std::array<std::uint16_t, max_dimensions> size{2, 2, 1, 1};  ///< switches along each dimension, 1..1024
  std::uint8_t hosts_per_switch = 1;                           ///< 1..60
  Kind kind = Kind::dimension_order;
  bool wraps = false;                 ///< of dimension_order: a torus
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16; even where dimension_order wraps
  VcAssignment vc_assignment = VcAssignment::any;
  std::uint8_t port_count = 0;   ///< of the other kinds: ports of a switch, 2..64; 0: as many as a mesh has
  std::uint32_t nodes = 0;       ///< of Kind::table: entries of each row of a switch's table, 1..2^24
  std::uint8_t classes = 1;      ///< of the other kinds: classes of virtual channels, 1..4
  Choice choice = Choice::none;  ///< of Kind::table
  bool valiant = false;          ///< of Kind::table: packets go by an intermediate host's switch
  bool dateline = true;          ///< of dimension_order where it wraps: channels in two dateline classes

  Violations violations() const;
  bool has_datelines() const { return kind == Kind::dimension_order && wraps && dateline; }
  unsigned ports() const {
    return kind == Kind::dimension_order || port_count == 0 ? 2u * dimensions + hosts_per_switch : port_count;
  }
  /// Bits of a port number in the header of source_shifted.
  unsigned port_bits() const {
    unsigned bits = 1;
    while (1u << bits < ports()) ++bits;
    return bits;
  }
};

/// Where one switch stands: wired in at build time. Its tables are storage of the owner.
struct Place {
  std::array<std::uint16_t, max_dimensions> at{};  ///< coordinates
  const std::uint8_t* table = nullptr;             ///< of Kind::table: a row, or two, with a TableEntry for each node
  PortMask second_row = 0;                         ///< input ports whose packets use the second row
  PortMask hosts = 0;                              ///< output ports that lead to a host
  const std::uint16_t* choices = nullptr;          ///< with a choice: for each node, which set of ports
  const PortMask* port_sets = nullptr;             ///< likewise: the sets

  /// The entry for a packet to `node` that came by input port `from`.
  TableEntry entry(const Params& p, std::uint32_t node, PortId from) const {
    return TableEntry(table[node + (has(second_row, from.value) ? p.nodes : 0)]);
  }
};

/// What a header asks for.
struct Route {
  std::uint8_t port = no_port;  ///< from max_ports on: a port that cannot exist
  VcMask vcs = 0;               ///< virtual channels that will do, one at least

  bool possible() const { return port < max_ports; }
};

struct State {
  std::uint8_t port = 0;  ///< the output asked for
  bool valid = false;     ///< a header has been routed
  VcMask vcs = 0;         ///< the virtual channels of it that will do
};

namespace detail {

/// Virtual channels where every one is as good as any other.
inline VcMask equal_vcs(const Params& p, VcId vc) {
  return p.vc_assignment == VcAssignment::any ? first_vcs(p.virtual_channels) : vc_bit(vc.value);
}

/// Virtual channels of a dateline class.
inline VcMask class_vcs(const Params& p, unsigned dateline_class, VcId vc) {
  const unsigned half = p.virtual_channels / 2u;
  const VcMask lower = p.vc_assignment == VcAssignment::any ? first_vcs(half) : vc_bit(vc.value % half);
  return static_cast<VcMask>(lower << (dateline_class * half));
}

inline Route route_on_mesh(const Params& p, const Place& place, std::uint32_t node, VcId vc) {
  const std::uint32_t hosts = p.hosts_per_switch;
  std::uint32_t rest = hosts == 1 ? node : node / hosts;
  for (unsigned i = 0; i < p.dimensions; ++i) {
    const std::uint32_t size = p.size[i], to = rest % size;
    rest /= size;
    if (to != place.at[i]) return {static_cast<std::uint8_t>(2 * i + (to < place.at[i])), equal_vcs(p, vc)};
  }
  return {static_cast<std::uint8_t>(2u * p.dimensions + (hosts == 1 ? 0 : node % hosts)), equal_vcs(p, vc)};
}

inline Route route_on_torus(const Params& p, const Place& place, std::uint32_t node, VcId vc) {
  std::uint32_t rest = node / p.hosts_per_switch;
  for (unsigned i = 0; i < p.dimensions; ++i) {
    const std::uint32_t size = p.size[i], to = rest % size, at = place.at[i];
    rest /= size;
    if (to == at) continue;
    const std::uint32_t up = to > at ? to - at : to + size - at, down = size - up;
    const bool higher = up != down ? up < down : at % 2 == 0;
    // The way up crosses the dateline when the target is below, the way down when it is above.
    const bool dateline_ahead = higher == (to < at);
    return {static_cast<std::uint8_t>(2 * i + !higher), class_vcs(p, !dateline_ahead, vc)};
  }
  return {static_cast<std::uint8_t>(2u * p.dimensions + node % p.hosts_per_switch), equal_vcs(p, vc)};
}

inline Route route_otherwise(const Params& p, const Place& place, std::uint32_t header, PortId from, VcId vc) {
  switch (p.kind) {
    case Kind::dimension_order: return route_on_torus(p, place, header, vc);
    case Kind::table: return {header < p.nodes ? place.entry(p, header, from).port() : no_port, equal_vcs(p, vc)};
    case Kind::source_stripped:
      return {header < max_ports ? static_cast<std::uint8_t>(header) : no_port, equal_vcs(p, vc)};
    case Kind::source_shifted: break;
  }
  return {static_cast<std::uint8_t>(header & ((1u << p.port_bits()) - 1)), equal_vcs(p, vc)};
}

}  // namespace detail

/// What a packet asks for at `place` whose header flit carries the data `header` and came by input port `from` on `vc`,
/// which must be below virtual_channels.
inline Route route(const Params& p, const Place& place, std::uint32_t header, PortId from, VcId vc) {
  if (p.kind == Kind::dimension_order && !p.wraps) return detail::route_on_mesh(p, place, header, vc);
  return detail::route_otherwise(p, place, header, from, vc);
}

/// What the header flit carries behind this switch. (source_stripped: it is taken off, and none is sent in its place.)
inline std::uint32_t next_header(const Params& p, std::uint32_t header) {
  return p.kind == Kind::source_shifted ? header >> p.port_bits() : header;
}

/// One clock edge of the block by itself, at input port `from`: registers the route of a header, clears `valid` when
/// none is there.
inline void step(const Params& p, const Place& place, PortId from, State& s, Flit header) {
  s.valid = header.valid() && header.opens_worm();
  if (!s.valid) return;
  const Route asked = route(p, place, header.data(), from, header.vc());
  s.port = asked.port;
  s.vcs = asked.vcs;
}

template <class Visitor>
void visit(State& s, Visitor& v) {
  v.reg("port", s.port);
  v.reg("valid", s.valid);
  v.reg("vcs", s.vcs);
}

}  // namespace slackline::route_unit
