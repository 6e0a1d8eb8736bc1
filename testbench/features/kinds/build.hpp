// Groups of switches with the same settings.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/kinds/settings.hpp"

namespace slackline::features {

/// An experiment's values as they are for some switches. The experiment must outlive them.
using SwitchValues = Overlaid<SwitchSettings, BarrierUnitSettings>;

/// Switches of one kind: all their settings are the same.
struct SwitchGroup {
  SwitchValues values;
  std::vector<std::size_t> records;  ///< of `switches` that match the first of them, by their places in the list
  std::uint64_t switches = 0;
};

struct SwitchGroups {
  std::vector<SwitchGroup> groups;  ///< in the order of their first switches
  std::vector<std::uint32_t> of;    ///< of each switch of the netlist
};

SwitchGroups switch_groups(const Values& experiment, const network::Netlist& netlist);

/// What switches may be, without regard to their names: `switch`, and each record alone in its place.
std::vector<SwitchValues> possible_switches(const Values& experiment);

/// Whether switches have barrier units, or some of them.
bool has_barrier_units(const Values& experiment);
/// Whether some switches have credits.
bool has_some_credits(const Values& experiment);
/// Of a switch, the maximum.
std::uint64_t most_virtual_channels(const Values& experiment);

}  // namespace slackline::features
