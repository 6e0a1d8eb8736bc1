// A key of the configuration. It is declared once, by the feature that it belongs to: path, type and range, the member
// that it sets, unit and text. Its default is the member's initializer. Parser, messages, command line, resolved file,
// schema and reference page are derived from the declaration.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "testbench/settings/values.hpp"

namespace slackline::settings {

/// Where the value of a key is, and its default.
template <class T>
class Target {
 public:
  constexpr Target(T& (*find)(Values&), const T& (*initial)()) : find_(find), initial_(initial) {}

  T& operator()(Values& values) const { return find_(values); }
  const T& operator()(const Values& values) const { return find_(const_cast<Values&>(values)); }
  /// The value, or with nullptr the default.
  const T& of(const Values* values) const { return values != nullptr ? (*this)(*values) : initial_(); }

 private:
  T& (*find_)(Values&);
  const T& (*initial_)();
};

namespace detail {

template <class>
struct MemberPointer;
template <class S, class T>
struct MemberPointer<T S::*> {
  using Section = S;
  using Member = T;
};

}  // namespace detail

/// at<&RunSettings::seed>: that member of the settings struct RunSettings.
template <auto Member, class Section = typename detail::MemberPointer<decltype(Member)>::Section,
          class T = typename detail::MemberPointer<decltype(Member)>::Member>
inline constexpr Target<T> at{[](Values& values) -> T& { return values.get<Section>().*Member; },
                              []() -> const T& {
                                if constexpr (std::is_abstract_v<Section>) {
                                  static const T initial{};
                                  return initial;
                                } else {
                                  static const Section defaults;
                                  return defaults.*Member;
                                }
                              }};

struct Integer {
  std::uint64_t least, most;
  Target<std::uint64_t> field;
};
/// An integer, or a word for none.
struct AutoInteger {
  std::uint64_t least, most;
  Target<std::optional<std::uint64_t>> field;
  std::string_view word = "auto";
};
struct Real {
  double least, most;
  Target<double> field;
};
struct Text {
  std::size_t most_characters;
  Target<std::string> field;
};
/// The name of a file, relative to the file that names it. Empty: none.
struct FileName {
  Target<std::string> field;
  bool is_input = true;  ///< the file itself is read: it is neither written nor a list of others, or their folder
};
struct ChoiceWord {
  std::string_view word;
  std::string_view summary;
};
/// One of a few words, known by its place among them. choice() makes it for a member.
struct Choice {
  std::vector<ChoiceWord> words;
  std::function<unsigned(const Values*)> get;  ///< nullptr: the default
  std::function<void(Values&, unsigned)> set;
};
struct IntegerList {
  std::size_t fewest, longest;
  std::uint64_t least, most;
  Target<std::vector<std::uint64_t>> field;
};
struct TextList {
  std::size_t longest, most_characters;
  Target<std::vector<std::string>> field;
  bool are_names = false;  ///< one or more, each once; a text alone stands for a list of it
};
/// A time with a unit.
struct Period {
  Time least, most;
  Target<Time> field;
};
/// Cycles, or a time to be rounded to them.
struct CycleDelay {
  std::uint64_t least, most;
  Target<Delay> field;
};
/// The same, or a word for none.
struct AutoCycleDelay {
  std::uint64_t least, most;
  Target<std::optional<Delay>> field;
  std::string_view word = "auto";
};
/// Cycles that a flit takes, or a data rate.
struct FlitTime {
  Target<CyclesPerFlit> field;
};
/// Cycles that a flit takes, or a word for none.
struct AutoFlitTime {
  Target<std::optional<CyclesPerFlit>> field;
  std::string_view word = "auto";
};
/// Bytes, alone or with a unit.
struct DataAmount {
  std::uint64_t least, most;
  Target<std::uint64_t> field;
};
/// How fast something computes, with a unit.
struct Speed {
  Target<Rate> field;
};
/// How far a frequency is off, in parts per million.
struct Drift {
  std::int64_t least, most;  ///< in 10^-9
  Target<std::int64_t> field;
};
/// A list of maps. Their fields are keys of their own, of the record's struct. record_list() makes it for a member.
struct RecordList {
  std::size_t longest;
  const KeyTable& (*fields)();
  std::size_t (*count)(const Values&);
  std::unique_ptr<Values> (*make)();                              ///< a record with defaults
  std::unique_ptr<Values> (*record)(const Values&, std::size_t);  ///< a copy of one
  void (*append)(Values&, const Values& record);
  void (*clear)(Values&);
};

using KeyType = std::variant<Integer, AutoInteger, Real, Text, FileName, Choice, IntegerList, TextList, Period,
                             CycleDelay, AutoCycleDelay, FlitTime, AutoFlitTime, DataAmount, Speed, Drift, RecordList>;

enum class Presence : std::uint8_t { optional, required };
/// Whether a key can change the result: result.json names those that can. The others set how it is computed: the
/// engine, or the file that a value is read from.
enum class Bearing : std::uint8_t { result, manner };

/// Keys that one key replaces: a preset's, those of the section that a record overrides, and those of no use in resolved files.
struct Displacement {
  std::vector<std::string_view> keys;
  bool (*when)(const Values&) = nullptr;  ///< for some values only; nullptr: for all

