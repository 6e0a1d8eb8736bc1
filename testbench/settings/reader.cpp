#include "testbench/settings/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "testbench/settings/nearest.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/settings/preset.hpp"
#include "testbench/settings/record_presets.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::settings {

namespace {

/// Notes what gives a node, in place of the positions that a text of its own would have: an option is short enough to be
/// shown whole.
void take_from(const SourcePtr& option, Node& node) {
  node.at = {};
  node.option = option;
  for (Node& item : node.items) take_from(option, item);
  for (Entry& entry : node.entries) {
    take_from(option, entry.key);
    take_from(option, entry.value);
  }
}

/// An option's value: lists and maps as a file writes them in one line, everything else as it is.
Node value_of_option(const Override& o, const SourcePtr& source, InputErrors& errors) {
  Node node;
  node.option = source;
  if (o.value.empty()) return node;
  if (o.value[0] != '[' && o.value[0] != '{') {
    node.kind = NodeKind::scalar;
    node.text = o.value;
    return node;
  }
  InputErrors of_text;
  if (std::optional<Node> parsed = parse_document(std::make_shared<const Source>(o.option, o.value), of_text))
    node = std::move(*parsed);
  else
    node.kind = NodeKind::refused;
  for (InputError& error : of_text) errors.push_back({source, {}, o.key, error.what, error.expected, error.hint});
  take_from(source, node);
  return node;
}

/// One line of text; it is printed in tables.
bool is_line(const Node& node) {
  return node.kind == NodeKind::scalar && !node.text.empty() && escaped(node.text, node.text.size()) == node.text;
}

/// Entries of a preset that are no keys: `summary`, one line about itself, and `sources`, where each of its values comes
/// from.
class PresetEntries {
 public:
  PresetEntries(SourcePtr preset, Reading& reading) : preset_(std::move(preset)), reading_(reading) {}

  /// True when an entry is one that only presets may have: it is read, or an error.
  bool read(const std::string& path, const Entry& entry) {
    if (path == "summary") {
      if (!is_line(entry.value)) error(entry.value.at, path, value_found(describe(entry.value)), "one line of text");
    } else if (path == "sources") {
      if (entry.value.kind == NodeKind::map)
        read_sources(entry.value);
      else
        error(entry.value.at, path, value_found(describe(entry.value)), "map of keys to where their values come from");
    } else if (const Key* key = reading_.keys().find(path); key != nullptr && !key->presets.empty()) {
      error(entry.key.at, path, problem("a preset in a preset"), "keys other than this one");
    } else {
      return false;
    }
    return true;
  }

  /// At the end: each value of a preset has a source, and each source a value.
  void check_sources() {
    for (const auto& [path, origin] : reading_.given)
      if (reading_.preset_sources.count(path) == 0 && reading_.keys().find(path)->presence == Presence::optional)
        error(origin.at, path, problem("a value without a source"), "a line in sources with its origin");
    for (const auto& [path, source] : reading_.preset_sources)
      if (reading_.given.count(path) == 0 && reading_.doubtful.count(path) == 0)
        error(places_[path], "sources." + path, problem("a source without a value"), "keys that the preset gives");
  }

 private:
  void read_sources(const Node& map) {
    for (const Entry& entry : map.entries) {
      const std::string path = escaped("sources." + entry.key.text, 80);
      if (!is_line(entry.value))
        error(entry.value.at, path, value_found(describe(entry.value)),
              "one line of text: paper and section, or that it is assumed");
      else if (reading_.keys().find(entry.key.text) == nullptr)
        error(entry.key.at, path, problem("unknown key"), "keys that the preset gives",
              nearest(entry.key.text, reading_.keys().all_paths()));
      else if (!reading_.preset_sources.insert({entry.key.text, entry.value.text}).second)
        error(entry.key.at, path, problem("given twice"), "each key once");
      places_.insert({entry.key.text, entry.key.at});
    }
  }

  void error(Position at, std::string key, Finding what, Expected expected, std::string hint = "") {
    reading_.errors.push_back({preset_, at, std::move(key), std::move(what), std::move(expected), std::move(hint)});
  }

  const SourcePtr preset_;
  Reading& reading_;
  std::map<std::string, Position> places_;  ///< where `sources` names a key
};

/// Reads one file; its values override those of the reading. A preset may have a summary and must give the sources of
/// its values.
class Reader {
 public:
  Reader(const SourcePtr& file, Reading& reading)
      : file_(file), reading_(reading), keys_(reading.keys()), preset_entries_(file, reading) {}

