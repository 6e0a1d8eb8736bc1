#include "testbench/settings/key_table.hpp"

#include <algorithm>
#include <cstdint>

#include "testbench/settings/nearest.hpp"
#include "testbench/settings/number.hpp"

namespace slackline::settings {

namespace {

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// "buffer" for the path "switch.buffer.flits" and the group "switch."; empty when the path is not of the group.
std::string_view child_of(std::string_view group, std::string_view path) {
  if (!starts_with(path, group)) return {};
  path.remove_prefix(group.size());
  return path.substr(0, path.find('.'));
}

}  // namespace

const Key* KeyTable::find(std::string_view path) const {
  for (const Key& key : keys_)
    if (key.path == path) return &key;
  return nullptr;
}

std::vector<std::string_view> KeyTable::children_of(std::string_view group, const Values* values) const {
  std::vector<std::string_view> names;
  for (const Key& key : keys_)
    if (const std::string_view name = child_of(group, key.path);
        !name.empty() && (values == nullptr || applies(key, *values)))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

const RefusedKey* KeyTable::find_refused(std::string_view path) const {
  for (const RefusedKey& key : refused_)
    if (is_within(path, key.path)) return &key;
  return nullptr;
}

const Key* KeyTable::find_in_record(std::string_view path) const {
  const std::optional<RecordPath> parts = record_path_of(path);
  const Key* const list = parts ? find(parts->list) : nullptr;
  const auto* records = list == nullptr ? nullptr : std::get_if<RecordList>(&list->type);
  return records == nullptr ? nullptr : records->fields().find(parts->list + "." + parts->field);
}

bool KeyTable::is_group(std::string_view path) const { return !children_of(std::string(path) + ".").empty(); }

std::vector<std::string_view> KeyTable::paths_in(std::string_view group) const {
  std::vector<std::string_view> paths;
  for (const Key& key : keys_)
    if (starts_with(key.path, group)) paths.push_back(key.path);
  return paths;
}

std::vector<std::string_view> KeyTable::all_paths() const {
  std::vector<std::string_view> paths;
  for (const Key& key : keys_)
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = key.path.find('.', end + 1);
      const std::string_view path = std::string_view(key.path).substr(0, end);
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    }
  return paths;
}

bool is_within(std::string_view path, std::string_view key_or_group) {
  return starts_with(path, key_or_group) && (path.size() == key_or_group.size() || path[key_or_group.size()] == '.');
}

std::string KeyTable::meant_by(const std::string& group, std::string_view name) const {
  if (const std::string sibling = nearest(name, children_of(group)); !sibling.empty()) return group + sibling;
  const std::vector<std::string_view> paths = all_paths();
  const auto has_name = [&](std::string_view path) { return path.substr(path.rfind('.') + 1) == name; };
  // Those of single parts lie deeper, such as nic.cost.load, or come first, such as topology.seed; the last, run.seed, is
  // that of the whole.
  const auto depth = [](std::string_view path) { return std::count(path.begin(), path.end(), '.'); };
  std::string_view meant;
  for (const std::string_view path : paths)
    if (has_name(path) && (meant.empty() || depth(path) <= depth(meant))) meant = path;
  if (!meant.empty()) return std::string(meant);
  return nearest(group + std::string(name), paths);
}

std::string KeyTable::meant_by(std::string_view path) const {
  const auto of_list = [path](const Key& key) {
    return std::holds_alternative<RecordList>(key.type) && starts_with(path, key.path) &&
           path.size() > key.path.size() && (path[key.path.size()] == '.' || path[key.path.size()] == '[');
  };
  const auto list = std::find_if(keys_.begin(), keys_.end(), of_list);
  if (list == keys_.end()) {
    if (std::string near = nearest(path, all_paths()); !near.empty()) return near;
    const std::size_t name = path.rfind('.') + 1;
    return meant_by(std::string(path.substr(0, name)), path.substr(name));
  }
  const KeyTable& fields = std::get<RecordList>(list->type).fields();
  std::vector<std::string_view> names{fields.front().path_in(*list)};
  for (const std::string_view of_list : fields.all_paths())
    if (of_list.size() > list->path.size()) names.push_back(of_list.substr(list->path.size() + 1));
  const std::size_t dot = path.find('.', list->path.size());
  const std::string_view name = dot == std::string_view::npos ? names.front() : path.substr(dot + 1);
  const bool is_name = std::find(names.begin(), names.end(), name) != names.end();
  const std::string meant = is_name ? std::string(name) : nearest(name, names);
  const std::optional<RecordPath> parts = record_path_of(path);
  const std::string hint = meant.empty() ? "" : record_path(list->path, parts ? parts->record : 0, meant);
  return hint == path ? "" : hint;  // a group of keys
}

std::string record_path(const std::string& list, std::size_t record, std::string_view field) {
  std::string path = list + "[" + std::to_string(record) + "]";
  if (!field.empty()) path.append(".").append(field);
  return path;
}

std::optional<RecordPath> record_path_of(std::string_view path) {
  const std::size_t open = path.find('['), close = path.find("].");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const Parsed<std::uint64_t> record = parse_integer(path.substr(open + 1, close - open - 1));
  if (!record) return std::nullopt;
  return RecordPath{std::string(path.substr(0, open)), std::string(path.substr(close + 2)), record.value};
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::string alternatives(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " or ").append(names[i]);
  return text;
}

}  // namespace slackline::settings
