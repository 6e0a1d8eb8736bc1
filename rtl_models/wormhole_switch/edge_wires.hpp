// EdgeWires: the effects of one clock edge of wormhole_switch on buffers, output registers, crossbar stages and flow
// controllers, whichever flits go.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"

namespace slackline::wormhole_switch::detail {

using crossbar::Lane;
using crossbar::lane_of;

/// The part of an edge that barriers are; with EdgeWires::has_barriers().
template <class Edge>
barrier::SwitchEdge<Edge> barriers(Edge& edge) {
  return {edge.p.barrier, edge.place.barrier, *edge.s.barrier, edge};
}

/// Constants for the compiler: `fixed_vcs` is the number of virtual channels, or 0: as in Params; `plain` is
/// Params::plain(). `Ports` is a PortMask where the switch has one bank of ports, otherwise a PortSet.
template <unsigned fixed_vcs, bool plain, class Ports, class Drive>
struct EdgeWires {
  static constexpr unsigned most_vcs = fixed_vcs != 0 ? fixed_vcs : most_virtual_channels;
  static constexpr bool one_vc = fixed_vcs == 1;
  static constexpr bool one_bank = std::is_same_v<Ports, PortMask>;
  static constexpr unsigned most_ports = one_bank ? ports_of_bank : most_ports_of_switch;
  static_assert(plain || !one_vc, "the short form for one virtual channel is for plain switches");
  static_assert(one_bank || !plain, "plain switches have one bank");
  using PortsOfVcs = std::array<Ports, most_vcs>;

  const Params& p;
  const Place& place;
  State& s;
  const Cycle now;
  Drive& drive;
  const PortMask* const stop_in;
  Ports busy;         // outputs whose link still carries the flit before, or a barrier's
  PortsOfVcs popped;  // input ports whose lane a flit has left
  Ports staged{};

  EdgeWires(const Params& params, const Place& at, State& state, Cycle edge, Drive& to, const PortMask* stops)
      : p(params), place(at), s(state), now(edge), drive(to), stop_in(stops), busy(busy_links()) {
    for (unsigned v = 0; v < vcs(); ++v) popped[v] = {};
  }

  unsigned flow_channels() const { return plain ? vcs() : p.flow_channels(); }
  unsigned vcs() const { return fixed_vcs != 0 ? fixed_vcs : p.virtual_channels; }
  unsigned index(unsigned port, unsigned vc) const { return crossbar::lane_index(port, vc, vcs()); }
  InputLane& in(Lane lane) { return s.in[index(lane.port, lane.vc)]; }

  // The values that are kept by banks, of the bank of a port, and of all banks together.
  unsigned banks() const { return one_bank ? 1 : p.banks(); }
  static constexpr unsigned bank_of(unsigned port) { return one_bank ? 0 : port / ports_of_bank; }
  static constexpr unsigned in_bank(unsigned port) { return one_bank ? port : port % ports_of_bank; }
  VirtualChannel& channel(unsigned v, unsigned port) const {
    return s.vc[one_bank ? v : bank_of(port) * flow_channels() + v];
  }
  OutputLane& requests_of(unsigned o, unsigned v, unsigned input) const {
    return s.out_lane[one_bank ? index(o, v) : bank_of(input) * p.lanes() + index(o, v)];
  }
  template <class OfBank>
  Ports of_banks(OfBank&& of_bank) const {
    if constexpr (one_bank) {
      return of_bank(0u);
    } else {
      PortSet all;
      for (unsigned i = 0; i < banks(); ++i) all.bank[i] = of_bank(i);
      return all;
    }
  }
  template <class OfChannel>
  Ports of_channels(unsigned v, OfChannel&& of_channel) const {
    return of_banks([&](unsigned bank) { return of_channel(s.vc[one_bank ? v : bank * flow_channels() + v]); });
  }
  Ports occupied(unsigned v) const {
    return of_channels(v, [](const VirtualChannel& vc) { return vc.occupied; });
  }
  Ports requesting(unsigned v) const {
    return of_channels(v, [](const VirtualChannel& vc) { return vc.requesting; });
  }
  Ports connected(unsigned v) const {
    return of_banks([&](unsigned bank) { return s.crossbar.connected[one_bank ? v : bank * vcs() + v]; });
  }
  Ports held(unsigned v) const {
    return of_banks([&](unsigned bank) { return s.crossbar.held[one_bank ? v : bank * vcs() + v]; });
  }
  /// Input ports whose lane `v` has a header that asks for output `o`.
  Ports requests(unsigned o, unsigned v) const {
    return of_banks(
        [&](unsigned bank) { return s.out_lane[one_bank ? index(o, v) : bank * p.lanes() + index(o, v)].requests; });
  }
  /// Outputs of the bank of `o` whose lane is held.
  PortMask held_in_bank(unsigned o, unsigned v) const { return s.crossbar.held[one_bank ? v : bank_of(o) * vcs() + v]; }
  bool is_held(unsigned o, unsigned v) const { return has(held_in_bank(o, v), in_bank(o)); }
  bool is_stopped(unsigned o, unsigned v) const { return has(channel(v, o).flow.stopped, in_bank(o)); }
  /// Arbitration for output lane (o, v) has been charged after the worm before.
  bool is_released(unsigned o, unsigned v) const { return now >= s.out_lane[index(o, v)].free_at; }
  template <class Set>
  static auto& ports(Set& set) {
    return ports_in<Ports>(set);
  }