  bool holds(const Values& values) const { return when == nullptr || when(values); }
};

/// A key, and what a feature may say of it after its declaration: Key(...).manner().only_for({"ring"}).
struct Key {
  Key(std::string key_path, KeyType key_type, std::string_view key_unit, std::string_view key_summary)
      : path(std::move(key_path)), type(std::move(key_type)), unit(key_unit), summary(key_summary) {}

  Key required() && { return presence = Presence::required, std::move(*this); }
  Key manner() && { return bearing = Bearing::manner, std::move(*this); }
  Key only_for(std::vector<std::string_view> some_kinds) && { return kinds = std::move(some_kinds), std::move(*this); }
  Key default_by(std::string_view key) && { return default_key = key, std::move(*this); }
  Key of_all() && { return is_of_all = true, std::move(*this); }
  Key names_preset(std::string_view folder) && { return presets = folder, std::move(*this); }
  /// A preset that records of a list of overlays may name, too: it gives no values but of keys that they may override.
  Key names_preset_of_one(std::string_view folder) && {
    return is_preset_of_one = true, std::move(*this).names_preset(folder);
  }
  Key displaces(std::vector<std::string_view> keys, bool (*when)(const Values&) = nullptr) && {
    displacements.push_back({std::move(keys), when});
    return std::move(*this);
  }

  std::string path;  ///< "switch.buffer.flits"
  KeyType type;
  std::string_view unit;     ///< "flits"; empty when a plain number, or when the value has it
  std::string_view summary;  ///< one line
  Presence presence = Presence::optional;
  Bearing bearing = Bearing::result;
  /// The kinds that have it, words of the key `kind` of the same group; empty: all.
  std::vector<std::string_view> kinds;
  std::string kind_key;          ///< the path of another key whose words these are; empty: `kind` of the group
  std::string_view default_key;  ///< the key whose value gives the default; empty: it is a value of its own
  std::string_view presets;      ///< the folder of the presets of which it names one; empty: none
  bool is_preset_of_one = false;
  bool is_of_all = false;  ///< holds for all things alike that lists of overlays tell apart
  std::string overrides;   ///< of a field of an overlay: the path of the key in whose place it counts
  std::vector<Displacement> displacements;

