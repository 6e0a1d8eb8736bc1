#include "testbench/settings/overlay.hpp"

#include <algorithm>

#include "testbench/settings/utf8.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::settings {

void override_values(const Values& overlay, Values& values) {
  std::vector<const Key*> given;  // the keys in whose place the overlay's fields count
  for (const Key& field : overlay.keys()) {
    if (field.overrides.empty() || overlay.given.count(field.path) == 0) continue;
    given.push_back(values.keys().find(field.overrides));
    copy_value(field, overlay, *given.back(), values);
  }
  const auto is_given = [&](std::string_view path) {
    return std::any_of(given.begin(), given.end(), [&](const Key* key) { return key->path == path; });
  };
  for (const Key* key : given)
    for (const Displacement& displacement : key->displacements) {
      if (!displacement.holds(values)) continue;
      for (const std::string_view other : displacement.keys)
        if (!is_given(other)) reset(*values.keys().find(other), values);
    }
}

OverlaidReading::OverlaidReading(const Reading& base, Values& values, const Key& list,
                                 const std::vector<std::size_t>& records)
    : values_(&values) {
  file = base.file;
  presets = base.presets;
  doubtful = base.doubtful;
  for (const auto& [path, origin] : base.given)
    given.insert({path, Origin{{origin.source, origin.at, {}, origin.written}}});
  for (const std::size_t record : records)
    for (const Key& field : std::get<RecordList>(list.type).fields()) {
      if (field.overrides.empty()) continue;
      const std::string_view name = field.path_in(list);
      if (is_doubtful(base, list.path, record, name)) doubtful.insert(field.overrides);
      if (!is_known(base, list.path, record, name)) continue;
      given[field.overrides] = Origin{base.given.find(list.path)->second.fields.at(record).find(name)->second};
      fields_[field.overrides] = {list.path, std::string(name), record};
    }
}

const RecordPath* OverlaidReading::field_of(std::string_view key) const {
  const auto field = fields_.find(key);
  return field == fields_.end() ? nullptr : &field->second;
}

std::optional<std::size_t> OverlaidReading::record_at(const InputError& error) const {
  const auto is_shown_at = [&](const std::string& path) {
    const Origin& origin = given.find(path)->second;
    return error.source == origin.source && error.at.line == origin.at.line && error.at.column == origin.at.column;
  };
  // All values of a list that an option gives are at one place.
  if (const RecordPath* field = field_of(error.key); field != nullptr && is_shown_at(error.key)) return field->record;
  for (const auto& [path, field] : fields_)
    if (is_shown_at(path)) return field.record;
  return std::nullopt;
}

namespace {

/// Of the same key, at the same place.
bool is_of_same(const InputError& a, const InputError& b) {
  return a.source == b.source && a.at.line == b.at.line && a.at.column == b.at.column && a.key == b.key;
}

}  // namespace

void OverlaidErrors::take(const OverlaidReading& of_kind, const OverlaidThings& kind) {
  for (InputError error : of_kind.errors) {
    const std::optional<std::size_t> record = of_kind.record_at(error);
    if (const RecordPath* field = of_kind.field_of(error.key))
      error.key = record_path(base_, list_, field->record, field->field);
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const Found& other) {
      return is_of_same(other.error, error) &&
             ((other.error.least != 0 && error.least != 0) || other.error.expected == error.expected);
    });
    if (same == found_.end()) {
      found_.push_back({std::move(error), record, {&kind}});
      continue;
    }
    // What holds without a record is not said of one.
    const bool leads = error.least > same->error.least || (error.least == same->error.least && kind.records.empty());
    const auto before = std::find(same->kinds.begin(), same->kinds.end(), &kind);
    if (before != same->kinds.end()) {
      if (!leads) continue;
      same->kinds.erase(before);
    }
    if (leads) same->error = std::move(error);
    same->kinds.insert(leads ? same->kinds.begin() : same->kinds.end(), &kind);
  }
}

void OverlaidErrors::report() {
  for (Found& found : found_) {
    InputError& error = found.error;
    const bool known = std::any_of(base_.errors.begin(), base_.errors.end(), [&](const InputError& other) {
      return is_of_same(other, error) && other.expected == error.expected;
    });
    if (known) continue;
    error.of += whom(found);
    base_.errors.push_back(std::move(error));
  }
  found_.clear();
}

/// Whether all things that a record matches have the error.
bool OverlaidErrors::is_of_all(const Found& found, std::size_t record) const {
  return std::all_of(kinds_.begin(), kinds_.end(), [&](const OverlaidThings* kind) {
    return !kind->has_of(record) || std::find(found.kinds.begin(), found.kinds.end(), kind) != found.kinds.end();
  });
}

std::string OverlaidErrors::whom(const Found& found) const {
  const std::vector<std::size_t>& records = found.kinds.front()->records;
  if (found.record)
    return " (for " + (is_of_all(found, *found.record) ? subject_of(base_, list_, *found.record) : names_in(found)) +
           ")";
  if (records.empty()) return "";
  const bool is_of_one = records.size() == 1 && is_of_all(found, records.front());
  return ", for " + (is_of_one ? record_name(base_, list_, records.front()) : names_in(found));
}

/// "switch0 and 2 more, by switches[0], switches[1]"
std::string OverlaidErrors::names_in(const Found& found) const {
  constexpr std::size_t most_characters = 80;
  const OverlaidThings& kind = *found.kinds.front();
  std::uint64_t count = 0;
  for (const OverlaidThings* one : found.kinds) count += one->count;
  std::string text = escaped(kind.first, most_characters);
  if (count > 1) text += " and " + std::to_string(count - 1) + " more";
  std::vector<std::string> records;
  for (const std::size_t record : kind.records) records.push_back(record_path(base_, list_, record));
  return text + ", by " + text::some_of(records);
}

KeyTable overlay_fields(const std::string& list, std::string_view group, const std::vector<Key>& keys,
                        std::string_view match) {
  std::vector<Key> fields{
      Key(list + ".match", TextList{1000, 200, at<&OverlayMatch::names>, true}, "", match).required()};
  std::vector<RefusedKey> refused;
  for (const Key& key : keys) {
    if (std::holds_alternative<RecordList>(key.type)) continue;
    if (key.is_of_all || (!key.presets.empty() && !key.is_preset_of_one)) {
      refused.push_back({list + "." + key.path.substr(group.size()),
                         key.is_of_all ? "holds for the whole network" : "names a preset of values for all",
                         "use " + key.path + ", outside the list"});
      continue;
    }
    Key& field = fields.emplace_back(key);
    field.path = list + "." + key.path.substr(group.size());
    field.overrides = key.path;
    field.displacements.clear();  // of the keys that it overrides
  }
  return KeyTable(std::move(fields), std::move(refused));
}

void append_fields(std::vector<Key>& fields, const std::string& list, std::string_view kind, std::string_view group,
                   const std::vector<Key>& keys) {
  for (const Key& key : keys) {
    if (std::holds_alternative<RecordList>(key.type) || key.path.substr(0, group.size()) != group) continue;
    Key& field = fields.emplace_back(key);
    field.path = list + "." + key.path.substr(group.size());
    field.overrides = key.path;
    field.kinds = {kind};
    field.kind_key = fields.front().path;
  }
}

}  // namespace slackline::settings
