#include "testbench/settings/reading.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "testbench/settings/utf8.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::settings {

namespace {

/// Where the first of some keys was given that the user wrote; if none, where the preset gives one.
Origin where_given(const Reading& reading, const KeyPaths& keys) {
  Origin in_preset{{reading.file}};
  for (const std::string_view path : keys) {
    const auto found = reading.given.find(path);
    if (found == reading.given.end()) continue;
    if (!is_preset(reading, found->second.source)) return found->second;
    if (!is_preset(reading, in_preset.source)) in_preset = found->second;
  }
  return in_preset;
}

/// "default" or "preset NAME" of a key whose value is given elsewhere than where the error is shown.
std::string origin_remark(const Reading& reading, std::string_view key, const Origin& shown_at) {
  const auto found = reading.given.find(key);
  if (found == reading.given.end()) return "default";
  const SourcePtr& source = found->second.source;
  if (!is_preset(reading, source) || is_preset(reading, shown_at.source)) return "";
  for (const auto& [named_by, preset] : reading.presets)
    if (preset == source) return "preset " + std::filesystem::path(preset->name()).stem().string();
  return "";
}

/// A value as it was written, and what it comes to in flits or cycles.
Finding value_and_units(const Reading& reading, const Key& key) {
  const Values& values = reading.values();
  const std::string text = to_string(value_of(key, values));
  const auto given = reading.given.find(key.path);
  const std::string written = given == reading.given.end() ? "" : given->second.written;
  const std::string& value = written.empty() ? text : written;
  if (values.asked_bytes.count(key.path) != 0) return value_found(value, text + " flits");
  if (std::holds_alternative<FlitTime>(key.type) && values.asked_rate) return value_found(value, text + " cycles");
  if (time_of(key, values) == nullptr || !is_given(reading, "clock.period")) return value_found(value);
  const std::uint64_t cycles = cycles_of(key, values);
  return value_found(value, std::to_string(cycles) + (cycles == 1 ? " cycle" : " cycles"));
}

}  // namespace

bool is_preset(const Reading& reading, const SourcePtr& source) {
  return source != nullptr && std::any_of(reading.presets.begin(), reading.presets.end(),
                                          [&](const auto& preset) { return preset.second == source; });
}

bool is_given(const Reading& reading, std::string_view key) { return reading.given.count(key) != 0; }

bool is_given_by_user(const Reading& reading, std::string_view key) {
  const auto given = reading.given.find(key);
  return given != reading.given.end() && !is_preset(reading, given->second.source);
}

bool is_doubtful(const Reading& reading, const KeyPaths& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return reading.doubtful.count(key) != 0; });
}

std::string shown(const Reading& reading, const Key& key) {
  const Finding found = value_and_units(reading, key);
  return found.value.text() + (found.remark.empty() ? "" : ": ") + found.remark.text();
}

void add_error(Reading& reading, std::string_view key, const KeyPaths& in_light_of, Finding what, Expected expected,
               std::uint64_t least) {
  if (is_doubtful(reading, {key}) || is_doubtful(reading, in_light_of)) return;
  KeyPaths all{key};
  all.insert(all.end(), in_light_of.begin(), in_light_of.end());
  const Origin origin = where_given(reading, all);
  const Key& of = *reading.keys().find(key);
  const auto* list = std::get_if<IntegerList>(&of.type);
  const bool is_long = (list != nullptr && list->longest > 8) || std::holds_alternative<RecordList>(of.type);
  if (what.problem.empty() && !is_long) {
    Finding value = value_and_units(reading, of);
    for (const Wording& more : {Wording(origin_remark(reading, key, origin)), what.remark})
      if (!more.empty()) value.remark += (value.remark.empty() ? "" : "; ") + more;
    what = std::move(value);
  }
  reading.errors.push_back(
      {origin.source, origin.at, std::string(key), std::move(what), std::move(expected), "", least});
}

namespace {

std::string path_from(const Reading& reading, const SourcePtr& named_by, std::string name) {
  if (name.empty() || named_by != reading.file) return name;
  return (std::filesystem::path(reading.file->name()).parent_path() / name).string();
}

}  // namespace

std::string path_of(const Reading& reading, std::string_view key) {
  std::string name = to_string(value_of(*reading.keys().find(key), reading.values()));
  const auto given = reading.given.find(key);
  return given == reading.given.end() ? name : path_from(reading, given->second.source, std::move(name));
}

std::string path_of(const Reading& reading, const std::string& list, std::size_t record, std::string_view field,
                    std::string name) {
  const auto& fields = reading.given.find(list)->second.fields.at(record);
  const auto given = fields.find(field);
  return given == fields.end() ? name : path_from(reading, given->second.source, std::move(name));
}

InputError record_error(const Reading& reading, const std::string& list, std::size_t record, const std::string& field,
                        Finding what, Expected expected, std::string hint) {
  const Origin& origin = reading.given.find(list)->second;
  const auto& fields = origin.fields.at(record);
  const auto given = fields.find(field);
  const Place place = given == fields.end() ? Place{origin.source, origin.items.at(record)} : given->second;
  return {place.source,        place.at,       record_path(reading, list, record, field), std::move(what),
          std::move(expected), std::move(hint)};
}

InputError item_error(const Reading& reading, const std::string& list, std::size_t record, const std::string& field,
                      std::size_t item, Finding what, Expected expected, std::string hint) {
  InputError error = record_error(reading, list, record, field, std::move(what), std::move(expected), std::move(hint));
  const auto& fields = reading.given.find(list)->second.fields.at(record);
  if (const auto given = fields.find(field); given != fields.end()) error.at = given->second.of_item(item);
  return error;
}

std::string record_path(const Reading& reading, const std::string& list, std::size_t record, std::string_view field) {
  return record_path(list, reading.given.find(list)->second.numbers.at(record), field);
}

std::string subject_of(const Reading& reading, const std::string& list, std::size_t record) {
  constexpr std::size_t most_characters = 80;
  const auto& records = std::get<RecordList>(reading.keys().find(list)->type);
  const Key& first = records.fields().front();
  const Value value = value_of(first, *records.record(reading.values(), record));
  const auto* names = std::get_if<std::vector<std::string>>(&value);
  return escaped(names != nullptr ? text::some_of(*names) : to_string(value), most_characters);
}

std::string record_name(const Reading& reading, const std::string& list, std::size_t record) {
  return record_path(reading, list, record) + " (" + subject_of(reading, list, record) + ")";
}

bool is_known(const Reading& reading, const std::string& list, std::size_t record, std::string_view field) {
  const Origin& origin = reading.given.find(list)->second;
  return origin.fields.at(record).count(field) != 0 && origin.doubtful.at(record).count(field) == 0;
}

bool is_doubtful(const Reading& reading, const std::string& list, std::size_t record, std::string_view field) {
  return reading.given.find(list)->second.doubtful.at(record).count(field) != 0;
}

}  // namespace slackline::settings
