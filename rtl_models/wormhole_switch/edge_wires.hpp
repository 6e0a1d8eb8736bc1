// EdgeWires: the effects of one clock edge of wormhole_switch on buffers, output registers, crossbar stages and flow
// controllers, whichever flits go.
#pragma once

#include <array>

#include "rtl_models/wormhole_switch/barrier_ports.hpp"

namespace slackline::wormhole_switch::detail {

using crossbar::Lane;
using crossbar::lane_of;

/// Constants for the compiler: `fixed_vcs` is the number of virtual channels, or 0: as in Params; `plain` is
/// Params::plain().
template <unsigned fixed_vcs, bool plain, class Drive>
struct EdgeWires {
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
  PortMask busy;  // outputs whose link still carries the flit before, or a barrier's
  Masks popped;   // input ports whose lane a flit has left
  PortMask staged = 0;

  EdgeWires(const Params& params, const Place& at, State& state, Cycle edge, Drive& to, const PortMask* stops)
      : p(params), place(at), s(state), now(edge), drive(to), stop_in(stops), busy(busy_links()) {
    for (unsigned v = 0; v < vcs(); ++v) popped[v] = 0;
  }

  unsigned flow_channels() const { return plain ? vcs() : p.flow_channels(); }
  unsigned vcs() const { return fixed_vcs != 0 ? fixed_vcs : p.virtual_channels; }
  unsigned index(unsigned port, unsigned vc) const { return crossbar::lane_index(port, vc, vcs()); }
  InputLane& in(Lane lane) { return s.in[index(lane.port, lane.vc)]; }

  /// At the inputs.
  bool has_credits() const { return !plain && p.has_credits(); }
  /// For lane (o, w).
  bool counts_credits(unsigned o, unsigned w) const { return !plain && has(s.vc[w].flow.by_credit, o); }
  bool strips_routes() const { return !plain && p.strips_routes(); }
  bool changes_headers() const { return !plain && p.route.changes_headers(); }
  bool has_choice() const { return !plain && p.has_choice(); }
  bool has_barriers() const { return !plain && p.barrier.is_on(); }
  bool cuts_through(unsigned o) const { return !plain && has(s.cut_through, o); }
  PortMask busy_links() const {
    PortMask links = 0;
    for_each_bit(place.slow, [&](unsigned o) { links |= PortMask{now < s.link[o].pacer.free} << o; });
    return links;
  }

  /// STOP at output `o` holds every flit back; in virtual cut-through headers only.
  bool holds_worms_back(unsigned o) const { return !cuts_through(o) || counts_credits(o, 0); }

  /// The front flit leaves the buffer of `lane`. Call after advance_flow_controllers().
  void take(Lane lane) {
    slack_buffer::State& buffer = in(lane).buffer;
    in(lane).occupancy += now.value;
    const bool takes_credit = has_credits() && !(has_barriers() && is_padding_made_here(slack_buffer::front(buffer)));
    slack_buffer::pop(p.buffer, buffer);
    popped[lane.vc] |= bit(lane.port);
    VirtualChannel& vc = s.vc[lane.vc];
    vc.occupied &= ~(PortMask{buffer.count == 0} << lane.port);
    if (!one_vc) s.with_flits &= static_cast<VcMask>(~(unsigned{vc.occupied == 0} << lane.vc));
    if (takes_credit)
      flow_controller::free_slots(vc.flow, bit(lane.port));
    else if (!has_credits())
      flow_controller::watch(p.flow, vc.flow, lane.port, buffer.count);
    note_flow(lane.vc);
  }

  /// The flow controller of a VC may have a change to signal.
  void note_flow(unsigned v) {
    const flow_controller::State& flow = s.vc[v].flow;
    if (!one_vc) s.unsettled |= static_cast<VcMask>(unsigned{flow.level != flow.stop} << v);
  }

  /// The flit goes through the crossbar.
  void send(Lane output, Flit flit) {
    if (!one_vc) flit = flit.on(VcId(output.vc));
    if (counts_credits(output.port, output.vc)) flow_controller::spend(s.vc[output.vc].flow, output.port);
    put(output.port, flit);
  }

  /// On any virtual channel, or none.
  void put(unsigned o, Flit flit) {
    ++s.out[o].flits;
    if (has(place.slow, o)) {
      OutputLink& link = s.link[o];
      pace(link.pacer, link.cycles_per_flit, now);
    }
    if (p.crossbar == 1) {
      drive(o, flit);
    } else {
      s.stage_flits[row() * p.ports + o] = flit;
      staged |= bit(o);
    }
  }

  std::size_t row() const { return now.value % p.stages_after_grant(); }

  /// Flits that entered the last crossbar stage's row one turn ago reach the output registers.
  void drive_stages() {
    if (p.crossbar == 1) return;
    for_each_bit(s.stage_valid[row()], [&](unsigned o) { drive(o, s.stage_flits[row() * p.ports + o]); });
  }

  /// Writes the arrivals, and gives changed counts to the flow controllers.
  template <class FlitIn>
  void write_arrivals(PortMask arrivals, FlitIn& flit_in) {
    for_each_bit(arrivals, [&](unsigned i) { write(i, flit_in(i)); });
  }

  void write(unsigned i, Flit flit) {
    if (has_barriers() && is_for_barriers(*this, i, flit)) return;
    const unsigned v = one_vc ? 0 : flit.vc().value;
    if (v >= vcs()) {
      ++s.faults.orphans;
      return;
    }
    store(i, v, flit);
  }

  /// The flit is written into the buffer of a lane.
  void store(unsigned i, unsigned v, Flit flit) {
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
      for_each_bit((s.unsettled | stop_changed) & first_vcs(flow_channels()),
                   [&](unsigned v) { advance_flow_controller(v, drive_stop); });
  }

  template <class DriveStop>
  void advance_flow_controller(unsigned v, DriveStop& drive_stop) {
    flow_controller::State& flow = s.vc[v].flow;
    const flow_controller::Params& of = has_barriers() && v == vcs() ? p.barrier.flow : p.flow;
    const PortMask out_before = flow_controller::stop_out(of, flow);
    flow_controller::advance<plain>(of, flow, stop_in[v]);
    if (const PortMask changed = flow_controller::stop_out(of, flow) ^ out_before) drive_stop(v, changed);
    if (one_vc) return;
    if (flow_controller::settled<plain>(of, flow, stop_in[v]))
      s.unsettled &= static_cast<VcMask>(~vc_bit(v));
    else
      s.unsettled |= vc_bit(v);
  }

  bool awake() const {
    if (one_vc) return s.vc[0].occupied != 0 || !flow_controller::settled<plain>(p.flow, s.vc[0].flow, stop_in[0]);
    return s.with_flits != 0 || s.unsettled != 0 || (has_barriers() && barriers_awake(s, vcs()));
  }
};

}  // namespace slackline::wormhole_switch::detail
