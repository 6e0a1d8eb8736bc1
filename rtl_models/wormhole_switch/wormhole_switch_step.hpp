// One clock edge of wormhole_switch, inlined into both engines. The contract is in wormhole_switch.hpp.
#pragma once

#include <array>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch {

namespace detail {

using crossbar::Lane;
using crossbar::lane_of;

/// The edge in the making: what the passes over ports and lanes have decided so far. What the compiler may know, it
/// folds away: `fixed_vcs` is the number of virtual channels, 0 where Params says it; `plain` says Params::plain().
template <unsigned fixed_vcs, bool plain, class Drive>
struct Edge {
  static constexpr unsigned most_vcs = fixed_vcs != 0 ? fixed_vcs : most_virtual_channels;
  static constexpr bool one_vc = fixed_vcs == 1;
  static_assert(plain || !one_vc, "the short form for one virtual channel is for plain switches");
  using Masks = std::array<PortMask, most_vcs>;

  const Params& p;
  const Place& place;
  State& s;
  const Cycle now;
  Drive& drive;
  const PortMask* const stop_in;
  const PortMask busy;      // outputs whose link still carries the flit before
  const VcMask with_flits;  // VCs on which some buffer holds a flit
  Masks popped;             // input ports whose lane a flit has left
  PortMask staged = 0;

  Edge(const Params& params, const Place& at, State& state, Cycle edge, Drive& to, const PortMask* stops)
      : p(params),
        place(at),
        s(state),
        now(edge),
        drive(to),
        stop_in(stops),
        busy(busy_links()),
        with_flits(state.with_flits),
        before(registers_before()) {
    for (unsigned v = 0; v < vcs(); ++v) popped[v] = 0;
  }

  /// Calls body(v) for each VC in `channels`; with one VC always for that.
  template <class Body>
  void each(unsigned channels, Body&& body) const {
    if constexpr (one_vc)
      body(0u);
    else
      for_each_bit(channels, body);
  }

  unsigned vcs() const { return fixed_vcs != 0 ? fixed_vcs : p.virtual_channels; }
  unsigned index(unsigned port, unsigned vc) const { return crossbar::lane_index(port, vc, vcs()); }
  InputLane& in(Lane lane) { return s.in[index(lane.port, lane.vc)]; }

  router_arbiter::Params vc_arbiter() const {
    return {static_cast<std::uint8_t>(vcs()), router_arbiter::Policy::matrix};
  }
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

  /// The front flit leaves the buffer of `lane`. Behind advance_flow_controllers().
  void take(Lane lane) {
    slack_buffer::State& buffer = in(lane).buffer;
    slack_buffer::pop(p.buffer, buffer);
    popped[lane.vc] |= bit(lane.port);
    VirtualChannel& vc = s.vc[lane.vc];
    vc.occupied &= ~(PortMask{buffer.count == 0} << lane.port);
    if (!one_vc) s.with_flits &= static_cast<VcMask>(~(unsigned{vc.occupied == 0} << lane.vc));
    if (has_credits())
      flow_controller::free_slots(vc.flow, bit(lane.port));
    else
      flow_controller::watch(p.flow, vc.flow, lane.port, buffer.count);
    note_flow(lane.vc);
  }

