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
//   source_shifted   the low bits of the header are an entry, the class above the port; the switch shifts them out
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
// a host takes in whatever comes. Without `dateline` all channels are alike, and the cycle is there. Of an odd V the last
// channel is left over: no packet takes it to another switch.
//
// An entry (table_entry.hpp) gives a class, too: of V virtual channels in C classes, class c is [cW, (c+1)W) with W =
// V/C rounded down; the channels from CW on are left over. To a
// host a packet may take all. V is that of the output (Place::output_vcs). A table may have two rows: the second one is for packets that came by certain input
// ports, as up*/down* routing needs it (Schroeder and others, "Autonet", 1991).
//
// Choice. minimal: any port of a set, on the virtual channels of the entry's class. adaptive: the lowest C channels
// are escape channels, class c being channel c, and the others adaptive ones. A packet on an adaptive channel, or from
// its host, may take any adaptive channel of any port of its set, or, by the entry of the first row, an escape channel.
// One on an escape channel follows the entries, on escape channels, to its destination: so these only need to be free
// of cycles on their own (Duato, "A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks", 1993), and
// every header must come to the front of its buffer (wormhole_switch::Params::headers_reach_escapes). To a host there
// is no choice. The switch chooses, see wormhole_switch.hpp.
//
// Valiant ("A Scheme for Fast Parallel Communication", 1982). The header is (via + 1) << 16 | destination, with 0 in
// its upper half for no via. A packet goes towards via until that entry leads to a host: here it turns to its
// destination, by the first row, and the switch clears the upper half. The classes of entries are those of the way to
// via; on the way from there C / 2 is added to them.
//
// Timing contract
//   header sampled at edge N -> port, vcs and valid in cycle N
#pragma once

#include "rtl_models/common/registers.hpp"
#include "rtl_models/route_unit/grid.hpp"
#include "rtl_models/route_unit/params.hpp"

