#include "testbench/features/kinds/build.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "testbench/features/kinds/matches.hpp"

namespace slackline::features {

namespace {

/// All settings of a kind, times in cycles: the same text for the same hardware.
std::string text_of(const SwitchValues& values) {
  std::string text;
  for (const Key& key : values.keys())
    if (is_within(key.path, "switch"))
      text += (std::holds_alternative<CycleDelay>(key.type) ? std::to_string(cycles_of(key, values))
                                                            : to_string(value_of(key, values))) +
              ';';
  return text;
}

}  // namespace

SwitchGroups switch_groups(const Values& e, const network::Netlist& netlist) {
  const std::vector<OwnSwitch>& records = e.get<KindSettings>().switches;
  SwitchGroups made;
  made.of.resize(netlist.switches.size());
  if (records.empty()) {
    made.groups.push_back({SwitchValues(e), {}, netlist.switches.size()});
    return made;
  }
  std::vector<std::vector<std::string>> patterns;
  for (const OwnSwitch& record : records) patterns.push_back(record.match());
  std::vector<std::string_view> names;
  for (const network::SwitchInstance& instance : netlist.switches) names.push_back(instance.name);
  const Matches found = match(patterns, names);
  std::map<std::vector<std::uint32_t>, std::uint32_t> by_records;
  std::map<std::string, std::uint32_t> by_text;
  for (std::size_t s = 0; s < names.size(); ++s) {
    const auto [known, is_new] = by_records.try_emplace(found.records[s], 0);
    if (is_new) {
      SwitchValues values(e);
      for (const std::uint32_t record : found.records[s]) records[record].apply_to(values);
      const auto [alike, first] = by_text.try_emplace(text_of(values), static_cast<std::uint32_t>(made.groups.size()));
      known->second = alike->second;
      if (first)
        made.groups.push_back(
            {std::move(values), std::vector<std::size_t>(found.records[s].begin(), found.records[s].end()), 0});
    }
    made.of[s] = known->second;
    ++made.groups[known->second].switches;
  }
  return made;
}

std::vector<SwitchValues> possible_switches(const Values& e) {
  std::vector<SwitchValues> all{SwitchValues(e)};
  for (const OwnSwitch& record : e.get<KindSettings>().switches) record.apply_to(all.emplace_back(e));
  return all;
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

}  // namespace slackline::features
