// OneVcAllocation: who goes at one clock edge of a plain wormhole_switch with one virtual channel. There is nothing to
// choose between the lanes of a port: each pass acts at once, on the registers as they were before the edge.
#pragma once

#include "rtl_models/wormhole_switch/edge.hpp"

namespace slackline::wormhole_switch::detail {

template <class Drive>
struct OneVcAllocation : Edge<1, true, PortMask, Drive> {
  using Base = Edge<1, true, PortMask, Drive>;
  using Base::Base;
  using Base::busy, Base::data_is_due, Base::grant_header, Base::lane_is_ready, Base::move_worm, Base::pick_header,
      Base::route_header, Base::s, Base::take;

  PortMask worms, fronts;  // input ports with a flit of a worm that goes on, and with one that has not been routed
  PortMask closed;         // outputs that are stopped, or whose link is busy: one test for both
  PortMask taken;          // those, and outputs that are held

  /// Before any register changes.
  void bid() {
    const VirtualChannel& vc = s.vc[0];
    const PortMask connected = s.crossbar.connected[0];
    worms = vc.occupied & connected;
    fronts = vc.occupied & ~connected & ~vc.requesting;
    closed = vc.flow.stopped | busy;
    taken = closed | s.crossbar.held[0];
  }

  /// Behind advance_flow_controllers().
  void allocate() {
    for_each_bit(worms, [this](unsigned i) {
      const Lane output = s.crossbar.output_of[i];
      if (!has(closed, output.port) && data_is_due(s.in[i])) move_worm(lane_of(i, 0), output);
    });
    for_each_bit(fronts, [this](unsigned i) {
      if (!route_header(i, 0)) take(lane_of(i, 0));
    });
    for_each_bit(s.wanted.bank[0] & ~taken, [this](unsigned o) {
      if (!lane_is_ready(o, 0)) return;
      grant_header(o, pick_header(o, s.out_lane[o].requests, [](unsigned) { return 0u; }), 0);
    });
  }
};

}  // namespace slackline::wormhole_switch::detail
