#include "testbench/features/kinds/build.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "testbench/features/kinds/matches.hpp"
#include "testbench/features/topology/build.hpp"

namespace slackline::features {

namespace {

/// The settings under `group` that make a kind, times in cycles: the same text for the same hardware.
std::string text_of(const Values& values, std::string_view group) {
  std::string text;
  if (group == "nic" && !is_nic(values)) return text;
  for (const Key& key : values.keys())
    if (is_within(key.path, group) && key.presets.empty() && !is_of_clock(key.path)) {
      text +=
          time_of(key, values) != nullptr ? std::to_string(cycles_of(key, values)) : to_string(value_of(key, values));
      text += ';';
    }
  return text;
}

template <class Record>
std::vector<std::vector<std::string>> patterns_of(const std::vector<Record>& records) {
  std::vector<std::vector<std::string>> patterns;
  for (const Record& record : records) patterns.push_back(record.match());
  return patterns;
}

Matches matching_hosts(const Values& e, const network::Netlist& netlist) {
  return match(patterns_of(e.get<KindSettings>().hosts), host_names(netlist), host_numbers(netlist));
}

/// `found`: which records match which of `things`. `group`: the keys that they override.
template <class OfOne, class Record, class Thing>
KindGroups<OfOne> groups_of(const Values& e, const std::vector<Record>& records, const std::vector<Thing>& things,
                            const Matches& found, std::string_view group) {
  KindGroups<OfOne> made;
  made.of.resize(found.records.size());
  std::map<std::vector<std::uint32_t>, std::uint32_t> by_records;
  std::map<std::string, std::uint32_t> by_text;
  for (std::size_t i = 0; i < made.of.size(); ++i) {
    const std::vector<std::uint32_t>& matching = found.records[i];
    const auto [known, is_new] = by_records.try_emplace(matching, 0);
    if (is_new) {
      OfOne values(e);
      for (const std::uint32_t record : matching) records[record].apply_to(values);
      const auto [alike, first] =
          by_text.try_emplace(text_of(values, group), static_cast<std::uint32_t>(made.groups.size()));
      known->second = alike->second;
      if (first) made.groups.push_back({{{matching.begin(), matching.end()}, {}, things[i].name}, std::move(values)});
      std::vector<std::size_t>& all = made.groups[known->second].all_records;
      all.insert(all.end(), matching.begin(), matching.end());
    }
    made.of[i] = known->second;
    ++made.groups[known->second].count;
  }
  return made;
}

/// Without records all are of one kind.
template <class OfOne>
KindGroups<OfOne> one_group(const Values& e, std::size_t count) {
  KindGroups<OfOne> made;
  made.of.resize(count);
  made.groups.push_back({{{}, {}, "", count}, OfOne(e)});
  return made;
}

}  // namespace

bool is_of_clock(std::string_view key) {
  return key == "nic.drift" || key == "nic.drift_spread" || key == "nic.offset" || key == "nic.offset_spread";
}

SwitchGroups switch_groups(const Values& e, const network::Netlist& netlist) {
  const std::vector<OwnSwitch>& records = e.get<KindSettings>().switches;
  if (records.empty()) return one_group<SwitchValues>(e, netlist.switches.size());
  std::vector<std::string_view> names;
  for (const network::SwitchInstance& instance : netlist.switches) names.push_back(instance.name);
  return groups_of<SwitchValues>(e, records, netlist.switches, match(patterns_of(records), names), "switch");
}

HostGroups host_groups(const Values& e, const network::Netlist& netlist) {
  const std::vector<OwnHost>& records = e.get<KindSettings>().hosts;
  if (records.empty()) return one_group<HostValues>(e, netlist.endpoints.size());
  return groups_of<HostValues>(e, records, netlist.endpoints, matching_hosts(e, netlist), "nic");
}

HostGroups host_groups(const Values& e) {
  if (e.get<KindSettings>().hosts.empty()) return one_group<HostValues>(e, hosts_of(e));
  return host_groups(e, bare_network_of(e));
}

std::vector<std::vector<std::uint32_t>> records_of_hosts(const Values& e) {
  return matching_hosts(e, bare_network_of(e)).records;
}

bool any_nics(const Values& e) {
  if (const std::optional<bool> known = e.get<NicSettings>().any_nics) return *known;
  const std::vector<OwnHost>& records = e.get<KindSettings>().hosts;
  return is_nic(e) || std::any_of(records.begin(), records.end(), [](const OwnHost& record) {
           return record.given.count("hosts.endpoint") != 0 && is_nic(record);
         });
}

bool has_own_endpoints(const Values& e) {
  const std::vector<OwnHost>& records = e.get<KindSettings>().hosts;
  return std::any_of(records.begin(), records.end(),
                     [](const OwnHost& record) { return record.given.count("hosts.endpoint") != 0; });
}

bool has_host_kinds(const Values& e) {
  const std::vector<OwnHost>& records = e.get<KindSettings>().hosts;
  return std::any_of(records.begin(), records.end(), [](const OwnHost& record) {
    return std::any_of(record.keys().begin(), record.keys().end(), [&](const Key& field) {
      return !field.overrides.empty() && !is_of_clock(field.overrides) && record.given.count(field.path) != 0;
    });
  });
}

std::vector<HostClock> clocks_of(const Values& e, const network::Netlist& netlist) {
  const std::vector<OwnHost>& records = e.get<KindSettings>().hosts;
  Matches found;
  if (!records.empty()) found = matching_hosts(e, netlist);
  std::vector<HostClock> clocks;
  for (std::uint32_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (records.empty() || found.records[i].empty()) {
      clocks.push_back(is_nic(e) ? clock_of(e.get<NicSettings>(), i) : HostClock());
      continue;
    }
    HostValues values(e);
    for (const std::uint32_t record : found.records[i]) records[record].apply_to(values);
    clocks.push_back(is_nic(values) ? clock_of(values.get<NicSettings>(), i) : HostClock());
  }
  set_hardware(clocks, e.get<NicSettings>().slot_ticks);
  return clocks;
}

void add_nics(const Values& e, network::Netlist& netlist) {
  auto interfaces = std::make_shared<network::HostInterfaces>();
  const HostGroups kinds = host_groups(e, netlist);
  interfaces->nics.clear();
  std::vector<std::uint32_t> nic_of_kind;
  for (const HostGroup& kind : kinds.groups) {
    nic_of_kind.push_back(is_nic(kind.values) ? static_cast<std::uint32_t>(interfaces->nics.size())
                                              : network::no_interface);
    if (is_nic(kind.values)) interfaces->nics.push_back(nic_params(kind.values));
  }
  if (interfaces->nics.empty()) return;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) netlist.endpoints[i].nic = nic_of_kind[kinds.of[i]];
  interfaces->delivery = delivery(e);
  for (const HostClock& clock : clocks_of(e, netlist)) interfaces->clocks.push_back(clock.hardware);
  netlist.interfaces = std::move(interfaces);
}

