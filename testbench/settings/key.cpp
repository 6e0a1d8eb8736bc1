#include "testbench/settings/key.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "testbench/settings/key_table.hpp"
#include "testbench/settings/preset.hpp"

namespace slackline::settings {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string range(std::uint64_t least, std::uint64_t most) {
  return least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
}

std::string integer_range(std::uint64_t least, std::uint64_t most) {
  return least == most ? std::to_string(least) : "integer from " + range(least, most);
}

std::string delay_range(std::uint64_t least, std::uint64_t most) {
  return "integer from " + range(least, most) + ", alone or as `3 cycles`, or a time such as `17 ns`";
}

std::string flit_time_range() {
  return "cycles from 1 to " + std::to_string(CyclesPerFlit::most) + ", such as `4`, `1.25` or `5/4`";
}

Value value_of_rate(CyclesPerFlit rate) {
  if (rate.is_whole()) return std::uint64_t{rate.cycles};
  return to_string(rate);
}

Value value_of_delay(const Delay& delay) {
  if (delay.time) return to_string(*delay.time);
  return delay.cycles;
}

/// nullptr: the key is of another type, or has no value.
const Delay* delay_of(const Key& key, const Values& values) {
  if (const auto* type = std::get_if<CycleDelay>(&key.type)) return &type->field(values);
  const auto* type = std::get_if<AutoCycleDelay>(&key.type);
  if (type == nullptr) return nullptr;
  const std::optional<Delay>& delay = type->field(values);
  return delay ? &*delay : nullptr;
}

}  // namespace

std::uint64_t cycles_of(const Delay& delay, const Time& clock_period, std::uint64_t least) {
  return delay.time ? nearest_cycles(*delay.time, clock_period, least) : delay.cycles;
}

std::uint64_t cycles_of(const Key& key, const Values& values) {
  return cycles_of(*delay_of(key, values), values.clock_period, cycles_allowed(key).least);
}

std::uint64_t cycles_of(std::string_view path, const Values& values) {
  return cycles_of(*values.keys().find(path), values);
}

CycleRange cycles_allowed(const Key& key) {
  if (const auto* type = std::get_if<CycleDelay>(&key.type)) return {type->least, type->most};
  const auto& type = std::get<AutoCycleDelay>(key.type);
  return {type.least, type.most};
}

const Time* time_of(const Key& key, const Values& values) {
  const Delay* const delay = delay_of(key, values);
  return delay != nullptr && delay->time ? &*delay->time : nullptr;
}

std::string expected_value(const Key& key) {
  std::string text = std::visit(
      Overloaded{
          [](const Integer& t) { return integer_range(t.least, t.most); },
          [](const AutoInteger& t) { return std::string(t.word) + ", or integer from " + range(t.least, t.most); },
          [](const Real& t) { return "number from " + to_string(t.least) + " to " + to_string(t.most); },
          [](const Text& t) { return "text of 1 to " + std::to_string(t.most_characters) + " characters"; },
          [](const FileName&) { return std::string("name of a file, relative to the one that names it"); },
          [](const Choice& t) {
            std::vector<std::string_view> words;
            for (const ChoiceWord& choice : t.words) words.push_back(choice.word);
            return alternatives(words);
          },
          [](const IntegerList& t) {
            return "list of " + range(t.fewest, t.longest) + " integers, each " + range(t.least, t.most);
          },
          [](const TextList& t) {
            return (t.are_names ? "text, or list of 1 to " : "list of up to ") + std::to_string(t.longest) +
                   " texts of 1 to " + std::to_string(t.most_characters) + " characters" +
                   (t.are_names ? ", each once" : "");
          },
          [](const Period& t) { return "time from " + to_string(t.least) + " to " + to_string(t.most); },
          [](const CycleDelay& t) { return delay_range(t.least, t.most); },
          [](const AutoCycleDelay& t) { return std::string(t.word) + ", or " + delay_range(t.least, t.most); },
          [](const FlitTime&) { return flit_time_range() + ", or a data rate such as `1.28 Gb/s`"; },
          [](const AutoFlitTime& t) { return std::string(t.word) + ", or " + flit_time_range(); },
          [](const DataAmount& t) {
            return "amount of data from " + bytes_text(t.least) + " to " + bytes_text(t.most) + ", such as `64 KiB`";
          },
          [](const Speed&) { return std::string("speed such as `1 Gflop/s`"); },
          [](const Drift& t) {
            return "number from " + ppm_text(t.least) + " to " + ppm_text(t.most) + ", with or without the unit";
          },
          [&](const RecordList& t) {
            return "list of up to " + std::to_string(t.longest) + " maps " + contents_of_maps(key);
          },
      },
      key.type);
  const bool says_unit = std::holds_alternative<CycleDelay>(key.type) ||
                         std::holds_alternative<AutoCycleDelay>(key.type) ||
                         std::holds_alternative<FlitTime>(key.type) || std::holds_alternative<AutoFlitTime>(key.type);
  if (key.takes_bytes())
    text += " (flits), or an amount of data such as `64 B`";
  else if (!key.unit.empty() && !says_unit)
    text += " (" + std::string(key.unit) + ")";
  return text;
}

