#include "testbench/config/value_reader.hpp"

#include <utility>

#include "testbench/config/nearest.hpp"
#include "testbench/config/record_reader.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

/// One visit of a key's type: each case stores the value, or reports why not.
struct ValueReader {
  const Key& key;
  const SourcePtr& source;
  const Node& node;
  Experiment& experiment;
  Faults& faults;
  DoubtfulFields* doubtful;

  bool refuse(const Node& at, const std::string& why = "", const std::string& hint = "") const {
    faults.push_back({source, at.at, std::string(key.path), describe(at) + (why.empty() ? "" : " (" + why + ")"),
                      allowed(key), hint});
    return false;
  }

  /// A scalar without quotation marks, or a fault.
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
    return is_bytes() ? bytes() : integer(node, t.least, t.most, t.field(experiment));
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
    experiment.asked_bytes[std::string(key.path)] = parsed.value;
    return true;
  }

  bool operator()(const FlitTime& t) const {
    const bool is_rate = node.kind == NodeKind::scalar && node.text.find("/s") != std::string::npos;
    if (!is_rate) return cycles_per_flit(t.field(experiment));
    const Parsed<Rate> rate = parse_rate(node.text);
    if (!rate) return refuse(node, rate.why);
    experiment.asked_rate = rate.value;
    return true;
  }

  bool operator()(const AutoFlitTime& t) const {
    if (node.kind == NodeKind::scalar && !node.quoted && node.text == t.word) {
      t.field(experiment).reset();
      return true;
    }
    CyclesPerFlit value;
    if (!cycles_per_flit(value)) return false;
    t.field(experiment) = value;
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
      return integer(node, t.least, t.most, t.field(experiment));
    const Parsed<std::uint64_t> amount = parse_bytes(node.text);
    if (!amount) return refuse(node, amount.why);
    if (amount.value < t.least || amount.value > t.most) return refuse(node);
    t.field(experiment) = amount.value;
    return true;
  }

  bool operator()(const Speed& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    const Parsed<Rate> speed = parse_speed(node.text);
    if (!speed) return refuse(node, speed.why);
    t.field(experiment) = speed.value;
    return true;
  }

  bool operator()(const AutoInteger& t) const {
    if (!is_plain()) return false;
    std::uint64_t value = 0;
    if (node.text == t.word) {
      t.field(experiment).reset();
      return true;
    }
    if (is_bytes()) return bytes();
    if (!integer(node, t.least, t.most, value)) return false;
    t.field(experiment) = value;
    return true;
  }

  bool operator()(const Real& t) const {
    if (!is_plain()) return false;
    const Parsed<double> parsed = parse_real(node.text);
    if (!parsed) return refuse(node, parsed.why);
    if (!(parsed.value >= t.least && parsed.value <= t.most)) return refuse(node);
    t.field(experiment) = parsed.value;
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

  bool operator()(const Text& t) const { return line_of_text(node, t.most_characters, t.field(experiment)); }
  bool operator()(const FileName& t) const { return line_of_text(node, 4096, t.field(experiment)); }

  bool operator()(const Choice& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    std::vector<std::string_view> words;
    for (const ChoiceWord& choice : t.words) {
      if (choice.word == node.text) {
        t.set(experiment, static_cast<unsigned>(words.size()));
        return true;
      }
      words.push_back(choice.word);
    }
    return refuse(node, "", nearest(node.text, words));
  }

  bool operator()(const IntegerList& t) const {
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() < t.fewest || node.items.size() > t.longest)
      return refuse(node, std::to_string(node.items.size()) + " items");
    std::vector<std::uint64_t> values(node.items.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < values.size() && wrong < most_items_reported; ++i)
      if (node.items[i].kind == NodeKind::refused || !integer(node.items[i], t.least, t.most, values[i])) ++wrong;
    if (wrong != 0) return false;
    t.field(experiment) = std::move(values);
    return true;
  }

  bool operator()(const TextList& t) const {
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() > t.longest) return refuse(node, std::to_string(node.items.size()) + " items");
    std::vector<std::string> values(node.items.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < values.size() && wrong < most_items_reported; ++i)
      if (node.items[i].kind == NodeKind::refused || !line_of_text(node.items[i], t.most_characters, values[i]))
        ++wrong;
    if (wrong != 0) return false;
    t.field(experiment) = std::move(values);
    return true;
  }

  bool operator()(const Period& t) const {
    if (node.kind != NodeKind::scalar) return refuse(node);
    const Parsed<Time> parsed = parse_time(node.text);
    if (!parsed) return refuse(node, parsed.why);
    if (parsed.value < t.least || t.most < parsed.value) return refuse(node);
    t.field(experiment) = parsed.value;
    return true;
  }

  bool operator()(const CycleDelay& t) const { return delay(t.least, t.most, t.field(experiment)); }

  bool operator()(const AutoCycleDelay& t) const {
    Delay value;
    if (node.kind == NodeKind::scalar && node.text == t.word) {
      t.field(experiment).reset();
      return true;
    }
    if (!delay(t.least, t.most, value)) return false;
    t.field(experiment) = value;
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
    t.field(experiment) = drift.value;
    return true;
  }

  bool operator()(const RecordList& t) const {
    if (node.kind != NodeKind::list) return refuse(node);
    if (node.items.size() > t.longest) return refuse(node, std::to_string(node.items.size()) + " items");
    return read_records(t, source, node, experiment, faults, doubtful);
  }
};

}  // namespace

bool read_value(const Key& key, const SourcePtr& source, const Node& node, Experiment& experiment, Faults& faults,
                DoubtfulFields* doubtful) {
  if (node.kind == NodeKind::refused) return false;
  forget_units(key, experiment);
  return std::visit(ValueReader{key, source, node, experiment, faults, doubtful}, key.type);
}

}  // namespace slackline::config
