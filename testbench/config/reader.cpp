#include "testbench/config/reader.hpp"

#include <algorithm>
#include <utility>

#include "testbench/config/document.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/key_paths.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/preset.hpp"
#include "testbench/config/preset_entries.hpp"
#include "testbench/config/utf8.hpp"
#include "testbench/config/value_reader.hpp"

namespace slackline::config {

namespace {

/// Keys that a file or an option gives in place of others: a preset's values for those are dropped.
struct Displacement {
  std::string_view key;
  std::vector<std::string_view> displaced;
  bool (*when)(const Experiment&) = nullptr;  ///< for some values only; nullptr: for all
};
const Displacement displacements[] = {
    {"traffic.packet.flits", {"traffic.packet.lengths", "traffic.packet.weights"}},
    {"traffic.packet.lengths", {"traffic.packet.flits", "traffic.packet.weights"}},
    {"traffic.permutation", {"traffic.permutation_file"}},
    {"traffic.permutation_file", {"traffic.permutation"}},
    {"switch.buffer.flow_control",
     {"switch.buffer.stop_at", "switch.buffer.go_at"},
     [](const Experiment& e) { return e.switches.flow_control == flow_controller::Kind::credit; }},
    {"switch.buffer.flow_control",
     {"switch.buffer.go_at"},
     [](const Experiment& e) { return e.switches.flow_control == flow_controller::Kind::busy_ready; }},
};

/// Replaces the positions that a text of its own would have: an option is short enough to be shown whole.
void forget_positions(Node& node) {
  node.at = {};
  for (Node& item : node.items) forget_positions(item);
  for (Entry& entry : node.entries) {
    forget_positions(entry.key);
    forget_positions(entry.value);
  }
}

/// An option's value: lists and maps as a file writes them in one line, everything else as it is.
Node value_of_option(const Override& o, const SourcePtr& source, Faults& faults) {
  Node node;
  if (o.value.empty()) return node;
  if (o.value[0] != '[' && o.value[0] != '{') {
    node.kind = NodeKind::scalar;
    node.text = o.value;
    return node;
  }
  Faults of_text;
  if (std::optional<Node> parsed = parse_document(std::make_shared<const Source>(o.option, o.value), of_text))
    node = std::move(*parsed);
  else
    node.kind = NodeKind::refused;
  for (Fault& fault : of_text) faults.push_back({source, {}, o.key, fault.read, fault.allowed, fault.hint});
  forget_positions(node);
  return node;
}

/// Reads one file; its values override those of the reading. A preset may have a summary and must give the sources of
/// its values.
class Reader {
 public:
  Reader(const SourcePtr& file, Reading& reading) : file_(file), reading_(reading), preset_entries_(file, reading) {}

  void read_root(const Node& root) {
    if (root.kind == NodeKind::map) {
      read_group("", root);
      require_keys();
      if (is_preset()) preset_entries_.check_sources();
    } else if (root.kind != NodeKind::refused) {
      fault(root.at, "", describe(root), "a map of keys: " + allowed_in(""));
    }
  }

  void read_overrides(const std::vector<Override>& overrides) {
    std::map<std::string, const Override*> seen;
    for (const Override& o : overrides) {
      const auto source = std::make_shared<const Source>(o.option, "");
      if (const auto [before, is_new] = seen.insert({o.key, &o}); !is_new)
        reading_.faults.push_back(
            {source, {}, shown(o.key), "given twice, first by " + before->second->option, "each key once", ""});
      else if (const Key* key = find_key(o.key))
        read_key(*key, source, value_of_option(o, source, reading_.faults));
      else
        reading_.faults.push_back({source,
                                   {},
                                   shown(o.key),
                                   is_group(o.key) ? "a group of keys" : "unknown key",
                                   is_group(o.key) ? joined(children_of(o.key + ".")) : "",
                                   is_group(o.key) ? "" : nearest(o.key, all_paths())});
    }
  }

 private:
  bool is_preset() const { return config::is_preset(reading_, file_); }