namespace slackline::route_unit {

struct State {
  std::uint8_t port = 0;  ///< the output asked for
  bool valid = false;     ///< a header has been routed
  VcMask vcs = 0;         ///< the permitted virtual channels there; 0: no such port
};

namespace detail {

inline Route route_by_entry(const Params& p, const Place& place, TableEntry entry, unsigned more_classes, VcId vc) {
  const unsigned vc_class = entry.vc_class() + more_classes;
  if (!entry.leads_on() || vc_class >= p.classes) return {};
  const bool all_alike = p.classes == 1 && p.choice != Choice::adaptive;
  if (all_alike || has(place.hosts, entry.port())) return {entry.port(), equal_vcs(p, place, entry.port(), vc)};
  if (p.choice == Choice::adaptive) return {entry.port(), vc_bit(vc_class)};
  return {entry.port(), class_vcs(p, vc_class, place.virtual_channels(p, entry.port()) / p.classes, vc)};
}

/// The part of its way that a packet is on, under Valiant's routing.
struct Leg {
  TableEntry entry;
  bool second = false;      ///< it has been at its intermediate switch
  bool turns_here = false;  ///< it is there
};

inline Leg leg(const Params& p, const Place& place, std::uint32_t header, PortId from) {
  const std::uint32_t via = header >> 16, to = header & 0xffff;
  if (via > p.nodes || to >= p.nodes) return {};
  if (via == 0) return {place.entry(p, to, from), true, false};
  const TableEntry entry = place.entry(p, via - 1, from);
  if (!place.is_to_host(entry)) return {entry, false, false};
  return {TableEntry(place.table[to]), true, true};
}

inline Route route_by_table(const Params& p, const Place& place, std::uint32_t header, PortId from, VcId vc) {
  if (p.valiant) {
    const Leg bound = leg(p, place, header, from);
    return route_by_entry(p, place, bound.entry, bound.second ? p.classes / 2u : 0, vc);
  }
  if (header >= p.nodes) return {};
  return route_by_entry(p, place, place.entry(p, header, from), 0, vc);
}

/// The element at the end of a shifted header.
inline TableEntry shifted_entry(const Params& p, std::uint32_t header) {
  const unsigned bits = p.port_bits();
  const std::uint32_t port = header & ((1u << bits) - 1), vc_class = (header >> bits) & ((1u << p.class_bits()) - 1);
  return TableEntry(port, vc_class);
}

/// A route flit that is stripped; no class above p.classes.
inline Route route_by_route_flit(const Params& p, const Place& place, std::uint32_t header, VcId vc) {
  const unsigned bits = stripped_port_bits(p.ports());
  if (header >> bits >= max_classes) return {};
  return route_by_entry(p, place, TableEntry(header & ((1u << bits) - 1), header >> bits), 0, vc);
}

inline Route route_otherwise(const Params& p, const Place& place, std::uint32_t header, PortId from, VcId vc) {
  switch (p.kind) {
    case Kind::dimension_order: return route_on_torus(p, place, header, vc);
    case Kind::table: return route_by_table(p, place, header, from, vc);
    case Kind::source_stripped: return route_by_route_flit(p, place, header, vc);
    case Kind::source_shifted: break;
  }
  return route_by_entry(p, place, shifted_entry(p, header), 0, vc);
}

}  // namespace detail

/// The request at `place` of a packet whose header flit carries the data `header` and came by input port `from` on
/// `vc`, which must be below virtual_channels. With a choice: the entry's route, see options().
inline Route route(const Params& p, const Place& place, std::uint32_t header, PortId from, VcId vc) {
  if (p.kind == Kind::dimension_order && !p.wraps) return detail::route_on_mesh(p, place, header, vc);
  return detail::route_otherwise(p, place, header, from, vc);
}

/// With a choice: the options of the packet.
inline Options options(const Params& p, const Place& place, std::uint32_t node, PortId from, VcId vc) {
  if (node >= p.nodes) return {};
  const bool adaptive = p.choice == Choice::adaptive;
  const bool escaping = adaptive && vc.value < p.classes && !has(place.hosts, from.value);
  const TableEntry entry = adaptive && !escaping ? TableEntry(place.table[node]) : place.entry(p, node, from);
  const Route by_entry = detail::route_by_entry(p, place, entry, 0, vc);
  if (escaping || place.is_to_host(entry)) return {{}, 0, by_entry};
  const PortSet& ports = place.port_sets[place.choices[node]];
  if (!adaptive) return {ports, by_entry.vcs, {}};
  return {ports, static_cast<VcMask>(first_vcs(p.virtual_channels) & ~first_vcs(p.classes)), by_entry};
}

/// The data of the header flit after this switch, for a packet that came by input port `from`. (source_stripped: it is
/// taken off, and none is sent in its place.)
inline std::uint32_t next_header(const Params& p, const Place& place, std::uint32_t header, PortId from) {
  if (p.kind == Kind::source_shifted) return header >> (p.port_bits() + p.class_bits());
  if (p.kind == Kind::table && p.valiant && detail::leg(p, place, header, from).turns_here) return header & 0xffff;
  return header;
}

/// One clock edge of the block alone, at input port `from`: registers the route of a header, clears `valid` when
/// none is there.
inline void step(const Params& p, const Place& place, PortId from, State& s, Flit header) {
  s.valid = header.valid() && header.opens_worm();
  if (!s.valid) return;
  const Route asked = route(p, place, header.data(), from, header.vc());
  s.port = static_cast<std::uint8_t>(asked.port);
  s.vcs = asked.vcs;
}

template <class S, class Visitor, IfState<S, State> = 0>
void visit(S& s, Visitor& v) {
  v.reg("port", s.port);
  v.reg("valid", s.valid);
  v.reg("vcs", s.vcs);
}

/// The options of a header, where they are registered, at a switch of so many ports.
template <class Visitor>
void visit_options(Options& o, unsigned ports, Visitor& v) {
  visit_ports("ports", o.ports, ports, v);
  v.reg("port_vcs", o.vcs);
  v.reg("escape_port", o.otherwise.port);
  v.reg("escape_vcs", o.otherwise.vcs);
}

}  // namespace slackline::route_unit
