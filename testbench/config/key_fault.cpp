#include "testbench/config/key_fault.hpp"

#include <algorithm>
#include <utility>

#include "testbench/config/units.hpp"

namespace slackline::config {

namespace {

using KeyPaths = std::vector<std::string_view>;

/// Where the first of some keys was given that the user wrote; if none, where the preset gives one.
Origin where_given(const Reading& reading, const KeyPaths& keys) {
  Origin in_preset{reading.file, {}, {}, {}, {}};
  for (const std::string_view path : keys) {
    const auto found = reading.given.find(path);
    if (found == reading.given.end()) continue;
    if (!is_preset(reading, found->second.source)) return found->second;
    if (!is_preset(reading, in_preset.source)) in_preset = found->second;
  }
  return in_preset;
}

/// " (default)" or " (preset NAME)" of a key whose value is given elsewhere than where the fault is shown.
std::string origin_remark(const Reading& reading, std::string_view key, const Origin& shown_at) {
  const auto found = reading.given.find(key);
  if (found == reading.given.end()) return " (default)";
  const SourcePtr& source = found->second.source;
  if (!is_preset(reading, source) || is_preset(reading, shown_at.source)) return "";
  return " (preset " + (source == reading.costs ? reading.experiment.nic.costs : reading.experiment.switches.preset) +
         ")";
}

}  // namespace

bool is_given(const Reading& reading, std::string_view key) { return reading.given.count(key) != 0; }

bool is_given_by_user(const Reading& reading, std::string_view key) {
  const auto given = reading.given.find(key);
  return given != reading.given.end() && !is_preset(reading, given->second.source);
}

bool is_doubtful(const Reading& reading, const KeyPaths& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return reading.doubtful.count(key) != 0; });
}

std::string shown(const Reading& reading, const Key& key) {
  const Experiment& experiment = reading.experiment;
  std::string text = to_string(value_of(key, experiment));
  if (const auto bytes = experiment.asked_bytes.find(key.path); bytes != experiment.asked_bytes.end())
    return bytes_text(bytes->second) + ": " + text + " flits";
  if (time_of(key, experiment) == nullptr || !is_given(reading, "clock.period")) return text;
  const std::uint64_t cycles = cycles_of(key, experiment);
  return text + ": " + std::to_string(cycles) + (cycles == 1 ? " cycle" : " cycles");
}

void add_fault(Reading& reading, std::string_view key, const KeyPaths& in_light_of, const std::string& what,
               std::string allowed) {
  if (is_doubtful(reading, {key}) || is_doubtful(reading, in_light_of)) return;
  KeyPaths all{key};
  all.insert(all.end(), in_light_of.begin(), in_light_of.end());
  const Origin origin = where_given(reading, all);
  const auto* list = std::get_if<IntegerList>(&find_key(key)->type);
  const bool is_long =
      (list != nullptr && list->longest > 8) || std::holds_alternative<RecordList>(find_key(key)->type);
  std::string read;
  if (what == "missing") {
    read = what;
  } else {
    read = is_long ? "" : shown(reading, *find_key(key));
    if (!is_long) read += origin_remark(reading, key, origin);
    if (!what.empty()) read += (read.empty() ? "" : ": ") + what;
  }
  reading.faults.push_back({origin.source, origin.at, std::string(key), read, std::move(allowed), ""});
}

}  // namespace slackline::config
