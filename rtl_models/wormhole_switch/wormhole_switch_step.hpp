// One clock edge of wormhole_switch, inlined into both engines. The contract is in wormhole_switch.hpp.
#pragma once

#include <array>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch {

namespace detail {

using crossbar::Lane;

inline Lane lane_of(unsigned port, unsigned vc) {
  return {static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)};
}

/// The first of `channels`, which are not none, at or behind `turn`, in a circle.
inline unsigned in_turn(VcMask channels, unsigned turn) {
  const VcMask behind = static_cast<VcMask>(channels & (~0u << turn));
  return lowest(behind != 0 ? behind : channels);
}

/// The edge in the making: what the passes over ports and lanes have decided so far. What the compiler may know, it folds
/// away: `fixed_vcs` is the number of virtual channels, 0 where Params says it; `plain` says Params::plain().
template <unsigned fixed_vcs, bool plain, class Drive>
struct Edge {
  static constexpr unsigned most_vcs = fixed_vcs != 0 ? fixed_vcs : most_virtual_channels;
  static constexpr bool one_vc = fixed_vcs == 1;
  using Masks = std::array<PortMask, most_vcs>;

  const Params& p;
  const Place& place;
  State& s;
  const Cycle now;
  Drive& drive;
  const PortMask busy;  // outputs whose link still carries the flit before
  // Registers as they were before the edge. An input port has a bit in `bids` for each lane whose flit may leave.
  Masks connected, held, stopped, bids, popped;
  PortMask staged = 0;

  Edge(const Params& params, const Place& at, State& state, Cycle edge, Drive& to)
      : p(params), place(at), s(state), now(edge), drive(to), busy(busy_links()) {
    for (unsigned v = 0; v < vcs(); ++v) {
      connected[v] = s.crossbar.connected[v];
      held[v] = s.crossbar.held[v];
      stopped[v] = s.vc[v].flow.stopped;
      if (one_vc && plain) stopped[v] |= busy;  // one test for both
      bids[v] = popped[v] = 0;
    }
  }

  unsigned vcs() const { return fixed_vcs != 0 ? fixed_vcs : p.virtual_channels; }
  unsigned index(unsigned port, unsigned vc) const { return port * vcs() + vc; }
  InputLane& in(Lane lane) { return s.in[index(lane.port, lane.vc)]; }

  bool has_credits() const { return !plain && p.has_credits(); }
  bool strips_routes() const { return !plain && p.strips_routes(); }
  bool shifts_routes() const { return !plain && p.route.kind == route_unit::Kind::source_shifted; }
  bool cuts_through() const { return !plain && p.switching == Switching::virtual_cut_through; }
  PortMask busy_links() const {
    PortMask links = 0;
    for_each_bit(place.slow, [&](unsigned o) { links |= PortMask{now < s.out[o].link_free} << o; });
    return links;
  }

  /// STOP holds every flit back; in virtual cut-through headers only.
  bool holds_worms_back() const { return !cuts_through() || has_credits(); }

  /// The flit leaves the buffer of `lane`.
  Flit take(Lane lane) {
    slack_buffer::State& buffer = in(lane).buffer;
    const Flit flit = slack_buffer::front(buffer);
    slack_buffer::pop(p.buffer, buffer);
    popped[lane.vc] |= bit(lane.port);
    s.vc[lane.vc].occupied &= ~(PortMask{buffer.count == 0} << lane.port);
    return flit;
  }

  /// The flit goes through the crossbar.
  void send(Lane output, Flit flit) {
    if (!one_vc) flit = flit.on(VcId(output.vc));
    OutputPort& out = s.out[output.port];
    ++out.flits;
    if (has_credits()) flow_controller::spend(s.vc[output.vc].flow, output.port);
    if (has(place.slow, output.port)) out.link_free = now + out.cycles_per_flit;
    if (p.crossbar == 1) {
      drive(output.port, flit);
    } else {
      s.stage_flits[row() * p.ports + output.port] = flit;
      staged |= bit(output.port);
    }
  }