  void read_root(const Node& root) {
    if (root.kind == NodeKind::map) {
      read_group("", root);
      require_keys();
      if (is_preset()) preset_entries_.check_sources();
    } else if (root.kind != NodeKind::refused) {
      error(root.at, "", value_found(describe(root)), "a map of keys: " + joined(keys_in("")));
    }
  }

  /// The file, with the fields that options give to records of its lists, and then the keys that options give as a whole.
  /// `root`: of the file; nullptr: it could not be read.
  void read(Node* root, const std::vector<Override>& overrides) {
    std::map<std::string, const Override*> seen;
    std::vector<std::pair<const Key*, const Override*>> whole;
    for (const Override& o : overrides) {
      const auto refuse = [&](const std::string& what, Expected expected, std::string hint = "") {
        reading_.errors.push_back(
            {option_of(o), {}, shown(o.key), problem(what), std::move(expected), std::move(hint)});
      };
      const std::optional<RecordPath> field = record_path_of(o.key);
      const Key* const key = keys_.find(field ? field->list : o.key);
      if (const auto [before, is_new] = seen.insert({o.key, &o}); !is_new)
        refuse("given twice, first by " + before->second->option, "each key once");
      else if (const RefusedKey* refused = keys_.find_refused(o.key))
        refuse(refused->problem, advice(refused->advice));
      else if (key != nullptr && !field)
        whole.emplace_back(key, &o);
      else if (key != nullptr && std::holds_alternative<RecordList>(key->type))
        change_record(o, *field, overrides, root);
      else if (keys_.is_group(o.key))
        refuse("a group of keys", alternatives(keys_.children_of(o.key + ".")));
      else if (const std::string meant = keys_.meant_by(o.key); !meant.empty())
        refuse("unknown key", "", meant);
      else
        refuse("unknown key", alternatives(keys_near(o.key)));
    }
    if (root != nullptr) read_root(*root);
    for (const auto& [key, o] : whole)
      if (const SourcePtr source = option_of(*o); !o->only_if_given || is_given(reading_, o->key))
        read_key(*key, source, value_of_option(*o, source, reading_.errors));
  }

 private:
  static SourcePtr option_of(const Override& o) { return std::make_shared<const Source>(o.option, ""); }

  /// Puts the option's value in the place of a field's in the file: what is wrong with it is reported where it is read.
  void change_record(const Override& o, const RecordPath& path, const std::vector<Override>& overrides, Node* root) {
    const SourcePtr source = option_of(o);
    const auto refuse = [&](const std::string& what, Expected expected) {
      reading_.errors.push_back({source, {}, shown(o.key), problem(what), std::move(expected), ""});
    };
    const auto whole =
        std::find_if(overrides.begin(), overrides.end(), [&](const Override& other) { return other.key == path.list; });
    if (whole != overrides.end())
      return refuse(path.list + " is given as a whole, too, by " + whole->option,
                    advice("give the list, or fields of its records"));
    if (root == nullptr || root->kind != NodeKind::map) return;  // reported already, or where it is read
    Node* at = value_at(*root, path.list);
    if (at == nullptr)
      return refuse("the file has no list " + path.list,
                    advice("give the file a record, or the whole list as an option"));
    if (at->kind != NodeKind::list) return;  // reported where it is read
    if (const std::size_t records = at->items.size(); path.record >= records)
      return refuse("the list has " + std::to_string(records) + (records == 1 ? " record" : " records"),
                    records == 0 ? advice("give the whole list")
                                 : Expected("records from " + record_path(path.list, 0) + " to " +
                                            record_path(path.list, records - 1)));
    at = &at->items[path.record];
    if (at->kind != NodeKind::map) return;
    for (std::size_t begin = 0; begin <= path.field.size();) {
      const std::size_t end = std::min(path.field.find('.', begin), path.field.size());
      at = &entry_of(*at, path.field.substr(begin, end - begin), source);
      begin = end + 1;
    }
    *at = value_of_option(o, source, reading_.errors);
  }

  /// The value of an entry of a map, which the option makes if there is none.
  static Node& entry_of(Node& map, const std::string& name, const SourcePtr& option) {
    map.kind = NodeKind::map;
    const auto entry =
        std::find_if(map.entries.begin(), map.entries.end(), [&](const Entry& e) { return e.key.text == name; });
    if (entry != map.entries.end()) return entry->value;
    Entry& made = map.entries.emplace_back();
    made.key.kind = NodeKind::scalar;
    made.key.text = name;
    made.key.option = made.value.option = option;
    return made.value;
  }

  bool is_preset() const { return settings::is_preset(reading_, file_); }

