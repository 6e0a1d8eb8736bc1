// The settings and keys of the switches' barrier units: switch.barrier.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/wormhole_switch/wormhole_switch.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

/// The ways of barrier messages.
enum class BarrierWays : std::uint8_t { up_down, x_y };

/// The barrier unit of a switch: barrier::SwitchParams.
struct BarrierUnitSettings {
  preemption_unit::Architecture architecture = preemption_unit::Architecture::none;
  std::uint64_t entries = barrier_unit::Params().entries, queue = barrier_unit::Params().queue;  ///< queue: messages
  std::optional<std::uint64_t> buffer;                      ///< messages; nothing: auto
  std::uint64_t stop_at = barrier::SwitchParams().stop_at;  ///< messages
  Delay delay{barrier_unit::Params().delay, std::nullopt};
  Delay reliability{barrier_unit::Params().reliability, std::nullopt};
  Delay hold{preemption_unit::usual_hold, std::nullopt};
  Delay preempt{preemption_unit::Params().preempt, std::nullopt};
  Delay padding_delay{barrier::SwitchParams().padding_delay, std::nullopt};
  preemption_unit::Victim victim = preemption_unit::Victim::random;
  std::string root = "auto";                ///< of the ways of barrier messages: a switch's name
  BarrierWays ways = BarrierWays::up_down;  ///< of messages whose tree has no ways of its own
  bool adaptive = false;                    ///< they choose among ways when the tree is built
  Delay notice{100, std::nullopt};
};

std::vector<Key> barrier_unit_keys();

bool has_barrier_unit(const Values& of_switch);
/// Why a key of switch.barrier has no effect at a switch of these values, or nothing.
std::optional<NoEffect> barrier_key_without_effect(std::string_view key, const Values& of_switch);
/// Adds an error where the barrier unit of a switch has no virtual channel to take. Whether there is none.
bool check_barrier_unit(Reading& of_switch);
/// The parameters of a switch for them, but for the size of its input buffers, which may be left to be derived.
barrier::SwitchParams barrier_params(const Values& experiment);

}  // namespace slackline::features
