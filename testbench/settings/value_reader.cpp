#include "testbench/settings/value_reader.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "testbench/settings/key_table.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::settings {

namespace {

/// Reads a record, a map whose fields a table of its own describes.
class RecordReader {
 public:
  RecordReader(const Key& list, const KeyTable& fields, const SourcePtr& source, InputErrors& errors)
      : list_(list), fields_(fields), source_(source), errors_(errors) {}

  /// A map, `number` in the list. Returns the fields of which nothing is known.
  std::set<std::string, std::less<>> read(const Node& record, std::size_t number, Values& values) {
    doubtful_.clear();
    seen_.clear();
    number_ = number;
    kind_ = has_kind(record, values) ? &values : nullptr;
    read_group(record, "", values);
    check_fields(record, values);
    return doubtful_;
  }

  /// No map.
  void refuse(const Node& record, std::size_t number) {
    number_ = number;
    error(record, "", value_found(describe(record)), "map " + contents_of_maps(list_));
  }

 private:
  /// Whether the record has a kind, which is stored: fields of one name may differ by it. A wrong one is reported where
  /// it is read.
  bool has_kind(const Node& record, Values& values) const {
    if (!std::holds_alternative<Choice>(fields_.front().type)) return false;
    InputErrors reported_later;
    const auto entry = std::find_if(record.entries.begin(), record.entries.end(), [&](const Entry& e) {
      return e.key.kind == NodeKind::scalar && e.key.text == fields_.front().name();
    });
    return entry != record.entries.end() && read_value(fields_.front(), source_, entry->value, values, reported_later);
  }

  /// Of several fields of one name that of the record's kind.
  const Key* field_of(const std::string& path, const Values& values) const {
    const Key* of_another = nullptr;
    for (const Key& field : fields_) {
      if (field.path != path) continue;
      if (applies(field, values)) return &field;
      of_another = &field;
    }
    return of_another;
  }

  /// `group`: "", or a group of fields, which ends in a dot.
  void read_group(const Node& map, const std::string& group, Values& values) {
    for (const Entry& entry : map.entries) {
      if (entry.key.kind == NodeKind::refused) continue;
      const std::string name = group + entry.key.text;
      if (entry.key.kind != NodeKind::scalar)
        error(entry.key, "", problem(describe(entry.key) + " as a key"), alternatives(names(group)));
      else if (const auto [before, is_new] = seen_.insert({name, &entry}); !is_new)
        error(entry.key, name, problem("given twice, first in line " + std::to_string(before->second->key.at.line)),
              "each key once");
      else
        read_field(entry, name, group, values);
    }
  }

  void read_field(const Entry& entry, const std::string& name, const std::string& group, Values& values) {
    const std::string path = list_.path + "." + name;
    if (const Key* field = field_of(path, values)) {
      const std::size_t before = errors_.size();
      if (read_value(*field, source_, entry.value, values, errors_))
        values.given.insert(path);
      else
        doubtful_.insert(name);
      for (std::size_t i = before; i < errors_.size(); ++i) errors_[i].key = record_path(list_.path, number_, name);
    } else if (const RefusedKey* refused = fields_.find_refused(path)) {
      doubtful_.insert(name);
      error(entry.key, name, problem(refused->problem), advice(refused->advice));
    } else if (!fields_.is_group(path)) {
      const std::string meant = nearest(entry.key.text, fields_.children_of(list_.path + "." + group, kind_));
      doubtful_.insert(meant.empty() ? name : group + meant);
      error(entry.key, name, problem("unknown key"), alternatives(names(group)), meant);
    } else if (entry.value.kind == NodeKind::map) {
      read_group(entry.value, name + ".", values);
    } else {
      for (const Key& field : fields_)  // any of them may have been meant
        if (is_within(field.path, path)) doubtful_.insert(std::string(field.path_in(list_)));
      if (entry.value.kind == NodeKind::refused) return;
      error(entry.value, name, value_found(describe(entry.value)), "map of " + joined(names(name + ".")));
    }
  }

