#include "testbench/schedule/csv_table.hpp"

#include <algorithm>
#include <utility>

#include "testbench/settings/utf8.hpp"

namespace slackline::schedule {

namespace {

constexpr unsigned most_reported = 10;

bool same(const CsvTable::Record& a, const CsvTable::Record& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CsvTable::Field& x, const CsvTable::Field& y) { return x.text == y.text; });
}

}  // namespace

CsvTable::CsvTable(settings::SourcePtr file, std::string heading, std::string what, settings::InputErrors& errors)
    : file_(std::move(file)), heading_(std::move(heading)), what_(std::move(what)), errors_(errors) {}

bool CsvTable::read(const std::function<void(const Record&)>& record) {
  const Record columns = text::csv_fields(heading_);
  bool headed = false;
  for (line_ = 0; file_->offset(line_, 0) < file_->text().size() && wrong_ < most_reported; ++line_) {
    const std::string_view line = file_->line(line_ + 1);
    const Record fields = text::csv_fields(line);
    if (fields.empty()) continue;
    const Field whole = text::content(line);
    if (!headed) {
      headed = true;
      if (!same(fields, columns)) {
        refuse("", whole, "the heading `" + heading_ + "`");
        break;  // what the others have in their columns is not known
      }
    } else if (fields.size() != columns.size()) {
      refuse("", whole, std::to_string(columns.size()) + " fields: `" + heading_ + "`");
    } else {
      record(fields);
    }
  }
  if (!headed) refuse("no " + what_, "the heading `" + heading_ + "`, then one record in each line");
  return wrong_ == 0;
}

void CsvTable::refuse(const std::string& column, const Field& field, std::string expected, const std::string& why,
                      std::string hint) {
  ++wrong_;
  errors_.push_back({file_, file_->position(line_, field.begin, field.text.size()), column,
                     settings::value_found(settings::escaped(field.text, 40), why), std::move(expected),
                     std::move(hint)});
}

void CsvTable::refuse(std::string problem, std::string expected) {
  ++wrong_;
  errors_.push_back({file_, {}, "", settings::problem(std::move(problem)), std::move(expected), ""});
}

}  // namespace slackline::schedule
