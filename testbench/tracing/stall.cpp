#include "testbench/tracing/stall.hpp"

namespace slackline::tracing {

namespace {

using wormhole_switch::Params;
using wormhole_switch::State;
using wormhole_switch::Switching;

Stall held_back(const Params& p) { return p.has_credits() ? Stall::no_credit : Stall::stopped; }

Stall worm_reason(const Params& p, const wormhole_switch::InputLane& lane, const VcGates* gates, PortMask busy,
                  crossbar::Lane output, Cycle now) {
  if (slack_buffer::front(lane.buffer).opens_worm()) return Stall::routing;  // the worm before it has been cut
  const bool holds_back = p.switching == Switching::wormhole || p.has_credits();
  if (holds_back && has(gates[output.vc].stopped, output.port)) return held_back(p);
  if (has(busy, output.port)) return Stall::link_busy;
  if (slack_buffer::front_age(lane.buffer, now) <= p.data_wait()) return Stall::reading;
  return Stall::lost_arbitration;
}

Stall header_reason(const Params& p, const route_unit::State& route, const VcGates* gates, PortMask busy) {
  bool some_free = false, some_open = false, some_uncharged = false, some_ready = false;
  const unsigned vcs = p.virtual_channels == 1 ? 1 : route.vcs;
  for_each_bit(vcs, [&](unsigned w) {
    if (has(gates[w].held, route.port)) return;
    some_free = true;
    if (has(gates[w].stopped, route.port)) return;
    some_open = true;
    if (has(gates[w].charged, route.port)) return;
    some_uncharged = true;
    some_ready = some_ready || !has(gates[w].too_small, route.port);
  });
  if (!some_free) return Stall::no_output;
  if (!some_open) return held_back(p);
  if (has(busy, route.port)) return Stall::link_busy;
  if (!some_uncharged) return Stall::routing;
  return some_ready ? Stall::lost_arbitration : Stall::no_credit;
}

}  // namespace

VcGates gates_of(const Params& p, const State& s, unsigned vc, Cycle now) {
  const wormhole_switch::VirtualChannel& channel = s.vc[vc];
  VcGates gates;
  gates.occupied = channel.occupied;
  gates.connected = s.crossbar.connected[vc];
  gates.requesting = channel.requesting;
  gates.held = s.crossbar.held[vc];
  gates.stopped = channel.flow.stopped;
  gates.stop_out = wormhole_switch::stop_out(p, s, vc);
  const bool whole_packets = p.switching == Switching::virtual_cut_through && p.has_credits();
  if (p.arbitration == 0 && !whole_packets) return gates;
  for (unsigned o = 0; o < p.ports; ++o) {
    gates.charged |= PortMask{now + 1 < s.out_lane[crossbar::lane_index(o, vc, p.virtual_channels)].free_at} << o;
    const bool too_small = whole_packets && !flow_controller::has_room(channel.flow, o, p.longest_packet);
    gates.too_small |= PortMask{too_small} << o;
  }
  return gates;
}

PortMask busy_links(const State& s, PortMask slow, Cycle now) {
  PortMask busy = 0;
  for_each_bit(slow, [&](unsigned o) { busy |= PortMask{now < s.link[o].link_free} << o; });
  return busy;
}

Stall reason(const Params& p, const State& s, const VcGates* gates, PortMask busy, unsigned i, unsigned v, Cycle now) {
  const unsigned index = crossbar::lane_index(i, v, p.virtual_channels);
  if (has(gates[v].connected, i)) return worm_reason(p, s.in[index], gates, busy, s.crossbar.output_of[index], now);
  if (!has(s.vc[v].requesting, i)) return Stall::routing;
  return header_reason(p, s.in[index].route, gates, busy);
}

}  // namespace slackline::tracing
