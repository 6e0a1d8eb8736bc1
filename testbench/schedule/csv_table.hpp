// csv_table: files of records, one a line, below a heading. '#' begins a comment, empty lines do not count.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/settings/input_error.hpp"
#include "testbench/text/csv_fields.hpp"

namespace slackline::schedule {

class CsvTable {
 public:
  using Field = text::Field;
  using Record = std::vector<Field>;

  /// `heading`: the columns, joined by commas. `what`: "a schedule", of which a file without one is called empty.
  CsvTable(settings::SourcePtr file, std::string heading, std::string what, settings::InputErrors& errors);

  /// Calls `record` for each line that has as many fields as the heading. False: errors, up to ten of them, were found.
  bool read(const std::function<void(const Record&)>& record);

  /// The line under way, from 1.
  std::size_t line() const { return line_ + 1; }
  /// Errors found so far.
  unsigned wrong() const { return wrong_; }
  /// Something is wrong with a field of the line under way.
  void refuse(const std::string& column, const Field& field, std::string expected, const std::string& why = "",
              std::string hint = "");
  /// Something is wrong with the file as a whole.
  void refuse(std::string problem, std::string expected);

 private:
  settings::SourcePtr file_;
  std::string heading_, what_;
  settings::InputErrors& errors_;
  std::size_t line_ = 0;
  unsigned wrong_ = 0;
};

}  // namespace slackline::schedule
