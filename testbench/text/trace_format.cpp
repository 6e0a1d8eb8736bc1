#include "testbench/text/trace_format.hpp"

#include <algorithm>
#include <vector>

#include "testbench/text/first_lines.hpp"

namespace slackline::text {

namespace {

constexpr std::size_t judged_lines = 10;

using TraceWords = std::vector<std::string_view>;

bool is_whole_number(std::string_view word) { return word.find_first_not_of("0123456789") == std::string_view::npos; }

/// A rank, a word, and numbers: "3 allreduce 8 100.5 0". Whether there is such a call is the reader's question.
bool is_call(const TraceWords& words) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (words.size() < 2 || !is_whole_number(words[0])) return false;
  if (words[1].find_first_not_of(letters) != std::string_view::npos) return false;
  const auto begins_number = [](std::string_view word) { return word.find_first_of("+-.0123456789") == 0; };
  return words[1] == "location" || std::all_of(words.begin() + 2, words.end(), begins_number);
}

bool is_of_monitoring(const TraceWords& words) {
  if (words.size() < 2 || !is_monitoring_word(words[0])) return false;
  const bool names_ranks = words.size() > 2 && words[words.size() - 2] == "procs:";
  return names_ranks || (words[0] != "D" && is_whole_number(words[1]));
}

TraceFormat format_of_line(std::string_view line) {
  const TraceWords words = words_of(line);
  if (is_call(words)) return TraceFormat::calls;
  if (is_of_monitoring(words)) return TraceFormat::monitoring;
  return words.size() == 1 ? TraceFormat::list : TraceFormat::none;
}

/// One word that hardly is anything else: "rank-1.txt", "traces/0".
bool is_evident_name(std::string_view line) {
  return line.find_first_of("./") != std::string_view::npos && line.find_first_of(" \t:{}[]()<>=\"',;") == line.npos &&
         line.find_first_not_of("0123456789.-+") != line.npos;
}

}  // namespace

TraceFormat trace_format(std::string_view beginning) {
  const std::vector<std::string_view> lines = first_lines(beginning, judged_lines);
  for (const std::string_view line : lines)
    if (const TraceFormat format = format_of_line(line);
        format == TraceFormat::calls || format == TraceFormat::monitoring)
      return format;
  return lines.empty() ? TraceFormat::none : format_of_line(lines.front());
}

TraceFormat evident_trace_format(std::string_view beginning) {
  const std::vector<std::string_view> lines = first_lines(beginning, judged_lines);
  if (lines.empty()) return TraceFormat::none;
  if (std::all_of(lines.begin(), lines.end(), is_evident_name)) return TraceFormat::list;
  const TraceFormat format = format_of_line(lines.front());
  return format == TraceFormat::list ? TraceFormat::none : format;
}

std::string_view name_of(TraceFormat format) {
  switch (format) {
    case TraceFormat::calls: return "a time-independent trace of SimGrid";
    case TraceFormat::monitoring: return "a .prof file of Open MPI's monitoring";
    case TraceFormat::list: return "a list of files";
    case TraceFormat::none: break;
  }
  return "";
}

bool is_monitoring_word(std::string_view word) {
  for (const char* known : {"E", "I", "S", "R", "C", "D", "O2A", "A2O", "A2A"})
    if (word == known) return true;
  return false;
}

}  // namespace slackline::text
