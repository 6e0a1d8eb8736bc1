#include "testbench/settings/input_error.hpp"

#include <algorithm>
#include <ostream>
#include <tuple>
#include <utility>

#include "testbench/settings/utf8.hpp"

namespace slackline::settings {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  if (!text_.empty()) line_starts_.push_back(0);
  for (std::size_t i = 0; i + 1 < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

std::string_view Source::line(std::size_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t start = line_starts_[number - 1];
  const std::size_t end = number == line_starts_.size() ? text_.size() : line_starts_[number];
  std::string_view line = std::string_view(text_).substr(start, end - start);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

std::size_t Source::offset(std::size_t line_index, std::size_t byte) const {
  if (line_index >= line_starts_.size()) return text_.size();
  return std::min(line_starts_[line_index] + byte, text_.size());
}

Position Source::position(std::size_t line_index, std::size_t byte, std::size_t bytes) const {
  const std::string_view text = line(line_index + 1);
  byte = std::min(byte, text.size());
  Position position;
  position.line = static_cast<std::uint32_t>(line_index + 1);
  position.column = static_cast<std::uint32_t>(characters(text.substr(0, byte)) + 1);
  position.length = static_cast<std::uint32_t>(std::max<std::size_t>(1, characters(text.substr(byte, bytes))));
  return position;
}

Position Source::position_of(std::size_t offset, std::size_t bytes) const {
  if (offset + bytes == 0 || line_starts_.empty()) return {};
  const auto behind = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(behind - line_starts_.begin() - 1);
  return position(line, offset - line_starts_[line], bytes);
}

namespace {

constexpr std::size_t most_printed = 100;  // of a file that is wrong throughout, the rest adds nothing new
constexpr std::size_t most_columns = 160;  // of a line that is shown
constexpr std::size_t most_text = 200;     // characters that a user wrote

/// The part of `line` from character `first` on, `count` characters long.
std::string_view excerpt(std::string_view line, std::size_t first, std::size_t count) {
  const auto byte_of = [line](std::size_t character) {
    std::size_t byte = 0;
    for (; byte < line.size(); ++byte)
      if ((static_cast<unsigned char>(line[byte]) & 0xc0) != 0x80 && character-- == 0) break;
    return byte;
  };
  const std::size_t begin = byte_of(first);
  return line.substr(begin, byte_of(first + count) - begin);
}

void print_line(const InputError& error, std::ostream& out) {
  const std::string_view whole = error.source->line(error.at.line);
  if (whole.empty()) return;
  const std::size_t place = error.at.column - 1, first = place - std::min(place, most_columns / 2);
  const std::size_t last = first + most_columns, marked = std::min<std::size_t>(error.at.length, last - place);
  const auto shown = [whole](std::size_t from, std::size_t count) {
    std::string part(excerpt(whole, from, count));
    std::replace(part.begin(), part.end(), '\t', ' ');
    return escaped(part, part.size());
  };
  const std::string number = std::to_string(error.at.line), in_front = shown(first, place - first);
  const std::string middle = shown(place, marked), behind = shown(place + marked, last - place - marked);
  const std::size_t width = std::max<std::size_t>(characters(middle), 1);
  out << "  " << number << " | " << in_front << middle << behind << "\n  " << std::string(number.size(), ' ') << " | "
      << std::string(characters(in_front), ' ') << '^' << std::string(width - 1, '~') << '\n';
}

/// "2 ns (1 cycle)"; of a value that is too long to be shown the remark alone.
std::string found_text(const Finding& what) {
  const std::string value = escaped(what.value.text(), most_text), remark = escaped(what.remark.text(), most_text);
  if (value.empty() || remark.empty()) return value + remark;
  return value + " (" + remark + ")";
}

/// The reason and the remedy. `of`: as in InputError.
std::string parts_without_hint(const Finding& what, const Expected& expected, const std::string& of) {
  const std::string found = found_text(what), &right = expected.text.text();
  if (what.problem.empty() && !expected.is_advice && !right.empty())
    return "expected " + right + (found.empty() ? "" : ", found " + found) + of;
  const std::string statement = what.problem.empty() ? "found " + found : escaped(what.problem.text(), most_text);
  if (right.empty()) return statement + of;
  return statement + of + (expected.is_advice ? "; " : "; expected ") + right;
}

std::string with_hint(std::string text, const std::string& hint) {
  return hint.empty() ? text : std::move(text) + "; did you mean " + hint + "?";
}

}  // namespace

std::string to_string(const InputError& error) {
  const std::string name = escaped(error.source->name(), most_text);
  std::string text = name + ": ";
  if (error.at.line != 0)
    text = name + ":" + std::to_string(error.at.line) + ":" + std::to_string(error.at.column) + ": ";
  if (!error.key.empty()) text += escaped(error.key, most_text) + ": ";
  return with_hint(text + parts_without_hint(error.what, error.expected, error.of), error.hint);
}

std::string to_string(const Finding& what, const Expected& expected, const std::string& hint) {
  return with_hint(parts_without_hint(what, expected, ""), hint);
}

void print(const InputErrors& errors, std::ostream& out) {
  InputErrors sorted = errors;
  std::stable_sort(sorted.begin(), sorted.end(), [](const InputError& a, const InputError& b) {
    return std::tie(a.source->name(), a.at.line, a.at.column) < std::tie(b.source->name(), b.at.line, b.at.column);
  });
  const std::size_t printed = std::min(sorted.size(), most_printed);
  for (std::size_t i = 0; i < printed; ++i) {
    out << to_string(sorted[i]) << '\n';
    print_line(sorted[i], out);
  }
  if (printed < sorted.size()) out << "... and " << sorted.size() - printed << " more\n";
}

}  // namespace slackline::settings
