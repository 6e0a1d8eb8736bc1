#include "testbench/text/first_lines.hpp"

#include <algorithm>

namespace slackline::text {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t most_of_line = 1000;

}  // namespace

std::vector<std::string_view> first_lines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, std::min(end, most_of_line));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = line.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

}  // namespace slackline::text
