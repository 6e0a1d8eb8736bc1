#include "testbench/config/reader.hpp"

#include <algorithm>
#include <utility>

#include "testbench/config/document.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/utf8.hpp"
#include "testbench/config/value_reader.hpp"

namespace slackline::config {

namespace {

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// "buffer" for the path "switch.buffer.flits" and the group "switch."; empty when the path is not of the group.
std::string_view child_of(std::string_view group, std::string_view path) {
  if (!starts_with(path, group)) return {};
  path.remove_prefix(group.size());
  return path.substr(0, path.find('.'));
}

/// What may stand in a group, in the order of the table. The group is "" or ends in a dot.
std::vector<std::string_view> children_of(std::string_view group) {
  std::vector<std::string_view> names;
  for (const Key& key : key_table())
    if (const std::string_view name = child_of(group, key.path); !name.empty())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

bool is_group(std::string_view path) { return !children_of(std::string(path) + ".").empty(); }

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

/// All keys and groups of keys.
std::vector<std::string_view> all_paths() {
  std::vector<std::string_view> paths;
  for (const Key& key : key_table())
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = key.path.find('.', end + 1);
      const std::string_view path = key.path.substr(0, end);
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    }
  return paths;
}

/// The path that was probably meant by an unknown name in a group: a name nearby, the same name elsewhere, or nothing.
std::string meant_by(const std::string& group, std::string_view name) {
  if (const std::string sibling = nearest(name, children_of(group)); !sibling.empty()) return group + sibling;
  for (const std::string_view path : all_paths()) {
    const std::size_t dot = path.rfind('.');
    if (path.substr(dot == std::string_view::npos ? 0 : dot + 1) == name) return std::string(path);
  }
  return nearest(group + std::string(name), all_paths());
}

class Reader {
 public:
  Reader(const SourcePtr& file, Reading& reading) : file_(file), reading_(reading) {}

  void read_group(const std::string& group, const Node& map) {
    std::map<std::string, std::uint32_t> seen;  // name -> line
    for (const Entry& entry : map.entries) {
      if (entry.key.kind == NodeKind::refused) continue;
      if (entry.key.kind != NodeKind::scalar) {
        fault(entry.key.at, group_name(group), describe(entry.key) + " as a key", joined(children_of(group)));
        continue;
      }
      const std::string path = group + entry.key.text;
      const auto [before, is_new] = seen.insert({entry.key.text, entry.key.at.line});
      if (!is_new)
        fault(entry.key.at, shown(path), "given twice, first in line " + std::to_string(before->second),
              "each key once");
      read_entry(group, path, entry);
    }
  }

  void read_overrides(const std::vector<Override>& overrides) {
    for (const Override& o : overrides) {
      Node node;
      node.kind = NodeKind::scalar;
      node.text = o.value;
      const auto source = std::make_shared<const Source>(o.option, "");
      if (const Key* key = find_key(o.key))
        read_key(*key, source, node);
      else
        reading_.faults.push_back({source, {}, o.key, "unknown key", "", nearest(o.key, all_paths())});
    }
  }

  void require_keys() {
    for (const Key& key : key_table())
      if (key.presence == Presence::required && reading_.given.count(key.path) == 0 &&
          reading_.doubtful.count(key.path) == 0)
        fault({}, std::string(key.path), "missing", allowed(key));
  }

 private:
  void read_entry(const std::string& group, const std::string& path, const Entry& entry) {
    const std::string& name = entry.key.text;
    if (name.empty() || name.find('.') != std::string::npos) {
      const bool is_path = find_key(path) != nullptr || is_group(path);
      if (is_path) doubt(path);
      fault(entry.key.at, name.empty() ? group + "\"\"" : shown(path), "unknown key", joined(children_of(group)),
            is_path ? nested(name) : "");
    } else if (const Key* key = find_key(path)) {
      read_key(*key, file_, entry.value);
    } else if (!is_group(path)) {
      const std::string meant = meant_by(group, name);
      doubt(meant);
      fault(entry.key.at, shown(path), "unknown key", joined(children_of(group)), meant);
    } else if (entry.value.kind == NodeKind::map) {
      read_group(path + ".", entry.value);
    } else {
      doubt(path);
      if (entry.value.kind != NodeKind::refused)
        fault(entry.value.at, path, describe(entry.value), "map of " + joined(children_of(path + ".")));
    }
  }

  void read_key(const Key& key, const SourcePtr& source, const Node& value) {
    const std::string path(key.path);
    if (!read_value(key, source, value, reading_.experiment, reading_.faults)) {
      doubt(path);
      return;
    }
    Origin origin{source, value.at, {}};
    for (const Node& item : value.items) origin.items.push_back(item.at);
    reading_.given.insert_or_assign(path, std::move(origin));
  }

  /// Nothing is known of a key, or of a group of keys.
  void doubt(const std::string& path) {
    for (const Key& key : key_table())
      if (key.path == path || starts_with(key.path, path + ".")) reading_.doubtful.insert(std::string(key.path));
  }

  void fault(Position at, std::string key, std::string read, std::string allowed, std::string hint = "") {
    reading_.faults.push_back({file_, at, std::move(key), std::move(read), std::move(allowed), std::move(hint)});
  }

  static std::string group_name(const std::string& group) {
    return group.empty() ? "" : group.substr(0, group.size() - 1);
  }

  /// A path as a file writes it: "traffic: { load: ... }".
  static std::string nested(const std::string& path) {
    std::string text, close;
    for (const char c : path) {
      text += c == '.' ? ": { " : std::string(1, c);
      if (c == '.') close += " }";
    }
    return text + ": ..." + close;
  }

  /// A path as a message shows it: a key can be anything, even a megabyte long.
  static std::string shown(const std::string& path) { return printable(path, 80); }

  const SourcePtr& file_;
  Reading& reading_;
};

}  // namespace

Reading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides) {
  Reading reading;
  reading.file = file;
  Reader reader(file, reading);
  if (const std::optional<Node> root = file ? parse_document(file, reading.faults) : std::nullopt) {
    if (root->kind == NodeKind::map) {
      reader.read_group("", *root);
      reader.require_keys();
    } else if (root->kind != NodeKind::refused) {
      reading.faults.push_back({file, root->at, "", describe(*root), "a map of keys: " + joined(children_of("")), ""});
    }
  }
  reader.read_overrides(overrides);
  return reading;
}

}  // namespace slackline::config
