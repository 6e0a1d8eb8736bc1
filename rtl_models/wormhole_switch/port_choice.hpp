// port_choice: the request of a header that has several output ports to choose from (route_unit: minimal, adaptive).
//
// At each edge, before headers bid, a header that has not been let go asks for the port of its set with the most open
// lanes that it may take; of several, for the first one after the port that its lane asked last, going round. If none
// is open, for its escape channel if that is open; if nothing is, for the same as before: at first, for the first port
// after the one that the header before it asked. All from the registers before the edge. `Edge` is detail::Edge.
#pragma once

#include "rtl_models/wormhole_switch/demand.hpp"
#include "rtl_models/wormhole_switch/edge_wires.hpp"

namespace slackline::wormhole_switch::detail {

/// The virtual channels that a header with these options may take at one of its ports.
template <class Edge>
VcMask vcs_at(const Edge& edge, const route_unit::Options& options, unsigned port) {
  return options.vcs & first_vcs(edge.place.route.virtual_channels(edge.p.route, port));
}

/// The request to make, where the lane asked port `last`. Not possible(): nothing is open.
template <class Edge>
route_unit::Route open_choice(const Edge& edge, const route_unit::Options& options, unsigned last) {
  route_unit::Route best;
  int most = 0;
  for (auto rest = edge.ports(options.ports) & ~edge.busy; !is_empty(rest);) {
    last = next_behind(rest, last);
    erase(rest, last);
    const int open = __builtin_popcount(edge.open_lanes(last) & vcs_at(edge, options, last));
    if (open <= most) continue;
    most = open;
    best = {static_cast<std::uint16_t>(last), vcs_at(edge, options, last)};
  }
  if (most != 0) return best;
  const route_unit::Route& escape = options.otherwise;
  const bool open =
      escape.possible() && !has(edge.busy, escape.port) && (edge.open_lanes(escape.port) & escape.vcs) != 0;
  return open ? escape : best;
}

/// The request of a header that has just come to the front. Not possible(): it has no way.
template <class Edge>
route_unit::Route first_choice(const Edge& edge, Lane input, Flit header) {
  const unsigned lane = edge.index(input.port, input.vc);
  route_unit::Options& options = edge.s.options[lane];
  options = route_unit::options(edge.p.route, edge.place.route, header.data(), PortId(input.port), VcId(input.vc));
  options.ports &= edge.place.wired;
  if (options.otherwise.possible() && !edge.is_wired(options.otherwise.port)) options.otherwise = {};
  const unsigned last = edge.s.in[lane].route.port;
  const route_unit::Route open = open_choice(edge, options, last);
  if (open.possible() || is_empty(options.ports)) return open.possible() ? open : options.otherwise;
  const unsigned next = next_behind(edge.ports(options.ports), last);
  return {static_cast<std::uint16_t>(next), vcs_at(edge, options, next)};
}

/// A header that asks for an output changes to another one, or to other lanes of it.
template <class Edge>
void ask_elsewhere(Edge& edge, Lane input, route_unit::Route to) {
  route_unit::State& route = edge.in(input).route;
  const unsigned before = route.port;
  route.vcs = to.vcs;
  if (before == to.port) return;
  route.port = static_cast<std::uint8_t>(to.port);
  edge.note_demand_begins(to.port);
  edge.requests_of(to.port, input.vc, input.port).requests |= bit_in_bank(input.port);
  insert(edge.ports(edge.s.wanted), to.port);
  edge.drop_request(before, input);
  // This edge does not count: as if the demand had ended with the edge before.
  if (!edge.in_demand(before)) end_demand(edge.s.link[before], Cycle(edge.now.value - 1));
}

/// Headers that have asked in vain choose again.
template <class Edge>
void choose_again(Edge& edge) {
  for_each_bit(edge.s.with_flits, [&](unsigned v) {
    for_each_bit(edge.requesting(v), [&](unsigned i) {
      const unsigned lane = edge.index(i, v);
      const route_unit::Route open = open_choice(edge, edge.s.options[lane], edge.s.in[lane].route.port);
      if (open.possible()) ask_elsewhere(edge, lane_of(i, v), open);
    });
  });
}

}  // namespace slackline::wormhole_switch::detail