  std::size_t row() const { return now.value % p.stages_after_grant(); }

  /// Flits that entered the last crossbar stage's row one turn ago reach the output registers.
  void drive_stages() {
    if (p.crossbar == 1) return;
    for_each_bit(s.stage_valid[row()], [&](unsigned o) { drive(o, s.stage_flits[row() * p.ports + o]); });
  }

  /// Behind a tail both its lanes are free again, from `now` + 1 + arbitration on.
  void charge_arbitration(Lane input, Lane output) {
    in(input).ask_at = s.out_lane[index(output.port, output.vc)].free_at = now + 1 + p.arbitration;
  }

  /// The worm that holds an output may send its next flit: says whether it may.
  bool worm_may_move(unsigned i, unsigned v) {
    const Lane output = s.crossbar.output_of[index(i, v)];
    if (!(one_vc && plain) && has(busy, output.port)) return false;
    if (has(stopped[one_vc ? 0 : output.vc], output.port) && holds_worms_back()) return false;
    return p.data_wait() == 0 || slack_buffer::front_age(s.in[index(i, v)].buffer, now) > p.data_wait();
  }

  /// A worm goes on by one flit.
  void move_worm(Lane input) {
    InputLane& lane = in(input);
    const Lane output = s.crossbar.output_of[index(input.port, input.vc)];
    if (slack_buffer::front(lane.buffer).opens_worm()) {
      cut_worm(lane, input, output);
      return;
    }
    Flit flit = take(input);
    if (strips_routes()) flit = behind_the_route(lane, flit);
    send(output, flit);
    if (flit.closes_worm()) close_worm(input, output);
  }

  /// The tail got lost: closes the worm, the header waits for its own turn.
  void cut_worm(InputLane& lane, Lane input, Lane output) {
    if (lane.promote) {  // nothing of the worm has been sent
      ++s.faults.empty;
      lane.promote = false;
    } else {
      ++s.faults.truncated;
      send(output, Flit(FlitKind::abort, VcId(output.vc), 0, 0));
    }
    close_worm(input, output);
  }

  void close_worm(Lane input, Lane output) {
    crossbar::release(p.crossbar_params(), s.crossbar, input);
    charge_arbitration(input, output);
  }

  /// What becomes of a flit of a packet whose route flit has been stripped here.
  Flit behind_the_route(InputLane& lane, Flit flit) {
    if (p.trailing_crc) {
      if (flit.closes_worm())
        flit = flit.with_data(flit.data() ^ lane.crc_update);
      else
        lane.crc_update = crc8_step(lane.crc_update, 0);
    }
    if (lane.promote) {
      lane.promote = false;
      flit = flit.as_header();
    }
    return flit;
  }

  /// Worms that hold an output go on; with several VCs, they bid for it.
  void move_worms() {
    for (unsigned v = 0; v < vcs(); ++v)
      for_each_bit(s.vc[v].occupied & connected[v], [&](unsigned i) {
        if (!worm_may_move(i, v)) return;
        if (one_vc)
          move_worm(lane_of(i, v));
        else
          bids[v] |= bit(i);
      });
  }

  /// Headers at the front of their buffer begin to ask for their output.
  void route_headers(const Masks& occupied) {
    for (unsigned v = 0; v < vcs(); ++v)
      for_each_bit(occupied[v] & ~connected[v] & ~s.vc[v].requesting, [&](unsigned i) { route_header(i, v); });
  }

