// The settings and keys of switches: switch.*, without those of their barrier units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

struct SwitchSettings {
  std::string preset = "none";  ///< the preset of values that are not given
  std::uint64_t virtual_channels = 1;
  route_unit::VcAssignment vc_assignment = route_unit::VcAssignment::any;
  wormhole_switch::Switching switching = wormhole_switch::Switching::wormhole;
  std::uint64_t buffer_flits = 64;  ///< a virtual channel
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  std::optional<std::uint64_t> stop_at, go_at;  ///< nothing: auto
  std::uint64_t worm_timeout = 0;               ///< cycles; 0: none
  bool ecn = false;
  std::uint64_t ecn_watermark = 0;  ///< flits; 0: none is given
  router_arbiter::Policy arbiter = router_arbiter::Policy::round_robin;
  Delay header_delay, data_delay, arbitration{0, std::nullopt}, crossbar, fc_delay{0, std::nullopt};
};

/// Whether flow control is by credits: without watermarks.
bool has_credits(const Values& values);

std::vector<Key> switch_keys();
/// Parameters of wormhole_switch::Params and its parts.
std::vector<ModelParameter> switch_parameters();

/// Why a key has no effect at a wormhole switch of these values, or nothing.
std::optional<NoEffect> wormhole_key_without_effect(std::string_view key, const Values& of_switch);

/// Adds the error of marks without a watermark within the buffer.
void check_switch(Reading& of_switch);

}  // namespace slackline::features
