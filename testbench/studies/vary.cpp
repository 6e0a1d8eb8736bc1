#include "testbench/studies/vary.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "testbench/run/experiment.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/studies/decimal.hpp"

namespace slackline::studies {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// At separators outside of brackets and quotation marks.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts{""};
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '[')
      ++depth;
    else if (c == ']')
      --depth;
    if (c == separator && depth == 0 && quote == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

bool is_text(const settings::Key& key) {
  return std::holds_alternative<settings::Text>(key.type) || std::holds_alternative<settings::FileName>(key.type);
}

struct Range {
  Decimal from, to, step;
  std::string unit;  ///< " ns"
};

using settings::Expected;
using settings::Finding;
using settings::problem;
using settings::value_found;

/// The mistake, and the remedy.
struct Mistake {
  Finding what;
  Expected expected;
};

/// `text`: the range, `parts` those between its colons.
std::optional<Mistake> read_range(const std::string& text, const std::vector<std::string>& parts, Range& range) {
  if (parts.size() != 3) return Mistake{value_found(text), "range from:to:step"};
  Decimal* const into[] = {&range.from, &range.to, &range.step};
  for (std::size_t i = 0; i < 3; ++i) {
    const settings::Quantity quantity = settings::split_unit(parts[i]);
    const std::optional<Decimal> number = parse_decimal(quantity.number);
    if (!number)
      return Mistake{value_found(parts[i], "in " + text),
                     "decimal number of at most nine digits before and after the point"};
    *into[i] = *number;
    const std::string unit = quantity.unit.empty() ? "" : " " + std::string(quantity.unit);
    if (i != 0 && unit != range.unit) return Mistake{value_found(text), "range with one unit"};
    range.unit = unit;
  }
  if (range.step.billionths <= 0) return Mistake{value_found(parts[2], "in " + text), "step of more than 0"};
  if (range.to < range.from) return Mistake{value_found(text), "range that ends at or above its first value"};
  if ((range.to.billionths - range.from.billionths) / range.step.billionths >= static_cast<std::int64_t>(most_values))
    return Mistake{value_found(text), "range of up to " + std::to_string(most_values) + " values"};
  return std::nullopt;
}

std::vector<std::string> values_of(const Range& range) {
  std::vector<std::string> values;
  for (Decimal at = range.from; !(range.to < at); at.billionths += range.step.billionths)
    values.push_back(to_string(at) + range.unit);
  return values;
}

/// Whether a key is about files that a run writes besides its results.
bool is_for_files(const settings::Key& key) {
  return settings::is_within(key.path, "waves") || key.path == "run.packet_log";
}

settings::InputError error_of(const std::string& option, const std::string& key, Finding what, Expected expected,
                              std::string hint = "") {
  return {std::make_shared<const settings::Source>("--vary " + option, ""),
          {},
          key,
          std::move(what),
          std::move(expected),
          std::move(hint)};
}

}  // namespace

Varied parse_vary(const std::string& option, settings::InputErrors& errors) {
  const std::size_t sign = option.find('=');
  Varied varied{trimmed(option.substr(0, sign)), {}};
  const auto refuse = [&](Finding what, Expected expected, std::string hint = "") {
    errors.push_back(error_of(option, varied.key, std::move(what), std::move(expected), std::move(hint)));
  };
  const settings::KeyTable& keys = features::key_table();
  const settings::Key* key = features::find_key(varied.key);
  if (key == nullptr) key = keys.find_in_record(varied.key);
  if (key == nullptr && keys.is_group(varied.key)) {
    refuse(problem("a group of keys"), settings::joined(keys.children_of(varied.key + ".")));
  } else if (key == nullptr) {
    const std::string meant = keys.meant_by(varied.key);
    refuse(problem("unknown key"), meant.empty() ? settings::joined(keys.children_of("")) : "", meant);
  } else if (is_for_files(*key)) {
    refuse(problem("has no effect: points write no waveforms and no packet log"), settings::advice("vary another key"));
  }
  if (sign == std::string::npos) {
    refuse(problem("no values"), "key=value,value,... or key=from:to:step");
    return varied;
  }
  const std::string text = option.substr(sign + 1);
  const bool plain = key != nullptr && is_text(*key);
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 1 && !plain) {
    Range range;
    if (std::optional<Mistake> mistake = read_range(text, parts, range))
      refuse(std::move(mistake->what), std::move(mistake->expected));
    else
      varied.values = values_of(range);
    return varied;
  }
  std::set<std::string> seen;
  for (const std::string& value : split(text, ',')) {
    const bool is_new = seen.insert(value).second;
    if (!value.empty() && is_new)
      varied.values.push_back(value);
    else if (!value.empty())
      refuse(value_found(value, "a second time"), "each value once");
    else if (is_new)
      refuse(value_found(text, text.empty() ? "" : "an empty value"), "values separated by commas");
  }
  return varied;
}

std::vector<Varied> parse_vary(const std::vector<std::string>& options, settings::InputErrors& errors) {
  std::vector<Varied> all;
  for (const std::string& option : options) {
    Varied varied = parse_vary(option, errors);
    const bool again = std::any_of(all.begin(), all.end(), [&](const Varied& v) { return v.key == varied.key; });
    if (again) errors.push_back(error_of(option, varied.key, problem("varied twice"), "each key once"));
    all.push_back(std::move(varied));
  }
  return all;
}

}  // namespace slackline::studies