  void route_header(unsigned i, unsigned v) {
    InputLane& lane = s.in[index(i, v)];
    const Flit flit = slack_buffer::front(lane.buffer);
    if (!flit.opens_worm()) {
      ++s.faults.orphans;
      take(lane_of(i, v));
      return;
    }
    if (p.header_wait() != 0 && slack_buffer::front_age(lane.buffer, now) <= p.header_wait()) return;
    if (now < lane.ask_at) return;
    const route_unit::Route asked =
        route_unit::route(p.route, place.route, flit.data(), VcId(static_cast<std::uint8_t>(v)));
    if (!asked.possible() || !has(place.wired, asked.port)) {
      ++s.faults.misrouted;
      take(lane_of(i, v));
      return;
    }
    if (strips_routes() && flit.closes_worm()) {
      ++s.faults.empty;
      ++s.stripped;
      take(lane_of(i, v));
      return;
    }
    lane.route = {asked.port, true, asked.vcs};
    s.out_lane[index(asked.port, v)].requests |= bit(i);
    lane.ask_at = now;
    s.wanted |= bit(asked.port);
    s.vc[v].requesting |= bit(i);
  }

  /// An output lane that is neither held nor stopped may take a header.
  bool lane_is_ready(unsigned o, unsigned w) const {
    if (now < s.out_lane[index(o, w)].free_at) return false;
    return !cuts_through() || !has_credits() ||
           flow_controller::has_room(s.vc[w].flow, o, p.longest_packet);
  }

  /// With one VC: free outputs take a header each.
  void grant_headers() {
    for_each_bit(s.wanted & ~held[0] & ~stopped[0] & ~busy, [&](unsigned o) {
      if (lane_is_ready(o, 0)) grant_header(o, pick_header(o, s.out_lane[o].requests, 0), 0);
    });
  }

  /// The arbiter's choice of the input ports in `asking`, all of them on VC `vc`, or on those that `bids` tells.
  Lane pick_header(unsigned o, PortMask asking, unsigned vc) {
    const router_arbiter::Params arbiter = p.arbiter_params();
    OutputPort& out = s.out[o];
    if (arbiter.policy == router_arbiter::Policy::oldest_first)
      for_each_bit(asking, [&](unsigned i) {
        router_arbiter::begin_request(arbiter, out.arbiter, i, s.in[index(i, one_vc ? vc : bidding_vc(o, i))].ask_at);
      });
    const unsigned i = router_arbiter::pick(arbiter, out.arbiter, asking);
    return lane_of(i, one_vc ? vc : bidding_vc(o, i));
  }

  /// The header takes output lane (o, w), and its first flit leaves.
  void grant_header(unsigned o, Lane input, unsigned w) {
    router_arbiter::grant(p.arbiter_params(), s.out[o].arbiter, input.port);
    withdraw_request(o, input);
    InputLane& lane = in(input);
    const Flit flit = take(input);
    const Lane output = lane_of(o, w);
    if (strips_routes()) {
      ++s.stripped;
      lane.promote = true;
      if (p.trailing_crc) lane.crc_update = crc8_step(0, static_cast<std::uint8_t>(flit.data()));
    } else {
      send(output, shifts_routes() ? flit.with_data(route_unit::next_header(p.route, flit.data())) : flit);
    }
    if (flit.closes_worm())
      charge_arbitration(input, output);
    else
      crossbar::connect(p.crossbar_params(), s.crossbar, input, output);
  }

  void withdraw_request(unsigned o, Lane input) {
    s.out_lane[index(o, input.vc)].requests &= ~bit(input.port);
    PortMask rest = 0;
    for (unsigned v = 0; v < vcs(); ++v) rest |= s.out_lane[index(o, v)].requests;
    s.wanted &= ~(PortMask{rest == 0} << o);
    s.vc[input.vc].requesting &= ~bit(input.port);
    in(input).route.valid = false;
  }

  // What follows decides between the lanes of a port: not needed with one VC.

  /// Outputs at which a header bids, and the lanes that headers could take there.
  PortMask header_outputs = 0;
  std::array<VcMask, 64> open_at;