std::vector<SwitchValues> possible_switches(const Values& e) {
  std::vector<SwitchValues> all{SwitchValues(e)};
  for (const OwnSwitch& record : e.get<KindSettings>().switches) record.apply_to(all.emplace_back(e));
  return all;
}

SwitchGroups switch_groups(const Values& e) {
  if (e.get<KindSettings>().switches.empty()) return one_group<SwitchValues>(e, 0);
  return switch_groups(e, bare_network_of(e));
}

UseOfSwitchKeys::UseOfSwitchKeys(const Values& experiment, std::vector<const SwitchGroup*> groups)
    : groups_(std::move(groups)), is_alone_(has_one_switch(experiment)) {}

UseOfSwitchKeys::UseOfSwitchKeys(const Values& experiment, const SwitchGroups& switches)
    : is_alone_(has_one_switch(experiment)) {
  for (const SwitchGroup& group : switches.groups) groups_.push_back(&group);
}

namespace {

/// Why a key of `switch` has no effect at a switch of these values, or nothing.
std::optional<NoEffect> key_without_effect(std::string_view key, const Values& of_switch, bool is_alone) {
  if (auto none = packet_switch_key_without_effect(key, of_switch, is_alone)) return none;
  if (is_packet_switch(of_switch)) return std::nullopt;
  if (auto none = wormhole_key_without_effect(key, of_switch)) return none;
  return barrier_key_without_effect(key, of_switch);
}

}  // namespace

template <class IsOne>
std::optional<NoEffect> UseOfSwitchKeys::at(std::string_view key, const IsOne& is_one) const {
  std::optional<NoEffect> none;
  for (const SwitchGroup* const group : groups_) {
    if (!is_one(*group)) continue;
    const std::optional<NoEffect> here = key_without_effect(key, group->values, is_alone_);
    if (!here) return std::nullopt;
    if (!none || none->decided_by == "switch.kind") none = here;  // what a switch of the right kind lacks says more
  }
  return none;
}

std::optional<NoEffect> UseOfSwitchKeys::without_effect(std::string_view key) const {
  return at(key, [](const SwitchGroup&) { return true; });
}

std::optional<NoEffect> UseOfSwitchKeys::without_effect(std::string_view key, std::size_t record) const {
  return at(key, [record](const SwitchGroup& group) { return group.has_of(record); });
}

bool has_barrier_units(const Values& experiment) {
  const std::vector<SwitchValues> all = possible_switches(experiment);
  return std::any_of(all.begin(), all.end(), has_barrier_unit);
}

bool has_some_credits(const Values& experiment) {
  const std::vector<SwitchValues> all = possible_switches(experiment);
  return std::any_of(all.begin(), all.end(), has_credits);
}

std::uint64_t most_virtual_channels(const Values& experiment) {
  std::uint64_t most = 0;
  for (const SwitchValues& values : possible_switches(experiment))
    most = std::max(most, values.get<SwitchSettings>().virtual_channels);
  return most;
}

bool some_hosts_stop(const Values& experiment) {
  if (!any_nics(experiment)) return false;
  const HostGroups hosts = host_groups(experiment);
  return std::any_of(hosts.groups.begin(), hosts.groups.end(), [](const HostGroup& group) {
    return is_nic(group.values) && hosts_stop(group.values.get<NicSettings>());
  });
}

}  // namespace slackline::features
