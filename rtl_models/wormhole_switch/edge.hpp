// Edge: one clock edge of wormhole_switch in the making. Here is what is the same whoever goes: when a flit may leave,
// what becomes of it, and the passes before and behind the choice. Who goes is for OneVcAllocation and
// SeparableAllocation to say, which add that to it.
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/wormhole_switch/demand.hpp"
#include "rtl_models/wormhole_switch/port_choice.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch::detail {

/// What the compiler may know, it folds away: `fixed_vcs` is the number of virtual channels, 0 where Params says it;
/// `plain` says Params::plain().
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
  const PortMask busy;  // outputs whose link still carries the flit before
  Masks popped;         // input ports whose lane a flit has left
  PortMask staged = 0;

  Edge(const Params& params, const Place& at, State& state, Cycle edge, Drive& to, const PortMask* stops)
      : p(params), place(at), s(state), now(edge), drive(to), stop_in(stops), busy(busy_links()) {
    for (unsigned v = 0; v < vcs(); ++v) popped[v] = 0;
  }

  unsigned vcs() const { return fixed_vcs != 0 ? fixed_vcs : p.virtual_channels; }
  unsigned index(unsigned port, unsigned vc) const { return crossbar::lane_index(port, vc, vcs()); }
  InputLane& in(Lane lane) { return s.in[index(lane.port, lane.vc)]; }

  bool has_credits() const { return !plain && p.has_credits(); }
  bool strips_routes() const { return !plain && p.strips_routes(); }
  bool changes_headers() const { return !plain && p.route.changes_headers(); }
  bool has_choice() const { return !plain && p.has_choice(); }
  bool cuts_through() const { return !plain && p.switching == Switching::virtual_cut_through; }
  PortMask busy_links() const {
    PortMask links = 0;
    for_each_bit(place.slow, [&](unsigned o) { links |= PortMask{now < s.link[o].link_free} << o; });
    return links;
  }

  /// STOP holds every flit back; in virtual cut-through headers only.
  bool holds_worms_back() const { return !cuts_through() || has_credits(); }

  /// The front flit leaves the buffer of `lane`. Behind advance_flow_controllers().
  void take(Lane lane) {
    slack_buffer::State& buffer = in(lane).buffer;
    in(lane).occupancy += now.value;
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
    ++s.out[output.port].flits;
    if (has_credits()) flow_controller::spend(s.vc[output.vc].flow, output.port);
    if (has(place.slow, output.port)) {
      OutputLink& link = s.link[output.port];
      link.link_free = now + link.cycles_per_flit;
    }
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

  /// The front flit, of a worm that goes on, has been in the buffer for as long as data_delay asks.
  bool data_is_due(const InputLane& lane) const {
    return p.data_wait() == 0 || slack_buffer::front_age(lane.buffer, now) > p.data_wait();
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
    note_demand_ends(output.port);
  }

  /// A header asks for the output, or a worm holds it.
  bool in_demand(unsigned o) const {
    PortMask taken = s.wanted;
    for (unsigned v = 0; v < vcs(); ++v) taken |= s.crossbar.held[v];
    return has(taken, o);
  }

  /// Before a header begins to ask for output `o`. What the spell before has counted counts once.
  void note_demand_begins(unsigned o) {
    if (!in_demand(o)) begin_demand(s.link[o], now);
  }

  /// Behind the last flit of a worm.
  void note_demand_ends(unsigned o) {
    if (!in_demand(o)) end_demand(s.link[o], now);
  }

  /// A header is let go: how long it has asked, and how long of that others were held up behind it.
  void count_wait(Lane input) {
    const InputLane& lane = in(input);
    const std::uint64_t wait = now - lane.ask_at;
    if (wait == 0) return;
    HeaderWaits& waits = s.waits[index(input.port, input.vc)];
    waits.cycles += wait;
    for (unsigned n = 1; n < lane.buffer.count; ++n)
      if (const slack_buffer::Slot& slot = slack_buffer::slot_at(p.buffer, lane.buffer, n); slot.flit().opens_worm()) {
        waits.hol_blocked += std::min<std::uint64_t>(wait, slack_buffer::age(slot, now) - 1);
        return;
      }
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

  /// The front flit of a lane without an output, which ought to be a header: begins to ask for its output when it is
  /// time. False: it is lost, and must be thrown away.
  [[nodiscard]] bool route_header(unsigned i, unsigned v) {
    InputLane& lane = s.in[index(i, v)];
    const Flit flit = slack_buffer::front(lane.buffer);
    if (!flit.opens_worm()) {
      ++s.faults.orphans;
      return false;
    }
    if (p.header_wait() != 0 && slack_buffer::front_age(lane.buffer, now) <= p.header_wait()) return true;
    if (now < lane.ask_at) return true;
    const Lane from = lane_of(i, v);
    const route_unit::Route asked =
        has_choice() ? first_choice(*this, from, flit)
                     : route_unit::route(p.route, place.route, flit.data(), PortId(from.port), VcId(from.vc));
    if (!asked.possible() || !has(place.wired, asked.port)) {
      ++s.faults.misrouted;
      return false;
    }
    if (strips_routes() && flit.closes_worm()) {
      ++s.faults.empty;
      ++s.stripped;
      return false;
    }
    lane.route = {asked.port, true, asked.vcs};
    note_demand_begins(asked.port);
    s.out_lane[index(asked.port, v)].requests |= bit(i);
    lane.ask_at = now;
    s.wanted |= bit(asked.port);
    s.vc[v].requesting |= bit(i);
    return true;
  }

  /// An output lane that is neither held nor stopped may take a header.
  bool lane_is_ready(unsigned o, unsigned w) const {
    if (now < s.out_lane[index(o, w)].free_at) return false;
    if (plain || !has_credits()) return true;
    if (cuts_through()) return flow_controller::has_room(s.vc[w].flow, o, p.longest_packet);
    return !p.is_adaptive(w) || flow_controller::has_room(s.vc[w].flow, o, p.flow.credits);
  }

  /// The lanes of output `o` that a header could take.
  VcMask open_lanes(unsigned o) const {
    VcMask open = 0;
    for (unsigned w = 0; w < vcs(); ++w)
      if (!has(s.crossbar.held[w] | s.vc[w].flow.stopped, o) && lane_is_ready(o, w)) open |= vc_bit(w);
    return open;
  }

  /// The arbiter's choice of the input ports in `asking`, which ask for output `o`; `vc_of(i)` is the VC on which
  /// input `i` does.
  template <class VcOf>
  Lane pick_header(unsigned o, PortMask asking, VcOf&& vc_of) {
    const router_arbiter::Params arbiter = p.arbiter_params();
    OutputPort& out = s.out[o];
    if (arbiter.policy == router_arbiter::Policy::oldest_first)
      for_each_bit(asking, [&](unsigned i) {
        router_arbiter::begin_request(arbiter, out.arbiter, i, s.in[index(i, vc_of(i))].ask_at);
      });
    const unsigned i = router_arbiter::pick(arbiter, out.arbiter, asking);
    return lane_of(i, vc_of(i));
  }

  Flit with_next_header(Flit flit, Lane input) const {
    return flit.with_data(route_unit::next_header(p.route, place.route, flit.data(), PortId(input.port)));
  }

  /// The header takes output lane (o, w), and its first flit leaves.
  void grant_header(unsigned o, Lane input, unsigned w) {
    router_arbiter::grant(p.arbiter_params(), s.out[o].arbiter, input.port);
    withdraw_request(o, input);
    InputLane& lane = in(input);
    count_wait(input);
    const Flit flit = slack_buffer::front(lane.buffer);
    take(input);
    const Lane output = lane_of(o, w);
    if (strips_routes()) {
      ++s.stripped;
      lane.promote = true;
      if (p.trailing_crc) lane.crc_update = crc8_step(0, static_cast<std::uint8_t>(flit.data()));
    } else {
      send(output, changes_headers() ? with_next_header(flit, input) : flit);
    }
    if (!flit.closes_worm()) {
      crossbar::connect(p.crossbar_params(), s.crossbar, input, output);
    } else {
      charge_arbitration(input, output);
      note_demand_ends(o);
    }
  }

  void drop_request(unsigned o, Lane input) {
    s.out_lane[index(o, input.vc)].requests &= ~bit(input.port);
    PortMask rest = 0;
    for (unsigned v = 0; v < vcs(); ++v) rest |= s.out_lane[index(o, v)].requests;
    s.wanted &= ~(PortMask{rest == 0} << o);
  }

  void withdraw_request(unsigned o, Lane input) {
    drop_request(o, input);
    s.vc[input.vc].requesting &= ~bit(input.port);
    in(input).route.valid = false;
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
    InputLane& lane = s.in[index(i, v)];
    slack_buffer::State& buffer = lane.buffer;
    if (!slack_buffer::push(p.buffer, buffer, flit, now, buffer.count + has(popped[v], i))) {
      ++s.faults.overflows;
      return;
    }
    lane.occupancy -= now.value;
    if (buffer.count > lane.peak) lane.peak = buffer.count;
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
    if constexpr (one_vc)
      advance_flow_controller(0, drive_stop);
    else
      for_each_bit((s.unsettled | stop_changed) & first_vcs(vcs()),
                   [&](unsigned v) { advance_flow_controller(v, drive_stop); });
  }

  template <class DriveStop>
  void advance_flow_controller(unsigned v, DriveStop& drive_stop) {
    flow_controller::State& flow = s.vc[v].flow;
    const PortMask out_before = flow_controller::stop_out(p.flow, flow);
    flow_controller::advance<plain>(p.flow, flow, stop_in[v]);
    if (const PortMask changed = flow_controller::stop_out(p.flow, flow) ^ out_before) drive_stop(v, changed);
    if (one_vc) return;
    if (flow_controller::settled<plain>(p.flow, flow, stop_in[v]))
      s.unsettled &= static_cast<VcMask>(~vc_bit(v));
    else
      s.unsettled |= vc_bit(v);
  }

  bool awake() const {
    if (one_vc) return s.vc[0].occupied != 0 || !flow_controller::settled<plain>(p.flow, s.vc[0].flow, stop_in[0]);
    return s.with_flits != 0 || s.unsettled != 0;
  }
};

}  // namespace slackline::wormhole_switch::detail
