// A key of the configuration. The table of keys describes each of them once: parser, messages, command
// line, results and the reference page are made from it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "testbench/config/experiment.hpp"

namespace slackline::config {

struct Integer {
  std::uint64_t least, most;
  std::uint64_t& (*field)(Experiment&);
};
/// An integer, or a word for none.
struct AutoInteger {
  std::uint64_t least, most;
  std::optional<std::uint64_t>& (*field)(Experiment&);
  std::string_view word = "auto";
};
struct Real {
  double least, most;
  double& (*field)(Experiment&);
};
struct Text {
  std::size_t most_characters;
  std::string& (*field)(Experiment&);
};
/// The name of a file, relative to the file that names it. Empty: none.
struct FileName {
  std::string& (*field)(Experiment&);
  bool is_input = true;  ///< it is read, not written
};
struct ChoiceWord {
  std::string_view word;
  std::string_view summary;
};
/// One of a few words; their order is the order of the enumerators.
struct Choice {
  std::vector<ChoiceWord> words;
  std::function<unsigned(Experiment&)> get;
  std::function<void(Experiment&, unsigned)> set;
};
struct IntegerList {
  std::size_t fewest, longest;
  std::uint64_t least, most;
  std::vector<std::uint64_t>& (*field)(Experiment&);
};
struct TextList {
  std::size_t longest, most_characters;
  std::vector<std::string>& (*field)(Experiment&);
};
/// A time with a unit.
struct Period {
  Time least, most;
  Time& (*field)(Experiment&);
};
/// Cycles, or a time to be rounded to them.
struct CycleDelay {
  std::uint64_t least, most;
  Delay& (*field)(Experiment&);
};

/// The same, or a word for none.
struct AutoCycleDelay {
  std::uint64_t least, most;
  std::optional<Delay>& (*field)(Experiment&);
  std::string_view word = "auto";
};

/// Cycles that a flit takes, or a data rate.
struct FlitTime {
  CyclesPerFlit& (*field)(Experiment&);
};

/// Cycles that a flit takes, or a word for none.
struct AutoFlitTime {
  std::optional<CyclesPerFlit>& (*field)(Experiment&);
  std::string_view word = "auto";
};

/// Bytes, alone or with a unit.
struct DataAmount {
  std::uint64_t least, most;
  std::uint64_t& (*field)(Experiment&);
};

/// How fast something computes, with a unit.
struct Speed {
  Rate& (*field)(Experiment&);
};

/// How far a frequency is off, in parts per million.
struct Drift {
  std::int64_t least, most;  ///< in 10^-9
  std::int64_t& (*field)(Experiment&);
};

struct Key;
/// A list of maps. Their fields are described as keys are, and are those of the record that was added last. Where
/// records differ by kind, the first field is a Choice of the kind.
struct RecordList {
  std::size_t longest;
  std::string_view of;  ///< "faults.": the paths of the fields begin so
  const std::vector<Key>& (*fields)();
  std::size_t (*count)(const Experiment&);
  void (*append)(Experiment&);                                ///< a record with defaults
  void (*copy)(const Experiment&, std::size_t, Experiment&);  ///< appends one record to another experiment's
  void (*swap)(Experiment&, Experiment&);                     ///< the whole lists
};

using KeyType = std::variant<Integer, AutoInteger, Real, Text, FileName, Choice, IntegerList, TextList, Period,
                             CycleDelay, AutoCycleDelay, FlitTime, AutoFlitTime, DataAmount, Speed, Drift, RecordList>;

enum class Presence : std::uint8_t { optional, required };
/// Whether a key can change the result: result.json names those that can. The others set how it is computed: the
/// engine, or the file that a value is read from.
enum class Bearing : std::uint8_t { result, manner };

struct Key {
  std::string_view path;  ///< "switch.buffer.flits"
  KeyType type;
  std::string_view unit;     ///< "flits"; empty when a plain number, or when the value has it
  std::string_view summary;  ///< one line
  Presence presence = Presence::optional;
  Bearing bearing = Bearing::result;
  /// For a record's field, or a key of `topology`: the kinds that have it; empty: all.
  std::vector<std::string_view> only_for = {};
  std::string_view default_by = {};  ///< the key whose value gives the default; empty: it is a value of its own

  /// Whether an amount of data may be given for a number of flits: `64 B`.
  bool takes_bytes() const {
    return unit == "flits" && (std::holds_alternative<Integer>(type) || std::holds_alternative<AutoInteger>(type));
  }
  /// "flits" of "switch.buffer.flits"
  std::string_view name() const { return path.substr(path.rfind('.') + 1); }
};

/// All keys, in the order of the reference page.
const std::vector<Key>& key_table();

/// The fields of a record of `faults`, as keys: "faults.kind", ... And of `links`.
const std::vector<Key>& fault_fields();
const std::vector<Key>& link_fields();
/// The fields of `nic.clocks`.
const std::vector<Key>& clock_fields();
/// The fields of `barriers.groups`.
const std::vector<Key>& group_fields();
/// The fields of `waves.trigger`.
const std::vector<Key>& trigger_fields();
/// The word of a configuration for a kind of fault.
std::string_view word_of(FaultKind kind);
/// Whether a field belongs to records of the kind that the last record of the experiment has.
bool applies(const Key& field, const RecordList& list, Experiment& experiment);
/// Whether a key has a meaning for the experiment's kind of topology.
bool applies(const Key& key, const Experiment& experiment);

/// The key of a path, nullptr when there is none.
const Key* find_key(std::string_view path);

/// The cycles of a delay: a time is rounded to the nearest, but to no less than the key's minimum. The maximum is not
/// checked here.
std::uint64_t cycles_of(const Delay& delay, const Time& clock_period, std::uint64_t least);
std::uint64_t cycles_of(const Key& key, const Experiment& experiment);  ///< of type CycleDelay
std::uint64_t cycles_of(std::string_view path, const Experiment& experiment);
/// The time that such a key was given, nullptr when it was cycles.
const Time* time_of(const Key& key, const Experiment& experiment);

/// Drops the value in other units that was given for this key.
void forget_units(const Key& key, Experiment& experiment);

/// Gives a key its default.
void reset(const Key& key, Experiment& experiment);

/// A record: its fields, those that its kind has, by their names.
using FieldValue = std::variant<std::uint64_t, double, std::string, std::vector<std::string>>;
using Record = std::vector<std::pair<std::string_view, FieldValue>>;

/// A value as data, for reports.
using Value = std::variant<std::uint64_t, double, std::string, std::vector<std::uint64_t>, std::vector<std::string>,
                           std::vector<Record>>;
Value value_of(const Key& key, Experiment experiment);
/// A value as one writes it in a file.
std::string to_string(const Value& value);
std::string to_string(const Record& record);

/// The allowed values of a key: "integer from 1 to 32768 (flits)".
std::string allowed(const Key& key);
/// The kind of value: "integer", "one of several words", ...
std::string type_name(const Key& key);

}  // namespace slackline::config
