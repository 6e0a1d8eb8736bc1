#include "testbench/workloads/traffic/settings.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/features/feature.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

/// Keys of what hosts send, and of its measurement.
bool is_of_messages(const Key& key) {
  return (is_within(key.path, "traffic") && key.path != "traffic.packet.format") || key.path == "run.relative_error";
}

/// Why a key of what hosts send has no effect with the values of other such keys, or nothing.
std::optional<NoEffect> useless_by_values(std::string_view key, const Values& experiment) {
  const TrafficSettings& t = experiment.get<TrafficSettings>();
  if (is_within(key, "traffic.hot_spot") && t.pattern != generator::Pattern::hot_spot)
    return NoEffect{"has no effect with " + name_and_value("traffic.pattern", experiment),
                    "use it only with pattern: hot_spot", "traffic.pattern"};
  if (key == "traffic.arrivals.burst" && t.arrivals != generator::ArrivalKind::on_off)
    return NoEffect{"has no effect with " + name_and_value("traffic.arrivals.kind", experiment),
                    "use it only with kind: on_off", "traffic.arrivals.kind"};
  if (key == "traffic.response.max_outstanding" && t.response_flits == 0)
    return NoEffect{"has no effect without responses", "use it only with " + Wording::key("traffic.response.flits"),
                    "traffic.response.flits"};
  return std::nullopt;
}

/// Why hosts do not obey a key, or nothing.
std::optional<NoEffect> useless_to_hosts(const Key& key, const Values& experiment) {
  if (!has_messages(experiment) && is_of_messages(key))
    return NoEffect{
        "has no effect with firmware: " + experiment.get<NicSettings>().firmware + ", whose hosts have no messages",
        "use it only with another firmware", "nic.firmware"};
  if (has_nics(experiment) && is_within(key.path, "traffic.response"))
    return NoEffect{"has no effect with endpoint: nic", "use it only with endpoint: generator", "endpoint"};
  return std::nullopt;
}

/// A sweep, or an option, that gives a key gives it to a file for other values as well.
bool is_of_option(const Reading& reading, std::string_view key) {
  return is_given_by_user(reading, key) && reading.given.find(key)->second.source != reading.file;
}

bool is_reported(const Reading& reading, const Key& key) {
  return std::any_of(reading.errors.begin(), reading.errors.end(),
                     [&](const InputError& error) { return error.key == key.path; });
}

void check_use(Reading& reading) {
  for (const Key& key : reading.keys()) {
    if (!is_given_by_user(reading, key.path) || is_reported(reading, key)) continue;
    auto none = useless_to_hosts(key, reading.values());
    if (!none) {
      none = useless_by_values(key.path, reading.values());
      if (none && is_of_option(reading, none->decided_by)) continue;
    }
    if (none && !is_doubtful(reading, {none->decided_by}))
      add_error(reading, key.path, {none->decided_by}, problem(none->problem), advice(none->advice));
  }
}

/// The part of a list of hosts that could be read; nothing: none was given.
std::optional<PartlyRead> hosts_in(const Reading& reading, const std::string& key,
                                   const std::vector<std::uint64_t>& all) {
  if (const auto partly = reading.partly.find(key); partly != reading.partly.end()) return partly->second;
  const auto given = reading.given.find(key);
  if (given == reading.given.end()) return std::nullopt;
  return PartlyRead{given->second, {all.begin(), all.end()}};
}

/// Each once. Hosts that could be read are judged even where others could not.
void check_hosts_in(Reading& reading, const std::string& key, const PartlyRead& list, std::uint64_t hosts) {
  unsigned reported = 0;
  std::vector<bool> named(hosts, false);
  for (std::size_t i = 0; i < list.items.size() && reported < most_reported; ++i) {
    if (!list.items[i]) continue;  // reported already
    const std::uint64_t host = *list.items[i];
    const bool exists = host < hosts;
    if (exists && !named[host]) {
      named[host] = true;
      continue;
    }
    ++reported;
    reading.errors.push_back({list.origin.source, list.origin.of_item(i), key,
                              value_found(std::to_string(host), exists ? "a second time" : ""),
                              "each host from 0 to " + std::to_string(hosts - 1) + " once", ""});
  }
}

