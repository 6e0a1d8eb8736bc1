// csv_fields: lines of fields between commas, as schedules, trees, routes and permutations are written.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace slackline::text {

/// A part of a line, without blanks around it.
struct Field {
  std::string_view text;
  std::size_t begin = 0;  ///< in its line
};

/// The text in front of '#', which begins a comment; empty: nothing.
Field content(std::string_view line);

/// The fields between the commas of that: n + 1 fields, which may be empty, around n commas; none of an empty line.
std::vector<Field> csv_fields(std::string_view line);

}  // namespace slackline::text
