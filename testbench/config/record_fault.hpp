// A fault of a field of a record that a list holds.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Shown at the field's value: it must have been given.
inline Fault record_fault(const Reading& reading, const std::string& list, std::size_t record, const std::string& field,
                          std::string read, std::string allowed, std::string hint = "") {
  const Origin& origin = reading.given.find(list)->second;
  return {origin.source,  origin.fields.at(record).at(field), list + "." + field, std::move(read), std::move(allowed),
          std::move(hint)};
}

/// "the record of line 7", or its place in a list that an option gives.
inline std::string record_name(const Reading& reading, const std::string& list, std::size_t record) {
  const std::uint32_t line = reading.given.find(list)->second.items.at(record).line;
  return line != 0 ? "the record of line " + std::to_string(line)
                   : "record " + std::to_string(record + 1) + " of the list";
}

/// Whether a field of a record was given, and could be read.
inline bool is_known(const Reading& reading, const std::string& list, std::size_t record, std::string_view field) {
  const Origin& origin = reading.given.find(list)->second;
  return origin.fields.at(record).count(field) != 0 && origin.doubtful.at(record).count(field) == 0;
}
inline bool is_doubtful(const Reading& reading, const std::string& list, std::size_t record, std::string_view field) {
  return reading.given.find(list)->second.doubtful.at(record).count(field) != 0;
}

}  // namespace slackline::config
