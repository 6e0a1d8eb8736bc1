// The settings and keys of switches and hosts that differ from the others: the lists switches and hosts.
#pragma once

#include <vector>

#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/feature.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/settings/overlay.hpp"

namespace slackline::features {

using OwnSwitch = Overlay<SwitchSettings, BarrierUnitSettings>;

/// In their order: of several records that match and give a key, the last one counts.
struct KindSettings {
  std::vector<OwnSwitch> switches;
};

std::vector<Key> kind_keys();

/// Adds the faults of records that match nothing. False: their patterns are too many for the network, which is a fault. For
/// any experiment of 2 to 2^24 hosts.
bool check_kind_names(Reading& reading);

}  // namespace slackline::features