  /// Fields that are missing, and those that are not for records of this kind.
  void check_fields(const Node& record, const Values& values) {
    for (const Key& field : fields_) {
      const std::string_view name = field.path_in(list_);
      const auto given = seen_.find(name);
      if (given == seen_.end()) {
        if (field.presence == Presence::required && doubtful_.count(name) == 0)
          error(record, std::string(name), problem("missing"), expected_value(field));
      } else if (kind_ != nullptr && !applies(field, values) && field_of(field.path, values) == &field) {
        const std::string first = std::string(fields_.front().name()) + ": ";
        doubtful_.insert(given->first);
        error(given->second->key, given->first,
              problem("has no effect with " + first + to_string(value_of(fields_.front(), values))),
              advice("use it only with " + first + alternatives(kinds_with(field.path))));
      }
    }
  }

  /// The kinds of records that have a field.
  std::vector<std::string_view> kinds_with(std::string_view path) const {
    std::vector<std::string_view> kinds;
    for (const Key& field : fields_)
      if (field.path == path) kinds.insert(kinds.end(), field.kinds.begin(), field.kinds.end());
    return kinds;
  }

  std::vector<std::string_view> names(const std::string& group) const {
    return fields_.children_of(list_.path + "." + group, kind_);
  }

  void error(const Node& at, const std::string& name, Finding what, Expected expected, std::string hint = "") {
    errors_.push_back({source_of(at, source_), at.at, escaped(record_path(list_.path, number_, name), 80),
                       std::move(what), std::move(expected), std::move(hint)});
  }

  const Key& list_;
  const KeyTable& fields_;
  const SourcePtr& source_;
  InputErrors& errors_;
  std::size_t number_ = 0;        ///< of the record that is being read, in the list
  const Values* kind_ = nullptr;  ///< its values, once its kind is known; nullptr: it is not, or the list has no kinds
  // Its fields, by their names in it:
  std::map<std::string, const Entry*, std::less<>> seen_;
  std::set<std::string, std::less<>> doubtful_;  ///< those meant by unknown names, too
};

/// Stores the records of a list in place of those that it had.
bool read_records(const Key& key, const RecordList& list, const SourcePtr& source, const Node& node, Values& values,
                  InputErrors& errors, DoubtfulFields* doubtful) {
  const std::size_t errors_before = errors.size();
  list.clear(values);
  RecordReader reader(key, list.fields(), source, errors);
  bool complete = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = node.items[i];
    if (item.kind == NodeKind::refused) {
      complete = false;
    } else if (item.kind != NodeKind::map) {
      reader.refuse(item, i);
    } else {
      const std::unique_ptr<Values> record = list.make();
      auto doubts = reader.read(item, i, *record);
      list.append(values, *record);
      if (doubtful != nullptr) doubtful->push_back(std::move(doubts));
    }
  }
  return complete && errors.size() == errors_before;
}

/// One visit of a key's type: each case stores the value, or reports why not.
struct ValueReader {
  const Key& key;
  const SourcePtr& source;
  const Node& node;
  Values& values;
  InputErrors& errors;
  DoubtfulFields* doubtful;

  bool refuse(const Node& at, const std::string& why = "", const std::string& hint = "") const {
    errors.push_back({source_of(at, source), at.at, std::string(key.path), value_found(describe(at), why),
                      expected_value(key), hint});
    return false;
  }

  /// A list of the wrong length.
  bool refuse_count() const {
    return refuse(node, node.items.empty() ? "" : std::to_string(node.items.size()) + " items");
  }

  /// A scalar without quotation marks, or an error.
  bool is_plain() const {
    if (node.kind == NodeKind::scalar && !node.quoted) return true;
    return refuse(node, node.kind == NodeKind::scalar ? "text in quotation marks" : "");
  }

