// switch_kind: what a switch of a network is: a wormhole switch, or a packet switch.
//
// Routing, hosts and neighbours see a packet switch as a wormhole switch of one virtual channel: with PAUSE as one in virtual
// cut-through, whose STOP holds back whole packets; without it as one that takes in every flit.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "rtl_models/packet_switch/params.hpp"
#include "rtl_models/wormhole_switch/params.hpp"

namespace slackline::network {

struct SwitchKind : wormhole_switch::Params {
  SwitchKind() = default;
  SwitchKind(const wormhole_switch::Params& params) : wormhole_switch::Params(params) {}  // NOLINT(*explicit*)
  explicit SwitchKind(packet_switch::Params params) : packet(std::move(params)) {
    ports = packet->ports;
    if (packet->pause_at != 0) switching = wormhole_switch::Switching::virtual_cut_through;
  }

  bool is_packet_switch() const { return packet.has_value(); }
  /// At its inputs: flits of any number, whatever comes of them.
  bool takes_in_everything() const { return packet && packet->pause_at == 0; }
  /// A packet is there whole before any of it leaves.
  bool stores_packets() const { return packet && !packet->cut_through; }

  /// If it is a packet switch, its parameters; `ports` is that of the wormhole switch, and cycles_per_flit is not used: links have theirs.
  std::optional<packet_switch::Params> packet;
  std::uint8_t host_fc_cycles = 0;  ///< registers that STOP or a credit passes at hosts at its switches, 0..63
};

}  // namespace slackline::network