  /// The lanes of output `o` that a header could take.
  VcMask open_lanes(unsigned o) const {
    VcMask open = 0;
    for (unsigned w = 0; w < vcs(); ++w)
      if (!has(held[w] | stopped[w], o) && lane_is_ready(o, w)) open |= vc_bit(w);
    return open;
  }

  /// Headers bid for their output when a lane that they may take is open.
  void bid_headers() {
    for_each_bit(s.wanted & ~busy, [&](unsigned o) {
      const VcMask open = open_lanes(o);
      if (open == 0) return;
      open_at[o] = open;
      for (unsigned v = 0; v < vcs(); ++v)
        for_each_bit(s.out_lane[index(o, v)].requests, [&](unsigned i) {
          if ((s.in[index(i, v)].route.vcs & open) == 0) return;
          bids[v] |= bit(i);
          header_outputs |= bit(o);
        });
    });
  }

  /// An input port keeps one of its bids.
  void arbitrate_inputs() {
    PortMask once = 0, twice = 0;
    for (unsigned v = 0; v < vcs(); ++v) {
      twice |= once & bids[v];
      once |= bids[v];
    }
    for_each_bit(twice, [&](unsigned i) {
      VcMask lanes = 0;
      for (unsigned v = 0; v < vcs(); ++v) lanes |= static_cast<VcMask>(unsigned{has(bids[v], i)} << v);
      const unsigned kept = in_turn(lanes, s.in_turn[i]);
      for (unsigned v = 0; v < vcs(); ++v)
        if (v != kept) bids[v] &= ~bit(i);
    });
  }

  /// The VC on which input `i` bids for output `o` with a header.
  unsigned bidding_vc(unsigned o, unsigned i) const {
    unsigned v = 0;
    while (!has(bids[v] & s.out_lane[index(o, v)].requests, i)) ++v;
    return v;
  }

  /// Input ports left that bid for output `o` with a header.
  PortMask bidding_headers(unsigned o) const {
    PortMask asking = 0;
    for (unsigned v = 0; v < vcs(); ++v) asking |= bids[v] & s.out_lane[index(o, v)].requests;
    return asking;
  }

  /// Each output takes one flit: of a worm, or the arbiter's choice of the headers.
  void arbitrate_outputs() {
    PortMask asked = 0;
    std::array<VcMask, 64> worms;  // per output in `asked`: its lanes whose worm bids
    for (unsigned v = 0; v < vcs(); ++v)
      for_each_bit(bids[v] & connected[v], [&](unsigned i) {
        const Lane output = s.crossbar.output_of[index(i, v)];
        if (!has(asked, output.port)) worms[output.port] = 0;
        asked |= bit(output.port);
        worms[output.port] |= vc_bit(output.vc);
      });
    for_each_bit(asked | header_outputs, [&](unsigned o) {
      const VcMask moving = has(asked, o) ? worms[o] : VcMask{0};
      const PortMask asking = has(header_outputs, o) ? bidding_headers(o) : 0;
      if (moving != 0 || asking != 0) serve_output(o, moving, asking);
    });
  }

  void serve_output(unsigned o, VcMask moving, PortMask asking) {
    OutputPort& out = s.out[o];
    Lane header;
    unsigned opened = most_virtual_channels;  // the lane that the header would take
    if (asking != 0) {
      header = pick_header(o, asking, 0);
      opened = in_turn(in(header).route.vcs & open_at[o], out.lane_turn);
    }
    const VcMask all = static_cast<VcMask>(moving | (asking != 0 ? vc_bit(opened) : 0u));
    const unsigned w = in_turn(all, out.link_turn);
    const Lane input = w == opened ? header : s.crossbar.input_of[index(o, w)];
    out.link_turn = next_turn(w);
    s.in_turn[input.port] = next_turn(input.vc);
    if (w == opened) {
      out.lane_turn = next_turn(w);
      grant_header(o, input, w);
    } else {
      move_worm(input);
    }
  }

  std::uint8_t next_turn(unsigned vc) const { return static_cast<std::uint8_t>(vc + 1 == vcs() ? 0 : vc + 1); }

