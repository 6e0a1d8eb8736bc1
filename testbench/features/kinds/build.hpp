// Groups of switches, and of hosts, with the same settings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/kinds/settings.hpp"
#include "testbench/features/nic/build.hpp"

namespace slackline::features {

/// An experiment's values as they are for some switches, or hosts. The experiment must outlive them.
using SwitchValues = Overlaid<SwitchSettings, BarrierUnitSettings, PacketSwitchSettings>;
using HostValues = Overlaid<NicSettings, NicCosts, CoreTiming>;

/// Switches or hosts of one kind: all their settings are the same; of hosts, but for those of their clocks.
template <class OfOne>
struct KindGroup : OverlaidThings {
  OfOne values;
};
using SwitchGroup = KindGroup<SwitchValues>;
using HostGroup = KindGroup<HostValues>;

template <class OfOne>
struct KindGroups {
  std::vector<KindGroup<OfOne>> groups;  ///< in the order of their first switches or hosts
  std::vector<std::uint32_t> of;         ///< of each switch, or host, of the netlist
};
using SwitchGroups = KindGroups<SwitchValues>;
using HostGroups = KindGroups<HostValues>;

SwitchGroups switch_groups(const Values& experiment, const network::Netlist& netlist);
/// The same; the network is listed only if there are records. Without them the group has no count, and no switch is listed.
SwitchGroups switch_groups(const Values& experiment);
HostGroups host_groups(const Values& experiment, const network::Netlist& netlist);
/// The same; the network is listed only if there are records.
HostGroups host_groups(const Values& experiment);

/// By host, the records of `hosts` that match it, by their places in the list.
std::vector<std::vector<std::uint32_t>> records_of_hosts(const Values& experiment);

/// A key of a host's clock: it makes no kind.
bool is_of_clock(std::string_view key);

/// Whether records of `hosts` give more than clocks.
bool has_host_kinds(const Values& experiment);

/// Whether some host may have a network interface: by `endpoint`, or by a record of `hosts`.
bool any_nics(const Values& experiment);
/// Whether records of `hosts` give an endpoint: some hosts may have network interfaces and others none.
bool has_own_endpoints(const Values& experiment);

/// The clocks of all hosts, by number; of one without a network interface that of a nominal one.
std::vector<HostClock> clocks_of(const Values& experiment, const network::Netlist& netlist);

/// Adds the network interfaces of those hosts that have one.
void add_nics(const Values& experiment, network::Netlist& netlist);

/// What switches may be, without regard to their names: `switch`, and each record alone in its place.
std::vector<SwitchValues> possible_switches(const Values& experiment);

/// Which keys of `switch` the switches of an experiment obey. One switch that obeys a key is enough.
class UseOfSwitchKeys {
 public:
  /// The groups of all switches, which must outlive it.
  UseOfSwitchKeys(const Values& experiment, std::vector<const SwitchGroup*> groups);
  UseOfSwitchKeys(const Values& experiment, const SwitchGroups& switches);
  /// Why a key has no effect at any of them, or nothing; at packet switches, where there are some.
  std::optional<NoEffect> without_effect(std::string_view key) const;
  /// The same of a key that a record of `switches` gives, at the switches that it matches.
  std::optional<NoEffect> without_effect(std::string_view key, std::size_t record) const;

 private:
  template <class IsOne>
  std::optional<NoEffect> at(std::string_view key, const IsOne& is_one) const;

  std::vector<const SwitchGroup*> groups_;
  bool is_alone_;
};

/// Whether switches have barrier units, or some of them.
bool has_barrier_units(const Values& experiment);
/// Whether some switches have credits.
bool has_some_credits(const Values& experiment);
/// Of a switch, the maximum.
std::uint64_t most_virtual_channels(const Values& experiment);
/// Whether hosts have network interfaces of which some may hold their links back.
bool some_hosts_stop(const Values& experiment);

}  // namespace slackline::features
