#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/kinds/checks.hpp"
#include "testbench/features/kinds/matches.hpp"
#include "testbench/features/kinds/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/glob.hpp"

namespace slackline::features {

namespace {

constexpr std::size_t most_names_compared = 20'000;
constexpr std::uint64_t most_comparisons = 100'000'000;  ///< of patterns with names: a second or two

/// The lists of names of the records whose `match` could be read; of the others none.
template <class Record>
std::vector<std::vector<std::string>> known_patterns(const Reading& reading, const char* list,
                                                     const std::vector<Record>& records) {
  std::vector<std::vector<std::string>> patterns;
  for (std::size_t i = 0; i < records.size(); ++i)
    patterns.push_back(is_known(reading, list, i, "match") ? records[i].match() : std::vector<std::string>());
  return patterns;
}

/// `what`: "switch". False: there are too many patterns.
bool check_matches(Reading& reading, const char* list, const std::vector<std::vector<std::string>>& patterns,
                   const std::vector<std::string_view>& names, const std::string& what,
                   const std::vector<std::string>& aliases = {}) {
  std::uint64_t globs = 0;
  for (const std::vector<std::string>& of_record : patterns)
    for (const std::string& pattern : of_record) globs += text::is_glob(pattern) ? 1 : 0;
  if (globs * names.size() > most_comparisons) {
    add_error(reading, list, {},
              remark(std::to_string(globs) + " patterns for " + std::to_string(names.size()) + " names"),
              "up to " + std::to_string(most_comparisons / names.size()) + " patterns with * or ? on this network");
    return false;
  }
  for (const Matches::Miss& miss : match(patterns, names, aliases).misses) {
    const std::vector<std::string>& of_record = patterns[miss.record];
    const auto item = std::find(of_record.begin(), of_record.end(), miss.pattern) - of_record.begin();
    reading.errors.push_back(item_error(
        reading, list, miss.record, "match", static_cast<std::size_t>(item),
        value_found(escaped(miss.pattern, 80), "matches no " + what),
        "name of a " + what + ", such as " + std::string(names.back()) + ", or a pattern that matches some",
        text::is_glob(miss.pattern) || names.size() > most_names_compared ? "" : nearest(miss.pattern, names)));
  }
  return true;
}

/// Records that set nothing, and those that set again what another has set for the same names: a mistake, while a
/// pattern that is another may well match the same things.
template <class Record>
void check_records(Reading& reading, const std::string& list, const std::vector<Record>& records) {
  std::map<std::pair<std::set<std::string>, std::string>, std::size_t> seen;  // names, field -> record
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!is_known(reading, list, i, "match")) continue;
    const std::set<std::string> names(records[i].match().begin(), records[i].match().end());
    bool sets_any = !reading.given.find(list)->second.doubtful.at(i).empty();
    for (const Key& field : records[i].keys()) {
      if (field.overrides.empty() || records[i].given.count(field.path) == 0) continue;
      sets_any = true;
      const std::string name(field.path.substr(list.size() + 1));
      if (const auto [before, is_new] = seen.try_emplace({names, name}, i); !is_new)
        reading.errors.push_back(record_error(reading, list, i, name,
                                              problem("given again for " + subject_of(reading, list, i) +
                                                      ", first in " + record_path(reading, list, before->second)),
                                              "each key once for the same names"));
    }
    if (!sets_any)
      reading.errors.push_back(record_error(
          reading, list, i, "", problem("sets nothing for " + subject_of(reading, list, i)), "match and a key to set"));
  }
}

}  // namespace

void check_kind_records(Reading& reading, bool with_hosts) {
  const KindSettings& kinds = reading.values().get<KindSettings>();
  if (is_given(reading, "switches")) check_records(reading, "switches", kinds.switches);
  if (with_hosts && is_given(reading, "hosts")) check_records(reading, "hosts", kinds.hosts);
}