  /// At the inputs.
  bool has_credits() const { return !plain && p.has_credits(); }
  /// For lane (o, w).
  bool counts_credits(unsigned o, unsigned w) const { return !plain && has(channel(w, o).flow.by_credit, in_bank(o)); }
  bool strips_routes() const { return !plain && p.strips_routes(); }
  bool changes_headers() const { return !plain && p.route.changes_headers(); }
  bool has_choice() const { return !plain && p.has_choice(); }
  bool has_barriers() const { return !plain && p.barrier.is_on(); }
  bool marks_headers() const { return !plain && p.mark_at != 0; }
  bool times_out() const { return !plain && p.worm_timeout != 0; }
  bool cuts_through(unsigned o) const { return !plain && has(ports(s.cut_through), o); }
  Ports busy_links() const {
    Ports links{};
    for_each_bit(ports(place.slow), [&](unsigned o) { insert_if(links, o, now < s.link[o].pacer.free); });
    return links;
  }

  /// STOP at output `o` holds every flit back; in virtual cut-through headers only.
  bool holds_worms_back(unsigned o) const { return !cuts_through(o) || counts_credits(o, 0); }

  /// The front flit leaves the buffer of `lane`. Call after advance_flow_controllers().
  void take(Lane lane) {
    slack_buffer::State& buffer = in(lane).buffer;
    in(lane).occupancy += now.value;
    const bool takes_credit = has_credits() && !(makes_flits() && is_made_here(slack_buffer::front(buffer)));
    slack_buffer::pop(p.buffer, buffer);
    insert(popped[lane.vc], lane.port);
    VirtualChannel& vc = channel(lane.vc, lane.port);
    erase_if(vc.occupied, in_bank(lane.port), buffer.count == 0);
    const bool none_left = one_bank ? vc.occupied == 0 : is_empty(occupied(lane.vc));
    if (!one_vc) s.with_flits &= static_cast<VcMask>(~(unsigned{none_left} << lane.vc));
    if (takes_credit)
      flow_controller::free_slots(vc.flow, bit(in_bank(lane.port)));
    else if (!has_credits())
      flow_controller::watch(p.flow, vc.flow, in_bank(lane.port), buffer.count);
    note_flow(vc.flow, lane.vc);
  }

  /// The flow controller of a VC may have a change to signal.
  void note_flow(const flow_controller::State& flow, unsigned v) {
    if (!one_vc) s.unsettled |= static_cast<VcMask>(unsigned{flow.level != flow.stop} << v);
  }

  /// The flit goes through the crossbar.
  void send(Lane output, Flit flit) {
    if (!one_vc) flit = flit.on(VcId(output.vc));
    if (counts_credits(output.port, output.vc)) spend(output.vc, output.port);
    put(output.port, flit);
  }

  void spend(unsigned v, unsigned o) { flow_controller::spend(channel(v, o).flow, in_bank(o)); }

  /// On any virtual channel, or none.
  void put(unsigned o, Flit flit) {
    ++s.out[o].flits;
    if (has(ports(place.slow), o)) {
      OutputLink& link = s.link[o];
      pace(link.pacer, link.cycles_per_flit, now);
    }
    if (p.crossbar == 1) {
      drive(o, flit);
    } else {
      s.stage_flits[row() * p.ports + o] = flit;
      insert(staged, o);
    }
  }

  std::size_t row() const { return now.value % p.stages_after_grant(); }