  void read_group(const std::string& group, const Node& map) {
    std::map<std::string, std::uint32_t> seen;  // name -> line
    for (const Entry& entry : map.entries) {
      if (entry.key.kind == NodeKind::refused) continue;
      if (entry.key.kind != NodeKind::scalar) {
        error(entry.key.at, group_name(group), problem(describe(entry.key) + " as a key"),
              alternatives(keys_in(group)));
        continue;
      }
      const std::string path = group + entry.key.text;
      const auto [before, is_new] = seen.insert({entry.key.text, entry.key.at.line});
      if (!is_new)
        error(entry.key.at, shown(path), problem("given twice, first in line " + std::to_string(before->second)),
              "each key once");
      read_entry(group, path, entry);
    }
  }

  void require_keys() {
    for (const Key& key : keys_) {
      const auto given = reading_.given.find(key.path);
      const bool is_here = given != reading_.given.end() && given->second.source == file_;
      if (key.presence == Presence::required && !is_here && reading_.doubtful.count(key.path) == 0)
        error({}, key.path, problem("missing"), expected_value(key));
    }
  }

  void read_entry(const std::string& group, const std::string& path, const Entry& entry) {
    const std::string& name = entry.key.text;
    if (is_preset() && preset_entries_.read(path, entry)) return;
    if (name.empty() || name.find('.') != std::string::npos) {
      const bool is_path = keys_.find(path) != nullptr || keys_.is_group(path);
      if (is_path) doubt(path);
      error(entry.key.at, name.empty() ? group + "\"\"" : shown(path), problem("unknown key"),
            alternatives(keys_in(group)), is_path ? nested(name) : "");
    } else if (const Key* key = keys_.find(path)) {
      read_key(*key, file_, entry.value);
    } else if (const RefusedKey* refused = keys_.find_refused(path)) {
      error(entry.key.at, path, problem(refused->problem), advice(refused->advice));
    } else if (!keys_.is_group(path)) {
      const std::string meant = keys_.meant_by(group, name);
      doubt(meant);
      error(entry.key.at, shown(path), problem("unknown key"), alternatives(keys_in(group)), meant);
    } else if (entry.value.kind == NodeKind::map) {
      read_group(path + ".", entry.value);
    } else {
      doubt(path);
      if (entry.value.kind != NodeKind::refused)
        error(entry.value.at, path, value_found(describe(entry.value)),
              "map of " + joined(keys_.children_of(path + ".")));
    }
  }

  void read_key(const Key& key, const SourcePtr& source, const Node& given) {
    const bool is_list = std::holds_alternative<RecordList>(key.type);
    std::optional<Node> with_presets_put;
    if (is_list) with_presets_put = with_presets(key, given, reading_);
    const Node& value = is_list ? *with_presets_put : given;
    const std::string& path = key.path;
    Origin origin{place_of(value, source)};
    if (!read_value(key, source, value, reading_.values(), reading_.errors, &origin.doubtful)) {
      doubt(path);
      if (const auto* list = std::get_if<IntegerList>(&key.type)) note_what_is_known(*list, path, source, value);
      if (origin.doubtful.empty()) return;  // nothing of it has been stored
    }
    if (is_list) {
      origin.items.clear();
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        const Node& item = value.items[i];
        if (item.kind != NodeKind::map) continue;
        origin.items.push_back(item.at);
        origin.numbers.push_back(i);
        note_fields(item, source, "", origin.fields.emplace_back());
      }
    }
    reading_.given.insert_or_assign(path, std::move(origin));
    displace_by(key);
  }

  static Place place_of(const Node& value, const SourcePtr& source) {
    Place place{source_of(value, source), value.at, {}, value.text};
    for (const Node& item : value.items) place.items.push_back(item.at);
    return place;
  }

  static void note_fields(const Node& map, const SourcePtr& source, const std::string& group,
                          std::map<std::string, Place, std::less<>>& fields) {
    for (const Entry& entry : map.entries) {
      fields.insert({group + entry.key.text, place_of(entry.value, source)});
      note_fields(entry.value, source, group + entry.key.text + ".", fields);
    }
  }

  void note_what_is_known(const IntegerList& list, const std::string& path, const SourcePtr& source,
                          const Node& value) {
    if (value.kind != NodeKind::list || value.items.size() < list.fewest || value.items.size() > list.longest) return;
    PartlyRead known{Origin{place_of(value, source)}, {}};
    for (const Node& item : value.items) {
      const Parsed<std::uint64_t> number = parse_integer(item.kind == NodeKind::scalar ? item.text : "");
      const bool is_in_range = number && number.value >= list.least && number.value <= list.most;
      known.items.push_back(is_in_range ? std::optional(number.value) : std::nullopt);
    }
    const auto wrong = std::count(known.items.begin(), known.items.end(), std::nullopt);
    if (static_cast<std::size_t>(wrong) < most_reported) reading_.partly.insert_or_assign(path, std::move(known));
  }

