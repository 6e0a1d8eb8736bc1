// SeparableAllocation: the flits that go at one clock edge of wormhole_switch, where a port may have several lanes:
// separable, input first, one iteration, as in wormhole_switch.hpp. All lanes bid first, before any register changes;
// then, after advance_flow_controllers(), ports choose.
#pragma once

#include <array>

#include "rtl_models/wormhole_switch/edge.hpp"

namespace slackline::wormhole_switch::detail {

template <unsigned fixed_vcs, bool plain, class Ports, class Drive>
struct SeparableAllocation : Edge<fixed_vcs, plain, Ports, Drive> {
  using Base = Edge<fixed_vcs, plain, Ports, Drive>;
  using Base::Base;
  using Base::busy, Base::connected, Base::data_is_due, Base::grant_header, Base::has_choice, Base::holds_worms_back,
      Base::in, Base::index, Base::is_barred, Base::is_stopped, Base::move_worm, Base::occupied, Base::open_lanes,
      Base::pick_header, Base::ports, Base::requesting, Base::requests, Base::route_header, Base::s, Base::take,
      Base::vcs;
  using Base::most_ports;
  using typename Base::PortsOfVcs;

  struct WormBid {  // without initial values: thousands of them are set up for each edge, and a few used
    std::uint8_t in_port, in_vc, out_port, out_vc;
    Lane input() const { return {in_port, in_vc}; }
    Lane output() const { return {out_port, out_vc}; }
  };
  std::array<WormBid, most_ports * Base::most_vcs> worm_bids;
  const VcMask with_flits = s.with_flits;  // VCs on which some buffer held a flit before the edge
  unsigned worms = 0;                      // number of bids
  Ports bidders{};                         // input ports of which a lane bids
  Ports contested{};                       // input ports of which more than one lane bids
  Ports worm_outputs{};                    // outputs for which a worm bids
  Ports shared{};                          // outputs for which more than one worm bids, or a worm and a header
  std::array<VcMask, most_ports> moving;   // of shared outputs: the lanes for which worms bid
  Ports header_outputs{};                  // outputs for which headers bid
  std::array<VcMask, most_ports> open_at;  // of those outputs: the lanes that headers could take
  PortsOfVcs header_bids;                  // of VCs with flits: input ports of which a header bids
  PortsOfVcs lost;        // of VCs with flits: contested input ports whose lane has given way to another
  PortsOfVcs discarded;   // of VCs with flits: input ports whose front flit is thrown away once all have bid
  bool discards = false;  // there are any

  /// Before any register that another bid depends on changes.
  void bid() {
    if (has_choice()) choose_again(*this);
    for_each_bit(with_flits, [this](unsigned v) {
      header_bids[v] = lost[v] = discarded[v] = {};
      const Ports of_worms = connected(v);
      for_each_bit(occupied(v) & ~requesting(v), [&](unsigned i) {
        if (has(of_worms, i))
          bid_worm(i, v);
        else if (!route_header(i, v))
          discard(i, v);
      });
    });
    for_each_bit(ports(s.wanted) & ~busy, [this](unsigned o) { bid_headers(o); });
  }

  /// Call after advance_flow_controllers().
  void allocate() {
    if (discards) take_discarded();
    for_each_bit(contested, [this](unsigned i) { arbitrate_input(i); });
    arbitrate_outputs();
  }

  void discard(unsigned i, unsigned v) {
    insert(discarded[v], i);
    discards = true;
  }

  void take_discarded() {
    for_each_bit(with_flits,
                 [this](unsigned v) { for_each_bit(discarded[v], [&](unsigned i) { take(lane_of(i, v)); }); });
  }

  /// Among the VCs of a port.
  router_arbiter::Params vc_arbiter() const {
    return {static_cast<std::uint16_t>(vcs()), router_arbiter::Policy::matrix};
  }

  void bid_worm(unsigned i, unsigned v) {
    const Lane output = s.crossbar.output_of[index(i, v)];
    if (!worm_may_move(i, v, output)) return;
    worm_bids[worms++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(v), output.port, output.vc};
    const Ports port = only<Ports>(output.port);
    shared |= worm_outputs & port;
    worm_outputs |= port;
    note_bidder(i);
  }