std::string contents_of_maps(const Key& list) {
  const KeyTable& fields = std::get<RecordList>(list.type).fields();
  if (std::holds_alternative<Choice>(fields.front().type)) return "with `" + std::string(fields.front().name()) + "`";
  return "of " + joined(fields.children_of(list.path + "."));
}

std::string type_name(const Key& key) {
  return std::visit(Overloaded{
                        [](const Integer&) { return "integer"; },
                        [](const AutoInteger&) { return "integer or a word"; },
                        [](const Real&) { return "number"; },
                        [](const Text&) { return "text"; },
                        [](const FileName&) { return "file name"; },
                        [](const Choice&) { return "word"; },
                        [](const IntegerList&) { return "list of integers"; },
                        [](const TextList&) { return "list of texts"; },
                        [](const Period&) { return "time"; },
                        [](const CycleDelay&) { return "cycles or time"; },
                        [](const AutoCycleDelay&) { return "cycles, time or a word"; },
                        [](const FlitTime&) { return "cycles or data rate"; },
                        [](const AutoFlitTime&) { return "cycles or a word"; },
                        [](const DataAmount&) { return "amount of data"; },
                        [](const Speed&) { return "speed"; },
                        [](const Drift&) { return "parts per million"; },
                        [](const RecordList&) { return "list of maps"; },
                    },
                    key.type);
}

bool applies(const Key& key, const Values& values) {
  if (key.kinds.empty()) return true;
  const std::string by = key.kind_key.empty() ? key.path.substr(0, key.path.rfind('.') + 1) + "kind" : key.kind_key;
  const auto& kind = std::get<Choice>(values.keys().find(by)->type);
  return std::find(key.kinds.begin(), key.kinds.end(), kind.words[kind.get(&values)].word) != key.kinds.end();
}

void forget_units(const Key& key, Values& values) {
  if (const auto asked = values.asked_bytes.find(key.path); asked != values.asked_bytes.end())
    values.asked_bytes.erase(asked);
  if (std::holds_alternative<FlitTime>(key.type)) values.asked_rate.reset();
}

namespace {

/// The fields of a record of the list `list`.
Record record_of(const Key& list, const Values& values) {
  Record record;
  for (const Key& field : values.keys())
    if (applies(field, values) && (!values.is_partial() || values.given.count(field.path) != 0))
      std::visit(
          [&](const auto& value) {
            if constexpr (std::is_constructible_v<FieldValue, decltype(value)>)
              record.emplace_back(field.path_in(list), value);
          },
          value_of(field, values));
  return record;
}

/// The value, or with nullptr the default.
Value value_in(const Key& key, const Values* v) {
  return std::visit(Overloaded{
                        [&](const Integer& t) -> Value { return t.field.of(v); },
                        [&](const AutoInteger& t) -> Value {
                          const std::optional<std::uint64_t>& is = t.field.of(v);
                          return is ? Value(*is) : std::string(t.word);
                        },
                        [&](const Real& t) -> Value { return t.field.of(v); },
                        [&](const Text& t) -> Value { return t.field.of(v); },
                        [&](const FileName& t) -> Value { return t.field.of(v); },
                        [&](const Choice& t) -> Value { return std::string(t.words.at(t.get(v)).word); },
                        [&](const IntegerList& t) -> Value { return t.field.of(v); },
                        [&](const TextList& t) -> Value { return t.field.of(v); },
                        [&](const Period& t) -> Value { return to_string(t.field.of(v)); },
                        [&](const CycleDelay& t) { return value_of_delay(t.field.of(v)); },
                        [&](const AutoCycleDelay& t) -> Value {
                          const std::optional<Delay>& is = t.field.of(v);
                          return is ? value_of_delay(*is) : std::string(t.word);
                        },
                        [&](const FlitTime& t) { return value_of_rate(t.field.of(v)); },
                        [&](const AutoFlitTime& t) -> Value {
                          const std::optional<CyclesPerFlit>& is = t.field.of(v);
                          return is ? value_of_rate(*is) : std::string(t.word);
                        },
                        [&](const DataAmount& t) -> Value { return bytes_text(t.field.of(v)); },
                        [&](const Speed& t) -> Value { return speed_text(t.field.of(v)); },
                        [&](const Drift& t) -> Value { return ppm_text(t.field.of(v)); },
                        [&](const RecordList& t) -> Value {
                          std::vector<Record> records;
                          if (v != nullptr)
                            for (std::size_t i = 0; i < t.count(*v); ++i)
                              records.push_back(record_of(key, *t.record(*v, i)));
                          return records;
                        },
                    },
                    key.type);
}

}  // namespace