  /// Whether an amount of data may be given for a number of flits: `64 B`.
  bool takes_bytes() const {
    return unit == "flits" && (std::holds_alternative<Integer>(type) || std::holds_alternative<AutoInteger>(type));
  }
  /// "flits" of "switch.buffer.flits"
  std::string_view name() const { return std::string_view(path).substr(path.rfind('.') + 1); }
  /// As a record writes it: "buffer.flits" of "switches.buffer.flits" in the list "switches".
  std::string_view path_in(const Key& list) const { return std::string_view(path).substr(list.path.size() + 1); }
};

/// Whether a key has a meaning for the kind that the values have.
bool applies(const Key& key, const Values& values);

/// The cycles of a delay: a time is rounded to the nearest, but to no less than the key's minimum. The maximum is not
/// checked here.
std::uint64_t cycles_of(const Delay& delay, const Time& clock_period, std::uint64_t least);
/// Of a key of type CycleDelay, or of AutoCycleDelay that has a value.
std::uint64_t cycles_of(const Key& key, const Values& values);
std::uint64_t cycles_of(std::string_view path, const Values& values);
/// The cycles that a key of one of these types may have.
struct CycleRange {
  std::uint64_t least, most;
};
CycleRange cycles_allowed(const Key& key);
/// The time that such a key was given, nullptr when it was cycles.
const Time* time_of(const Key& key, const Values& values);

/// Drops the value in other units that was given for this key.
void forget_units(const Key& key, Values& values);

/// Gives a key its default.
void reset(const Key& key, Values& values);
/// Gives a key the value that another has, of the same type and member: as it was asked for, in other units, too.
void copy_value(const Key& from_key, const Values& from, const Key& to_key, Values& to);

/// A record: its fields, those that its kind has, by their names.
using FieldValue =
    std::variant<std::uint64_t, double, std::string, std::vector<std::uint64_t>, std::vector<std::string>>;
using Record = std::vector<std::pair<std::string_view, FieldValue>>;

/// A value as data, for reports.
using Value = std::variant<std::uint64_t, double, std::string, std::vector<std::uint64_t>, std::vector<std::string>,
                           std::vector<Record>>;
Value value_of(const Key& key, const Values& values);
Value default_of(const Key& key);
/// A value as one writes it in a file.
std::string to_string(const Value& value);
std::string to_string(const Record& record);

/// "pattern: uniform", of traffic.pattern.
std::string name_and_value(std::string_view path, const Values& values);

/// The values that a key takes: "integer from 1 to 32768 (flits)", "wormhole or packet".
std::string expected_value(const Key& key);
/// The fields of the maps of a list: "of wall, watts"; where that depends on their kind, "with `kind`".
std::string contents_of_maps(const Key& list);
/// The kind of value: "integer", "one of several words", ...
std::string type_name(const Key& key);

/// A choice whose member is an enumeration, or a bool: its words in the order of the enumerators.
template <class Enum>
Choice choice(std::vector<ChoiceWord> words, Target<Enum> field) {
  return {std::move(words), [field](const Values* values) { return static_cast<unsigned>(field.of(values)); },
          [field](Values& values, unsigned index) { field(values) = static_cast<Enum>(index); }};
}
/// The same of an optional enumeration: the first word stands for none.
template <class Enum>
Choice choice(std::vector<ChoiceWord> words, Target<std::optional<Enum>> field) {
  return {std::move(words),
          [field](const Values* values) {
            const std::optional<Enum>& is = field.of(values);
            return is ? 1 + static_cast<unsigned>(*is) : 0;
          },
          [field](Values& values, unsigned index) {
            field(values) = index == 0 ? std::nullopt : std::optional(static_cast<Enum>(index - 1));
          }};
}
/// A choice whose member is the word itself.
Choice choice(const std::vector<ChoiceWord>& words, Target<std::string> field);
/// A choice among some enumerators.
template <class Enum>
Choice choice(const std::vector<std::pair<Enum, ChoiceWord>>& some, Target<Enum> field) {
  std::vector<ChoiceWord> words;
  for (const auto& [enumerator, word] : some) words.push_back(word);
  return {std::move(words),
          [some, field](const Values* values) {
            const auto is = [&](const auto& one) { return one.first == field.of(values); };
            return static_cast<unsigned>(std::find_if(some.begin(), some.end(), is) - some.begin());
          },
          [some, field](Values& values, unsigned index) { field(values) = some.at(index).first; }};
}
/// The presets of a folder, after what stands for none of them.
Choice preset_choice(ChoiceWord none, std::string_view folder, Target<std::string> field);

namespace detail {

/// A record while its fields are read.
template <class Record>
class RecordValues final : public Values {
 public:
  RecordValues(const KeyTable& fields, Record values) : fields_(fields), values_(std::move(values)) {}
  const KeyTable& keys() const override { return fields_; }
  std::unique_ptr<Values> copy() const override { return std::make_unique<RecordValues>(*this); }

 private:
  void* find(SectionId section) override { return find_section(section, values_); }

  const KeyTable& fields_;
  Record values_;
};

}  // namespace detail

/// A list of maps whose records are the elements of the vector List. Their fields are keys of the struct of a record.
template <auto List, const KeyTable& (*fields)()>
RecordList record_list(std::size_t longest) {
  using Record = typename detail::MemberPointer<decltype(List)>::Member::value_type;
  using OfRecord = detail::RecordValues<Record>;
  return {longest,
          fields,
          [](const Values& values) { return at<List>(values).size(); },
          []() -> std::unique_ptr<Values> { return std::make_unique<OfRecord>(fields(), Record()); },
          [](const Values& values, std::size_t index) -> std::unique_ptr<Values> {
            return std::make_unique<OfRecord>(fields(), at<List>(values).at(index));
          },
          [](Values& values, const Values& record) { at<List>(values).push_back(record.get<Record>()); },
          [](Values& values) { at<List>(values).clear(); }};
}

}  // namespace slackline::settings
