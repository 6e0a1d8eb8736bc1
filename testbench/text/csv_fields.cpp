#include "testbench/text/csv_fields.hpp"

#include <algorithm>

namespace slackline::text {

namespace {

Field trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  constexpr std::string_view blanks = " \t\r";
  while (begin < end && blanks.find(line[begin]) != std::string_view::npos) ++begin;
  while (end > begin && blanks.find(line[end - 1]) != std::string_view::npos) --end;
  return {line.substr(begin, end - begin), begin};
}

}  // namespace

Field content(std::string_view line) { return trimmed(line, 0, std::min(line.find('#'), line.size())); }

std::vector<Field> csv_fields(std::string_view line) {
  std::vector<Field> fields;
  if (content(line).text.empty()) return fields;
  const std::size_t end = std::min(line.find('#'), line.size());
  for (std::size_t begin = 0; begin <= end;) {
    const std::size_t comma = std::min(line.find(',', begin), end);
    fields.push_back(trimmed(line, begin, comma));
    begin = comma + 1;
  }
  return fields;
}

}  // namespace slackline::text
