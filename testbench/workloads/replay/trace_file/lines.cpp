#include "testbench/workloads/replay/trace_file/lines.hpp"

#include <algorithm>
#include <cmath>

#include "testbench/settings/number.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::trace_file {

std::vector<Word> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<Word> words;
  for (std::size_t begin = 0; (begin = line.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    if (words.empty() && line[begin] == '#') break;
    words.push_back({line.substr(begin, end - begin), begin});
    begin = end;
  }
  return words;
}

Word whole_line(const std::vector<Word>& words) {
  const std::size_t begin = words.front().at, end = words.back().at + words.back().text.size();
  return {{words.front().text.data(), end - begin}, begin};
}

void FileErrors::add(std::size_t line, const Word& word, const std::string& remark, std::string expected,
                     std::string hint) {
  if (++count_ > most_reported) return;
  const settings::Position at = file_->position(line - 1, word.at, word.text.size());
  std::string text(word.text);
  std::replace(text.begin(), text.end(), '\t', ' ');  // between the words of a whole line
  errors_.push_back({file_, at, "traffic.trace", settings::value_found(settings::escaped(text, 40), remark),
                     std::move(expected), std::move(hint)});
}

std::optional<std::uint64_t> number_of(std::string_view text, std::uint64_t most) {
  if (text.find_first_of(".eE") == std::string_view::npos) {
    const settings::Parsed<std::uint64_t> whole = settings::parse_integer(text);
    if (!whole || whole.value > most) return std::nullopt;
    return whole.value;
  }
  const settings::Parsed<double> real = settings::parse_real(text);
  if (!real || !(real.value >= 0) || !(std::ceil(real.value) <= static_cast<double>(most))) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(real.value));
}

}  // namespace slackline::trace_file
