// One clock edge of wormhole_switch, inlined into both engines. The contract is in wormhole_switch.hpp.
#pragma once

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch {

namespace detail {

/// The edge in the making: what one pass over the ports has decided so far.
template <class Drive>
struct Edge {
  const Params& p;
  const Place& place;
  State& s;
  const Cycle now;
  Drive& drive;
  const PortMask stopped;      // by STOP or a busy link; registers as they were before the edge
  const PortMask free_inputs;  // occupied, holding no output
  const PortMask held;
  PortMask popped = 0;
  PortMask staged = 0;

  /// The flit leaves the buffer of `input`.
  void take(unsigned input) {
    slack_buffer::State& buffer = s.in[input].buffer;
    slack_buffer::pop(p.buffer, buffer);
    popped |= bit(input);
    s.occupied &= ~(PortMask{buffer.count == 0} << input);
  }

  /// The flit goes through the crossbar.
  void send(unsigned output, Flit flit) {
    OutputPort& out = s.out[output];
    ++out.flits;
    if (has(place.slow, output)) out.link_free = now + out.cycles_per_flit;
    if (p.crossbar == 1) {
      drive(output, flit);
    } else {
      s.stage_flits[row() * p.ports + output] = flit;
      staged |= bit(output);
    }
  }

  std::size_t row() const { return now.value % p.stages_after_grant(); }

  /// Flits that entered the last crossbar stage's row one turn ago reach the output registers.
  void drive_stages() {
    if (p.crossbar == 1) return;
    for_each_bit(s.stage_valid[row()], [&](unsigned o) { drive(o, s.stage_flits[row() * p.ports + o]); });
  }

  /// Worms that hold an output go on.
  void move_worms() {
    for_each_bit(s.occupied & s.crossbar.connected, [&](unsigned i) {
      const unsigned o = s.crossbar.output_of[i];
      if (has(stopped, o)) return;
      InputPort& in = s.in[i];
      if (p.data_wait() != 0 && slack_buffer::front_age(in.buffer, now) <= p.data_wait()) return;
      Flit flit = slack_buffer::front(in.buffer);
      if (flit.opens_worm()) {  // the tail got lost: close the worm, the header waits for its own turn
        ++s.faults.truncated;
        flit = Flit(FlitKind::abort, flit.vc(), 0, 0);
      } else {
        take(i);
      }
      send(o, flit);
      if (flit.closes_worm()) {
        crossbar::release(s.crossbar, i);
        in.front_at = s.out[o].free_at = now + 1 + p.arbitration;
      }
    });
  }

  /// Headers at the front of their buffer begin to ask for their output.
  void route_headers() {
    for_each_bit(free_inputs & ~s.requesting, [&](unsigned i) {
      InputPort& in = s.in[i];
      const Flit flit = slack_buffer::front(in.buffer);
      if (!flit.opens_worm()) {
        ++s.faults.orphans;
        take(i);
        return;
      }
      if (p.header_wait() != 0 && slack_buffer::front_age(in.buffer, now) <= p.header_wait()) return;
      if (now < in.front_at) return;
      const route_unit::Route route = route_unit::route(p.route, place.route, flit.data(), flit.vc());
      const unsigned o = route.port;
      if (!route.possible() || !has(place.wired, o)) {
        ++s.faults.misrouted;
        take(i);
        return;
      }
      in.route = {route.port, true, route.vcs};
      s.out[o].requests |= bit(i);
      router_arbiter::begin_request(p.arbiter_params(), s.out[o].arbiter, i, now);
      s.wanted |= bit(o);
      s.requesting |= bit(i);
    });
  }

  /// Free outputs take a header each.
  void grant_headers() {
    for_each_bit(s.wanted & ~held & ~stopped, [&](unsigned o) {
      OutputPort& out = s.out[o];
      if (now < out.free_at) return;
      const router_arbiter::Params arbiter = p.arbiter_params();
      const unsigned i = router_arbiter::pick(arbiter, out.arbiter, out.requests);
      router_arbiter::grant(arbiter, out.arbiter, i);
      out.requests &= ~bit(i);
      s.wanted &= ~(PortMask{out.requests == 0} << o);
      s.requesting &= ~bit(i);
      s.in[i].route.valid = false;
      const Flit flit = slack_buffer::front(s.in[i].buffer);
      take(i);
      send(o, flit);
      if (flit.closes_worm())
        s.in[i].front_at = out.free_at = now + 1 + p.arbitration;
      else
        crossbar::connect(s.crossbar, i, o);
    });
  }

  /// What arrived is written; counts that changed are told to the flow controller.
  template <class FlitIn>
  void write_arrivals(PortMask arrivals, FlitIn& flit_in) {
    PortMask pushed = 0;
    for_each_bit(arrivals, [&](unsigned i) {
      slack_buffer::State& buffer = s.in[i].buffer;
      const unsigned before = buffer.count + has(popped, i);
      if (slack_buffer::push(p.buffer, buffer, flit_in(i), now, before))
        pushed |= bit(i);
      else
        ++s.faults.overflows;
    });
    s.occupied |= pushed;
    for_each_bit(pushed ^ popped, [&](unsigned i) { flow_controller::watch(p.flow, s.flow, i, s.in[i].buffer.count); });
  }

  /// The row of this edge takes the flits sent; true while any stage holds one.
  bool store_stages() {
    if (p.crossbar == 1) return false;
    s.stage_valid[row()] = staged;
    PortMask any = 0;
    for (unsigned i = 0; i < p.stages_after_grant(); ++i) any |= s.stage_valid[i];
    return any != 0;
  }
};

/// Outputs whose link is still busy with the flit before.
inline PortMask busy_links(const Place& place, const State& s, Cycle now) {
  PortMask busy = 0;
  for_each_bit(place.slow, [&](unsigned o) { busy |= PortMask{now < s.out[o].link_free} << o; });
  return busy;
}

}  // namespace detail

/// One clock edge. `flit_in(port)` gives the flit of a port in `in.arrivals`; `drive(port, flit)` puts a flit on an output
/// register. An output that is not driven carries nothing in this cycle.
template <class FlitIn, class Drive>
inline Result step(const Params& p, const Place& place, State& s, Cycle now, const Inputs& in, FlitIn&& flit_in,
                   Drive&& drive) {
  detail::Edge<Drive> edge{p,
                           place,
                           s,
                           now,
                           drive,
                           s.flow.stopped | detail::busy_links(place, s, now),
                           s.occupied & ~s.crossbar.connected,
                           s.crossbar.held};
  edge.drive_stages();
  edge.move_worms();
  edge.route_headers();
  edge.grant_headers();

  const PortMask stop_before = stop_out(p, s);
  flow_controller::advance(p.flow, s.flow, in.stop_in);
  edge.write_arrivals(in.arrivals, flit_in);

  Result result;
  result.stop_changed = stop_out(p, s) ^ stop_before;
  result.awake = edge.store_stages() || s.occupied != 0 || !flow_controller::settled(p.flow, s.flow, in.stop_in);
  return result;
}

}  // namespace slackline::wormhole_switch
