#include "testbench/settings/overlay.hpp"

#include <algorithm>

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
    : values_(&values), list_(list.path), records_(records) {
  file = base.file;
  presets = base.presets;
  doubtful = base.doubtful;
  for (const auto& [path, origin] : base.given) given.insert({path, Origin{{origin.source, origin.at}}});
  for (const std::size_t record : records)
    for (const Key& field : std::get<RecordList>(list.type).fields()) {
      if (field.overrides.empty()) continue;
      const std::string_view name = field.path_in(list);
      if (is_doubtful(base, list_, record, name)) doubtful.insert(field.overrides);
      if (!is_known(base, list_, record, name)) continue;
      given[field.overrides] = Origin{base.given.find(list_)->second.fields.at(record).find(name)->second};
      fields_[field.overrides] = {list_, std::string(name), record};
    }
}

void OverlaidReading::report(Reading& base) const {
  for (InputError error : errors) {
    const RecordPath* shown_at = nullptr;
    for (const auto& [path, field] : fields_) {
      const Origin& origin = given.find(path)->second;
      if (error.source == origin.source && error.at.line == origin.at.line && error.at.column == origin.at.column)
        shown_at = &field;
    }
    if (const auto field = fields_.find(error.key); field != fields_.end())
      error.key = record_path(base, list_, field->second.record, field->second.field);
    const bool known = std::any_of(base.errors.begin(), base.errors.end(), [&](const InputError& other) {
      return other.source == error.source && other.at.line == error.at.line && other.at.column == error.at.column &&
             other.key == error.key &&
             other.allowed.text().compare(0, error.allowed.text().size(), error.allowed.text()) == 0;
    });
    if (known) continue;
    if (shown_at != nullptr)
      error.allowed += " (for " + subject_of(base, list_, shown_at->record) + ")";
    else if (!records_.empty())
      error.allowed += ", for " + names_of_records(base);
    base.errors.push_back(std::move(error));
  }
}

std::string OverlaidReading::names_of_records(const Reading& base) const {
  std::string names;
  for (const std::size_t record : records_)
    names.append(names.empty() ? "" : " and ").append(record_name(base, list_, record));
  return names;
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
                         key.path + ", outside the list"});
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
