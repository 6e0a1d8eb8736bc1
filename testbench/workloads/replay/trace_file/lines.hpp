// lines: the words of a trace's lines, and what is wrong with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/settings/input_error.hpp"

namespace slackline::trace_file {

struct Word {
  std::string_view text;
  std::size_t at = 0;  ///< byte of its line
};

/// Between blanks; none of a line that is empty, or begins with #.
std::vector<Word> words_of(std::string_view line);
/// From the first of a line's words to the last.
Word whole_line(const std::vector<Word>& words);

/// The errors of one file: the first few, and then one that there are more.
class FileErrors {
 public:
  FileErrors(settings::SourcePtr file, settings::InputErrors& errors) : file_(std::move(file)), errors_(errors) {}

  /// A word that does not fit. `line` from 1; `remark`: why not, where the word alone does not tell.
  void add(std::size_t line, const Word& word, const std::string& remark, std::string expected, std::string hint = "");
  bool any() const { return count_ != 0; }
  bool too_many() const { return count_ >= most_reported; }

 private:
  static constexpr unsigned most_reported = 10;
  settings::SourcePtr file_;
  settings::InputErrors& errors_;
  unsigned count_ = 0;
};

/// Calls line(number from 1, words) for each line that has words, as long as it returns true.
template <class Line>
void for_each_line(const settings::Source& file, Line&& line) {
  const std::string_view text = file.text();
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::vector<Word> words = words_of(text.substr(begin, end - begin));
    if (!words.empty() && !line(number, words)) return;
    begin = end + 1;
  }
}

/// The decimal number of a word, not negative and maybe with a fraction, rounded up; nothing when it is none, or above
/// `most`, which is at most 2^53.
std::optional<std::uint64_t> number_of(std::string_view text, std::uint64_t most);

}  // namespace slackline::trace_file
