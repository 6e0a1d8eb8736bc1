#include "testbench/settings/record_presets.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/settings/preset.hpp"

namespace slackline::settings {

namespace {

/// Puts a value at a path of a map, unless there is one, or something else than a map on the way.
void put(Node& map, std::string_view path, Node value) {
  const std::size_t end = std::min(path.find('.'), path.size());
  const auto entry = std::find_if(map.entries.begin(), map.entries.end(),
                                  [&](const Entry& e) { return e.key.text == path.substr(0, end); });
  if (end == path.size()) {
    if (entry != map.entries.end()) return;
    Entry& made = map.entries.emplace_back();
    made.key.kind = NodeKind::scalar;
    made.key.text = path;
    made.key.option = value.option;
    made.key.at = value.at;
    made.value = std::move(value);
    return;
  }
  Entry* group = entry == map.entries.end() ? nullptr : &*entry;
  if (group == nullptr) {
    group = &map.entries.emplace_back();
    group->key.kind = NodeKind::scalar;
    group->key.text = path.substr(0, end);
    group->key.option = group->value.option = value.option;
    group->key.at = group->value.at = value.at;
    group->value.kind = NodeKind::map;
  }
  if (group->value.kind == NodeKind::map) put(group->value, path.substr(end + 1), std::move(value));
}

/// Puts the values of a preset's map, those of the keys that fields of the list override, into a record.
void put_all(const Key& list, const Node& map, const std::string& group, const SourcePtr& preset, Node& record) {
  for (const Entry& entry : map.entries) {
    const std::string path = group + entry.key.text;
    if (entry.value.kind == NodeKind::map) {
      put_all(list, entry.value, path + ".", preset, record);
      continue;
    }
    for (const Key& field : std::get<RecordList>(list.type).fields()) {
      if (field.overrides != path) continue;
      Node value = entry.value;
      value.option = preset;
      put(record, field.path_in(list), std::move(value));
    }
  }
}

}  // namespace

Node with_presets(const Key& list, const Node& value, Reading& reading) {
  Node expanded = value;
  for (std::size_t i = 0; i < expanded.items.size(); ++i)
    for (const Key& field : std::get<RecordList>(list.type).fields()) {
      if (field.presets.empty()) continue;
      Node& record = expanded.items[i];
      const Node* named = value_at(record, field.path_in(list));
      const Preset* preset = named == nullptr ? nullptr : find_preset(named->text, field.presets);
      if (preset == nullptr) continue;  // "none", or reported where it is read
      reading.presets[record_path(list.path, i, field.path_in(list))] = preset->source;
      if (const std::optional<Node> root = parse_document(preset->source, reading.errors))
        put_all(list, *root, "", preset->source, record);
    }
  return expanded;
}

}  // namespace slackline::settings
