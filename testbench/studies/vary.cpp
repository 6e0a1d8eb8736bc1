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

/// The error of the parts of a range, or of the range; empty: none.
std::string read_range(const std::vector<std::string>& parts, Range& range) {
  if (parts.size() != 3) return "a range is from:to:step";
  Decimal* const into[] = {&range.from, &range.to, &range.step};
  for (std::size_t i = 0; i < 3; ++i) {
    const settings::Quantity quantity = settings::split_unit(parts[i]);
    const std::optional<Decimal> number = parse_decimal(quantity.number);
    if (!number) return parts[i] + " is no decimal number of at most nine digits before and after the point";
    *into[i] = *number;
    const std::string unit = quantity.unit.empty() ? "" : " " + std::string(quantity.unit);
    if (i != 0 && unit != range.unit) return "its three numbers have different units";
    range.unit = unit;
  }
  if (range.step.billionths <= 0) return "its step is not above 0";
  if (range.to < range.from) return "it ends below its beginning";
  if ((range.to.billionths - range.from.billionths) / range.step.billionths >= static_cast<std::int64_t>(most_values))
    return "it has more than " + std::to_string(most_values) + " values";
  return "";
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

constexpr const char* form_of_option = "key=value,value,... or key=from:to:step";

settings::InputError error_of(const std::string& option, const std::string& key, const std::string& what,
                              const std::string& hint = "") {
  return {std::make_shared<const settings::Source>("--vary " + option, ""),
          {},
          key,
          settings::problem(what),
          form_of_option,
          hint};
}

}  // namespace

Varied parse_vary(const std::string& option, settings::InputErrors& errors) {
  const std::size_t sign = option.find('=');
  Varied varied{trimmed(option.substr(0, sign)), {}};
  const settings::Key* key = features::find_key(varied.key);
  if (key == nullptr) key = features::key_table().find_in_record(varied.key);
  if (key == nullptr && features::key_table().is_group(varied.key))
    errors.push_back(
        error_of(option, varied.key,
                 "a group of keys: " + settings::joined(features::key_table().children_of(varied.key + "."))));
  else if (key == nullptr)
    errors.push_back(error_of(option, varied.key, "unknown key", features::key_table().meant_by(varied.key)));
  else if (is_for_files(*key))
    errors.push_back(error_of(option, varied.key, "plays no part: points write no waveforms and no packet log"));
  if (sign == std::string::npos) {
    errors.push_back(error_of(option, varied.key, "no values"));
    return varied;
  }
  const std::string text = option.substr(sign + 1);
  const bool plain = key != nullptr && is_text(*key);
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 1 && !plain) {
    Range range;
    if (const std::string wrong = read_range(parts, range); !wrong.empty())
      errors.push_back(error_of(option, varied.key, text + ": " + wrong));
    else
      varied.values = values_of(range);
    return varied;
  }
  std::set<std::string> seen;
  for (const std::string& value : split(text, ',')) {
    if (value.empty())
      errors.push_back(error_of(option, varied.key, "an empty value"));
    else if (!seen.insert(value).second)
      errors.push_back(error_of(option, varied.key, value + " is given twice"));
    else
      varied.values.push_back(value);
  }
  return varied;
}

std::vector<Varied> parse_vary(const std::vector<std::string>& options, settings::InputErrors& errors) {
  std::vector<Varied> all;
  for (const std::string& option : options) {
    Varied varied = parse_vary(option, errors);
    const bool again = std::any_of(all.begin(), all.end(), [&](const Varied& v) { return v.key == varied.key; });
    if (again) errors.push_back(error_of(option, varied.key, "is varied twice"));
    all.push_back(std::move(varied));
  }
  return all;
}

}  // namespace slackline::studies