  /// Whether the worm that holds `output` may send its next flit.
  bool worm_may_move(unsigned i, unsigned v, Lane output) const {
    if (has(busy, output.port)) return false;
    if (is_stopped(output.port, output.vc) && holds_worms_back(output.port)) return false;
    if (is_barred(output.port, output.vc)) return false;
    return data_is_due(s.in[index(i, v)]);
  }

  void note_bidder(unsigned i) {
    const Ports port = only<Ports>(i);
    contested |= bidders & port;
    bidders |= port;
  }

  /// Headers bid for output `o` when a lane that they may take is open.
  void bid_headers(unsigned o) {
    const VcMask open = open_lanes(o);
    if (open == 0) return;
    open_at[o] = open;
    for_each_bit(with_flits, [&](unsigned v) {
      for_each_bit(requests(o, v), [&](unsigned i) {
        if ((s.in[index(i, v)].route.vcs & open) == 0) return;
        insert(header_bids[v], i);
        insert(header_outputs, o);
        note_bidder(i);
      });
    });
  }

  /// An input port keeps one of its bids.
  void arbitrate_input(unsigned i) {
    VcMask lanes = 0;
    for_each_bit(with_flits, [&](unsigned v) { lanes |= static_cast<VcMask>(unsigned{has(header_bids[v], i)} << v); });
    for (unsigned n = 0; n < worms; ++n)
      if (worm_bids[n].in_port == i) lanes |= vc_bit(worm_bids[n].in_vc);
    const unsigned kept = router_arbiter::pick(vc_arbiter(), s.among_inputs[i], PortMask{lanes});
    router_arbiter::grant<PortMask>(vc_arbiter(), s.among_inputs[i], kept);
    for_each_bit(lanes & ~(1u << kept), [&](unsigned v) { insert(lost[v], i); });
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

  /// The link's choice among 1 or more VCs.
  unsigned pick_for_link(unsigned o, VcMask channels) {
    if ((channels & (channels - 1)) == 0) return lowest(channels);
    const router_arbiter::Params arbiter = vc_arbiter();
    const unsigned w = router_arbiter::pick(arbiter, s.among_outputs[o], PortMask{channels});
    router_arbiter::grant<PortMask>(arbiter, s.among_outputs[o], w);
    return w;
  }

  /// The worm that holds output lane (o, w) goes on by one flit.
  void move_worm_on(unsigned o, unsigned w) { move_worm(s.crossbar.input_of[index(o, w)], lane_of(o, w)); }

  void serve_worms(unsigned o, VcMask of_worms) { move_worm_on(o, pick_for_link(o, of_worms)); }

  /// Input ports whose header on VC `v` bids for output `o`, and has not given way to another lane.
  Ports asking_on(unsigned v, unsigned o) const { return header_bids[v] & ~lost[v] & requests(o, v); }

  /// The same on any VC.
  Ports asking_for(unsigned o) const {
    Ports asking{};
    for_each_bit(with_flits, [&](unsigned v) { asking |= asking_on(v, o); });
    return asking;
  }

  /// The VC on which input `i` bids for output `o` with a header.
  unsigned asking_vc(unsigned o, unsigned i) const {
    VcMask channels = with_flits;
    while (!has(asking_on(lowest(channels), o), i)) channels &= channels - 1;
    return lowest(channels);
  }

  /// Of the worms, and the arbiter's choice of the headers whose bid is left, if any.
  void serve_header(unsigned o, VcMask of_worms) {
    const Ports asking = asking_for(o);
    if (is_empty(asking)) {
      if (of_worms != 0) serve_worms(o, of_worms);
      return;
    }
    const Lane header = pick_header(o, asking, [&](unsigned i) { return asking_vc(o, i); });
    const unsigned opened = lowest(in(header).route.vcs & open_at[o]);
    const unsigned w = pick_for_link(o, static_cast<VcMask>(of_worms | vc_bit(opened)));
    if (w != opened) {
      move_worm_on(o, w);
      return;
    }
    grant_header(o, header, opened);
  }
};

}  // namespace slackline::wormhole_switch::detail