bool check_kind_names(Reading& reading) {
  const KindSettings& kinds = reading.values().get<KindSettings>();
  if (!is_given(reading, "switches") || kinds.switches.empty()) return true;
  const network::Netlist netlist = bare_network_of(reading.values());
  std::vector<std::string_view> names;
  for (const network::SwitchInstance& instance : netlist.switches) names.push_back(instance.name);
  return check_matches(reading, "switches", known_patterns(reading, "switches", kinds.switches), names, "switch");
}

bool check_host_names(Reading& reading) {
  const KindSettings& kinds = reading.values().get<KindSettings>();
  if (!is_given(reading, "hosts") || kinds.hosts.empty()) return true;
  const network::Netlist netlist = bare_network_of(reading.values());
  return check_matches(reading, "hosts", known_patterns(reading, "hosts", kinds.hosts), host_names(netlist), "host",
                       host_numbers(netlist));
}

void check_use_of_records(Reading& reading, const HostGroups& hosts) {
  const std::vector<OwnHost>& records = reading.values().get<KindSettings>().hosts;
  std::vector<bool> is_used(records.size()), matches_any(records.size());  // otherwise reported
  const std::vector<std::vector<std::uint32_t>> of_hosts = records_of_hosts(reading.values());
  for (std::size_t i = 0; i < of_hosts.size(); ++i)
    for (const std::uint32_t record : of_hosts[i]) {
      matches_any[record] = true;
      if (is_nic(hosts.groups[hosts.of[i]].values)) is_used[record] = true;
    }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (is_used[i] || !matches_any[i]) continue;
    for (const Key& field : records[i].keys())
      if (is_within(field.overrides, "nic") && records[i].given.count(field.path) != 0)
        reading.errors.push_back(record_error(reading, "hosts", i, field.path.substr(std::string("hosts.").size()),
                                              problem("has no effect without network interfaces"),
                                              advice("use it only for a host with endpoint: nic")));
  }
}

void check_offsets(Reading& reading) {
  check_clocks(reading);
  if (!is_given(reading, "hosts") || is_doubtful(reading, {"nic.slot_ticks"})) return;
  const std::uint64_t slot_ticks = reading.values().get<NicSettings>().slot_ticks;
  const std::vector<OwnHost>& records = reading.values().get<KindSettings>().hosts;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t offset = records[i].get<NicSettings>().offset;
    if (records[i].given.count("hosts.endpoint") != 0 && !is_nic(records[i])) continue;  // reported: it has no effect
    if (is_known(reading, "hosts", i, "nic.offset") && offset >= slot_ticks)
      reading.errors.push_back(record_error(reading, "hosts", i, "nic.offset", value_found(std::to_string(offset)),
                                            "below nic.slot_ticks (" + std::to_string(slot_ticks) + ")"));
  }
}

OverlaidReading reading_of(const Reading& reading, HostGroup& hosts) {
  return OverlaidReading(reading, hosts.values, *reading.keys().find("hosts"), hosts.records);
}

OverlaidErrors errors_of(Reading& reading, const HostGroups& hosts) {
  std::vector<const OverlaidThings*> kinds;
  for (const HostGroup& kind : hosts.groups) kinds.push_back(&kind);
  return OverlaidErrors(reading, *reading.keys().find("hosts"), std::move(kinds));
}

void check_firmware_starts(Reading& reading, HostGroups& hosts, const FirmwareTables& tables) {
  OverlaidErrors errors = errors_of(reading, hosts);
  for (std::uint32_t kind = 0; kind < hosts.groups.size(); ++kind) {
    FirmwareTables of_kind{{}, tables.key};
    for (std::size_t host = 0; host < tables.of_hosts.size(); ++host)
      if (hosts.of[host] == kind) of_kind.of_hosts.push_back(tables.of_hosts[host]);
    if (!is_nic(hosts.groups[kind].values)) continue;
    OverlaidReading one = reading_of(reading, hosts.groups[kind]);
    check_firmware_start(one, hosts.of.size(), of_kind);
    errors.take(one, hosts.groups[kind]);
  }
  errors.report();
}

}  // namespace slackline::features