  /// Flits that entered the last crossbar stage's row one turn ago reach the output registers.
  void drive_stages() {
    if (p.crossbar == 1) return;
    for_each_bit(of_banks([&](unsigned bank) { return s.stage_valid[row() * banks() + bank]; }),
                 [&](unsigned o) { drive(o, s.stage_flits[row() * p.ports + o]); });
  }

  /// Writes the arrivals, and gives changed counts to the flow controllers.
  template <class FlitIn>
  void write_arrivals(const Ports& arrivals, FlitIn& flit_in) {
    for_each_bit(arrivals, [&](unsigned i) { write(i, flit_in(i)); });
  }

  void write(unsigned i, Flit flit) {
    if (has_barriers() && barriers(*this).takes(i, flit)) return;
    const unsigned v = one_vc ? 0 : flit.vc().value;
    if (v >= vcs()) {
      ++s.errors.orphans;
      return;
    }
    store(i, v, flit);
  }

  /// The flit is written into the buffer of a lane.
  void store(unsigned i, unsigned v, Flit flit) {
    InputLane& lane = s.in[index(i, v)];
    slack_buffer::State& buffer = lane.buffer;
    if (!slack_buffer::push(p.buffer, buffer, flit, now, buffer.count + has(popped[v], i))) {
      ++s.errors.overflows;
      return;
    }
    lane.occupancy -= now.value;
    if (buffer.count > lane.peak) lane.peak = buffer.count;
    VirtualChannel& vc = channel(v, i);
    vc.occupied |= bit(in_bank(i));
    if (!one_vc) s.with_flits |= vc_bit(v);
    if (has_credits()) return;
    flow_controller::watch(p.flow, vc.flow, in_bank(i), buffer.count);
    note_flow(vc.flow, v);
  }

  /// The switch itself writes flits into buffers.
  bool makes_flits() const { return has_barriers() || times_out(); }

  /// Writes a flit that is made here, as the next one of the last worm there, into the buffer of a lane.
  void store_made_here(unsigned i, unsigned v, FlitKind kind) {
    const std::uint32_t tag = slack_buffer::back(p.buffer, s.in[index(i, v)].buffer).flit().tag();
    store(i, v, Flit(kind, VcId(static_cast<std::uint8_t>(v)), 1, tag));
  }

  /// Writes padding behind the last flit in the buffer of a lane, unless enough waits there. True: it has.
  bool pad(unsigned i, unsigned v) {
    if (s.in[index(i, v)].buffer.count >= p.padding_room()) return false;
    store_made_here(i, v, FlitKind::padding);
    return true;
  }

  /// The row of this edge takes the flits sent; true while any stage holds one.
  bool store_stages() {
    if (p.crossbar == 1) return false;
    if constexpr (one_bank)
      s.stage_valid[row()] = staged;
    else
      std::copy_n(staged.bank.begin(), banks(), s.stage_valid + row() * banks());
    PortMask any = 0;
    for (unsigned i = 0; i < p.stages_after_grant() * banks(); ++i) any |= s.stage_valid[i];
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
    const flow_controller::Params& of = has_barriers() && v == vcs() ? p.barrier.flow : p.flow;
    bool all_settled = true;
    for (unsigned bank = 0; bank < banks(); ++bank) {
      flow_controller::State& flow = s.vc[bank * flow_channels() + v].flow;
      const PortMask stop = stop_in[bank * flow_channels() + v];
      const PortMask out_before = flow_controller::stop_out(of, flow);
      flow_controller::advance<plain>(of, flow, stop);
      if (const PortMask changed = flow_controller::stop_out(of, flow) ^ out_before) drive_stop(v, bank, changed);
      if (!one_vc) all_settled &= flow_controller::settled<plain>(of, flow, stop);
    }
    if (one_vc) return;
    if (all_settled)
      s.unsettled &= static_cast<VcMask>(~vc_bit(v));
    else
      s.unsettled |= vc_bit(v);
  }

  bool awake() const {
    if (one_vc) return s.vc[0].occupied != 0 || !flow_controller::settled<plain>(p.flow, s.vc[0].flow, stop_in[0]);
    return s.with_flits != 0 || s.unsettled != 0 || (has_barriers() && barriers(*this).is_awake()) ||
           (times_out() && has_worms());
  }

  /// Some input lane has an output.
  bool has_worms() const {
    Ports any{};
    for (unsigned v = 0; v < vcs(); ++v) any |= connected(v);
    return !is_empty(any);
  }
};

}  // namespace slackline::wormhole_switch::detail