  bool integer(const Node& at, std::uint64_t least, std::uint64_t most, std::uint64_t& value) const {
    if (at.kind != NodeKind::scalar || at.quoted) return refuse(at, at.quoted ? "text in quotation marks" : "");
    const Parsed<std::uint64_t> parsed = parse_integer(at.text);
    if (!parsed) return refuse(at, parsed.why);
    if (parsed.value < least || parsed.value > most) return refuse(at);
    value = parsed.value;
    return true;
  }

  bool operator()(const Integer& t) const {
    return is_bytes() ? bytes() : integer(node, t.least, t.most, t.field(values));
  }

  /// 12.5 B is no amount, but meant as one.
  bool is_bytes() const {
    return key.takes_bytes() && node.kind == NodeKind::scalar && !node.quoted &&
           !split_unit(node.text).number.empty() && !split_unit(node.text).unit.empty();
  }

  /// Becomes flits when the width of a flit is known.
  bool bytes() const {
    const Parsed<std::uint64_t> parsed = parse_bytes(node.text);
    if (!parsed) return refuse(node, parsed.why);
    values.asked_bytes[std::string(key.path)] = parsed.value;
    return true;
  }

  bool operator()(const FlitTime& t) const {
    const bool is_rate = node.kind == NodeKind::scalar && node.text.find("/s") != std::string::npos;
    if (!is_rate) return cycles_per_flit(t.field(values));
    const Parsed<Rate> rate = parse_rate(node.text);
    if (!rate) return refuse(node, rate.why);
    values.asked_rate = rate.value;
    return true;
  }

  bool operator()(const AutoFlitTime& t) const {
    if (node.kind == NodeKind::scalar && !node.quoted && node.text == t.word) {
      t.field(values).reset();
      return true;
    }
    CyclesPerFlit value;
    if (!cycles_per_flit(value)) return false;
    t.field(values) = value;
    return true;
  }

  /// A fraction is text in JSON, and so may have quotation marks.
  bool cycles_per_flit(CyclesPerFlit& value) const {
    const bool is_fraction = node.kind == NodeKind::scalar && node.text.find('/') != std::string::npos;
    if (!is_fraction && !is_plain()) return false;
    const Parsed<CyclesPerFlit> parsed = parse_cycles_per_flit(node.text);
    if (!parsed) return refuse(node, parsed.why);
    value = parsed.value;
    return true;
  }

  bool operator()(const DataAmount& t) const {
    if (node.kind != NodeKind::scalar || node.quoted || split_unit(node.text).unit.empty())
      return integer(node, t.least, t.most, t.field(values));
    const Parsed<std::uint64_t> amount = parse_bytes(node.text);
    if (!amount) return refuse(node, amount.why);
    if (amount.value < t.least || amount.value > t.most) return refuse(node);
    t.field(values) = amount.value;
    return true;
  }

  bool operator()(const Speed& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    const Parsed<Rate> speed = parse_speed(node.text);
    if (!speed) return refuse(node, speed.why);
    t.field(values) = speed.value;
    return true;
  }

  bool operator()(const AutoInteger& t) const {
    if (!is_plain()) return false;
    std::uint64_t value = 0;
    if (node.text == t.word) {
      t.field(values).reset();
      return true;
    }
    if (is_bytes()) return bytes();
    if (!integer(node, t.least, t.most, value)) return false;
    t.field(values) = value;
    return true;
  }

  bool operator()(const Real& t) const {
    if (!is_plain()) return false;
    const Parsed<double> parsed = parse_real(node.text);
    if (!parsed) return refuse(node, parsed.why);
    if (!(parsed.value >= t.least && parsed.value <= t.most)) return refuse(node);
    t.field(values) = parsed.value;
    return true;
  }

  bool line_of_text(const Node& at, std::size_t most_characters, std::string& value) const {
    if (at.kind != NodeKind::scalar) return refuse(at);
    const std::size_t length = characters(at.text);
    if (length == 0 || length > most_characters) return refuse(at, std::to_string(length) + " characters");
    if (const std::string_view hidden = first_escaped(at.text); !hidden.empty())
      return refuse(at, "not one line of text: " + named(hidden) + " is in it");
    value = at.text;
    return true;
  }

