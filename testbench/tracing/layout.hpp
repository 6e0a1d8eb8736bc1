// layout: the scopes of a dump, and the values in each. Header, changes and save file all follow it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/observe/wave_source.hpp"
#include "testbench/tracing/scopes.hpp"
#include "testbench/tracing/viewer.hpp"

namespace slackline::tracing {

enum class ScopeKind : std::uint8_t {
  clock,
  port,
  lane,
  packet_port,
  host,
  host_vc,
  nic,
  nic_vc,
  link,
  barrier_port,
  barrier_unit,
  barrier_host,
  barrier_link,
  workload
};

/// As waves/values.txt names it.
const char* to_string(ScopeKind kind);

/// A scope that has values.
struct Scope {
  ScopeKind kind = ScopeKind::clock;
  std::uint32_t instance = 0;  ///< index of the switch, host or channel in the netlist; or of the workload
  std::uint8_t port = 0, vc = 0;
  std::string path;  ///< "switch3.port2.vc0"
};

using Value = observe::WaveValue;
const Look& look_of(ScopeKind kind, const Value& value);

// The place of a value in its scope.
enum class PortValue : std::uint8_t { grant, grant_vc };
enum class LaneValue : std::uint8_t {
  in_kind,
  in_packet,
  in_occupancy,
  in_stall,
  in_route,
  in_stop,
  out_owner,
  out_stopped,
  in_route_vc,
  out_owner_vc
};
/// Of a port of a packet switch.
enum class PacketPortValue : std::uint8_t {
  in_packet,
  in_flits,
  in_waiting,
  in_held,
  in_route,
  in_pause,
  in_dropped,
  out_packet,
  out_held
};
enum class HostValue : std::uint8_t { stall, sending, pending, received };
enum class HostVcValue : std::uint8_t { stopped, receiving };
enum class NicValue : std::uint8_t {
  handler,
  event,
  events,
  commands,
  completions,
  tx_state,
  tx_words,
  tx_cut_through,
  tx_queue,
  tx_done,
  rx_headers,
  rx_done,
  free0,
  free1,
  free2,
  free3,
  dma_state,
  dma_words,
  dma_queue,
  dma_done,
  slot,
  position,
  tick,
  phase,
  paused
};
/// Of an RV32 processor; after the words that firmware exports. Then the registers x1 to x31.
enum class CoreValue : std::uint8_t { core, pc, x1 };
enum class NicVcValue : std::uint8_t { rx_state, rx_buffer, rx_words };
enum class LinkValue : std::uint8_t { kind, packet, source, destination, data, busy, vc };

// With barriers in the switches; of a message that the unit handles, only where it takes more than a cycle for it.
enum class BarrierPortValue : std::uint8_t {
  phase,
  taken_vc,
  cuts,
  padding,
  in_messages,
  out_messages,
  in_stop,
  out_stopped
};
enum class BarrierUnitValue : std::uint8_t { entries, owing, completed, refused, message, group, from, to, output };
enum class BarrierHostValue : std::uint8_t { to_send, received };
enum class BarrierLinkValue : std::uint8_t { message, group, from, to, padded_vc };

/// A packet's number in a dump: its source, and the low 16 bits of its number at this source.
inline constexpr unsigned packet_sequence_bits = 16;
inline std::uint64_t packet_number(const PacketRecord& packet) {
  return std::uint64_t{packet.source.value} << packet_sequence_bits | (packet.sequence & 0xffffu);
}

/// Values of a network interface before those that its firmware exports.
inline constexpr unsigned own_nic_values = static_cast<unsigned>(NicValue::paused) + 1;
/// Width of the number of a queue, which is before that of a host.
inline constexpr unsigned queue_bits = 2;

/// Width of the phase of an interface's clock: its upper bits.
inline constexpr unsigned phase_bits = 8;

/// Whether its tag names a packet.
inline bool names_packet(Flit flit) { return flit.valid() && flit.kind() != FlitKind::abort && !flit.is_barrier(); }

/// Flit `now` is where `before` was, and is of the same packet, whose record need not be looked up again: a tag
/// that is given to another packet has been delivered between, and so has not been here for a while.
inline bool same_packet(Flit before, Flit now) {
  return names_packet(before) && names_packet(now) && before.tag() == now.tag();
}

/// The values of each scope, in the order of the enumerators above; those of the virtual channel last, which are left
/// out where there is only one. Where kinds of switches differ in virtual channels and credits, their scopes do, too.
class Layout {
 public:
  explicit Layout(const network::ElaboratedNetlist& netlist, const std::vector<observe::WaveScope>& workloads = {});

  const std::vector<Value>& values(const Scope& scope) const;
  unsigned packet_bits() const { return packet_bits_; }
  /// Width of a host's number, in whole digits.
  unsigned host_bits() const { return packet_bits_ - packet_sequence_bits; }

 private:
  /// By what the link at an output works with: levels, credits.
  using ByFlowControl = std::array<std::vector<Value>, 2>;
  struct OfSwitch {
    std::vector<Value> port, packet_port, barrier_unit;
    ByFlowControl lane, barrier_port;
  };

  OfSwitch switch_values(const wormhole_switch::Params& p) const;
  OfSwitch packet_switch_values(const packet_switch::Params& p) const;
  bool has_credits_ahead(const Scope& scope) const { return has(credits_ahead_[scope.instance], scope.port); }

  const network::ElaboratedNetlist& netlist_;
  std::vector<OfSwitch> of_switch_;     // by kind
  std::vector<PortSet> credits_ahead_;  // per switch: outputs whose receiver returns credits
  std::vector<Value> clock_, host_, link_;
  ByFlowControl host_vc_;
  std::vector<std::vector<Value>> workloads_;       // of a list
  std::vector<std::vector<Value>> nics_;            // by kind: with the words that their firmware exports
  std::vector<Value> nic_vc_;                       // where some hosts have network interfaces
  std::vector<Value> barrier_host_, barrier_link_;  // where switches take part in barriers
  unsigned port_bits_ = 0, vc_bits_ = 0, packet_bits_ = 0, credit_bits_ = 0, message_credit_bits_ = 0;
};

/// The chosen scopes, in the order of the dump. The clock is always there.
std::vector<Scope> chosen_scopes(const network::Netlist& netlist, const Selection& selection,
                                 const std::vector<observe::WaveScope>& workloads = {});

}  // namespace slackline::tracing
