#include "testbench/config/key.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace slackline::config {

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

/// Fields are found in an experiment that may be changed; here it is only looked at.
const Delay& delay_of(const CycleDelay& type, const Experiment& experiment) {
  return type.field(const_cast<Experiment&>(experiment));
}

}  // namespace

std::uint64_t cycles_of(const Delay& delay, const Time& clock_period, std::uint64_t least) {
  return delay.time ? nearest_cycles(*delay.time, clock_period, least) : delay.cycles;
}

std::uint64_t cycles_of(const Key& key, const Experiment& experiment) {
  const auto& type = std::get<CycleDelay>(key.type);
  return cycles_of(delay_of(type, experiment), experiment.clock_period, type.least);
}

std::uint64_t cycles_of(std::string_view path, const Experiment& experiment) {
  return cycles_of(*find_key(path), experiment);
}

const Time* time_of(const Key& key, const Experiment& experiment) {
  const auto* type = std::get_if<CycleDelay>(&key.type);
  if (type == nullptr) return nullptr;
  const Delay& delay = delay_of(*type, experiment);
  return delay.time ? &*delay.time : nullptr;
}

std::string allowed(const Key& key) {
  std::string text = std::visit(
      Overloaded{
          [](const Integer& t) { return integer_range(t.least, t.most); },
          [](const AutoInteger& t) { return std::string(t.word) + ", or integer from " + range(t.least, t.most); },
          [](const Real& t) { return "number from " + to_string(t.least) + " to " + to_string(t.most); },
          [](const Text& t) { return "text of 1 to " + std::to_string(t.most_characters) + " characters"; },
          [](const FileName&) { return std::string("name of a file, relative to the one that names it"); },
          [](const Choice& t) {
            std::string words;
            for (const ChoiceWord& w : t.words) words += (words.empty() ? "" : ", ") + std::string(w.word);
            return words;
          },
          [](const IntegerList& t) {
            return "list of " + range(t.fewest, t.longest) + " integers, each " + range(t.least, t.most);
          },
          [](const TextList& t) {
            return "list of up to " + std::to_string(t.longest) + " texts of 1 to " +
                   std::to_string(t.most_characters) + " characters";
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
          [](const RecordList& t) {
            std::string names;
            for (const Key& field : t.fields()) names += (names.empty() ? "" : ", ") + std::string(field.name());
            return "list of up to " + std::to_string(t.longest) + " maps of " + names;
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

namespace {

bool is_for(const Key& key, std::string_view kind) {
  return key.only_for.empty() || std::find(key.only_for.begin(), key.only_for.end(), kind) != key.only_for.end();
}

}  // namespace

bool applies(const Key& field, const RecordList& list, Experiment& experiment) {
  if (field.only_for.empty()) return true;  // records need not have kinds
  const auto& kind = std::get<Choice>(list.fields().front().type);
  return is_for(field, kind.words[kind.get(experiment)].word);
}

bool applies(const Key& key, const Experiment& experiment) {
  static const auto& kinds = std::get<Choice>(find_key("topology.kind")->type).words;
  return is_for(key, kinds[static_cast<unsigned>(experiment.topology.kind)].word);
}

namespace {

Record record_of(const RecordList& list, const Experiment& experiment, std::size_t index) {
  Experiment alone;
  list.copy(experiment, index, alone);
  Record record;
  const auto add = [&](const Key& field, const auto& value) {
    if constexpr (std::is_constructible_v<FieldValue, decltype(value)>) record.emplace_back(field.name(), value);
  };
  for (const Key& field : list.fields())
    if (applies(field, list, alone)) std::visit([&](const auto& value) { add(field, value); }, value_of(field, alone));
  return record;
}

}  // namespace

void forget_units(const Key& key, Experiment& experiment) {
  if (const auto asked = experiment.asked_bytes.find(key.path); asked != experiment.asked_bytes.end())
    experiment.asked_bytes.erase(asked);
  if (std::holds_alternative<FlitTime>(key.type)) experiment.asked_rate.reset();
}

Value value_of(const Key& key, Experiment e) {
  return std::visit(
      Overloaded{
          [&](const Integer& t) -> Value { return t.field(e); },
          [&](const AutoInteger& t) -> Value {
            if (t.field(e)) return *t.field(e);
            return std::string(t.word);
          },
          [&](const Real& t) -> Value { return t.field(e); },
          [&](const Text& t) -> Value { return t.field(e); },
          [&](const FileName& t) -> Value { return t.field(e); },
          [&](const Choice& t) -> Value { return std::string(t.words[t.get(e)].word); },
          [&](const IntegerList& t) -> Value { return t.field(e); },
          [&](const TextList& t) -> Value { return t.field(e); },
          [&](const Period& t) -> Value { return to_string(t.field(e)); },
          [&](const CycleDelay& t) { return value_of_delay(t.field(e)); },
          [&](const AutoCycleDelay& t) -> Value {
            return t.field(e) ? value_of_delay(*t.field(e)) : std::string(t.word);
          },
          [&](const FlitTime& t) { return value_of_rate(t.field(e)); },
          [&](const AutoFlitTime& t) -> Value { return t.field(e) ? value_of_rate(*t.field(e)) : std::string(t.word); },
          [&](const DataAmount& t) -> Value { return bytes_text(t.field(e)); },
          [&](const Speed& t) -> Value { return speed_text(t.field(e)); },
          [&](const Drift& t) -> Value { return ppm_text(t.field(e)); },
          [&](const RecordList& t) -> Value {
            std::vector<Record> records;
            for (std::size_t i = 0; i < t.count(e); ++i) records.push_back(record_of(t, e, i));
            return records;
          },
      },
      key.type);
}

void reset(const Key& key, Experiment& experiment) {
  forget_units(key, experiment);
  Experiment defaults;
  if (const auto* choice = std::get_if<Choice>(&key.type))
    choice->set(experiment, choice->get(defaults));
  else
    std::visit(
        [&](const auto& type) {
          using Type = std::decay_t<decltype(type)>;
          if constexpr (std::is_same_v<Type, RecordList>)
            type.swap(experiment, defaults);
          else if constexpr (!std::is_same_v<Type, Choice>)
            type.field(experiment) = std::move(type.field(defaults));
        },
        key.type);
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

}  // namespace slackline::config