  bool operator()(const Text& t) const { return line_of_text(node, t.most_characters, t.field(values)); }
  bool operator()(const FileName& t) const { return line_of_text(node, 4096, t.field(values)); }

  bool operator()(const Choice& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    std::vector<std::string_view> words;
    for (const ChoiceWord& choice : t.words) {
      if (choice.word == node.text) {
        t.set(values, static_cast<unsigned>(words.size()));
        return true;
      }
      words.push_back(choice.word);
    }
    return refuse(node, "", nearest(node.text, words));
  }

  bool operator()(const IntegerList& t) const {
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() < t.fewest || node.items.size() > t.longest) return refuse_count();
    std::vector<std::uint64_t> items(node.items.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < items.size() && wrong < most_reported; ++i)
      if (node.items[i].kind == NodeKind::refused || !integer(node.items[i], t.least, t.most, items[i])) ++wrong;
    if (wrong != 0) return false;
    t.field(values) = std::move(items);
    return true;
  }

  bool operator()(const TextList& t) const {
    if (t.are_names && node.kind == NodeKind::scalar) {
      std::string text;
      if (!line_of_text(node, t.most_characters, text)) return false;
      t.field(values) = {std::move(text)};
      return true;
    }
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() > t.longest || (t.are_names && node.items.empty())) return refuse_count();
    std::vector<std::string> items(node.items.size());
    std::set<std::string_view> names;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < items.size() && wrong < most_reported; ++i) {
      const Node& item = node.items[i];
      const bool is_text = item.kind != NodeKind::refused && line_of_text(item, t.most_characters, items[i]);
      if (!is_text || (t.are_names && !names.insert(items[i]).second && !refuse(item, "given twice"))) ++wrong;
    }
    if (wrong != 0) return false;
    t.field(values) = std::move(items);
    return true;
  }

  bool operator()(const Period& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    const Parsed<Time> parsed = parse_time(node.text, t.least.numerator == 0);
    if (!parsed) return refuse(node, parsed.why);
    if (parsed.value < t.least || t.most < parsed.value) return refuse(node);
    t.field(values) = parsed.value;
    return true;
  }

  bool operator()(const CycleDelay& t) const { return delay(t.least, t.most, t.field(values)); }

  bool operator()(const AutoCycleDelay& t) const {
    Delay value;
    if (node.kind == NodeKind::scalar && node.text == t.word) {
      t.field(values).reset();
      return true;
    }
    if (!delay(t.least, t.most, value)) return false;
    t.field(values) = value;
    return true;
  }

  bool delay(std::uint64_t least, std::uint64_t most, Delay& value) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    const Quantity quantity = split_unit(node.text);
    if (!quantity.unit.empty() && quantity.unit != "cycles" && quantity.unit != "cycle") {
      const Parsed<Time> time = parse_time(node.text);
      if (!time) return refuse(node, time.why);
      value = {1, time.value};
      return true;
    }
    const Parsed<std::uint64_t> cycles = parse_integer(quantity.number);
    if (!cycles) return refuse(node, cycles.why);
    if (cycles.value < least || cycles.value > most) return refuse(node);
    value = {cycles.value, std::nullopt};
    return true;
  }

  bool operator()(const Drift& t) const {
    if (!is_plain()) return false;
    const Parsed<std::int64_t> drift = parse_ppm(node.text);
    if (!drift) return refuse(node, drift.why);
    if (drift.value < t.least || drift.value > t.most) return refuse(node);
    t.field(values) = drift.value;
    return true;
  }

  bool operator()(const RecordList& t) const {
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() > t.longest) return refuse_count();
    return read_records(key, t, source, node, values, errors, doubtful);
  }
};

}  // namespace

bool read_value(const Key& key, const SourcePtr& source, const Node& node, Values& values, InputErrors& errors,
                DoubtfulFields* doubtful) {
  if (node.kind == NodeKind::refused) return false;
  forget_units(key, values);
  return std::visit(ValueReader{key, source, node, values, errors, doubtful}, key.type);
}

}  // namespace slackline::settings