  /// The flow controller of a VC may have got something to tell.
  void note_flow(unsigned v) {
    const flow_controller::State& flow = s.vc[v].flow;
    if (!one_vc) s.unsettled |= static_cast<VcMask>(unsigned{flow.level != flow.stop} << v);
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
  bool worm_may_move(unsigned i, unsigned v, Lane output) const {
    if (!one_vc && has(busy, output.port)) return false;
    const PortMask stopped = one_vc ? before.stopped : s.vc[output.vc].flow.stopped;
    if (has(stopped, output.port) && holds_worms_back()) return false;
    return p.data_wait() == 0 || slack_buffer::front_age(s.in[index(i, v)].buffer, now) > p.data_wait();
  }

  /// A worm goes on by one flit.
  void move_worm(Lane input, Lane output) {
    InputLane& lane = in(input);
    Flit flit = slack_buffer::front(lane.buffer);
    if (flit.opens_worm()) {
      cut_worm(lane, input, output);
      return;
    }
    take(input);
    if (strips_routes()) {
      if (lane.promote && flit.kind() == FlitKind::abort) {  // cut before anything but its route had come
        ++s.faults.empty;
        ++s.aborts_dropped;
        lane.promote = false;
        close_worm(input, output);
        return;
      }
      flit = behind_the_route(lane, flit);
    }
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
    if (p.trailing_crc && flit.kind() != FlitKind::abort) {
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

  /// The front flit is lost. With several VCs once all have bid: see allocation there.
  void discard(unsigned i, unsigned v) {
    if (one_vc)
      take(lane_of(i, v));
    else
      discarded[v] |= bit(i);
  }

  /// A header at the front of its buffer begins to ask for its output.
  void route_header(unsigned i, unsigned v) {
    InputLane& lane = s.in[index(i, v)];
    const Flit flit = slack_buffer::front(lane.buffer);
    if (!flit.opens_worm()) {
      ++s.faults.orphans;
      discard(i, v);
      return;
    }
    if (p.header_wait() != 0 && slack_buffer::front_age(lane.buffer, now) <= p.header_wait()) return;
    if (now < lane.ask_at) return;
    const route_unit::Route asked =
        route_unit::route(p.route, place.route, flit.data(), VcId(static_cast<std::uint8_t>(v)));
    if (!asked.possible() || !has(place.wired, asked.port)) {
      ++s.faults.misrouted;
      discard(i, v);
      return;
    }
    if (strips_routes() && flit.closes_worm()) {
      ++s.faults.empty;
      ++s.stripped;
      discard(i, v);
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
    return !cuts_through() || !has_credits() || flow_controller::has_room(s.vc[w].flow, o, p.longest_packet);
  }

  // With one VC there is nothing to choose between the lanes of a port: each pass acts at once, on the registers as
  // they were before the edge.

  struct Registers {
    PortMask occupied, connected, held, stopped;
  };
  const Registers before;

  Registers registers_before() const {
    if (!one_vc) return {};
    const VirtualChannel& vc = s.vc[0];
    return {vc.occupied, s.crossbar.connected[0], s.crossbar.held[0], vc.flow.stopped | busy};  // one test for both
  }

  void allocate_one_vc() {
    for_each_bit(before.occupied & before.connected, [&](unsigned i) {
      const Lane output = s.crossbar.output_of[i];
      if (worm_may_move(i, 0, output)) move_worm(lane_of(i, 0), output);
    });
    for_each_bit(before.occupied & ~before.connected & ~s.vc[0].requesting, [&](unsigned i) { route_header(i, 0); });
    for_each_bit(s.wanted & ~before.held & ~before.stopped, [&](unsigned o) {
      if (lane_is_ready(o, 0)) grant_header(o, pick_header(o, s.out_lane[o].requests), 0);
    });
  }

  /// The arbiter's choice of the input ports in `asking`, which ask for output `o`.
  Lane pick_header(unsigned o, PortMask asking) {
    const router_arbiter::Params arbiter = p.arbiter_params();
    OutputPort& out = s.out[o];
    if (arbiter.policy == router_arbiter::Policy::oldest_first)
      for_each_bit(asking, [&](unsigned i) {
        router_arbiter::begin_request(arbiter, out.arbiter, i, s.in[index(i, asking_vc(o, i))].ask_at);
      });
    const unsigned i = router_arbiter::pick(arbiter, out.arbiter, asking);
    return lane_of(i, asking_vc(o, i));
  }

  /// The VC on which input `i` bids for output `o` with a header.
  unsigned asking_vc(unsigned o, unsigned i) const {
    if (one_vc) return 0;
    VcMask channels = with_flits;
    const auto asks = [&](unsigned v) { return has(header_bids[v] & ~lost[v] & s.out_lane[index(o, v)].requests, i); };
    while (!asks(lowest(channels))) channels &= channels - 1;
    return lowest(channels);
  }

  /// The header takes output lane (o, w), and its first flit leaves.
  void grant_header(unsigned o, Lane input, unsigned w) {
    router_arbiter::grant(p.arbiter_params(), s.out[o].arbiter, input.port);
    withdraw_request(o, input);
    InputLane& lane = in(input);
    const Flit flit = slack_buffer::front(lane.buffer);
    take(input);
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

  // With several VCs all lanes bid first, before any register changes; then, behind advance_flow_controllers(), ports
  // choose.

  struct WormBid {  // without initial values: thousands of them are set up for each edge, and a few used
    std::uint8_t in_port, in_vc, out_port, out_vc;
    Lane input() const { return {in_port, in_vc}; }
    Lane output() const { return {out_port, out_vc}; }
  };
  std::array<WormBid, 64 * most_vcs> worm_bids;
  unsigned worms = 0;              // how many bid
  PortMask bidders = 0;            // input ports of which a lane bids
  PortMask contested = 0;          // input ports of which more than one lane bids
  PortMask worm_outputs = 0;       // outputs for which a worm bids
  PortMask shared = 0;             // outputs for which more than one worm bids, or a worm and a header
  std::array<VcMask, 64> moving;   // of shared outputs: the lanes for which worms bid
  PortMask header_outputs = 0;     // outputs for which headers bid
  std::array<VcMask, 64> open_at;  // of those outputs: the lanes that headers could take
  Masks header_bids;               // of VCs with flits: input ports of which a header bids
  Masks lost;                      // of VCs with flits: contested input ports whose lane has given way to another
  Masks discarded;                 // of VCs with flits: input ports whose front flit is to be thrown away

  void bid() {
    each(with_flits, [this](unsigned v) {
      header_bids[v] = lost[v] = discarded[v] = 0;
      const PortMask connected = s.crossbar.connected[v];
      for_each_bit(s.vc[v].occupied & ~s.vc[v].requesting, [&](unsigned i) {
        if (has(connected, i))
          bid_worm(i, v);
        else
          route_header(i, v);
      });
    });
    for_each_bit(s.wanted & ~busy, [this](unsigned o) { bid_headers(o); });
  }

  void allocate() {
    each(with_flits, [this](unsigned v) { for_each_bit(discarded[v], [&](unsigned i) { take(lane_of(i, v)); }); });
    for_each_bit(contested, [this](unsigned i) { arbitrate_input(i); });
    arbitrate_outputs();
  }

  void bid_worm(unsigned i, unsigned v) {
    const Lane output = s.crossbar.output_of[index(i, v)];
    if (!worm_may_move(i, v, output)) return;
    worm_bids[worms++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(v), output.port, output.vc};
    shared |= worm_outputs & bit(output.port);
    worm_outputs |= bit(output.port);
    note_bidder(i);
  }

  void note_bidder(unsigned i) {
    contested |= bidders & bit(i);
    bidders |= bit(i);
  }

  /// The lanes of output `o` that a header could take.
  VcMask open_lanes(unsigned o) const {
    VcMask open = 0;
    for (unsigned w = 0; w < vcs(); ++w)
      if (!has(s.crossbar.held[w] | s.vc[w].flow.stopped, o) && lane_is_ready(o, w)) open |= vc_bit(w);
    return open;
  }

  /// Headers bid for output `o` when a lane that they may take is open.
  void bid_headers(unsigned o) {
    const VcMask open = open_lanes(o);
    if (open == 0) return;
    open_at[o] = open;
    each(with_flits, [&](unsigned v) {
      for_each_bit(s.out_lane[index(o, v)].requests, [&](unsigned i) {
        if ((s.in[index(i, v)].route.vcs & open) == 0) return;
        header_bids[v] |= bit(i);
        header_outputs |= bit(o);
        note_bidder(i);
      });
    });
  }

  /// An input port keeps one of its bids.
  void arbitrate_input(unsigned i) {
    VcMask lanes = 0;
    each(with_flits, [&](unsigned v) { lanes |= static_cast<VcMask>(unsigned{has(header_bids[v], i)} << v); });
    for (unsigned n = 0; n < worms; ++n)
      if (worm_bids[n].in_port == i) lanes |= vc_bit(worm_bids[n].in_vc);
    const unsigned kept = router_arbiter::pick(vc_arbiter(), s.among_inputs[i], lanes);
    router_arbiter::grant(vc_arbiter(), s.among_inputs[i], kept);
    each(lanes & ~(1u << kept), [&](unsigned v) { lost[v] |= bit(i); });
  }

  /// Each output takes one flit: of a worm, or the arbiter's choice of the headers.
  void arbitrate_outputs() {
    shared |= worm_outputs & header_outputs;
    for_each_bit(shared, [this](unsigned o) { moving[o] = 0; });
    for (unsigned n = 0; n < worms; ++n) {
      const WormBid& worm = worm_bids[n];
      if (has(contested, worm.in_port) && has(lost[worm.in_vc], worm.in_port)) continue;
      if (has(shared, worm.out_port))
        moving[worm.out_port] |= vc_bit(worm.out_vc);
      else
        move_worm(worm.input(), worm.output());
    }
    for_each_bit(shared | header_outputs, [this](unsigned o) {
      const VcMask of_worms = has(shared, o) ? moving[o] : VcMask{0};
      if (has(header_outputs, o))
        serve_header(o, of_worms);
      else if (of_worms != 0)
        serve_worms(o, of_worms);
    });
  }

  /// The link's choice among VCs of which there is one at least.
  unsigned pick_for_link(unsigned o, VcMask channels) {
    if ((channels & (channels - 1)) == 0) return lowest(channels);
    const router_arbiter::Params arbiter = vc_arbiter();
    const unsigned w = router_arbiter::pick(arbiter, s.among_outputs[o], channels);
    router_arbiter::grant(arbiter, s.among_outputs[o], w);
    return w;
  }

  void serve_worms(unsigned o, VcMask of_worms) {
    const unsigned w = pick_for_link(o, of_worms);
    move_worm(s.crossbar.input_of[index(o, w)], lane_of(o, w));
  }

  /// Input ports whose header bids for output `o`, and has not given way to another lane.
  PortMask asking_for(unsigned o) const {
    PortMask asking = 0;
    each(with_flits, [&](unsigned v) { asking |= header_bids[v] & ~lost[v] & s.out_lane[index(o, v)].requests; });
    return asking;
  }

  /// Of the worms, and the arbiter's choice of the headers whose bid is left, if any.
  void serve_header(unsigned o, VcMask of_worms) {
    const PortMask asking = asking_for(o);
    if (asking == 0) {
      if (of_worms != 0) serve_worms(o, of_worms);
      return;
    }
    const Lane header = pick_header(o, asking);
    const unsigned opened = lowest(in(header).route.vcs & open_at[o]);
    const unsigned w = pick_for_link(o, static_cast<VcMask>(of_worms | vc_bit(opened)));
    if (w != opened) {
      move_worm(s.crossbar.input_of[index(o, w)], lane_of(o, w));
      return;
    }
    grant_header(o, header, opened);
  }

  /// What arrived is written; counts that changed are told to the flow controllers.
  template <class FlitIn>
  void write_arrivals(PortMask arrivals, FlitIn& flit_in) {
    for_each_bit(arrivals, [&](unsigned i) { write(i, flit_in(i)); });
  }

  void write(unsigned i, Flit flit) {
    const unsigned v = one_vc ? 0 : flit.vc().value;
    if (v >= vcs()) {
      ++s.faults.orphans;
      return;
    }
    slack_buffer::State& buffer = s.in[index(i, v)].buffer;
    if (!slack_buffer::push(p.buffer, buffer, flit, now, buffer.count + has(popped[v], i))) {
      ++s.faults.overflows;
      return;
    }
    VirtualChannel& vc = s.vc[v];
    vc.occupied |= bit(i);
    if (!one_vc) s.with_flits |= vc_bit(v);
    if (has_credits()) return;
    flow_controller::watch(p.flow, vc.flow, i, buffer.count);
    note_flow(v);
  }

  /// The row of this edge takes the flits sent; true while any stage holds one.
  bool store_stages() {
    if (p.crossbar == 1) return false;
    s.stage_valid[row()] = staged;
    PortMask any = 0;
    for (unsigned i = 0; i < p.stages_after_grant(); ++i) any |= s.stage_valid[i];
    return any != 0;
  }

  /// The flow controllers' edge. Those whose inputs are as before, and that have settled, stay as they are.
  template <class DriveStop>
  void advance_flow_controllers(VcMask stop_changed, DriveStop& drive_stop) {
    each((s.unsettled | stop_changed) & first_vcs(vcs()), [&](unsigned v) {
      flow_controller::State& flow = s.vc[v].flow;
      const PortMask out_before = flow_controller::stop_out(p.flow, flow);
      flow_controller::advance<plain>(p.flow, flow, stop_in[v]);
      if (const PortMask changed = flow_controller::stop_out(p.flow, flow) ^ out_before) drive_stop(v, changed);
      if (one_vc) return;
      if (flow_controller::settled<plain>(p.flow, flow, stop_in[v]))
        s.unsettled &= static_cast<VcMask>(~vc_bit(v));
      else
        s.unsettled |= vc_bit(v);
    });
  }

  bool awake() const {
    if (one_vc) return s.vc[0].occupied != 0 || !flow_controller::settled<plain>(p.flow, s.vc[0].flow, stop_in[0]);
    return s.with_flits != 0 || s.unsettled != 0;
  }
};

}  // namespace detail

/// One clock edge. `flit_in(port)` gives the flit of a port in `in.arrivals`; `drive(port, flit)` puts a flit on an
/// output register: an output that is not driven carries nothing in this cycle. `drive_stop(vc, changed)` is called
/// for each VC, with the input ports whose stop_out differs from the cycle before. Returns true while further edges
/// without arrivals or changed stop_in would change something. `fixed_vcs` and `plain` are for speed:
/// Params::virtual_channels where the caller knows it (1 only for a plain switch), otherwise 0; and Params::plain()
/// where it knows it to be true.
template <unsigned fixed_vcs, bool plain, class FlitIn, class Drive, class DriveStop>
inline bool step(const Params& p, const Place& place, State& s, Cycle now, const Inputs& in, FlitIn&& flit_in,
                 Drive&& drive, DriveStop&& drive_stop) {
  detail::Edge<fixed_vcs, plain, Drive> edge(p, place, s, now, drive, in.stop_in);
  edge.drive_stages();
  if constexpr (fixed_vcs == 1) {
    edge.advance_flow_controllers(in.stop_changed, drive_stop);
    edge.allocate_one_vc();
  } else {
    edge.bid();
    edge.advance_flow_controllers(in.stop_changed, drive_stop);
    edge.allocate();
  }
  edge.write_arrivals(in.arrivals, flit_in);
  const bool staged = edge.store_stages();
  return edge.awake() || staged;
}

}  // namespace slackline::wormhole_switch