Value value_of(const Key& key, const Values& values) { return value_in(key, &values); }
Value default_of(const Key& key) { return value_in(key, nullptr); }

std::string name_and_value(std::string_view path, const Values& values) {
  const Key& key = *values.keys().find(path);
  return std::string(key.name()) + ": " + to_string(value_of(key, values));
}

void reset(const Key& key, Values& values) {
  forget_units(key, values);
  std::visit(
      [&](const auto& type) {
        using Type = std::decay_t<decltype(type)>;
        if constexpr (std::is_same_v<Type, RecordList>)
          type.clear(values);
        else if constexpr (std::is_same_v<Type, Choice>)
          type.set(values, type.get(nullptr));
        else
          type.field(values) = type.field.of(nullptr);
      },
      key.type);
}

void copy_value(const Key& from_key, const Values& from, const Key& to_key, Values& to) {
  forget_units(to_key, to);
  if (const auto asked = from.asked_bytes.find(from_key.path); asked != from.asked_bytes.end())
    to.asked_bytes[to_key.path] = asked->second;
  if (std::holds_alternative<FlitTime>(from_key.type)) to.asked_rate = from.asked_rate;
  std::visit(
      [&](const auto& type) {
        using Type = std::decay_t<decltype(type)>;
        if constexpr (std::is_same_v<Type, RecordList>) {
          type.clear(to);
          for (std::size_t i = 0; i < type.count(from); ++i) type.append(to, *type.record(from, i));
        } else if constexpr (std::is_same_v<Type, Choice>) {
          type.set(to, type.get(&from));
        } else {
          type.field(to) = type.field(from);
        }
      },
      to_key.type);
}

std::string to_string(const Record& record) {
  std::string text;
  for (const auto& [name, value] : record)
    text += (text.empty() ? "" : ", ") + std::string(name) + ": " +
            std::visit([](const auto& v) { return to_string(Value(v)); }, value);
  return "{" + text + "}";
}

namespace {

/// A text that a file may hold whatever is in it.
std::string in_quotes(std::string_view text) {
  std::string written;
  for (const char c : text) written += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return '"' + written + '"';
}

}  // namespace

std::string to_string(const Value& value) {
  return std::visit(Overloaded{
                        [](std::uint64_t v) { return std::to_string(v); },
                        [](double v) { return to_string(v); },
                        [](const std::string& v) { return v; },
                        [](const std::vector<std::uint64_t>& v) {
                          std::string text;
                          for (const std::uint64_t item : v) text += (text.empty() ? "" : ", ") + std::to_string(item);
                          return "[" + text + "]";
                        },
                        [](const std::vector<std::string>& v) {
                          std::string text;
                          for (const std::string& item : v) text += (text.empty() ? "" : ", ") + in_quotes(item);
                          return "[" + text + "]";
                        },
                        [](const std::vector<Record>& v) {
                          std::string text;
                          for (const Record& record : v) text += (text.empty() ? "" : ", ") + to_string(record);
                          return "[" + text + "]";
                        },
                    },
                    value);
}

Choice choice(const std::vector<ChoiceWord>& words, Target<std::string> field) {
  const auto get = [words, field](const Values* values) {
    const auto is = [&](const ChoiceWord& w) { return w.word == field.of(values); };
    return static_cast<unsigned>(std::find_if(words.begin(), words.end(), is) - words.begin());
  };
  return {words, get, [words, field](Values& values, unsigned index) { field(values) = words.at(index).word; }};
}

Choice preset_choice(ChoiceWord none, std::string_view folder, Target<std::string> field) {
  std::vector<ChoiceWord> words{none};
  for (const Preset& preset : presets(folder)) words.push_back({preset.name, preset.summary});
  return choice(words, field);
}

}  // namespace slackline::settings
