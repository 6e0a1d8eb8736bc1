#include "testbench/tracing/stall.hpp"

#include "testbench/monitors/header_options.hpp"

namespace slackline::tracing {

namespace {

using wormhole_switch::Params;
using wormhole_switch::State;

/// The gates of a virtual channel at the bank of a port.
const VcGates& at(const Params& p, const VcGates* gates, unsigned port, unsigned vc) {
  return gates[port / ports_of_bank * p.virtual_channels + vc];
}

Stall held_back(bool by_credit) { return by_credit ? Stall::no_credit : Stall::stopped; }

Stall worm_reason(const Params& p, const State& s, unsigned index, const VcGates* gates, const PortSet& busy,
                  Cycle now) {
  const wormhole_switch::InputLane& lane = s.in[index];
  const crossbar::Lane output = s.crossbar.output_of[index];
  if (is_barred(s, output.port, output.vc)) return Stall::cut_by_barrier;
  if (slack_buffer::front(lane.buffer).opens_worm()) return Stall::routing;  // the worm before it has been cut
  const bool by_credit = counts_credits(p, s, output.port, output.vc);
  const bool holds_back = by_credit || !has(s.cut_through, output.port);
  if (holds_back && has(at(p, gates, output.port, output.vc).stopped, output.port % ports_of_bank))
    return held_back(by_credit);
  if (has(busy, output.port)) return Stall::link_busy;
  if (slack_buffer::front_age(lane.buffer, now) <= p.data_wait()) return Stall::reading;
  return Stall::lost_arbitration;
}

/// How far the output lanes that would do let a header come.
struct WayOn {
  bool some_free = false, some_open = false, some_idle = false, some_uncharged = false, some_ready = false;
  bool by_credit = false;  // one that is stopped has no credit

  void add(const Params& p, const State& s, unsigned port, VcMask vcs, const VcGates* gates, const PortSet& busy) {
    const unsigned of_bank = port % ports_of_bank;
    for_each_bit(vcs, [&](unsigned w) {
      const VcGates& lanes = at(p, gates, port, w);
      if (has(lanes.held, of_bank) || is_barred(s, port, w)) return;
      some_free = true;
      if (has(lanes.stopped, of_bank)) {
        by_credit = by_credit || counts_credits(p, s, port, w);
        return;
      }
      some_open = true;
      if (has(busy, port)) return;
      some_idle = true;
      if (has(lanes.charged, of_bank)) return;
      some_uncharged = true;
      some_ready = some_ready || !has(lanes.too_small, of_bank);
    });
  }
};

Stall header_reason(const Params& p, const State& s, unsigned index, const VcGates* gates, const PortSet& busy) {
  WayOn way;
  if (p.has_choice()) {
    for (const monitors::HeaderOption& option : monitors::header_options(p, s, index))
      way.add(p, s, option.port, option.vcs, gates, busy);
  } else {
    const route_unit::State& route = s.in[index].route;
    way.add(p, s, route.port, p.virtual_channels == 1 ? VcMask{1} : route.vcs, gates, busy);
  }
  if (!way.some_free) return Stall::no_output;
  if (!way.some_open) return held_back(way.by_credit);
  if (!way.some_idle) return Stall::link_busy;
  if (!way.some_uncharged) return Stall::routing;
  return way.some_ready ? Stall::lost_arbitration : Stall::no_credit;
}

}  // namespace

VcGates gates_of(const Params& p, const State& s, unsigned bank, unsigned vc, Cycle now) {
  const wormhole_switch::VirtualChannel& channel = s.vc[bank * p.flow_channels() + vc];
  VcGates gates;
  gates.occupied = channel.occupied;
  gates.connected = s.crossbar.connected[bank * p.virtual_channels + vc];
  gates.requesting = channel.requesting;
  gates.held = s.crossbar.held[bank * p.virtual_channels + vc];
  gates.stopped = channel.flow.stopped;
  gates.stop_out = wormhole_switch::stop_out(p, s, vc, bank);
  const bool some_wait_for_room = channel.flow.by_credit != 0 && (!is_empty(s.cut_through) || p.is_adaptive(vc));
  if (p.arbitration == 0 && !some_wait_for_room) return gates;
  for (unsigned o = 0; o < ports_in_bank(p.ports, bank); ++o) {
    const crossbar::Lane lane = crossbar::lane_of(bank * ports_of_bank + o, vc);
    const unsigned wanted = monitors::credits_wanted(p, s, lane);
    gates.charged |= PortMask{now + 1 < s.out_lane[crossbar::lane_index(lane, p.virtual_channels)].free_at} << o;
    const bool too_small = wanted > 1 && !flow_controller::has_room(channel.flow, o, wanted);
    gates.too_small |= PortMask{too_small} << o;
  }
  return gates;
}

PortSet busy_links(const State& s, const PortSet& slow, Cycle now) {
  PortSet busy;
  for_each_bit(slow, [&](unsigned o) { insert_if(busy, o, now < s.link[o].pacer.free); });
  return busy;
}

Stall reason(const Params& p, const State& s, const VcGates* gates, const PortSet& busy, unsigned i, unsigned v,
             Cycle now) {
  const unsigned index = crossbar::lane_index(i, v, p.virtual_channels);
  if (has(at(p, gates, i, v).connected, i % ports_of_bank)) return worm_reason(p, s, index, gates, busy, now);
  if (!is_requesting(p, s, i, v)) return Stall::routing;
  return header_reason(p, s, index, gates, busy);
}

}  // namespace slackline::tracing
