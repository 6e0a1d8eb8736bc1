#include "testbench/fabric_file/text.hpp"

#include <algorithm>

namespace slackline::fabric_file {

bool Lines::next(Piece& line) {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line = {text_.substr(at_, end - at_), at_};
  if (!line.text.empty() && line.text.back() == '\r') line.text.remove_suffix(1);
  at_ = end + 1;
  return true;
}

Scanner& Scanner::skip_blanks() {
  std::size_t count = 0;
  while (count < rest_.text.size() && is_blank(rest_.text[count])) ++count;
  drop(count);
  return *this;
}

bool Scanner::take(char c) {
  if (rest_.text.empty() || rest_.text.front() != c) return false;
  drop(1);
  return true;
}

Piece Scanner::word() {
  std::size_t count = 0;
  while (count < rest_.text.size() && !is_blank(rest_.text[count])) ++count;
  const Piece word = rest_.part(0, count);
  drop(count);
  return word;
}

std::optional<std::uint32_t> Scanner::number() {
  constexpr std::uint64_t most = 1'000'000'000;
  std::uint64_t value = 0;
  std::size_t count = 0;
  while (count < rest_.text.size() && is_digit(rest_.text[count]) && value <= most)
    value = 10 * value + static_cast<unsigned>(rest_.text[count++] - '0');
  if (count == 0 || value > most) return std::nullopt;
  drop(count);
  return static_cast<std::uint32_t>(value);
}

std::optional<Piece> Scanner::between(char opening, char closing) {
  if (rest_.text.empty() || rest_.text.front() != opening) return std::nullopt;
  const std::size_t end = rest_.text.find(closing, 1);
  if (end == std::string_view::npos) return std::nullopt;
  const Piece inside = rest_.part(1, end - 1);
  drop(end + 1);
  return inside;
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out;
  for (const char c : text.substr(0, most)) out += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > most ? out + "..." : out;
}

}  // namespace slackline::fabric_file