  /// What arrived is written; counts that changed are told to the flow controllers.
  template <class FlitIn>
  void write_arrivals(PortMask arrivals, FlitIn& flit_in) {
    Masks pushed{};
    for_each_bit(arrivals, [&](unsigned i) {
      const Flit flit = flit_in(i);
      const unsigned v = one_vc ? 0 : flit.vc().value;
      if (v >= vcs()) {
        ++s.faults.orphans;
        return;
      }
      slack_buffer::State& buffer = s.in[index(i, v)].buffer;
      const unsigned before = buffer.count + has(popped[v], i);
      if (slack_buffer::push(p.buffer, buffer, flit, now, before))
        pushed[v] |= bit(i);
      else
        ++s.faults.overflows;
    });
    for (unsigned v = 0; v < vcs(); ++v) {
      VirtualChannel& vc = s.vc[v];
      vc.occupied |= pushed[v];
      if (has_credits())
        flow_controller::free_slots(vc.flow, popped[v]);
      else
        for_each_bit(pushed[v] ^ popped[v], [&](unsigned i) {
          flow_controller::watch(p.flow, vc.flow, i, s.in[index(i, v)].buffer.count);
        });
    }
  }

  /// The row of this edge takes the flits sent; true while any stage holds one.
  bool store_stages() {
    if (p.crossbar == 1) return false;
    s.stage_valid[row()] = staged;
    PortMask any = 0;
    for (unsigned i = 0; i < p.stages_after_grant(); ++i) any |= s.stage_valid[i];
    return any != 0;
  }

  Masks occupied_now() const {
    Masks occupied{};
    for (unsigned v = 0; v < vcs(); ++v) occupied[v] = s.vc[v].occupied;
    return occupied;
  }
};

}  // namespace detail

/// One clock edge. `flit_in(port)` gives the flit of a port in `in.arrivals`; `drive(port, flit)` puts a flit on an output
/// register: an output that is not driven carries nothing in this cycle. `drive_stop(vc, changed)` is called for each VC,
/// with the input ports whose stop_out differs from the cycle before. Returns true while further edges without arrivals or
/// changed stop_in would change something. `fixed_vcs` and `plain` are for speed: Params::virtual_channels where the caller
/// knows it, otherwise 0; and Params::plain() where it knows it to be true.
template <unsigned fixed_vcs, bool plain, class FlitIn, class Drive, class DriveStop>
inline bool step(const Params& p, const Place& place, State& s, Cycle now, const Inputs& in, FlitIn&& flit_in,
                 Drive&& drive, DriveStop&& drive_stop) {
  detail::Edge<fixed_vcs, plain, Drive> edge(p, place, s, now, drive);
  const auto occupied = edge.occupied_now();  // before anything leaves
  edge.drive_stages();
  edge.move_worms();
  edge.route_headers(occupied);
  if constexpr (fixed_vcs == 1) {
    edge.grant_headers();
  } else {
    edge.bid_headers();
    edge.arbitrate_inputs();
    edge.arbitrate_outputs();
  }

  std::array<PortMask, edge.most_vcs> stop_before;
  for (unsigned v = 0; v < edge.vcs(); ++v) {
    stop_before[v] = stop_out(p, s, v);
    flow_controller::advance<plain>(p.flow, s.vc[v].flow, in.stop_in[v]);
  }
  edge.write_arrivals(in.arrivals, flit_in);

  bool awake = edge.store_stages();
  for (unsigned v = 0; v < edge.vcs(); ++v) {
    if (const PortMask changed = stop_out(p, s, v) ^ stop_before[v]) drive_stop(v, changed);
    awake = awake || s.vc[v].occupied != 0 || !flow_controller::settled<plain>(p.flow, s.vc[v].flow, in.stop_in[v]);
  }
  return awake;
}

}  // namespace slackline::wormhole_switch