  void displace_by(const Key& key) {
    if (is_preset()) return;
    for (const Displacement& displacement : key.displacements) {
      if (!displacement.holds(reading_.values())) continue;
      for (const std::string_view other : displacement.keys) {
        const auto given = reading_.given.find(other);
        if (given == reading_.given.end() || !settings::is_preset(reading_, given->second.source)) continue;
        reset(*keys_.find(other), reading_.values());
        reading_.given.erase(given);
      }
    }
  }

  std::vector<std::string_view> keys_in(const std::string& group) const {
    std::vector<std::string_view> names = keys_.children_of(group);
    if (group.empty() && is_preset()) names.insert(names.end(), {"summary", "sources"});
    return names;
  }

  /// The keys of the innermost group that a path names.
  std::vector<std::string_view> keys_near(std::string path) const {
    while (!path.empty() && !keys_.is_group(path)) {
      const std::size_t dot = path.rfind('.');
      path.erase(dot == std::string::npos ? 0 : dot);
    }
    return keys_in(path.empty() ? "" : path + ".");
  }

  /// Nothing is known of a key, or of a group of keys.
  void doubt(const std::string& path) {
    for (const Key& key : keys_)
      if (is_within(key.path, path)) reading_.doubtful.insert(key.path);
  }

  void error(Position at, std::string key, Finding what, Expected expected, std::string hint = "") {
    reading_.errors.push_back({file_, at, std::move(key), std::move(what), std::move(expected), std::move(hint)});
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
  const KeyTable& keys_;
  PresetEntries preset_entries_;
};

/// The value of a key `group.name` in the last option or the file; nothing: neither gives it.
std::optional<std::string> named(const std::optional<Node>& root, const std::vector<Override>& overrides,
                                 const Key& key) {
  std::optional<std::string> word;
  if (root)
    if (const Node* value = value_at(*root, key.path)) word = value->text;
  for (const Override& o : overrides)
    if (o.key == key.path) word = o.value;
  return word;
}

/// The presets that are named, those of keys further down in the table first: the others override them. A word that is
/// no preset's name is reported where the key is read.
void read_presets(const std::optional<Node>& root, const std::vector<Override>& overrides, Reading& reading) {
  std::vector<const Key*> naming;
  for (const Key& key : reading.keys())
    if (!key.presets.empty()) naming.insert(naming.begin(), &key);
  for (const Key* key : naming) {
    const std::string name = named(root, overrides, *key).value_or(to_string(default_of(*key)));
    if (const Preset* preset = find_preset(name, key->presets)) read_preset(preset->source, key->path, reading);
  }
}

/// A preset would have given values that nobody knows now: of the keys whose default it is, or of all.
void doubt_what_is_not_given(const Key& preset, Reading& reading) {
  const auto has_default = [&](const Key& key) { return key.default_key == preset.path; };
  const bool gives_some = std::any_of(reading.keys().begin(), reading.keys().end(), has_default);
  for (const Key& key : reading.keys())
    if (reading.given.count(key.path) == 0 && (!gives_some || has_default(key))) reading.doubtful.insert(key.path);
}

/// Whether a file is of another kind that is known: then with an error that names it.
bool is_other(const SourcePtr& file, const FileKind& kind, InputErrors& errors) {
  const std::string what = kind.other(std::string_view(file->text()).substr(0, most_judged_bytes));
  if (!what.empty()) errors.push_back({file, {}, "", value_found(what), kind.wanted, ""});
  return !what.empty();
}

}  // namespace

void read_configuration(const SourcePtr& file, const FileKind& kind, const std::vector<Override>& overrides,
                        Reading& reading) {
  reading.file = file;
  std::optional<Node> root =
      file && !is_other(file, kind, reading.errors) ? parse_document(file, reading.errors) : std::nullopt;
  read_presets(root, overrides, reading);
  Reader(file, reading).read(root ? &*root : nullptr, overrides);
  for (const Key& key : reading.keys())
    if (!key.presets.empty() && reading.doubtful.count(key.path) != 0) doubt_what_is_not_given(key, reading);
}

void read_preset(const SourcePtr& preset, const std::string& named_by, Reading& reading) {
  reading.presets[named_by] = preset;
  if (const std::optional<Node> root = parse_document(preset, reading.errors)) Reader(preset, reading).read_root(*root);
}

}  // namespace slackline::settings
