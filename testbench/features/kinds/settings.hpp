// The settings and keys of switches and hosts that differ from the others: the lists switches and hosts.
#pragma once

#include <vector>

#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/feature.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/packet_switch/settings.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/settings/overlay.hpp"

namespace slackline::features {

using OwnSwitch = Overlay<SwitchSettings, BarrierUnitSettings, PacketSwitchSettings>;

/// The device at a host's port: its network interface, if it has one.
using OwnHost = Overlay<NicSettings, NicCosts, CoreTiming>;

/// In their order: of several records that match and give a key, the last one counts.
struct KindSettings {
  std::vector<OwnSwitch> switches;
  std::vector<OwnHost> hosts;
};

std::vector<Key> kind_keys();

}  // namespace slackline::features
