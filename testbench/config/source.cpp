#include "testbench/config/source.hpp"

#include <algorithm>
#include <utility>

#include "testbench/config/utf8.hpp"

namespace slackline::config {

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

}  // namespace slackline::config