void check_destinations(Reading& reading, std::uint64_t hosts) {
  const auto to = hosts_in(reading, permutation_key, reading.values().get<TrafficSettings>().permutation);
  if (!to) return;
  if (to->items.size() == hosts) return check_hosts_in(reading, permutation_key, *to, hosts);
  reading.errors.push_back({to->origin.source, to->origin.at, permutation_key,
                            value_found(text::counted(to->items.size(), "destination")),
                            text::counted(hosts, "destination") + ", one for each host", ""});
}

void check_permutation(Reading& reading) {
  const bool wanted = reading.values().get<TrafficSettings>().pattern == generator::Pattern::permutation;
  if (!is_given(reading, "traffic.permutation") && reading.partly.count("traffic.permutation") == 0) {
    if (wanted && !is_doubtful(reading, {"traffic.permutation", "traffic.permutation_file"}))
      add_error(reading, "traffic.permutation", {"traffic.pattern"}, problem("missing"),
                "list of one destination for each host, here or in " + Wording::key("traffic.permutation_file"));
    return;
  }
  if (!wanted && !is_doubtful(reading, {"traffic.pattern"}))
    return add_error(
        reading, is_given(reading, "traffic.permutation_file") ? "traffic.permutation_file" : "traffic.permutation",
        {"traffic.pattern"}, problem("has no effect with " + name_and_value("traffic.pattern", reading.values())),
        advice("use it only with pattern: permutation"));
  if (!is_doubtful(reading, reading.keys().paths_in("topology.")))
    check_destinations(reading, workload_hosts(reading.values()));
}

void check_lengths(Reading& reading) {
  const TrafficSettings& t = reading.values().get<TrafficSettings>();
  if (is_given(reading, "traffic.packet.lengths") && is_given(reading, "traffic.packet.flits"))
    add_error(reading, "traffic.packet.lengths", {},
              problem("given together with " + Wording::key("traffic.packet.flits")), advice("give one of the two"));
  if (is_given(reading, "traffic.packet.weights") && t.lengths.empty())
    add_error(reading, "traffic.packet.weights", {"traffic.packet.lengths"},
              problem("has no effect without " + Wording::key("traffic.packet.lengths")),
              advice("use it only with them"));
  else if (is_given(reading, "traffic.packet.weights") && t.weights.size() != t.lengths.size())
    add_error(
        reading, "traffic.packet.weights", {"traffic.packet.lengths"},
        remark(text::counted(t.weights.size(), "weight")),
        text::counted(t.lengths.size(), "weight") + ", one for each of " + Wording::key("traffic.packet.lengths"));
}

void check_hot_hosts(Reading& reading) {
  if (reading.values().get<TrafficSettings>().pattern != generator::Pattern::hot_spot) return;
  const auto hot = hosts_in(reading, hot_hosts_key, reading.values().get<TrafficSettings>().hot_hosts);
  if (!hot)
    add_error(reading, hot_hosts_key, {"traffic.pattern"}, problem("missing"),
              "list of the hot hosts, with pattern: hot_spot");
  else if (!is_doubtful(reading, reading.keys().paths_in("topology.")))
    check_hosts_in(reading, hot_hosts_key, *hot, workload_hosts(reading.values()));
}

}  // namespace

bool traffic_plays_part(const Key& key, const Values& experiment) {
  return !useless_to_hosts(key, experiment) && !useless_by_values(key.path, experiment);
}

void check_traffic(Reading& reading) {
  check_use(reading);
  check_permutation(reading);
  check_lengths(reading);
  check_hot_hosts(reading);
}

void check_format(Reading& reading) {
  const std::uint32_t most = port::most_nodes(reading.values().get<PacketSettings>().format);
  const std::uint64_t hosts = hosts_of(reading.values());
  if (hosts > most)
    add_error(reading, "traffic.packet.format", reading.keys().paths_in("topology."),
              remark(text::counted(hosts, "host")), "up to " + std::to_string(most) + " hosts");
}

}  // namespace slackline::features
