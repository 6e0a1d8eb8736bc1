// Parameters of a wormhole_switch, and the values wired in there. The rules are in wormhole_switch.hpp.
#pragma once

#include "rtl_models/barrier/switch_side.hpp"
#include "rtl_models/common/bits.hpp"
#include "rtl_models/crossbar/crossbar.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::wormhole_switch {

inline constexpr unsigned most_virtual_channels = 16;

enum class Switching : std::uint8_t {
  wormhole,  ///< flits are held back one by one
  /// A header leaves only when the next buffer has room for its packet, which then is not held back.
  virtual_cut_through,
};

/// Parameters shared by all switches of one kind. An input works as its own switch says, an output as the input at the
/// far end of its link does: see Receiver.
struct Params {
  std::uint16_t ports = 5;  ///< 2..256
  slack_buffer::Params buffer;
  flow_controller::Params flow;
  route_unit::Params route;
  router_arbiter::Policy arbiter = router_arbiter::Policy::round_robin;
  std::uint16_t header_delay = 1;     ///< cycles, data_delay + arbitration .. 1000 (papers: rd)
  std::uint16_t data_delay = 1;       ///< cycles, crossbar .. 1000 (papers: sd)
  std::uint16_t arbitration = 0;      ///< cycles of header_delay that begin with the release of the output
  std::uint16_t crossbar = 1;         ///< cycles of both delays from leaving the buffer to the output register, 1..64
  std::uint8_t virtual_channels = 1;  ///< of each port, 1..16; a slack buffer each
  Switching switching = Switching::wormhole;
  /// virtual_cut_through: flits of the longest packet, 1..65535. With credits a header waits for so many; STOP holds
  /// back headers only, and the buffer must have room for the rest of a packet (network::smallest_buffer).
  std::uint16_t longest_packet = 1;
  /// Packets end in a CRC-8 over all that is before it; where a route flit is stripped, it is brought up to date.
  bool trailing_crc = false;
  barrier::SwitchParams barrier;
  /// A worm of which nothing has come for so many cycles, though it could go on, is closed with an abort flit. 0: none is.
  std::uint32_t worm_timeout = 0;
  /// A header that leaves a buffer which holds so many flits or more, itself included, gets the mark of a congested switch
  /// (ECN), 1..buffer.flits. 0: none does.
  std::uint16_t mark_at = 0;
  bool places_worms = false;  ///< faults place worms at outputs: set by the network
  /// Some output leads to a switch with credits where this one has none, or with other Switching: set by the network.
  bool mixed = false;

  Violations violations() const;
  /// With the values that the blocks inside need of one another: the virtual channels and ports of the route unit, the
  /// credits of the flow controller.
  Params completed() const;

  /// Numbers of STOP wires and credits: the virtual channels, then that of the barrier unit.
  unsigned flow_channels() const { return virtual_channels + unsigned{barrier.is_on()}; }
  /// Padding that a buffer may hold so that one flit can leave it at each edge.
  unsigned padding_room() const { return barrier.padding_room(data_wait()); }
  unsigned lanes() const { return unsigned{ports} * virtual_channels; }
  /// Banks of ports, 1 or more: see bits.hpp.
  unsigned banks() const { return banks_of(ports); }
  bool has_several_banks() const { return ports > ports_of_bank; }
  router_arbiter::Params arbiter_params() const { return {ports, arbiter}; }
  /// Among the virtual channels of a port.
  router_arbiter::Params vc_arbiter_params() const { return {virtual_channels, router_arbiter::Policy::matrix}; }
  crossbar::Params crossbar_params() const { return {ports, virtual_channels}; }
  /// A header may be taken from the buffer when it is older than this.
  std::uint32_t header_wait() const { return header_delay - crossbar; }
  /// Any other flit may be taken when it is older than this.
  std::uint32_t data_wait() const { return data_delay - crossbar; }
  /// Registers between the buffer and the output register.
  unsigned stages_after_grant() const { return crossbar - 1u; }
  bool strips_routes() const { return route.kind == route_unit::Kind::source_stripped; }
  /// At its inputs.
  bool has_credits() const { return flow.has_credits(); }
  /// A header chooses among output ports.
  bool has_choice() const { return route.has_choice(); }
  /// Adaptive routing: a virtual channel that is not an escape channel.
  bool is_adaptive(unsigned vc) const { return route.choice == route_unit::Choice::adaptive && vc >= route.classes; }
  /// Every header comes to the front of its buffer, where it may turn to an escape channel: in virtual cut-through a
  /// packet whose head is in a buffer leaves the one before it, and with credits none joins another in a buffer.
  /// With STOP and wormhole switching a header may wait for the rest of another packet, in a full buffer.
  bool headers_reach_escapes() const {
    return route.choice != route_unit::Choice::adaptive || has_credits() || switching == Switching::virtual_cut_through;
  }
  /// The usual network: up to 64 ports a switch, wormhole switching by levels of STOP, and headers that no switch
  /// changes, and that have no choice.
  bool plain() const {
    return !has_several_banks() && !mixed && !has_credits() && switching == Switching::wormhole && !strips_routes() &&
           !route.changes_headers() && !has_choice() && !barrier.is_on() && worm_timeout == 0 && mark_at == 0 &&
           !places_worms;
  }
  /// The commonest case of all, for which the step has a form of its own.
  bool one_plain_vc() const { return virtual_channels == 1 && plain(); }
};

/// The buffers at the far end of a link, as its sender sees them.
struct Receiver {
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  std::uint16_t credits = 1;          ///< credit: flits of the buffer of a virtual channel
  std::uint16_t barrier_credits = 1;  ///< credit: messages of the buffer of a barrier unit
  std::uint8_t virtual_channels = 1;  ///< the sender uses no others
  bool whole_packets = false;         ///< virtual cut-through
};

/// The inputs of switches of a kind, for which `p` is completed.
inline Receiver receiver_of(const Params& p) {
  return {p.flow.kind, p.flow.credits, p.barrier.flow.credits, p.virtual_channels,
          p.switching == Switching::virtual_cut_through};
}

/// The values wired in at one place of the network.
struct Place {
  route_unit::Place route;
  PortSet wired;                     ///< outputs that have a link
  PortSet slow;                      ///< outputs whose link takes one flit in several cycles
  std::uint64_t arbiter_stream = 0;  ///< arbiters that draw: from this stream, and their output's number
  barrier::SwitchPlace barrier;
};

}  // namespace slackline::wormhole_switch