  void read_group(const std::string& group, const Node& map) {
    std::map<std::string, std::uint32_t> seen;  // name -> line
    for (const Entry& entry : map.entries) {
      if (entry.key.kind == NodeKind::refused) continue;
      if (entry.key.kind != NodeKind::scalar) {
        fault(entry.key.at, group_name(group), describe(entry.key) + " as a key", allowed_in(group));
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

  void require_keys() {
    for (const Key& key : key_table()) {
      const auto given = reading_.given.find(key.path);
      const bool is_here = given != reading_.given.end() && given->second.source == file_;
      if (key.presence == Presence::required && !is_here && reading_.doubtful.count(key.path) == 0)
        fault({}, std::string(key.path), "missing", allowed(key));
    }
  }

  void read_entry(const std::string& group, const std::string& path, const Entry& entry) {
    const std::string& name = entry.key.text;
    if (is_preset() && preset_entries_.read(path, entry)) return;
    if (name.empty() || name.find('.') != std::string::npos) {
      const bool is_path = find_key(path) != nullptr || is_group(path);
      if (is_path) doubt(path);
      fault(entry.key.at, name.empty() ? group + "\"\"" : shown(path), "unknown key", allowed_in(group),
            is_path ? nested(name) : "");
    } else if (const Key* key = find_key(path)) {
      read_key(*key, file_, entry.value);
    } else if (!is_group(path)) {
      const std::string meant = meant_by(group, name);
      doubt(meant);
      fault(entry.key.at, shown(path), "unknown key", allowed_in(group), meant);
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
    const bool lists_maps = std::holds_alternative<RecordList>(key.type);
    Origin origin{source, value.at, {}, {}, {}};
    if (!read_value(key, source, value, reading_.experiment, reading_.faults, &origin.doubtful)) {
      doubt(path);
      if (const auto* list = std::get_if<IntegerList>(&key.type)) note_what_is_known(*list, path, source, value);
      if (origin.doubtful.empty()) return;  // nothing of it has been stored
    }
    for (const Node& item : value.items) {
      if (lists_maps && item.kind != NodeKind::map) continue;
      origin.items.push_back(item.at);
      if (!lists_maps) continue;
      auto& fields = origin.fields.emplace_back();
      for (const Entry& entry : item.entries) fields.insert({entry.key.text, entry.value.at});
    }
    reading_.given.insert_or_assign(path, std::move(origin));
    displace_by(path);
  }

  void note_what_is_known(const IntegerList& list, const std::string& path, const SourcePtr& source,
                          const Node& value) {
    if (value.kind != NodeKind::list || value.items.size() < list.fewest || value.items.size() > list.longest) return;
    PartlyRead known{{source, value.at, {}, {}, {}}, {}};
    for (const Node& item : value.items) {
      const Parsed<std::uint64_t> number = parse_integer(item.kind == NodeKind::scalar ? item.text : "");
      const bool is_in_range = number && number.value >= list.least && number.value <= list.most;
      known.items.push_back(is_in_range ? std::optional(number.value) : std::nullopt);
      known.origin.items.push_back(item.at);
    }
    const auto wrong = std::count(known.items.begin(), known.items.end(), std::nullopt);
    if (static_cast<std::size_t>(wrong) < most_items_reported) reading_.partly.insert_or_assign(path, std::move(known));
  }

  void displace_by(std::string_view path) {
    for (const Displacement& displacement : displacements) {
      if (displacement.key != path || is_preset()) continue;
      if (displacement.when != nullptr && !displacement.when(reading_.experiment)) continue;
      for (const std::string_view other : displacement.displaced) {
        const auto given = reading_.given.find(other);
        if (given == reading_.given.end() || !config::is_preset(reading_, given->second.source)) continue;
        reset(*find_key(other), reading_.experiment);
        reading_.given.erase(given);
      }
    }
  }

  std::string allowed_in(const std::string& group) const {
    return joined(children_of(group)) + (group.empty() && is_preset() ? ", summary, sources" : "");
  }

  /// Nothing is known of a key, or of a group of keys.
  void doubt(const std::string& path) {
    for (const Key& key : key_table())
      if (is_within(key.path, path)) reading_.doubtful.insert(std::string(key.path));
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
  static std::string shown(const std::string& path) { return escaped(path, 80); }

  const SourcePtr& file_;
  Reading& reading_;
  PresetEntries preset_entries_;
};

/// The value of `group.name` in the last option or the file; nothing: neither gives it.
std::optional<std::string> named(const std::optional<Node>& root, const std::vector<Override>& overrides,
                                 const std::string& group, const std::string& name) {
  std::optional<std::string> word;
  if (root && root->kind == NodeKind::map)
    for (const Entry& of_root : root->entries)
      if (of_root.key.text == group)
        for (const Entry& entry : of_root.value.entries)
          if (entry.key.text == name) word = entry.value.text;
  const std::string key = group + "." + name;
  for (const Override& o : overrides)
    if (o.key == key) word = o.value;
  return word;
}

void read_preset_file(const SourcePtr& preset, Reading& reading) {
  if (const std::optional<Node> root = parse_document(preset, reading.faults)) Reader(preset, reading).read_root(*root);
}

/// The presets that are named. A word that is no preset's name is reported where the key is read.
void read_presets(const std::optional<Node>& root, const std::vector<Override>& overrides, Reading& reading) {
  const std::string costs = named(root, overrides, "nic", "costs").value_or(reading.experiment.nic.costs);
  if (const Preset* preset = find_preset(costs, PresetKind::costs))
    read_preset_file(reading.costs = preset->source, reading);
  const std::string network = named(root, overrides, "switch", "preset").value_or("");
  if (const Preset* preset = find_preset(network)) read_preset_file(reading.preset = preset->source, reading);
}

/// A preset would have given values that nobody knows now.
void doubt_what_is_not_given(Reading& reading, std::string_view group) {
  for (const Key& key : key_table())
    if (reading.given.count(key.path) == 0 && (group.empty() || is_within(key.path, group)))
      reading.doubtful.insert(std::string(key.path));
}

}  // namespace

Reading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides) {
  Reading reading;
  reading.file = file;
  const std::optional<Node> root =
      file && !is_other_format(file, reading.faults) ? parse_document(file, reading.faults) : std::nullopt;
  read_presets(root, overrides, reading);
  Reader reader(file, reading);
  if (root) reader.read_root(*root);
  reader.read_overrides(overrides);
  if (reading.doubtful.count("switch.preset") != 0) doubt_what_is_not_given(reading, "");
  if (reading.doubtful.count("nic.costs") != 0) doubt_what_is_not_given(reading, "nic.cost");
  return reading;
}

Reading read_preset(const SourcePtr& preset) {
  Reading reading;
  reading.file = reading.preset = preset;
  read_preset_file(preset, reading);
  return reading;
}

}  // namespace slackline::config
