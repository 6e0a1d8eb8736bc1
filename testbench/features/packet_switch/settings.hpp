// The settings and keys of packet switches: switch.kind and switch.packet.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/packet_switch/params.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class SwitchType : std::uint8_t { wormhole, packet };

/// The parameters of a packet switch, as keys give them: packet_switch::Params.
struct PacketSwitchSettings {
  SwitchType type = SwitchType::wormhole;
  std::string preset = "none";
  packet_switch::Buffers buffers = packet_switch::Buffers::input;
  std::uint64_t frames = packet_switch::Params().frames;
  std::optional<std::uint64_t> flits;  ///< nothing: any number
  packet_switch::Threshold threshold = packet_switch::Threshold::none;
  std::uint64_t most = packet_switch::Params().most;
  double alpha = 1;
  std::uint64_t held = packet_switch::Params().held;
  Delay transfer{packet_switch::Params().transfer, std::nullopt};  ///< of a flit; 0: a packet takes one cycle
  bool direct = false;
  bool cut_through = false;
  std::optional<std::uint64_t> transfers;  ///< nothing: any number
  Delay lookup{0, std::nullopt};
  std::uint64_t gap = packet_switch::Params().gap;   ///< flit times
  std::uint64_t shortest = 1;                        ///< flits
  std::optional<std::uint64_t> longest;              ///< flits; nothing: those of the longest packet
  std::optional<std::uint64_t> pause_at, resume_at;  ///< packets; nothing: no PAUSE, and pause_at - 1
  /// Of uplinks; nothing: as other ports, or with a shared buffer no room of their own, and any number of streams.
  std::optional<std::uint64_t> uplink_frames, uplink_held, uplink_streams;
  std::optional<Delay> uplink_transfer;

  bool has_uplinks() const { return uplink_frames || uplink_held || uplink_transfer || uplink_streams; }
};

std::vector<Key> packet_switch_keys();

bool is_packet_switch(const Values& of_switch);
/// The parameters of a packet switch, whose longest packet has so many flits unless it is given.
packet_switch::Params packet_switch_params(const Values& of_switch, std::uint16_t ports, std::uint32_t longest_packet);

/// Why a key of `switch` has no effect at a switch of these values, or nothing. Keys of packet switches have none at others,
/// and the other way round, but for switch.preset, which gives more, and switch.delay.flow_control, which hosts obey.
/// `is_alone`: it is the only switch, without uplinks.
std::optional<NoEffect> packet_switch_key_without_effect(std::string_view key, const Values& of_switch, bool is_alone);

/// Adds the errors of a packet switch's keys that contradict one another; whether there are none. `longest_packet`: of the network, flits.
bool check_packet_switch(Reading& reading, std::uint32_t longest_packet);

}  // namespace slackline::features
