// One clock edge of wormhole_switch, inlined into both engines. The contract is in wormhole_switch.hpp.
#pragma once

#include <type_traits>

#include "rtl_models/wormhole_switch/one_vc_allocation.hpp"
#include "rtl_models/wormhole_switch/separable_allocation.hpp"

namespace slackline::wormhole_switch {

namespace detail {

template <unsigned fixed_vcs, bool plain, class Ports, class Drive>
using Allocation =
    std::conditional_t<fixed_vcs == 1, OneVcAllocation<Drive>, SeparableAllocation<fixed_vcs, plain, Ports, Drive>>;

}  // namespace detail

/// One clock edge. `flit_in(port)` gives the flit of a port in `in.arrivals`; `drive(port, flit)` puts a flit on an
/// output register: an output that is not driven carries nothing in this cycle. `drive_stop(vc, bank, changed)` is
/// called for each VC and bank, with the input ports of the bank whose stop_out differs from the cycle before. Returns true while further edges
/// without arrivals or changed stop_in would change something. `fixed_vcs` and `plain` are for speed:
/// Params::virtual_channels where the caller knows it (1 only for a plain switch), otherwise 0; and Params::plain()
/// where it knows it to be true. `Ports`: PortMask for Params::ports up to 64, otherwise PortSet.
template <unsigned fixed_vcs, bool plain, class Ports, class FlitIn, class Drive, class DriveStop>
inline bool step(const Params& p, const Place& place, State& s, Cycle now, const InputsOf<Ports>& in, FlitIn&& flit_in,
                 Drive&& drive, DriveStop&& drive_stop) {
  detail::Allocation<fixed_vcs, plain, Ports, Drive> edge(p, place, s, now, drive, in.stop_in);
  edge.drive_stages();
  if (edge.has_barriers()) detail::barriers(edge).serve();
  edge.bid();
  edge.advance_flow_controllers(in.stop_changed, drive_stop);
  edge.allocate();
  edge.write_arrivals(in.arrivals, flit_in);
  if (edge.has_barriers()) {
    detail::barriers(edge).write_padding();
    detail::barriers(edge).step_unit(in.faults == nullptr ? nullptr : &in.faults->dead);
  }
  if (edge.times_out()) edge.time_worms_out();
  const bool staged = edge.store_stages();
  if (!plain && in.faults != nullptr && edge.place_worms(*in.faults)) return true;
  return edge.awake() || staged;
}

}  // namespace slackline::wormhole_switch
